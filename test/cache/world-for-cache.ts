import type { World } from '#shared/world.ts';

/** A still world: the clock moves only when told, chance comes from a seed, and every passing point can crash. */
export interface StillWorld extends World {
  points: string[];
  advance(ms: number): void;
  /** Throws at the next passing point that matches. */
  crashAt: ((point: string) => boolean) | null;
}

export class Crash extends Error {}

export function stillWorld(seed = 1): StillWorld {
  let state = seed >>> 0;
  let clock = 1_795_000_000_000;
  let count = 0;
  const quiet = () => undefined;
  const world: StillWorld = {
    bootId: `boot-${seed}`,
    points: [],
    crashAt: null,
    now: () => clock,
    monotonic: () => clock,
    sleep: async (ms) => void (clock += ms),
    random: () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296,
    uuid: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    log: { error: quiet, info: quiet },
    advance: (ms) => void (clock += ms),
    passing: (point) => {
      world.points.push(point);
      if (world.crashAt?.(point)) throw new Crash(point);
    },
  };
  return world;
}
