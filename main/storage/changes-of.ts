import { sql } from 'drizzle-orm';
import { prepared, type Opened } from './prepared.ts';
import type { Store } from './store.ts';

const changes = prepared((db) => db.rows({ n: sql<number>`total_changes()` }, sql``));

/** The number of rows that this process has changed, and it alone changes rows: what was read at the same number is what would be read now. */
export const totalChanges = (of: Opened): number => changes(of).get()?.n ?? 0;

/**
 * Does what `make` does, once for each database until something changes. Inside of a transaction each time: what a rollback takes back must never be
 * remembered.
 */
export function untilChange<Value>(make: (store: Store) => Value): (store: Store) => Value {
  const known = new WeakMap<Store, { at: number; value: Value }>();
  return (store) => {
    if (store.sql.inTransaction) return make(store);
    const at = totalChanges(store);
    const before = known.get(store);
    const value = before?.at === at ? before.value : make(store);
    known.set(store, { at, value });
    return value;
  };
}
