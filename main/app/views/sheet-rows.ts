import { cellText, type SheetCell } from '#main/library/sheets/reformatted.ts';
import { idHead, type SheetBase } from '#main/library/sheets/sheet-base.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { sheetFields, type SheetField } from '#shared/sheets/sheet-fields.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** The content of a workbook, its portions put together. */
export interface ReadSheets {
  base: (SheetBase & { mac: string }) | null;
  sheets: { heads: string[]; rows: { line: number; cells: SheetCell[] }[] }[];
}

export function gathered(portions: readonly Portion<'sheet'>[]): ReadSheets {
  const rows = new Map<string, string[]>();
  const read: ReadSheets = { base: null, sheets: [] };
  for (const portion of portions) {
    if (portion.part === 'base') {
      const kind = recordKinds.find((one) => one === portion.kind);
      if (kind) read.base = { ...portion, kind, rows };
    } else if (portion.part === 'baseRows') {
      for (const [id = '', ...texts] of portion.rows) {
        // Cells that are empty at the end of a row are not in the file.
        rows.set(
          id,
          Array.from({ length: read.base?.keys.length ?? 0 }, (_, at) => texts[at] ?? ''),
        );
      }
    } else if (portion.part === 'head') read.sheets.push({ heads: portion.heads, rows: [] });
    else if (portion.part === 'rows') read.sheets.at(-1)?.rows.push(...portion.rows);
  }
  return read;
}

/** The kind whose white headings a sheet without base has; null where none of them is there. */
export function kindByHeads(heads: readonly string[]): RecordKind | null {
  const scored = recordKinds.map((kind) => ({ kind, score: sheetFields(kind).filter(({ head }) => heads.includes(head)).length }));
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best && best.score > 1 ? best.kind : null;
}

export interface SheetRow {
  line: number;
  cells: Map<SheetField, SheetCell>;
  /** Fields with different values in two rows of one record. */
  twice: Set<SheetField>;
}

/** The rows by record; rows of one record are one where they agree. */
export function rowsIn({ sheets }: ReadSheets, fields: readonly SheetField[]): { rows: Map<string, SheetRow>; nameless: number } {
  const rows = new Map<string, SheetRow>();
  let nameless = 0;
  for (const { heads, rows: lines } of sheets) {
    const idAt = heads.indexOf(idHead);
    const places = fields.map((field) => [field, heads.indexOf(field.head)] as const).filter(([, at]) => at !== -1);
    for (const { line, cells } of lines) {
      const id = cellText(cells[idAt] ?? null)
        .trim()
        .toLowerCase();
      if (!isUuid(id)) {
        nameless += cells.some((cell) => cell !== null) ? 1 : 0;
        continue;
      }
      const known = rows.get(id);
      const row = known ?? { line, cells: new Map<SheetField, SheetCell>(), twice: new Set<SheetField>() };
      for (const [field, at] of places) {
        const cell = cells[at] ?? null;
        if (known && row.cells.has(field) && cellText(row.cells.get(field) ?? null) !== cellText(cell)) row.twice.add(field);
        row.cells.set(field, cell);
      }
      rows.set(id, row);
    }
  }
  return { rows, nameless };
}

/** The white headings that the sheet lacks: a renamed column is named and left alone. */
export function headsWithout({ sheets }: ReadSheets, fields: readonly SheetField[]): string[] {
  const first = sheets[0]?.heads ?? [];
  return fields.map(({ head }) => head).filter((head) => !first.includes(head));
}

export function* dayPairs(rows: ReadonlyMap<string, SheetRow>, base: SheetBase | null): Generator<readonly [string, SheetCell]> {
  for (const [id, { cells }] of rows)
    for (const [field, cell] of cells) if (field.input === 'date' && !field.adds) yield [baseText(base, id, field) ?? '', cell];
}

/** The text that left; undefined where no base knows it. */
export function baseText(base: SheetBase | null, id: string, { key }: SheetField): string | undefined {
  const at = base?.keys.indexOf(key) ?? -1;
  return at === -1 ? undefined : base?.rows.get(id)?.[at];
}
