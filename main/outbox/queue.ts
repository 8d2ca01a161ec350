import { and, count, eq, getTableColumns, gt, inArray, isNull, lte, min, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { MonotonicMs } from '#shared/world.ts';
import { fixed, param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { openOfRecord, type OutboxRow } from './outbox.ts';

const earlier = alias(outbox, 'earlier');

// The oldest open edit of each record: nothing else may move (law 6). Walked in the order of `outbox_open_state`, asking `outbox_open` for
// each whether another one of its record comes first: what a page costs does not grow with the queue.
export const isHead: SQL = sql`NOT EXISTS (SELECT 1 FROM ${outbox} AS earlier WHERE ${earlier.recordKind} = ${outbox.recordKind}
  AND ${earlier.recordId} = ${outbox.recordId} AND ${earlier.place} < ${outbox.place} AND ${isOpen(earlier)})`;

const movableIn = (index: 'outbox_open_state' | 'outbox_payments', which: SQL | undefined) =>
  prepared((db) =>
    db.rows(
      getTableColumns(outbox),
      sql`FROM ${outbox} INDEXED BY ${sql.raw(index)} WHERE ${and(
        eq(outbox.state, param('state')),
        isOpen(outbox),
        fixed(which),
        or(isNull(outbox.waitUntil), lte(outbox.waitUntil, param('now'))),
        isHead,
      )} ORDER BY ${outbox.seq} LIMIT ${param('limit')}`,
    ),
  );
const movableAbsolute = movableIn('outbox_open_state', and(eq(outbox.priority, 'write'), ne(outbox.repeat, 'creates')));
const movableCreating = movableIn('outbox_open_state', and(eq(outbox.priority, 'write'), eq(outbox.repeat, 'creates')));
const movablePayments = movableIn('outbox_payments', eq(outbox.priority, 'payment'));

/** Edits that create something wait for a proof, the keychain and their turn: they are queried apart, or many would hide the others. */
export type Sort = 'absolute' | 'creates';

/** Edits of one sort that may be sent or checked now: first of their record and not waiting for time. Payments come last, else by age. */
export function movableEdits(store: Store, now: MonotonicMs, limit: number, sort: Sort): OutboxRow[] {
  const found = (query: typeof movableAbsolute, state: 'waiting' | 'checking') => query(store).all({ state, now, limit });
  // The engine never checks an edit that creates something.
  if (sort === 'creates') return [...found(movableCreating, 'waiting'), ...found(movablePayments, 'waiting')].slice(0, limit);
  return [...found(movableAbsolute, 'checking'), ...found(movableAbsolute, 'waiting')].sort((a, b) => a.seq - b.seq).slice(0, limit);
}

const firstOpen = selectFrom(outbox, { where: openOfRecord, order: outbox.place, limit: 1 });

/** The first open edit of the same record, when the engine may move it, now or after its wait; null when a user has to. */
export function successorOf(store: Store, row: Pick<OutboxRow, 'recordKind' | 'recordId'>): OutboxRow | null {
  const head = firstOpen(store).get(row);
  return head && (head.state === 'waiting' || head.state === 'checking') ? head : null;
}

const earliestDue = selectFrom(outbox, {
  fields: { due: min(outbox.waitUntil) },
  where: and(fixed(inArray(outbox.state, ['waiting', 'checking'])), isOpen(outbox), gt(outbox.waitUntil, param('now')), isHead),
});

/** When the next edit stops waiting for time; null when none does. */
export function nextDue(store: Store, now: MonotonicMs): MonotonicMs | null {
  return earliestDue(store).get({ now })?.due ?? null;
}

const movable = selectFrom(outbox, {
  fields: { n: count() },
  where: and(fixed(inArray(outbox.state, ['waiting', 'sending', 'checking'])), isOpen(outbox)),
});

/** The number of edits that the engine can still bring to a verdict without the user. */
export function movableCount(store: Store): number {
  return movable(store).get()?.n ?? 0;
}
