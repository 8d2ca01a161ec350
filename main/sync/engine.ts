import { creatingIntents } from '#main/cache/outbox/claim.ts';
import type { Connection, Preflight, SyncProgress } from '#shared/contract/views.ts';
import { alwaysFresh, createFreshness, type EngineOptions, type EngineParts } from './engine-parts.ts';
import { theLaws } from './laws.ts';
import { createLine } from './line.ts';
import { Loop } from './loop.ts';
import { preflight } from './preflight.ts';
import { recover, type Recovered } from './recover.ts';
import { createSyncRun } from './sync-run.ts';
import { createWidth } from './width.ts';

/** Moves edits out and records in. One for each open account, in the one process that holds the database (law 11). */
export interface Engine {
  /** Recovers what an earlier process left, then works until stopped. Answers what it found. */
  start(): Promise<Recovered>;
  /** The network came back, somebody signed in, or a person pressed "sync now": ask again at once. */
  kick(): void;
  /** Takes no further turn; requests under way are left to the next start, which judges them as abandoned. */
  stop(): void;
  workOffline(on: boolean): void;
  progress(): SyncProgress;
  connection(): Connection;
  /** Reads bases again before a batch is approved; see preflight.ts. */
  preflight(): Promise<Preflight>;
}

const heartbeatMs = 15_000;

/** Builds an engine; nothing happens before `start`. */
export function createEngine(options: EngineOptions): Engine {
  const { store, world, guard } = options;
  const parts: EngineParts = {
    store,
    world,
    guard,
    client: options.client,
    mayRead: options.mayRead ?? (() => false),
    learnedRead: options.learnedRead ?? (() => undefined),
    sendsWhole: options.sendsWhole ?? (() => false),
    learnedReplacing: options.learnedReplacing ?? (() => undefined),
    freshness: options.readFirst === false ? alwaysFresh : createFreshness(world),
    laws: options.laws ?? theLaws,
    keychain: { state: 'ok' },
  };
  const line = createLine(world, () => store.changed({ kind: 'status' }));
  const run = createSyncRun(store);
  const events = {
    settled: run.settled,
    committed: ({ claimed }: { claimed: unknown[] }) => run.left(claimed.length),
    asked: (host: string, editId: string) => store.changed({ kind: 'trustAsked', host, editId }),
    idle: run.idle,
  };
  const loop = new Loop(parts, line, createWidth(options.mostWidth), events, options.heartbeatMs ?? heartbeatMs);
  let unsubscribe = () => {};

  return {
    start: async () => {
      const keychain = await guard.read();
      const recovered = recover(parts, keychain);
      await tellGuard(parts, recovered);
      if (keychain === 'locked' || keychain === 'unavailable') parts.keychain.state = keychain;
      if (keychain === 'locked') void unlock(parts, () => loop.invalidate());
      unsubscribe = store.subscribe((changes) => {
        if (changes.some((change) => change.kind === 'edits')) loop.invalidate();
      });
      void loop.run().catch((error: unknown) => loop.fail(error));
      return recovered;
    },
    kick: () => {
      line.askAgain();
      loop.invalidate();
    },
    stop: () => {
      unsubscribe();
      loop.stop();
    },
    workOffline: (on) => {
      line.workOffline(on);
      loop.wake();
    },
    progress: run.progress,
    connection: line.connection,
    preflight: async () => {
      const result = await run.during(() => preflight(parts, line, run.settled));
      loop.wake();
      return result;
    },
  };
}

/** All that is open is held by now, durably: a keychain that forgot the counter is told it, or every start would hold everything again. */
async function tellGuard({ guard, store }: EngineParts, { restored }: Recovered): Promise<void> {
  if (restored) await guard.raise(BigInt(creatingIntents(store)));
}

/** A locked keychain opens with the person's session: then the guard is asked again, and a restored backup is still found. */
async function unlock(parts: EngineParts, opened: () => void): Promise<void> {
  while (parts.keychain.state === 'locked') {
    await parts.world.sleep(5_000);
    const keychain = await parts.guard.read();
    if (keychain === 'locked') continue;
    if (parts.laws.mustHoldAll(creatingIntents(parts.store), keychain)) await tellGuard(parts, recover(parts, keychain));
    parts.keychain.state = keychain === 'unavailable' ? 'unavailable' : 'ok';
    opened();
  }
}
