import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { fixed, param, paramEach, insertInto, prepared, selectFrom } from '#main/storage/prepared.ts';
import { answers, attempts, outbox } from '#main/storage/schema/outbox.ts';
import { everOfRecord } from '#main/outbox/reading/edit-lists.ts';
import type { OutboxRow } from './outbox.ts';
import type { Store } from '#main/storage/store.ts';

/** One request that may have left for an edit. `outcome` is null while nobody knows. */
export type Attempt = typeof attempts.$inferSelect;

/** A request before its first byte, exactly as it will be on the wire. */
export type AttemptRequest = Pick<Attempt, 'method' | 'url' | 'body' | 'sha256' | 'ifMatch' | 'idempotencyKey' | 'baseVersion'>;

/** The outcome of an attempt, with the HTTP status if there was one. */
export interface AttemptEnd {
  outcome: string;
  status: number | null;
  afterMs: number;
  answer?: KeptAnswer | null;
}

/** The response as received, with our own secret masked. */
export interface KeptAnswer {
  body: Uint8Array;
  /** Hex SHA-256 of `body`. */
  sha256: string;
  /** The headers that mattered. */
  headers: Record<string, string>;
}

/** Outcomes with an unknown effect; null while an attempt is under way. */
export const unknownOutcomes: string[] = ['check', 'doubt', 'abandoned'];

/** True when a request's outcome is unknown, or it is still under way. */
export const mayHaveArrived = ({ outcome }: Pick<Attempt, 'outcome'>): boolean => outcome === null || unknownOutcomes.includes(outcome);

const ofEdit = eq(attempts.editId, param('editId'));
const insert = insertInto(attempts);
const insertAnswer = insertInto(answers);
const inOrder = selectFrom(attempts, { where: ofEdit, order: attempts.n });
const newest = selectFrom(attempts, { where: ofEdit, order: desc(attempts.n), limit: 1 });
const writeEnd = prepared((db) =>
  db
    .update(attempts)
    .set(paramEach(attempts, 'outcome', 'status', 'afterMs', 'endedAt'))
    .where(and(ofEdit, eq(attempts.n, param('n')), isNull(attempts.outcome))),
);

/** Stores a request before its first byte, in the claim's transaction (law 2). */
export function insertAttempt(store: Store, editId: string, n: number, about: AttemptRequest): void {
  const { world } = store;
  insert(store).run({ ...about, editId, n, bootId: world.bootId, sentAt: world.now(), sentMonotonic: world.monotonic() });
}

/** Inserts a request from another database, in the present transaction. */
export function putAttempt(store: Store, excluded: Attempt): void {
  insert(store).run(excluded);
}

/** Stores the outcome of an attempt, once; the database refuses a second one. */
export function endAttempt(store: Store, editId: string, n: number, end: AttemptEnd): void {
  const { outcome, status, afterMs, answer } = end;
  const { changes } = writeEnd(store).run({ outcome, status, afterMs, editId, n, endedAt: store.world.now() });
  if (answer && changes === 1) insertAnswer(store).run({ editId, n, body: answer.body });
}

/** Every request that may have left for an edit, oldest first. */
export function attemptsOf(store: Store, editId: string): Attempt[] {
  return inOrder(store).all({ editId });
}

/** The newest request of an edit, or null. */
export function lastAttemptOf(store: Store, editId: string): Attempt | null {
  return newest(store).get({ editId }) ?? null;
}

const unknownEnds = prepared((db) =>
  db
    .select({ n: count() })
    .from(attempts)
    .innerJoin(outbox, eq(outbox.id, attempts.editId))
    .where(
      and(
        everOfRecord,
        fixed(inArray(attempts.outcome, unknownOutcomes)),
        sql`cast(${attempts.baseVersion} AS integer) >= cast(${param('version')} AS integer)`,
      ),
    ),
);

/** The number of requests for a record that were built on this version or a later one and have an unknown outcome. */
export function unknownOn(store: Store, row: Pick<OutboxRow, 'recordId' | 'recordKind'>, version: string | null): number {
  return version === null ? 0 : (unknownEnds(store).get({ ...row, version })?.n ?? 0);
}

const unknownInOrder = selectFrom(attempts, {
  fields: { baseVersion: attempts.baseVersion },
  where: and(ofEdit, fixed(inArray(attempts.outcome, unknownOutcomes))),
  order: attempts.n,
});

/** The bases of an edit's requests with an unknown outcome, oldest first. */
export function unansweredOn(store: Store, editId: string): Attempt['baseVersion'][] {
  return unknownInOrder(store)
    .all({ editId })
    .map(({ baseVersion }) => baseVersion);
}
