import type { RecordKind } from '#shared/records/record-kind.ts';

/** Every kind's rows have their own range of numbers, so that the word index answers for one kind without reading a row. Never reorder. */
const ranges: Record<RecordKind, number> = { expense: 0, invoiceReceivable: 1, cardTransaction: 2, vendor: 3, invoicePayable: 4 };
const span = 400_000_000;

/** First and last row number of a kind, both included; within it, what was first heard of later has the higher number. */
export function rowRange(kind: RecordKind): [first: number, last: number] {
  const start = ranges[kind] * span;
  return [start + 1, start + span];
}
