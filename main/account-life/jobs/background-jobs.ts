import type { Engine } from '#main/sync/engine.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';

/** True for the changes of a commit that begins a job. */
type Wakes = (changes: readonly Change[]) => boolean;

/** Begins a job at a change of this kind. */
export const ofKind =
  (kind: Change['kind']): Wakes =>
  (changes) =>
    changes.some((change) => change.kind === kind);

/** Calls `heard` for every commit that wakes it, until it is stopped; `signal` ends work under way. */
export function startBackgroundJobs(store: Store, wakes: Wakes, heard: () => void): { signal: AbortSignal; stop(): void } {
  const clock = new AbortController();
  const unsubscribe = store.subscribe((changes) => {
    if (wakes(changes)) heard();
  });
  return {
    signal: clock.signal,
    stop: () => {
      clock.abort();
      unsubscribe();
    },
  };
}

/** Acts each so many milliseconds, until `signal` aborts. */
export async function every(world: World, ms: number, signal: AbortSignal, act: () => void): Promise<void> {
  while (!signal.aborted) {
    await world.sleep(ms, signal);
    if (!signal.aborted) act();
  }
}

/** Acts now if the service can be reached, and each time that it can be again. */
export function whenOnline(store: Store, engine: Pick<Engine, 'connection'>, act: () => void): ReturnType<typeof startBackgroundJobs> {
  let online = false;
  const look = () => {
    const was = online;
    online = engine.connection().kind === 'online';
    if (online && !was) act();
  };
  look();
  return startBackgroundJobs(store, ofKind('status'), look);
}

/** Work in portions behind everything else; `portion` answers true when nothing is left, `failed` hears of an error. */
export interface Portions {
  wakes: Wakes;
  /** Before the first portion, in milliseconds. */
  quietMs: number;
  /** Between two, so that the window is answered in between. */
  pauseMs: number;
  portion(): boolean | Promise<boolean>;
  failed(error: unknown): void;
}

/** Works now and after the commits that wake it, until it is stopped: one run at a time, and an error ends a run. */
export function workBehind(store: Store, { wakes, quietMs, pauseMs, portion, failed }: Portions): { stop(): void } {
  const { world } = store;
  let working = false;
  const work = async () => {
    working = true;
    await world.sleep(quietMs, keeping.signal);
    try {
      while (!keeping.signal.aborted && !(await portion())) await world.sleep(pauseMs, keeping.signal);
    } catch (error) {
      failed(error);
    }
    working = false;
  };
  const keeping = startBackgroundJobs(store, wakes, () => {
    if (!working) void work();
  });
  void work();
  return keeping;
}
