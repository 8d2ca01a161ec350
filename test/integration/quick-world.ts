import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '#shared/world.ts';

/** The app's logged errors, by event; an unexpected one fails the test. */
export interface QuickWorld extends World {
  /** From now on the clock runs at another rate; a wait that is under way keeps the one that it began with. */
  readonly hasten: (rate: number) => void;
  readonly errors: { event: string; facts: Record<string, unknown> | undefined }[];
}

/** As much as one turn of this process may take from a wait, in milliseconds. */
const mostOfATurn = 5;
const clock = { felt: 0, lastTurn: performance.now() };
const sinceLastTurn = () => Math.min(performance.now() - clock.lastTurn, mostOfATurn);
setInterval(() => {
  clock.felt += sinceLastTurn();
  clock.lastTurn = performance.now();
}, 2).unref();

/**
 * Milliseconds in which this process could do something. On a machine that is busy with others it falls behind the wall clock: else a
 * time-out, `rate` times as short as the product's, would end questions that nobody had a chance to answer.
 */
const felt = () => clock.felt + sinceLastTurn();

/** The machine's World with a monotonic clock that runs `rate` times as fast: two minutes of waiting pass in two seconds at 60. */
export function quickWorld(rate = 60): QuickWorld {
  const errors: QuickWorld['errors'] = [];
  let [pace, since, passed] = [rate, felt(), felt() * rate];
  const monotonic = () => passed + (felt() - since) * pace;
  return {
    hasten: (to) => {
      [passed, since] = [monotonic(), felt()];
      pace = to;
    },
    bootId: randomUUID(),
    errors,
    now: () => Date.now(),
    monotonic,
    sleep: async (ms, signal) => {
      const until = felt() + ms / pace;
      do {
        await delay(Math.max(1, until - felt()), undefined, signal ? { signal } : {}).catch(() => undefined);
      } while (felt() < until && !signal?.aborted);
    },
    random: () => Math.random(),
    uuid: () => randomUUID(),
    log: { error: (event, facts) => void errors.push({ event, facts }), info: () => undefined },
    passing: () => undefined,
  };
}
