import { insertInto } from '#main/storage/prepared.ts';
import { batches } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';

/** Edits that a user approved together. */
export type Batch = Omit<typeof batches.$inferSelect, 'approvedAt'>;

const insert = insertInto(batches);

/** Writes down an approval in the transaction under way. */
export function insertBatch(store: Store, batch: Batch): void {
  insert(store).run({ ...batch, approvedAt: store.world.now() });
}
