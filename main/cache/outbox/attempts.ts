import type { EpochMs, MonotonicMs } from '#shared/world.ts';
import type { Store } from '#main/cache/database/store.ts';

/** A request that is about to leave, exactly as it will stand on the wire. */
export interface AttemptRequest {
  method: string;
  url: string;
  body: Uint8Array;
  /** Hex SHA-256 of `body`. */
  sha256: string;
  ifMatch: string | null;
  idempotencyKey: string | null;
  /** Version of the record that the request was built on, where there is one. */
  baseVersion: string | null;
}

/** One request that may have left for an edit. `outcome` is null while nobody knows. */
export interface Attempt extends AttemptRequest {
  editId: string;
  n: number;
  bootId: string;
  sentAt: EpochMs;
  sentMonotonic: MonotonicMs;
  outcome: string | null;
  status: number | null;
  afterMs: number | null;
  endedAt: EpochMs | null;
}

/** How an attempt ended, in one word of the engine, with the HTTP status if there was one. */
export interface AttemptEnd {
  outcome: string;
  status: number | null;
  afterMs: number;
}

const columns = `edit_id AS editId, n, boot_id AS bootId, sent_at AS sentAt, sent_monotonic AS sentMonotonic, method, url, body, sha256,
  if_match AS ifMatch, idempotency_key AS idempotencyKey, base_version AS baseVersion, outcome, status, after_ms AS afterMs, ended_at AS endedAt`;

const insertSql = `INSERT INTO attempts (edit_id, n, boot_id, sent_at, sent_monotonic, method, url, body, sha256, if_match, idempotency_key, base_version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Writes down that a request is about to leave, in the claim's transaction (law 2). */
export function insertAttempt(store: Store, editId: string, n: number, request: AttemptRequest): void {
  const { bootId } = store.world;
  const { method, url, body, sha256, ifMatch, idempotencyKey, baseVersion } = request;
  store
    .prepared(insertSql)
    .run(editId, n, bootId, store.world.now(), store.world.monotonic(), method, url, body, sha256, ifMatch, idempotencyKey, baseVersion);
}

/** Writes down how an attempt ended, once; a second word is refused by the database. */
export function endAttempt(store: Store, editId: string, n: number, end: AttemptEnd): void {
  store
    .prepared('UPDATE attempts SET outcome = ?, status = ?, after_ms = ?, ended_at = ? WHERE edit_id = ? AND n = ? AND outcome IS NULL')
    .run(end.outcome, end.status, end.afterMs, store.world.now(), editId, n);
}

/** Every request that may have left for an edit, oldest first. */
export function attemptsOf(store: Store, editId: string): Attempt[] {
  return store.prepared<Attempt>(`SELECT ${columns} FROM attempts WHERE edit_id = ? ORDER BY n`).all(editId);
}

/** The newest request of an edit, or null. */
export function lastAttemptOf(store: Store, editId: string): Attempt | null {
  return store.prepared<Attempt>(`SELECT ${columns} FROM attempts WHERE edit_id = ? ORDER BY n DESC LIMIT 1`).get(editId) ?? null;
}
