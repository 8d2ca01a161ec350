import type { Store } from '#main/cache/database/store.ts';

/** The id of an expense that the service itself showed; null while it showed none. */
export function knownExpense(store: Store): string | null {
  const sql = `SELECT record_id AS id FROM record WHERE kind = 'expense' AND provenance IN ('read', 'writeResponse') LIMIT 1`;
  return store.prepared<{ id: string }>(sql).get()?.id ?? null;
}
