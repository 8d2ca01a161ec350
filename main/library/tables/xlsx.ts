import { mostCells, mostColumns, noGrid, TooManyColumns, type Cell, type Grid, type GridRow } from './grid.ts';
import { dateOfSerial, numberCell, numberForm, type NumberForm } from './number-cell.ts';
import { withoutResult } from './spoiled-cell.ts';
import { WorkbookTooLarge, type ZipParts } from './zip-parts.ts';

/** A workbook's sheets, its texts and its number formats. */
interface Workbook {
  sheets: { name: string; hidden: boolean; part: string }[];
  base: 1900 | 1904;
  texts: string[];
  forms: NumberForm[];
}

/** A workbook with a text that it does not have, or a number that is none. */
class BrokenWorkbook extends Error {}

/** True for a ZIP that holds an Excel workbook. */
export const isXlsx = (parts: ZipParts): boolean => parts.has('xl/workbook.xml');

/** Reads one sheet of an Excel workbook with every value as it is stored; without a choice the first that is seen and holds something. */
export async function readXlsx(parts: ZipParts, chosen: number | undefined): Promise<Grid> {
  const book = await workbookOf(parts);
  const sheets = book.sheets.map(({ name, hidden }) => ({ name, hidden }));
  const seen = book.sheets.map((_, at) => at).filter((at) => book.sheets[at]?.hidden === false);
  const order = chosen === undefined ? [...seen, ...book.sheets.keys()] : [chosen];
  for (const at of order) {
    const sheet = book.sheets[at];
    if (!sheet) continue;
    const read = await readSheet(parts, sheet.part, book);
    if (read.rows.length > 0 || chosen !== undefined) return { ...noGrid, format: 'xlsx', sheets, sheet: at, base: book.base, ...read };
  }
  return { ...noGrid, format: 'xlsx', sheets };
}

/** Reads what all sheets of a workbook share. */
export async function workbookOf(parts: ZipParts): Promise<Workbook> {
  const targets = new Map<string, string>();
  await parts.parse('xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: Workbook['sheets'] = [];
  let base: 1900 | 1904 = 1900;
  await parts.parse('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') base = /^(?:1|true)$/.test(attributes['date1904'] ?? '') ? 1904 : 1900;
      const part = name === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (part !== undefined) sheets.push({ name: attributes['name'] ?? '', hidden: /hidden/i.test(attributes['state'] ?? ''), part });
    },
  });
  return { sheets, base, texts: await textsOf(parts), forms: await formsOf(parts) };
}

async function textsOf(parts: ZipParts): Promise<string[]> {
  const texts: string[] = [];
  let [inText, phonetic, text] = [false, 0, ''];
  await parts.parse('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') inText = phonetic === 0;
    },
    close: (name) => {
      if (name === 'si') texts.push(unescaped(text));
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 't') inText = false;
    },
    text: (part) => {
      if (inText) text += part;
    },
  });
  return texts;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;

async function formsOf(parts: ZipParts): Promise<NumberForm[]> {
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  let inCells = false;
  await parts.parse('xl/styles.xml', {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') codes.set(id, formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) forms.push(numberForm(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return forms;
}

/** Reads one sheet's part with every value as it is stored. */
export async function readSheet(
  parts: ZipParts,
  part: string,
  book: Workbook,
): Promise<Pick<Grid, 'rows' | 'hiddenRows' | 'hiddenColumns'>> {
  const read = { rows: [] as GridRow[], hiddenRows: 0, hiddenColumns: 0 };
  let row: GridRow = { row: 0, cells: [] };
  let hidden = false;
  let cell: OpenCell | null = null;
  let [next, inValue, inFormula, count, phonetic] = [0, false, false, 0, 0];
  await parts.parse(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = { row: rowNumber(attributes['r']) ?? row.row + 1, cells: [] };
        next = 0;
        hidden = isTrue(attributes['hidden']);
      } else if (name === 'c') {
        const at = columnOf(attributes['r'] ?? '') ?? next;
        next = at + 1;
        const form = book.forms[Number(attributes['s'] ?? -1)] ?? null;
        cell = { at, type: attributes['t'] ?? 'n', form, value: null, formula: null };
      } else if (name === 'rPh') phonetic += 1;
      else if (cell && (name === 'v' || (name === 't' && phonetic === 0))) {
        inValue = true;
        cell.value ??= '';
      } else if (cell && name === 'f') {
        inFormula = true;
        cell.formula = '';
      } else if (name === 'col' && isTrue(attributes['hidden']))
        read.hiddenColumns += Math.min(mostColumns, Number(attributes['max'] ?? 0)) - Number(attributes['min'] ?? 0) + 1;
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'f') inFormula = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c' && cell) {
        const known = contentOf(cell, book);
        if (known !== '') {
          if (cell.at >= mostColumns) throw new TooManyColumns(cell.at + 1);
          if ((count += 1) > mostCells) throw new WorkbookTooLarge();
          while (row.cells.length < cell.at) row.cells.push('');
          row.cells[cell.at] = known;
        }
        cell = null;
      } else if (name === 'row' && row.cells.length > 0) {
        read.rows.push(row);
        if (hidden) read.hiddenRows += 1;
      }
    },
    text: (text) => {
      if (cell && inValue) cell.value += text;
      else if (cell && inFormula) cell.formula += text;
    },
  });
  return read;
}

/** A cell whose elements are being read; null for a value or a formula that it does not have. */
interface OpenCell {
  at: number;
  type: string;
  form: NumberForm | null;
  value: string | null;
  formula: string | null;
}

/** Excel saves an empty text as the result of a formula with the type `str`; other programs save formulas without a result. */
function contentOf({ type, form, value, formula }: OpenCell, book: Workbook): Cell {
  if (value !== null && value !== '') return cellOf(type, value, form, book);
  return formula === null || (type === 'str' && value === '') ? '' : withoutResult(formula);
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

const rowNumber = (text: string | undefined): number | null => (/^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : null);

function columnOf(reference: string): number | null {
  let [at, column] = [0, 0];
  for (; at < 3; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  return at > 0 && /^\d/.test(reference.slice(at, at + 1)) ? column - 1 : null;
}

function cellOf(type: string, value: string, form: NumberForm | null, book: Workbook): Cell {
  switch (type) {
    case 's': {
      const shared = /^\s*\d+\s*$/.test(value) ? book.texts[Number(value)] : undefined;
      // Taken for an empty cell, it would read as one that a person emptied.
      if (shared === undefined) throw new BrokenWorkbook(`no shared text ${value}`);
      return shared;
    }
    case 'b':
      return { kind: 'boolean', text: value === '1' ? 'true' : 'false' };
    case 'd':
      return { kind: 'date', text: value.replace(/T00:00:00(?:\.0+)?Z?$/, '') };
    case 'n': {
      const date = form?.date === true ? dateOfSerial(value, book.base) : null;
      const number = date === null ? numberCell(value, form) : { kind: 'date' as const, text: date };
      if (number === null) throw new BrokenWorkbook(`no number ${value}`);
      return number;
    }
    default:
      // A formula's text, an inline text, or an error such as #N/A, which is read as it stands.
      return unescaped(value);
  }
}
