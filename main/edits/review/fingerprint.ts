import { createHash } from 'node:crypto';
import { underReviewAsSeen } from '#main/outbox/reading/edit-lists.ts';
import type { Store } from '#main/storage/store.ts';

/** One word for everything that *Review and send* shows; another word means that the data changed while somebody was looking. */
export function fingerprintOf(store: Store): string {
  const hash = createHash('sha256');
  for (const row of underReviewAsSeen(store)) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}
