import { sql } from 'drizzle-orm';
import { prepared } from './prepared.ts';
import type { Store } from './store.ts';

const totalChanges = prepared((db) => db.rows({ n: sql<number>`total_changes()` }, sql``));

/**
 * The number of rows that this process has changed: what was read at the same number is what would be read now, for it alone changes rows. Null inside of
 * a transaction: what a rollback takes back must never be remembered.
 */
export function changesOf(store: Store): number | null {
  return store.sql.inTransaction ? null : (totalChanges(store).get()?.n ?? 0);
}

/** Values that hold until something changes; of each database the newest `most`. */
export interface UntilChange<Value> {
  get(store: Store, key: string): Value | undefined;
  set(store: Store, key: string, value: Value): void;
  delete(store: Store, key: string): void;
}

/** Keeps nothing inside of a transaction. */
export function untilChange<Value>(most: number): UntilChange<Value> {
  const known = new WeakMap<Store, { changes: number; values: Map<string, Value> }>();
  const valuesOf = (store: Store): Map<string, Value> => {
    const changes = changesOf(store);
    const before = known.get(store);
    if (changes !== null && before?.changes === changes) return before.values;
    const values = new Map<string, Value>();
    if (changes !== null) known.set(store, { changes, values });
    return values;
  };
  return {
    get: (store, key) => valuesOf(store).get(key),
    set: (store, key, value) => {
      const values = valuesOf(store);
      values.delete(key);
      values.set(key, value);
      const oldest = values.keys().next();
      if (values.size > most && !oldest.done) values.delete(oldest.value);
    },
    delete: (store, key) => void valuesOf(store).delete(key),
  };
}
