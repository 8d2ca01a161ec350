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
