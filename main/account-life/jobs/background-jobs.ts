import type { Engine } from '#main/sync/engine.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';

/** Calls `heard` for every commit with such a change, until it is stopped; `signal` ends work under way. */
export function startBackgroundJobs(store: Store, kind: Change['kind'], heard: () => void): { signal: AbortSignal; stop(): void } {
  const clock = new AbortController();
  const unsubscribe = store.subscribe((changes) => {
    if (changes.some((change) => change.kind === kind)) heard();
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
  return startBackgroundJobs(store, 'status', look);
}

/** Work in portions behind everything else; `portion` answers true when nothing is left, `failed` hears of an error. */
export interface Portions {
  /** Before the first portion, in milliseconds. */
  quietMs: number;
  /** Between two, so that the window is answered in between. */
  pauseMs: number;
  portion(): boolean | Promise<boolean>;
  failed(error: unknown): void;
}

/** Works now and after every commit with such a change, until it is stopped: one run at a time, and an error ends a run. */
export function workBehind(store: Store, kind: Change['kind'], { quietMs, pauseMs, portion, failed }: Portions): { stop(): void } {
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
  const keeping = startBackgroundJobs(store, kind, () => {
    if (!working) void work();
  });
  void work();
  return keeping;
}
