import type { MonotonicMs } from '#shared/world.ts';
import { outboxColumns, type OutboxRow } from './outbox.ts';
import { isOpenSql } from './transitions.ts';
import type { Store } from '#main/cache/database/store.ts';

// The oldest open edit of each record: nothing else may move (law 6). Walked in the order of `outbox_open_state`, asking `outbox_open` for
// each whether another one of its record comes first: what a page costs does not grow with the queue.
const isHead = `NOT EXISTS (SELECT 1 FROM outbox AS earlier WHERE earlier.record_kind = outbox.record_kind
  AND earlier.record_id = outbox.record_id AND earlier.place < outbox.place AND earlier.${isOpenSql})`;
const movableIn = (index: string, which: string) => `SELECT ${outboxColumns} FROM outbox INDEXED BY ${index}
  WHERE state = ? AND ${isOpenSql} AND ${which} AND (wait_until IS NULL OR wait_until <= ?) AND ${isHead} ORDER BY seq LIMIT ?`;
const movableAbsolute = movableIn('outbox_open_state', `lane = 'write' AND repeat_class <> 'creates'`);
const movableCreating = movableIn('outbox_open_state', `lane = 'write' AND repeat_class = 'creates'`);
const movablePayments = movableIn('outbox_payments', `lane = 'payment'`);

/** What creates something waits for a proof, for the keychain and for its turn: it is looked up apart, or many would hide the others. */
export type Sort = 'absolute' | 'creates';

/** Edits of one sort that may be sent or checked now: first of their record and not waiting for time. Payments come last, else by age. */
export function movableEdits(store: Store, now: MonotonicMs, limit: number, sort: Sort): OutboxRow[] {
  const found = (sql: string, state: 'waiting' | 'checking') => store.prepared<OutboxRow>(sql).all(state, now, limit);
  // What creates something is never checked by a machine.
  if (sort === 'creates') return [...found(movableCreating, 'waiting'), ...found(movablePayments, 'waiting')].slice(0, limit);
  return [...found(movableAbsolute, 'checking'), ...found(movableAbsolute, 'waiting')].sort((a, b) => a.seq - b.seq).slice(0, limit);
}

/** The first open edit of the same record, when the engine may move it, now or after its wait; null when a person has to. */
export function successorOf(store: Store, row: Pick<OutboxRow, 'recordKind' | 'recordId'>): OutboxRow | null {
  const sql = `SELECT ${outboxColumns} FROM outbox WHERE record_kind = ? AND record_id = ? AND ${isOpenSql} ORDER BY place LIMIT 1`;
  const head = store.prepared<OutboxRow>(sql).get(row.recordKind, row.recordId);
  return head && (head.state === 'waiting' || head.state === 'checking') ? head : null;
}

/** When the next edit stops waiting for time; null when none does. */
export function nextDue(store: Store, now: MonotonicMs): MonotonicMs | null {
  const sql = `SELECT min(wait_until) AS due FROM outbox WHERE state IN ('waiting', 'checking') AND ${isOpenSql} AND wait_until > ? AND ${isHead}`;
  return store.prepared<{ due: MonotonicMs | null }>(sql).get(now)?.due ?? null;
}

/** How many edits the engine could still bring to a verdict by itself. */
export function movableCount(store: Store): number {
  return (
    store
      .prepared<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE state IN ('waiting', 'sending', 'checking') AND ${isOpenSql}`)
      .get()?.n ?? 0
  );
}
