import { and, between, eq, max } from 'drizzle-orm';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { param, selectFrom } from './prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from './store.ts';

/** Every kind's rows have their own range of numbers, so that the word index answers for one kind without reading a row. Never reorder. */
const ranges: Record<RecordKind, number> = { expense: 0, invoiceReceivable: 1, cardTransaction: 2, vendor: 3, invoicePayable: 4 };
const span = 400_000_000;

/** First and last row number of a kind, both included; within it, what was first heard of later has the higher number. */
export function rowRange(kind: RecordKind): [first: number, last: number] {
  const start = ranges[kind] * span;
  return [start + 1, start + span];
}

const lastRow = selectFrom(record, { fields: { row: max(record.row) }, where: between(record.row, param('first'), param('last')) });

/** The row of what was first heard of last; 0 when nothing of the kind is known. */
export function lastRowOf(store: Store, kind: RecordKind): number {
  const [first, last] = rowRange(kind);
  return lastRow(store).get({ first, last })?.row ?? 0;
}

const rowNumber = selectFrom(record, {
  fields: { row: record.row },
  where: and(eq(record.kind, param('kind')), eq(record.recordId, param('id'))),
});

/** The row of a record; null when nothing is known of it. */
export function rowNumberOf(store: Store, ref: RecordRef): number | null {
  return rowNumber(store).get(ref)?.row ?? null;
}
