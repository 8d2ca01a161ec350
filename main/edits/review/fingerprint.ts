import { createHash } from 'node:crypto';
import { paymentsOfMany, underReviewAsSeen } from '#main/outbox/reading/edit-lists.ts';
import type { Store } from '#main/storage/store.ts';

/** One word for everything that *Review and send* shows; another word means that the data changed while somebody was looking. */
export function fingerprintOf(store: Store): string {
  const hash = createHash('sha256');
  const rows = underReviewAsSeen(store);
  for (const row of rows) hash.update(JSON.stringify(row));
  // The open sum, and the warnings of the same payment, follow from the invoices' other payments.
  const invoices = rows.flatMap(({ priority, recordId }) => (priority === 'payment' ? [recordId] : []));
  for (const payments of paymentsOfMany(store, [...new Set(invoices)]).values())
    hash.update(JSON.stringify(payments.map(({ id }) => id).sort()));
  return hash.digest('hex');
}
