import { sql } from 'drizzle-orm';
import { kept } from './kept.ts';
import type { Store } from './store.ts';

const totalChanges = kept((db) => db.rows({ n: sql<number>`total_changes()` }, sql``));

/**
 * How many rows this process has changed: what was read at the same number is what would be read now, for it alone changes rows. Null inside of
 * a transaction: what a rollback takes back must never be remembered.
 */
export function changesOf(store: Store): number | null {
  return store.sql.inTransaction ? null : (totalChanges(store).get()?.n ?? 0);
}
