import { sql } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { param, prepared, preparedForms } from '#main/storage/prepared.ts';
import { record, recordFact } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

/** More values than a user could mean with one word. */
const mostValues = 200;
const limit = sql.raw(String(mostValues));

// From value to value by the index: as many looks as there are values, however many records have them.
const slotValues = preparedForms((db, slot: 'status' | 'currency') => {
  const column = record[slot];
  const next = sql`SELECT min(${column}) FROM ${record} ${sql.raw(`INDEXED BY record_by_${slot}`)} WHERE ${record.kind} = ${param('kind')} AND ${column} > `;
  return db.rows(
    { value: sql<string>`value` },
    sql`FROM seen WHERE value IS NOT NULL`,
    sql`WITH RECURSIVE seen(value) AS (${next}'' UNION ALL SELECT (${next}value) FROM seen WHERE value IS NOT NULL LIMIT ${limit}) `,
  );
});
const factValues = prepared((db) => {
  const next = sql`SELECT min(${recordFact.value}) FROM ${recordFact} WHERE ${recordFact.column} = ${param('column')}`;
  return db.rows(
    { value: sql<string | number>`value` },
    sql`FROM seen WHERE value IS NOT NULL`,
    sql`WITH RECURSIVE seen(value) AS (${next} UNION ALL SELECT (${next} AND ${recordFact.value} > seen.value) FROM seen WHERE seen.value IS NOT NULL LIMIT ${limit}) `,
  );
});

/** Every status or currency that records of a kind have. */
export function valuesOfSlot(store: Store, slot: 'status' | 'currency', kind: RecordKind): string[] {
  return slotValues(store, slot)
    .all({ kind })
    .map(({ value }) => value);
}

/** Every value entered for a column, its empty one included; at most 200. */
export function valuesOfFact(store: Store, column: number): (string | number)[] {
  return factValues(store)
    .all({ column })
    .map(({ value }) => value);
}
