import type { AuditContinuity, Anchor } from '#main/audit/anchor.ts';
import type { Answer, Client } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import type { Store } from '#main/storage/store.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { World } from '#shared/world.ts';
import type { readAgainMs } from './pace/backoff.ts';

/** The start's findings; the app shows them in Repair. */
export interface Recovered {
  abandoned: number;
  otherIdentity: number;
  restored: { held: number; counter: number; keychainCounter: number; log: { how: AuditContinuity; here: number; noted: number } } | null;
  /** The first line of the audit log that does not follow from the one before; then every open edit is held. */
  broken: { line: number; held: number } | null;
  /** The number of edits held because their rows differ from the audit log. */
  notAsApproved: number;
  /** Hosts that are asked about again: the keychain does not know these answers. */
  trustForgotten: string[];
}

/** The keychain's state for the anchor: writable, locked, or unavailable, when nothing can detect a restored backup. */
export type KeychainState = 'ok' | 'locked' | 'unavailable';

/**
 * The engine's side of the keychain's anchor (laws 12 and 31): asked at the start; written with every claim, after every line by which somebody gave or
 * took back an approval or a trust, and at the end; asked again after it was locked. What is only saved costs nothing.
 */
export interface ClaimCounter {
  state(): KeychainState;
  /** Asks the keychain, recovers what an earlier process left, and tells the keychain what was held. */
  start(later?: (found: Recovered) => void): Promise<Recovered>;
  /**
   * Answers when the keychain holds at least `to` claims and the newest line of now, or cannot: `locked` keeps what creates something back. Calls that
   * come while one is under way are one call after it.
   */
  raise(to: number): Promise<KeychainState>;
  /** Something was committed: the keychain is told when it was a word that it must know of. */
  heard(): void;
  /** Resolves when the keychain holds what is committed now, or does not take it. */
  known(): Promise<void>;
  stop(): void;
}

/** The anchor in the keychain that a restored backup cannot turn back (law 12). */
export interface Guard {
  /** Null for a keychain that knows nothing; `unavailable` for one that can keep nothing. */
  read(): Promise<Anchor | null | 'locked' | 'unavailable'>;
  /** True after the keychain holds `to`, with the highest count that it ever held; else why it could not be told. */
  raise(to: Anchor): Promise<true | 'locked' | 'unavailable'>;
}

/** The kind of an edit and the id of its record. */
export type NamedRecord = Pick<OutboxRow, 'kind' | 'recordId'>;

/** Evidence of one answer about fields that its request left out. `clearedUnread`: the record cannot be read, so somebody else may have emptied them. */
export type Omission = 'kept' | 'cleared' | 'clearedUnread';

/** The parts that a law uses. */
export interface EngineContext {
  store: Store;
  client: Client;
  world: World;
  guard: Guard;
  /** True when the account allows a read that the specification does not show, and it was not found absent ("Where records come from"). */
  mayRead: (kind: string) => boolean;
  /** Told about each undocumented read, so that its verdict is remembered per origin and path. */
  learnedRead: (edit: NamedRecord, result: ApiResult<Answer>) => void;
  /** True where this service was proven to empty what an update of that kind leaves out: then all known fields are sent. */
  sendsWhole: (kind: string) => boolean;
  /** True where it was proven to keep or to empty what is left out; until then updates that leave something out go one at a time. */
  knowsOmission: (kind: string) => boolean;
  /** Told of each answer that shows one or the other. */
  learnedOmission: (edit: NamedRecord, shown: Omission) => void;
  freshness: Freshness;
  counter: ClaimCounter;
}

/** The same for a law after which a record is read again. */
export type ReadAgainContext = EngineContext & { laws: { readAgainMs: typeof readAgainMs } };

/** When each record was last heard of in this process, by the monotonic clock. Decides only whether to read before a write. */
export interface Freshness {
  heard(ref: RecordRef): void;
  /** The look at it does not count. */
  forget(ref: RecordRef): void;
  /** The service could not read it; answers how many times in a row by now. */
  failedAgain(ref: RecordRef): number;
  /** Heard of within `forMs`; {@link freshForMs} without it. */
  isFresh(ref: RecordRef, forMs?: number): boolean;
  /** A read of it failed: until it is heard of, nothing else waits for its edits. */
  failed(ref: RecordRef): void;
  hasFailed(ref: RecordRef): boolean;
}

/** A record heard of within this time is not read again before a write to it: long enough for the read that comes just before, and no longer. */
export const freshForMs = 5_000;
const mostRemembered = 10_000;

/** Nothing is read before a write. */
export const alwaysFresh: Freshness = {
  heard: () => undefined,
  forget: () => undefined,
  isFresh: () => true,
  failedAgain: () => 1,
  failed: () => undefined,
  hasFailed: () => false,
};

/** Remembers the newest ten thousand. */
export function createFreshness(world: World): Freshness {
  const heardAt = new Map<string, { monotonic: number; wall: number }>();
  const failing = new Set<string>();
  const failures = new Map<string, number>();
  const key = (ref: RecordRef) => `${ref.kind} ${ref.id}`;
  return {
    failedAgain: (ref) => {
      const times = (failures.get(key(ref)) ?? 0) + 1;
      failures.set(key(ref), times);
      return times;
    },
    heard: (ref) => {
      failing.delete(key(ref));
      failures.delete(key(ref));
      heardAt.delete(key(ref));
      heardAt.set(key(ref), { monotonic: world.monotonic(), wall: world.now() });
      const oldest = heardAt.keys().next();
      if (heardAt.size > mostRemembered && !oldest.done) heardAt.delete(oldest.value);
    },
    isFresh: (ref, forMs = freshForMs) => {
      const at = heardAt.get(key(ref));
      if (at === undefined || world.monotonic() - at.monotonic > forMs) return false;
      // The monotonic clock may stand still while the computer sleeps. A wall clock that was moved costs one read, and never saves one.
      return Math.abs(world.now() - at.wall) <= forMs;
    },
    forget: (ref) => void heardAt.delete(key(ref)),
    failed: (ref) => {
      if (failing.size < mostRemembered) failing.add(key(ref));
    },
    hasFailed: (ref) => failing.has(key(ref)),
  };
}
