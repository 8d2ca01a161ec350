import { columnTables } from '#shared/columns/columns.ts';
import type { Column } from '#shared/columns/column.ts';
import type { EditState } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { listColumns, type ListColumns } from './list-columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** A column in which an open edit says something else than the service. */
export interface ChangedColumn {
  /** Of the edit whose value is there. */
  state: EditState;
  /** The service's value; undefined when it has none. */
  service: readonly string[];
}

/** By the columns' names; a record whose edits change none of them has none. */
export type ChangedColumns = Readonly<Record<string, ChangedColumn>>;

/** The text of a list row in one column; undefined when the record has no value. */
export function valuesIn(row: ListColumns, { slot, name }: Pick<Column, 'slot' | 'name'>): readonly string[] {
  if (slot === undefined) return row.facts[name] ?? [];
  const value = row[slot];
  return value === null ? [] : [String(value)];
}

const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((value, place) => value === others[place]);

/**
 * The list row of a record with its open edits applied, and the columns that differ from the service. `layers`: the record after each edit, in
 * their order.
 */
export function columnsUnder(
  kind: RecordKind,
  record: JsonObject,
  layers: Iterable<{ state: EditState; view: JsonObject }>,
): { columns: ListColumns; changed: ChangedColumns | null } {
  const service = listColumns(kind, record);
  const stateOf: Record<string, EditState> = {};
  let columns = service;
  for (const { state, view } of layers) {
    const next = listColumns(kind, view);
    for (const column of columnTables[kind].columns)
      if (!same(valuesIn(next, column), valuesIn(columns, column))) stateOf[column.name] = state;
    columns = next;
  }
  const changed: Record<string, ChangedColumn> = {};
  for (const column of columnTables[kind].columns) {
    const [state, said] = [stateOf[column.name], valuesIn(service, column)];
    if (state && !same(said, valuesIn(columns, column))) changed[column.name] = { state, service: said };
  }
  return { columns, changed: Object.keys(changed).length > 0 ? changed : null };
}
