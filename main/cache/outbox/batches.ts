import type { Store } from '#main/cache/database/store.ts';

/** Edits that a person approved together. */
export interface Batch {
  id: string;
  /** What the person was looking at. */
  fingerprint: string;
  edits: number;
  secondConfirmation: boolean;
  approvedBy: string;
}

/** Writes down an approval in the transaction under way. */
export function insertBatch(store: Store, batch: Batch): void {
  const { id, fingerprint, edits, secondConfirmation, approvedBy } = batch;
  store
    .prepared('INSERT INTO batches (id, fingerprint, edits, second_confirmation, approved_by, approved_at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(id, fingerprint, edits, secondConfirmation ? 1 : 0, approvedBy, store.world.now());
}
