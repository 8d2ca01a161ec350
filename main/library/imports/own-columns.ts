import { inEveryLanguage } from '#shared/messages/speak.ts';
import { isBlank, textOfCell, type GridRow } from '#main/library/tables/grid.ts';
import type { Table } from '#main/library/tables/table.ts';
import type { Column } from '#shared/columns/column.ts';
import { columnTables } from '#shared/columns/columns.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { FieldFact } from '#shared/records/field.ts';
import { idFieldOf } from '#shared/records/record-id.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

// Lists that this app exported: a column is the field that it was read from, whatever its heading would mean in another file.

const probes: Partial<Record<FieldFact['type'], number | string>> = {
  ...{ money: 1_234_567, integer: 1_234_567, date: '2026-03-12', instant: '2026-03-12T10:00:00Z', currency: 'SEK' },
  ...{ uuid: 'e0000000-0000-4000-8000-000000000001', text: 'a text', enum: 'A_VALUE' },
};

/** The one field whose value a column shows; null for what may be of several fields, of lines, or is computed. */
function fieldOf(column: Column, fields: ReadonlyMap<string, FieldFact>): string | null {
  if (column.shows !== undefined) return null;
  const found = [...fields].filter(([path, { type }]) => {
    const probe = probes[type];
    const [shown, more] = probe === undefined ? [] : column.read(withValue({}, path.split('.'), probe)).map(String);
    return shown !== undefined && shown !== '' && more === undefined && String(probe).startsWith(shown);
  });
  const [only, another] = found.map(([path]) => path);
  return another === undefined ? (only ?? null) : null;
}

/** True for the headings of a list that this app exported. */
export const isOwnExport = (headings: readonly string[]): boolean =>
  inEveryLanguage('exports.unconfirmed').some((head) => headings.includes(head)) && headings.includes('Id');

/** Heading → field path of a list that this app exported; null for other files. */
export function ownMapping(kind: RecordKind, { columns }: Table, fields: ReadonlyMap<string, FieldFact>): Record<string, string> | null {
  const heads = new Set(columns.map(({ name }) => name));
  if (!isOwnExport([...heads])) return null;
  const mapping: Record<string, string> = { Id: idFieldOf(kind) };
  for (const column of columnTables[kind].columns) {
    if (column.many) continue;
    const labels = inEveryLanguage(column.labelId);
    const known = column.refers
      ? labels.map((label) => `${label} id`)
      : column.slot === 'currency'
        ? inEveryLanguage('exports.currency')
        : labels;
    const head = known.find((each) => heads.has(each));
    const field = fieldOf(column, fields);
    if (field !== null && head !== undefined && !Object.values(mapping).includes(field)) mapping[head] = field;
  }
  return mapping;
}

/** Rows of such a list without the values that the service had not confirmed when they left. */
export function confirmedRows({ columns, rows }: Table): GridRow[] {
  const heads = inEveryLanguage('exports.unconfirmed');
  const at = columns.find(({ name }) => heads.includes(name))?.at ?? -1;
  if (at === -1) return rows;
  const amounts = (['exports.currency', 'records.field.amount', 'records.field.total'] as const).flatMap((id) => inEveryLanguage(id));
  return rows.map((row) => {
    if (isBlank(row.cells[at])) return row;
    const told = textOfCell(row.cells[at]).split(' · ');
    const open = told.map((text) => text.slice(0, Math.max(0, text.indexOf(': '))));
    // An amount means nothing without its own currency.
    const labels = open.some((label) => amounts.includes(label)) ? [...open, ...amounts] : open;
    const unconfirmed = columns.filter(({ name }) => labels.some((label) => name === label || name === `${label} id`));
    const left = new Set(unconfirmed.map(({ at: place }) => place));
    return { ...row, cells: row.cells.map((cell, place) => (left.has(place) ? '' : cell)) };
  });
}
