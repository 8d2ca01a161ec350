import { and, count, desc, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';
import { fixed, param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import type { OutboxRow } from './outbox.ts';

const { state, kind, touchesBank } = outbox;
const counted = prepared((db) =>
  db.select({ state, kind, touchesBank, count: count() }).from(outbox).where(isOpen(outbox)).groupBy(state, kind, touchesBank),
);

/** Counts of open edits by state, kind and whether they change bank details. */
export const countedUnderWay = (store: Store) => counted(store).all();

const undecidedPayments = selectFrom(outbox, {
  where: and(fixed(eq(state, 'draft')), isOpen(outbox), fixed(eq(outbox.priority, 'payment'))),
});

/** Payments that wait for a user's approval. */
export const paymentsToReview = (store: Store): OutboxRow[] => undecidedPayments(store).all();

const isInNeed = and(fixed(inArray(state, ['conflict', 'rejected', 'inDoubt', 'held'])), isOpen(outbox));
const newestOfEach = selectFrom(outbox, {
  where: sql`${outbox.seq} IN (SELECT max(${outbox.seq}) FROM ${outbox} WHERE ${isInNeed} GROUP BY ${state})`,
  order: desc(outbox.seq),
});

/** Of what needs a user the newest edit of each state. */
export const newestInNeed = (store: Store): OutboxRow[] => newestOfEach(store).all();

const newPayments = selectFrom(outbox, {
  where: and(
    fixed(eq(outbox.priority, 'payment')),
    fixed(notInArray(state, ['rejected', 'conflict', 'discarded', 'superseded'])),
    gte(outbox.recordedAt, param('since')),
  ),
});

/** Payments that were recorded since, but what was refused or taken back. */
export const paymentsSince = (store: Store, since: number): OutboxRow[] => newPayments(store).all({ since });
