import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '#shared/world.ts';

/** What the app logged as an error, by event: a test that meets one it did not expect fails. */
export interface QuickWorld extends World {
  readonly errors: { event: string; facts: Record<string, unknown> | undefined }[];
}

/**
 * The machine's World with a monotonic clock that runs `rate` times as fast: two minutes of waiting pass in two seconds at 60. Requests
 * and their time-outs run in real time.
 */
export function quickWorld(rate = 60): QuickWorld {
  const errors: QuickWorld['errors'] = [];
  return {
    bootId: randomUUID(),
    errors,
    now: () => Date.now(),
    monotonic: () => performance.now() * rate,
    sleep: async (ms, signal) => {
      await delay(ms / rate, undefined, signal ? { signal } : {}).catch(() => undefined);
    },
    random: () => Math.random(),
    uuid: () => randomUUID(),
    log: { error: (event, facts) => void errors.push({ event, facts }), info: () => undefined, debug: () => undefined },
    passing: () => undefined,
  };
}
