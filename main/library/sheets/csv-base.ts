import { baseMark } from '#shared/sheets/sheet-fields.ts';
import { readJson, type SheetBase } from './sheet-base.ts';

// A CSV has no hidden sheet: the last column carries what left, in letters that no program and no code page changes.

type BaseHead = Omit<SheetBase, 'rows'>;

/** Excel keeps no more in a cell; a row with more leaves without its base. */
const mostCharacters = 32_000;

const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const unpacked = (text: string): unknown => readJson(Buffer.from(text, 'base64url').toString());

/** The heading of the column with what left. */
export function headCell({ exportId, kind, at, keys, tags }: BaseHead): string {
  return `${baseMark} ${packed([exportId, kind, at, keys, tags])}`;
}

/** The heading's facts, not checked yet; null for another heading. */
export function headOf(cell: string): unknown[] | null {
  const [, text] = cell.split(`${baseMark} `);
  const head = text === undefined ? null : unpacked(text.trim());
  return Array.isArray(head) ? head : null;
}

/** The values of a record that left, with their signature. */
export function rowCell(id: string, texts: readonly string[], sign: (id: string, texts: readonly string[]) => string): string | null {
  const text = packed(texts);
  return text.length > mostCharacters ? null : `${text}.${sign(id, texts)}`;
}

/** The same again; null for what is none. */
export function rowOf(cell: string): { texts: string[]; mac: string } | null {
  const [text = '', mac = ''] = cell.replaceAll(/\s/g, '').split('.');
  const texts = unpacked(text);
  return Array.isArray(texts) ? { texts: texts.map(String), mac } : null;
}
