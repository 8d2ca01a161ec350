import { randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Log, World } from '#shared/world.ts';

const RANDOM_STEPS = 2 ** 47;

/** The World of a running app: the machine's clocks, its random numbers, and the given log. */
export function realWorld(log: Log): World {
  return {
    bootId: randomUUID(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (ms, signal) => {
      // Nothing is one turn of the event loop; a timer would make it a millisecond, which the engine would pay at every turn.
      if (ms <= 0) await nextTurn();
      else await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
    },
    random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS,
    uuid: () => randomUUID(),
    log,
    passing: () => undefined,
  };
}
