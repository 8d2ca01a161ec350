import { columnOf } from '#shared/columns/columns.ts';
import type { Facts } from '#shared/columns/column.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceRef } from './reference-kind.ts';

/** The first references of a kind's rows in these columns, each once, as a list shows them. */
export function firstReferences(kind: RecordKind, columns: readonly string[], rows: readonly { facts: Facts }[]): ReferenceRef[] {
  const found = new Map<string, ReferenceRef>();
  for (const name of columns) {
    const refers = columnOf(kind, name)?.refers;
    for (const { facts } of refers === undefined ? [] : rows) {
      const id = facts[name]?.[0];
      if (refers !== undefined && id !== undefined) found.set(`${refers} ${id}`, { kind: refers, id });
    }
  }
  return [...found.values()];
}
