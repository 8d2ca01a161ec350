import { and, eq, gte, or, sql } from 'drizzle-orm';
import { fixed, param, paramEach, prepared, type Opened, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { engineFacts, outbox } from '#main/storage/schema/outbox.ts';
import { audit } from '#main/storage/schema/audit.ts';
import { record } from '#main/storage/schema/records.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { insertAttempt, type AttemptRequest } from './attempts.ts';
import { ownerOf, refOf, type OutboxRow } from './outbox.ts';
import { isHead } from './queue.ts';
import type { Store } from '#main/storage/store.ts';

/** A request that the engine wants to send for an edit that waits. */
export interface Intent {
  row: OutboxRow;
  request: AttemptRequest;
}

/** An intent that is committed: its request may be sent now. `n` numbers the attempt, from 1. */
export interface Claim {
  intent: Intent;
  n: number;
  /** The counter that the keychain must hold before the request is sent: once for all that are claimed together (law 12). */
  raiseTo: number;
}

// An edit behind an open one of its record never gets through here, and nobody else's, whatever the caller believed (laws 6 and 13).
const isOwners = or(eq(outbox.owner, param('owner')), eq(outbox.takenOver, param('owner')));
const claimOne = prepared((db) =>
  db
    .update(outbox)
    .set({
      ...paramEach(outbox, 'sendingBoot', 'changedAt'),
      state: 'sending',
      attempts: sql`${outbox.attempts} + 1`,
      lastAttempt: sql`${outbox.lastAttempt} + 1`,
      maybeSent: 1,
      waitBoot: null,
      waitUntil: null,
      waitMs: null,
    })
    .where(and(eq(outbox.id, param('id')), fixed(eq(outbox.state, 'waiting')), isOwners, isHead))
    .returning({ n: outbox.lastAttempt }),
);
const heardBefore = updateIn(
  record,
  and(eq(record.kind, param('recordKind')), eq(record.recordId, param('recordId')), gte(record.asOf, param('now'))),
  'asOf',
);
const theOne = eq(engineFacts.one, 1).inlineParams();
// Of other forms of the database too: what only newer ones have is left out.
const facts = selectFrom(engineFacts, { fields: { creatingIntents: engineFacts.creatingIntents }, where: theOne });
const countMore = prepared((db) =>
  db
    .update(engineFacts)
    .set({ creatingIntents: sql`${engineFacts.creatingIntents} + ${param('more')}` })
    .where(theOne)
    .returning({ n: engineFacts.creatingIntents }),
);
const raiseFacts = prepared((db) =>
  db
    .update(engineFacts)
    .set({ creatingIntents: sql`max(${engineFacts.creatingIntents}, ${param('count')})` })
    .where(theOne),
);

const writeRestored = prepared((db) =>
  db
    .update(engineFacts)
    .set({ restoredAtLine: sql`(SELECT ifnull(max(${audit.seq}), 0) FROM ${audit})` })
    .where(theOne),
);
const restored = selectFrom(engineFacts, { fields: { line: engineFacts.restoredAtLine }, where: theOne });

/**
 * Claims edits in the transaction under way: state, attempt number, exact bytes and their hash, before any byte leaves (law 2). Each claim
 * must change exactly one row; an edit that moved on meanwhile is left out of the answer.
 */
export function claim(store: Store, intents: readonly Intent[]): Claim[] {
  const claims: Omit<Claim, 'raiseTo'>[] = [];
  for (const intent of intents) {
    const { row, request } = intent;
    const now = store.world.now();
    const claimed = claimOne(store).get({ id: row.id, owner: ownerOf(store), sendingBoot: store.world.bootId, changedAt: now });
    if (!claimed) continue;
    insertAttempt(store, row.id, claimed.n, request);
    const { method, url, sha256 } = request;
    const ref = refOf(row);
    appendAudit(store, { what: 'left', editId: row.id, record: ref, facts: { attempt: claimed.n, method, url, sha256 } });
    // Whatever is known was heard before: a clock that was turned back must not make it evidence of what came after.
    heardBefore(store).run({ ...row, asOf: now - 1, now });
    claims.push({ intent, n: claimed.n });
    store.changed({ kind: 'edits', ids: [row.id] });
    store.changed({ kind: 'records', refs: [ref] });
  }
  if (claims.length === 0) return [];
  const newest = countMore(store).get({ more: claims.length })?.n ?? 0;
  return claims.map((claim) => ({ ...claim, raiseTo: newest }));
}

/** The number of requests that this database ever claimed; the keychain holds the same number, or a higher one from elsewhere. */
export function claimsEver(store: Opened): number {
  return facts(store).get()?.creatingIntents ?? 0;
}

/** Takes over the keychain's higher number, once what is open has been held. */
export function catchUpClaims(store: Store, count: number): void {
  raiseFacts(store).run({ count });
}

/** Notes that this database may be older than what was sent: what was closed before, and is opened again, is held like what was open. */
export function noteRestored(store: Store): void {
  writeRestored(store).run();
}

/** True when this audit line closed its edit before this database was last found to be older than what was sent. */
export function isBeforeRestore(store: Store, line: number): boolean {
  return line <= (restored(store).get()?.line ?? 0);
}
