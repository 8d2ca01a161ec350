import { and, count, desc, eq, getTableColumns, gt, inArray, lt, max, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import type { OutboxFilter } from '#shared/contract/inputs.ts';
import { amongGiven, fixed, param, prepared, preparedForms, selectFrom } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import { record } from '#main/storage/schema/records.ts';
import { audit } from '#main/storage/schema/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { isLike, likeText } from '#main/storage/like.ts';
import { closedStates, type EditState } from '#shared/edit.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { openStates } from '#main/outbox/transitions.ts';

/** All edits of a record (`recordKind` and `recordId`). */
export const everOfRecord = and(eq(outbox.recordId, param('recordId')), eq(outbox.recordKind, param('recordKind')));

const isUnderReview = and(fixed(inArray(outbox.state, ['draft', 'conflict'])), isOpen(outbox));
/** The state of the open edit that one waits behind, if any. */
const blockedBy = sql<EditState | null>`(SELECT before.state FROM ${outbox} AS before WHERE before.record_kind = ${outbox.recordKind} AND before.record_id = ${outbox.recordId} AND before.place < ${outbox.place} AND before.state NOT IN (${sql.raw(closedStates.map((closed) => `'${closed}'`).join(', '))}) ORDER BY before.place LIMIT 1)`;
const underReview = prepared((db) =>
  db
    .select({
      ...{ id: outbox.id, kind: outbox.kind, state: outbox.state, repeat: outbox.repeat, priority: outbox.priority, review: outbox.review },
      ...{ touchesBank: outbox.touchesBank, body: outbox.body, format: outbox.format },
      ...{ lastAttempt: outbox.lastAttempt, supersedes: outbox.supersedes },
      ...{ blockedBy, asOf: record.asOf, complete: record.complete },
    })
    .from(outbox)
    .leftJoin(record, and(eq(record.kind, outbox.recordKind), eq(record.recordId, outbox.recordId)))
    .where(isUnderReview)
    .orderBy(outbox.seq),
);

/** Every draft and conflict, in the order of recording, and what a review must know of each: thousands are read at a time. */
export const editsUnderReview = (store: Store) => underReview(store).all();
export type EditUnderReview = ReturnType<typeof editsUnderReview>[number];

const lookedAt = prepared((db) =>
  db
    .select({
      ...{ id: outbox.id, state: outbox.state, changedAt: outbox.changedAt, priority: outbox.priority, recordId: outbox.recordId },
      asOf: sql<number>`ifnull(${record.asOf}, 0)`,
      updatedAt: sql<string>`ifnull(${record.updatedAt}, '')`,
      status: sql<string>`ifnull(${record.status}, '')`,
    })
    .from(outbox)
    .leftJoin(record, and(eq(record.kind, outbox.recordKind), eq(record.recordId, outbox.recordId)))
    .where(isUnderReview)
    .orderBy(outbox.seq),
);

/** The content of *Review and send*: every draft and conflict, and the records under them as they are known now. */
export const underReviewAsSeen = (store: Store) => lookedAt(store).all();

const isPaid = and(
  fixed(eq(outbox.priority, 'payment')),
  fixed(notInArray(outbox.state, ['rejected', 'conflict', 'discarded', 'superseded'])),
);
const payments = selectFrom(outbox, { where: and(eq(outbox.recordId, param('id')), isPaid), order: outbox.place });
const paymentsAmong = selectFrom(outbox, { where: and(amongGiven(outbox.recordId, 'ids'), isPaid) });

/** Payments of one invoice that are recorded, on their way, in doubt or applied, oldest first. */
export function paymentsOf(store: Store, invoiceId: string): OutboxRow[] {
  return payments(store).all({ id: invoiceId });
}

const paymentsHere = prepared((db) =>
  db
    .select({
      ...{ row: record.row, id: record.recordId, status: record.status, currency: record.currency, total: asBigint(record.amountMinor) },
      ...{ kind: outbox.kind, body: outbox.body, format: outbox.format },
    })
    .from(outbox)
    .innerJoin(record, and(eq(record.kind, outbox.recordKind), eq(record.recordId, outbox.recordId)))
    .where(isPaid)
    .orderBy(outbox.place),
);

/** Every payment that is recorded, on its way, in doubt or applied, with its invoice's row. */
export const everyPayment = (store: Store) => paymentsHere(store).all();

const tried = selectFrom(outbox, {
  where: and(
    eq(outbox.recordId, param('id')),
    fixed(eq(outbox.priority, 'payment')),
    fixed(gt(outbox.lastAttempt, 0)),
    fixed(notInArray(outbox.state, ['applied', 'confirmed'])),
  ),
  order: outbox.place,
});

/** Payments of one invoice of which a request was claimed and that are not known to be there, the closed ones too. */
export function triedPaymentsOf(store: Store, invoiceId: string): OutboxRow[] {
  return tried(store).all({ id: invoiceId });
}

const laterOpen = selectFrom(outbox, {
  fields: { n: count() },
  where: and(everOfRecord, gt(outbox.place, param('place')), isOpen(outbox)),
});

/** The number of open edits of the same record behind this one. */
export function waitingBehind(store: Store, row: OutboxRow): number {
  return laterOpen(store).get(row)?.n ?? 0;
}

/** The payments of a page's invoices that are recorded, on their way, in doubt or applied, in one query, by record id; invoices without one are absent. */
export function paymentsOfMany(store: Store, ids: readonly string[]): Map<string, OutboxRow[]> {
  return Map.groupBy(paymentsAmong(store).all({ ids: JSON.stringify(ids) }), (row) => row.recordId);
}

const doubtfulPayment = selectFrom(outbox, {
  fields: { id: outbox.id },
  where: and(fixed(eq(outbox.state, 'inDoubt')), isOpen(outbox), fixed(eq(outbox.priority, 'payment'))),
  order: outbox.seq,
  limit: 1,
});

/** The oldest payment of which nobody knows whether it was made, or null. */
export function paymentInDoubt(store: Store): string | null {
  return doubtfulPayment(store).get()?.id ?? null;
}

const changedExpense = and(fixed(eq(outbox.recordKind, 'expense')), fixed(ne(outbox.repeat, 'creates')));
const firstChange = selectFrom(outbox, { fields: { id: outbox.id }, where: changedExpense, limit: 1 });
const firstPayment = selectFrom(outbox, { fields: { id: outbox.id }, where: fixed(eq(outbox.priority, 'payment')), limit: 1 });

/** True when an expense was ever changed, and a payment ever recorded here, with any result. */
export function triedBefore(store: Store): { expense: boolean; payment: boolean } {
  return { expense: firstChange(store).get() !== undefined, payment: firstPayment(store).get() !== undefined };
}

const leftLater = selectFrom(outbox, {
  fields: { id: outbox.id },
  where: and(everOfRecord, gt(outbox.place, param('place')), fixed(gt(outbox.lastAttempt, 0))),
  limit: 1,
});

/** True when an edit behind this one was sent since: the place before it is gone. */
export function laterHasLeft(store: Store, row: OutboxRow): boolean {
  return leftLater(store).get(row) !== undefined;
}

/** The shape of a filter without its values. */
interface Form {
  states: number;
  onlyOpen: boolean;
  record: boolean;
  batch: boolean;
  since: boolean;
  like: boolean;
  words: number;
}

/** Edits closed since a moment have an audit line since then, found newest first. */
const sinceThen = sql`${outbox.changedAt} >= ${param('since')} AND ${outbox.id} IN (SELECT ${audit.editId} FROM ${audit} WHERE ${audit.seq} > ifnull((SELECT ${audit.seq} FROM ${audit} WHERE ${lt(audit.at, param('since'))} ORDER BY ${audit.seq} DESC LIMIT 1), 0))`;

/** Edits that a user decides one by one never stand for each other. */
const standsAlone = fixed(
  sql`(${eq(outbox.priority, 'payment')} OR ${eq(outbox.touchesBank, 1)} OR ${inArray(outbox.state, ['conflict', 'rejected', 'inDoubt'])})`,
);
const ofLike = (column: SQL) => sql`(SELECT ${column} FROM ${outbox} AS one WHERE one.id = ${param('like')})`;
const looksLike = sql`${outbox.kind} = ${ofLike(sql`one.kind`)} AND ${outbox.state} = ${ofLike(sql`one.state`)} AND ${outbox.body} = ${ofLike(sql`one.body`)} AND NOT ${standsAlone}`;

function conditionOf({ states, onlyOpen, record: ofRecord, batch, since, like, words }: Form): SQL {
  const each = (n: number, name: string) => Array.from({ length: n }, (_, at) => `${name}${at}`);
  const all: (SQL | undefined)[] = [sql`${outbox.state} IN ${each(states, 'state').map(param)}`];
  if (onlyOpen) all.push(isOpen(outbox));
  if (ofRecord) all.push(everOfRecord);
  if (batch) all.push(eq(outbox.batchId, param('batchId')));
  if (since) all.push(sinceThen);
  if (like) all.push(looksLike);
  const ofEdit = and(eq(record.kind, outbox.recordKind), eq(record.recordId, outbox.recordId));
  for (const word of each(words, 'word')) {
    const titled = sql`EXISTS (SELECT 1 FROM ${record} WHERE ${ofEdit} AND ${isLike(record.title, word)})`;
    all.push(sql`(${isLike(outbox.body, word)} OR ${isLike(outbox.kind, word)} OR ${titled})`);
  }
  return and(...all) ?? sql`1`;
}

const page = preparedForms((db, form: Form) =>
  db
    .select()
    .from(outbox)
    .where(and(conditionOf(form), lt(outbox.seq, param('before'))))
    .orderBy(desc(outbox.seq))
    .limit(param('limit')),
);
const counted = preparedForms((db, form: Form) => db.select({ n: count() }).from(outbox).where(conditionOf(form)));

/** Each row says how many groups there are, so that they are made once. */
const groupPage = preparedForms((db, form: Form) => {
  const groups = db.$with('groups').as(
    db
      .select({ newest: max(outbox.seq).as('newest'), alike: count().as('alike') })
      .from(outbox)
      .where(conditionOf(form))
      .groupBy(outbox.kind, outbox.state, outbox.body, sql`CASE WHEN ${standsAlone} THEN ${outbox.seq} END`),
  );
  return db
    .with(groups)
    .select({ ...getTableColumns(outbox), alike: groups.alike, total: sql<number>`(SELECT count(*) FROM ${groups})` })
    .from(groups)
    .innerJoin(outbox, eq(outbox.seq, groups.newest))
    .where(lt(outbox.seq, param('before')))
    .orderBy(desc(outbox.seq))
    .limit(param('limit'));
});

/** One edit of a list, and how many of the list look like it. */
export type ListedEdit = OutboxRow & { alike?: number };

/**
 * One page of the edits that a filter matches, newest first, with one more than its limit when more follow, and how many match. `gathered`
 * puts the newest of those that look the same in the place of all of them.
 */
export function editPage(store: Store, filter: OutboxFilter): { rows: ListedEdit[]; total: number } {
  const states = filter.states ?? openStates;
  const words = [...(filter.text ?? '').matchAll(/\S+/g)].map(([word]) => word);
  const onlyOpen = states.every((state) => openStates.includes(state));
  const form = {
    ...{ states: states.length, onlyOpen, record: !!filter.record, batch: filter.batchId !== undefined, words: words.length },
    ...{ since: filter.since !== undefined, like: filter.like !== undefined },
  };
  const values = {
    ...Object.fromEntries([...states.entries()].map(([n, state]) => [`state${n}`, state])),
    ...Object.fromEntries([...words.entries()].map(([n, word]) => [`word${n}`, likeText(word)])),
    ...{ recordKind: filter.record?.kind, recordId: filter.record?.id, batchId: filter.batchId, since: filter.since, like: filter.like },
    ...{ before: filter.after ?? Number.MAX_SAFE_INTEGER, limit: filter.limit + 1 },
  };
  if (!filter.gathered) return { rows: page(store, form).all(values), total: counted(store, form).get(values)?.n ?? 0 };
  const rows = groupPage(store, form).all(values);
  // After the last group no row says it.
  const any = rows[0] ?? groupPage(store, form).get({ ...values, before: Number.MAX_SAFE_INTEGER });
  return { rows, total: any?.total ?? 0 };
}
