import { and, count, eq, getTableColumns, gt, inArray, isNull, lte, min, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { MonotonicMs } from '#shared/world.ts';
import { fixed, given, kept } from '#main/storage/kept.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { openOfRecord, type OutboxRow } from './outbox.ts';

const earlier = alias(outbox, 'earlier');

// The oldest open edit of each record: nothing else may move (law 6). Walked in the order of `outbox_open_state`, asking `outbox_open` for
// each whether another one of its record comes first: what a page costs does not grow with the queue.
export const isHead: SQL = sql`NOT EXISTS (SELECT 1 FROM ${outbox} AS earlier WHERE ${earlier.recordKind} = ${outbox.recordKind}
  AND ${earlier.recordId} = ${outbox.recordId} AND ${earlier.place} < ${outbox.place} AND ${isOpen(earlier)})`;

const movableIn = (index: 'outbox_open_state' | 'outbox_payments', which: SQL | undefined) =>
  kept((db) =>
    db.rows(
      getTableColumns(outbox),
      sql`FROM ${outbox} INDEXED BY ${sql.raw(index)} WHERE ${and(
        eq(outbox.state, given('state')),
        isOpen(outbox),
        fixed(which),
        or(isNull(outbox.waitUntil), lte(outbox.waitUntil, given('now'))),
        isHead,
      )} ORDER BY ${outbox.seq} LIMIT ${given('limit')}`,
    ),
  );
const movableAbsolute = movableIn('outbox_open_state', and(eq(outbox.lane, 'write'), ne(outbox.repeat, 'creates')));
const movableCreating = movableIn('outbox_open_state', and(eq(outbox.lane, 'write'), eq(outbox.repeat, 'creates')));
const movablePayments = movableIn('outbox_payments', eq(outbox.lane, 'payment'));

/** What creates something waits for a proof, for the keychain and for its turn: it is looked up apart, or many would hide the others. */
export type Sort = 'absolute' | 'creates';

/** Edits of one sort that may be sent or checked now: first of their record and not waiting for time. Payments come last, else by age. */
export function movableEdits(store: Store, now: MonotonicMs, limit: number, sort: Sort): OutboxRow[] {
  const found = (query: typeof movableAbsolute, state: 'waiting' | 'checking') => query(store).all({ state, now, limit });
  // What creates something is never checked by a machine.
  if (sort === 'creates') return [...found(movableCreating, 'waiting'), ...found(movablePayments, 'waiting')].slice(0, limit);
  return [...found(movableAbsolute, 'checking'), ...found(movableAbsolute, 'waiting')].sort((a, b) => a.seq - b.seq).slice(0, limit);
}

const firstOpen = kept((db) => db.select().from(outbox).where(openOfRecord).orderBy(outbox.place).limit(1));

/** The first open edit of the same record, when the engine may move it, now or after its wait; null when a person has to. */
export function successorOf(store: Store, row: Pick<OutboxRow, 'recordKind' | 'recordId'>): OutboxRow | null {
  const head = firstOpen(store).get(row);
  return head && (head.state === 'waiting' || head.state === 'checking') ? head : null;
}

const earliestDue = kept((db) =>
  db
    .select({ due: min(outbox.waitUntil) })
    .from(outbox)
    .where(and(fixed(inArray(outbox.state, ['waiting', 'checking'])), isOpen(outbox), gt(outbox.waitUntil, given('now')), isHead)),
);

/** When the next edit stops waiting for time; null when none does. */
export function nextDue(store: Store, now: MonotonicMs): MonotonicMs | null {
  return earliestDue(store).get({ now })?.due ?? null;
}

const movable = kept((db) =>
  db
    .select({ n: count() })
    .from(outbox)
    .where(and(fixed(inArray(outbox.state, ['waiting', 'sending', 'checking'])), isOpen(outbox))),
);

/** How many edits the engine could still bring to a verdict by itself. */
export function movableCount(store: Store): number {
  return movable(store).get()?.n ?? 0;
}
