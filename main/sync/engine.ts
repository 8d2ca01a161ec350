import type { Preflight } from '#shared/contract/views/views.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { storageRetryMs } from '#main/sync/pace/backoff.ts';
import { createClaimCounter } from './claim-counter.ts';
import { alwaysFresh, createFreshness, type EngineContext, type Recovered } from './engine-parts.ts';
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
export type Engine = ReturnType<typeof createEngine>;

const heartbeatMs = 15_000;

/** Builds an engine; nothing happens before `start`. */
export function createEngine(options: EngineOptions) {
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
    /**
     * Recovers what an earlier process left, then works until stopped. Answers what it found; `later` is called with what a keychain tells that was locked
     * then.
     */
    start: async (later?: (found: Recovered) => void): Promise<Recovered> => {
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
    /** `start` failed, and says so: where the disk refused it is called again; a bug is told until a new start (law 18). */
    notStarted: (error: unknown): void => (isStorageTrouble(error) ? line.storageRefused(storageRetryMs) : loop.fail(error)),
    /** The network came back, somebody signed in, or a person pressed "sync now", which alone ends a wait after doubts: ask again at once. */
    kick: (byPerson = false): void => {
      line.askAgain(byPerson);
      loop.invalidate();
    },
    /** Takes no further turn; requests under way are left to the next start, which judges them as abandoned. */
    stop: (): void => {
      unsubscribe();
      counter.stop();
      loop.stop();
    },
    /** Resolves when the keychain knows all that is committed now, before an account is closed (law 31). */
    known: counter.known,
    workOffline: (on: boolean): void => {
      line.workOffline(on);
      loop.wake();
    },
    progress: run.progress,
    connection: line.connection,
    /** True when edits that create something wait for a proof of the connection, or after doubts (law 8). */
    createsWait: (): boolean => !line.mayCreate() || line.proofLeftMs() === 0,
    /** For how long doubts in a row keep these edits back, in milliseconds. */
    createsInMs: line.createsInMs,
    /** The keychain's state for the counter that detects a restored backup (law 12). */
    keychain: counter.state,
    /** Reads bases again before a batch is approved; see preflight.ts. */
    preflight: async (): Promise<Preflight> => {
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
