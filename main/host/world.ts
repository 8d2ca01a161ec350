import { randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { v7 } from 'uuid';
import type { Log, World } from '#shared/world.ts';

const RANDOM_STEPS = 2 ** 47;

/** The World of a running app: the machine's clocks, its random numbers, and the given log. */
export function realWorld(log: Log): World {
  const random = randomBytes();
  return {
    bootId: randomUUID(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (ms, signal) => {
      // Nothing is one turn of the event loop; a timer would make it a millisecond, which the engine would pay at every turn.
      if (ms <= 0) await new Promise((resolve) => setImmediate(resolve));
      else await pause(ms, signal);
    },
    random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS,
    // In the order of time (RFC 9562, version 7): what is keyed by it grows at its end instead of everywhere.
    uuid: () => v7({ random: random() }),
    log,
    passing: () => undefined,
  };
}

const bytesOfUuid = 16;

/** Random bytes of uuids, many fetched at once: asking the system for each costs a durable edit as much as its hashes. None is given twice. */
function randomBytes(): () => Uint8Array {
  const pool = new Uint8Array(256 * bytesOfUuid);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytesOfUuid;
    return pool.subarray(used - bytesOfUuid, used);
  };
}

/** Resolves after `ms` or when `signal` aborts. Node's own promise would reject instead: an error with its stack for every request that ends in time. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
