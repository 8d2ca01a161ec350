import type { Preflight, SyncProgress } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { storageRetryMs } from '#main/sync/pace/backoff.ts';
import { createClaimCounter } from './claim-counter.ts';
import { alwaysFresh, createFreshness, type EngineContext, type KeychainState, type Recovered } from './engine-parts.ts';
import { theLaws, type EngineParts, type Laws } from './laws.ts';
import { createCircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { Loop } from './loop.ts';
import { preflight } from '#main/sync/check/preflight.ts';
import { createSyncRun } from './sync-run.ts';
import { createConcurrency } from '#main/sync/pace/concurrency.ts';

/** Knowledge of the service's habits, and who is told of them: none where it is left out. */
type Learning = Pick<EngineContext, 'mayRead' | 'learnedRead' | 'sendsWhole' | 'knowsOmission' | 'learnedOmission'>;

/** The engine's options; everything from outside comes through them. */
export interface EngineOptions extends Pick<EngineContext, 'store' | 'client' | 'world' | 'guard'>, Partial<Learning> {
  /**
   * True to read a record that was not received within the last minute before a write to it, so that a conflict is found before anything is
   * sent. On unless a measurement wants one request an edit.
   */
  readFirst?: boolean;
  /** Upper end of the width; for slow services and measurements. */
  maxConcurrency?: number;
  /** The heartbeat interval of an idle connection in milliseconds. */
  heartbeatMs?: number;
  laws?: Laws;
}

/** Moves edits out and records in. One for each open account, in the one process that holds the database (law 11). */
export interface Engine {
  /**
   * Recovers what an earlier process left, then works until stopped. Answers what it found; `later` is called with what a keychain tells that was locked
   * then.
   */
  start(later?: (found: Recovered) => void): Promise<Recovered>;
  /** `start` failed, and says so: where the disk refused it is called again; a bug is told until a new start (law 18). */
  notStarted(error: unknown): void;
  /** The network came back, somebody signed in, or a person pressed "sync now", which alone ends a wait after doubts: ask again at once. */
  kick(byPerson?: boolean): void;
  /** Takes no further turn; requests under way are left to the next start, which judges them as abandoned. */
  stop(): void;
  /** Resolves when the keychain knows all that is committed now, before an account is closed (law 31). */
  known(): Promise<void>;
  workOffline(on: boolean): void;
  progress(): SyncProgress;
  connection(): Connection;
  /** True when edits that create something wait for a proof of the connection, or after doubts (law 8). */
  createsWait(): boolean;
  /** For how long doubts in a row keep these edits back, in milliseconds. */
  createsInMs(): number;
  /** The keychain's state for the counter that detects a restored backup (law 12). */
  keychain(): KeychainState;
  /** Reads bases again before a batch is approved; see preflight.ts. */
  preflight(): Promise<Preflight>;
}

const heartbeatMs = 15_000;

/** Builds an engine; nothing happens before `start`. */
export function createEngine(options: EngineOptions): Engine {
  const { store, world } = options;
  const basis = basisOf(options);
  const counter = createClaimCounter(basis, () => {
    loop.invalidate();
    store.changed({ kind: 'status' });
  });
  const parts: EngineParts = { ...basis, counter };
  const line = createCircuitBreaker(world, () => store.changed({ kind: 'status' }));
  const run = createSyncRun(store);
  const events = {
    settled: run.settled,
    committed: ({ claimed }: { claimed: unknown[] }) => run.left(claimed.length),
    asked: (host: string, editId: string) => store.changed({ kind: 'trustAsked', host, editId }),
    idle: run.idle,
  };
  const loop = new Loop(parts, line, createConcurrency(options.maxConcurrency), events, options.heartbeatMs ?? heartbeatMs);
  let unsubscribe = () => {};

  return {
    start: async (later) => {
      const recovered = await counter.start(later);
      line.stored();
      unsubscribe = store.subscribe((changes) => {
        counter.heard();
        if (changes.some((change) => change.kind === 'edits')) loop.invalidate();
        else if (changes.some((change) => change.kind === 'records')) loop.heardBeside();
      });
      void loop.run().catch((error: unknown) => loop.fail(error));
      return recovered;
    },
    notStarted: (error) => (isStorageTrouble(error) ? line.storageRefused(storageRetryMs) : loop.fail(error)),
    kick: (byPerson = false) => {
      line.askAgain(byPerson);
      loop.invalidate();
    },
    stop: () => {
      unsubscribe();
      counter.stop();
      loop.stop();
    },
    known: counter.known,
    workOffline: (on) => {
      line.workOffline(on);
      loop.wake();
    },
    progress: run.progress,
    connection: line.connection,
    createsWait: () => !line.mayCreate() || line.proofLeftMs() === 0,
    createsInMs: line.createsInMs,
    keychain: counter.state,
    preflight: async () => {
      const result = await run.during(() => preflight(parts, line, run.settled));
      loop.wake();
      return result;
    },
  };
}

const learnsNothing: Learning = {
  mayRead: () => false,
  learnedRead: () => undefined,
  sendsWhole: () => false,
  knowsOmission: () => true,
  learnedOmission: () => undefined,
};

function basisOf({ readFirst = true, laws = theLaws, ...options }: EngineOptions): Omit<EngineParts, 'counter'> {
  return { ...learnsNothing, ...options, freshness: readFirst ? createFreshness(options.world) : alwaysFresh, laws };
}
