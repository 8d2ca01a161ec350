import type { MonotonicMs } from '#shared/world.ts';
import { outboxColumns, type OutboxRow } from './outbox.ts';
import { isOpenSql } from './outbox-transitions.ts';
import type { Store } from './store.ts';

// The oldest open edit of each record: nothing else may move (law 6). Read from the covering index `outbox_open` alone.
const heads = `seq IN (SELECT min(seq) FROM outbox WHERE ${isOpenSql} GROUP BY record_kind, record_id)`;
const movable = `${heads} AND state IN ('waiting', 'checking')`;

/** Edits that may be sent or checked now: first of their record and not waiting for time. Payments come last, else by age. */
export function movableEdits(store: Store, now: MonotonicMs, limit: number): OutboxRow[] {
  const sql = `SELECT ${outboxColumns} FROM outbox WHERE ${movable} AND (wait_until IS NULL OR wait_until <= ?) ORDER BY lane = 'payment', seq LIMIT ?`;
  return store.prepared<OutboxRow>(sql).all(now, limit);
}

/** The first open edit of the same record, when the engine may move it, now or after its wait; null when a person has to. */
export function successorOf(store: Store, row: Pick<OutboxRow, 'recordKind' | 'recordId'>): OutboxRow | null {
  const sql = `SELECT ${outboxColumns} FROM outbox WHERE record_kind = ? AND record_id = ? AND ${isOpenSql} ORDER BY seq LIMIT 1`;
  const head = store.prepared<OutboxRow>(sql).get(row.recordKind, row.recordId);
  return head && (head.state === 'waiting' || head.state === 'checking') ? head : null;
}

/** When the next edit stops waiting for time; null when none does. */
export function nextDue(store: Store, now: MonotonicMs): MonotonicMs | null {
  const sql = `SELECT min(wait_until) AS due FROM outbox WHERE ${movable} AND wait_until > ?`;
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
