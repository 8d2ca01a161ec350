import type { JsonObject } from '#shared/json/json.ts';

/**
 * Members that an overlay adds to a record for what was recorded here and not sent. They are this program's, never the service's: a
 * recorded payment is never shown as a state of the invoice.
 */
export const pendingLists = ['pendingPayments', 'pendingLines', 'pendingComments'] as const;
export type PendingList = (typeof pendingLists)[number];

/** The record with one more entry in a pending list. */
export function withPending(record: JsonObject, list: PendingList, entry: JsonObject): JsonObject {
  const known = record[list];
  return { ...record, [list]: [...(Array.isArray(known) ? known : []), entry] };
}
