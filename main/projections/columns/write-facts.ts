import { and, eq } from 'drizzle-orm';
import { param, insertNew, prepared } from '#main/storage/prepared.ts';
import { recordFact } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { FactEntry } from './fact-entries.ts';

const insertEntry = insertNew(recordFact);
const deleteEntry = prepared((db) =>
  db
    .delete(recordFact)
    .where(and(eq(recordFact.column, param('column')), eq(recordFact.value, param('value')), eq(recordFact.row, param('row')))),
);

/** Brings the entries of one record from what they were to what they are; inside a commit. */
export function writeFacts(store: Store, row: number, before: readonly FactEntry[], after: readonly FactEntry[]): void {
  const has = (entries: readonly FactEntry[], { column, value }: FactEntry) =>
    entries.some((entry) => entry.column === column && entry.value === value);
  for (const entry of before) if (!has(after, entry)) deleteEntry(store).run({ ...entry, row });
  for (const entry of after) if (!has(before, entry)) insertEntry(store).run({ ...entry, row });
}
