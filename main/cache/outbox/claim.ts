import { insertAttempt, type AttemptRequest } from './attempts.ts';
import type { OutboxRow } from './outbox.ts';
import { isOpenSql } from './transitions.ts';
import type { Store } from '#main/cache/database/store.ts';

/** A request that the engine wants to send for an edit that waits. */
export interface Intent {
  row: OutboxRow;
  request: AttemptRequest;
}

/** An intent that is committed: its request may leave now. `n` numbers the attempt, from 1. */
export interface Claim {
  intent: Intent;
  n: number;
  /** What the keychain's counter must be raised to before the request leaves (law 12). */
  raiseTo: number;
}

// An edit behind an open one of its record never gets through here, whatever the caller believed (law 6).
const claimSql = `UPDATE outbox SET state = 'sending', attempts = attempts + 1, last_attempt = last_attempt + 1, maybe_sent = 1, sending_boot = :boot,
  wait_boot = NULL, wait_until = NULL, wait_ms = NULL, changed_at = :now
  WHERE id = :id AND state = 'waiting' AND NOT EXISTS (SELECT 1 FROM outbox AS earlier WHERE earlier.record_kind = outbox.record_kind
    AND earlier.record_id = outbox.record_id AND earlier.place < outbox.place AND earlier.${isOpenSql})
  RETURNING last_attempt AS n`;

const heardBeforeSql = 'UPDATE record SET as_of = ? WHERE kind = ? AND record_id = ? AND as_of >= ?';

/**
 * Claims edits in the transaction under way: state, attempt number, exact bytes and their hash, before any byte leaves (law 2). Each claim
 * must change exactly one row; an edit that moved on meanwhile is left out of the answer.
 */
export function claim(store: Store, intents: readonly Intent[]): Claim[] {
  const claims: Claim[] = [];
  for (const intent of intents) {
    const { row, request } = intent;
    const claimed = store.prepared<{ n: number }>(claimSql).get({ id: row.id, boot: store.world.bootId, now: store.world.now() });
    if (!claimed) continue;
    insertAttempt(store, row.id, claimed.n, request);
    // Whatever is known was heard before: a clock that was turned back must not make it evidence of what came after.
    store.prepared(heardBeforeSql).run(store.world.now() - 1, row.recordKind, row.recordId, store.world.now());
    claims.push({ intent, n: claimed.n, raiseTo: countClaim(store) });
    store.changed({ kind: 'edits', ids: [row.id] });
    store.changed({ kind: 'records', refs: [{ kind: row.recordKind, id: row.recordId }] });
  }
  return claims;
}

// The column is named after what it first counted: creating requests only.
function countClaim(store: Store): number {
  store.prepared('UPDATE engine_facts SET creating_intents = creating_intents + 1 WHERE one = 1').run();
  return claimsEver(store);
}

/** How many requests were ever about to leave from this database; the keychain holds the same number, or a higher one elsewhere. */
export function claimsEver(store: Store): number {
  return store.prepared<{ n: number }>('SELECT creating_intents AS n FROM engine_facts WHERE one = 1').get()?.n ?? 0;
}

/** Takes over the keychain's higher number, once what is open has been held. */
export function catchUpClaims(store: Store, count: number): void {
  store.prepared('UPDATE engine_facts SET creating_intents = max(creating_intents, ?) WHERE one = 1').run(count);
}
