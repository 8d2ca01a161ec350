import type { World } from '#shared/world.ts';
import { silentLog, uuidFrom } from '#test/world.ts';
import type { Lid } from './lid.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Thrown where the process dies. Nothing of that process does anything afterwards. */
export class Crash extends Error {
  constructor(point: string) {
    super(`crash at ${point}`);
  }
}

/** One process: it dies once, and from then on it is silent. */
export interface Process {
  world: World;
  isAlive(): boolean;
  die(): void;
}

export interface ProcessOptions {
  time: VirtualTime;
  lid: Lid;
  /** The wall clock's error, which people and time servers change. */
  wallOffset: () => number;
  random: () => number;
  /** Asked at every point; true kills the process there. */
  crashesAt: (point: string) => boolean;
  onCrash: (point: string) => void;
  onError: (event: string, facts: unknown) => void;
}

/** One of its own for each: a promise that all waited for would keep every simulation in memory. */
const never = () => new Promise<never>(() => undefined);

/** Starts a process in virtual time. Its monotonic clock starts again, as after a boot. */
export function startProcess(options: ProcessOptions): Process {
  const { time, random, lid } = options;
  const monotonic = () => time.now - lid.stood();
  const startedAt = monotonic();
  let alive = true;
  const world: World = {
    bootId: uuidFrom(random),
    now: () => Math.floor(time.now + options.wallOffset()),
    monotonic: () => monotonic() - startedAt,
    sleep: (ms, signal) => {
      if (!alive) return never();
      if (signal?.aborted) return Promise.resolve();
      return new Promise<void>((resolve) => {
        const callOff = lid.after(ms, () => {
          if (alive) resolve();
        });
        signal?.addEventListener('abort', () => {
          callOff();
          if (alive) resolve();
        });
      });
    },
    random,
    uuid: () => uuidFrom(random),
    log: {
      ...silentLog,
      error: (event, facts) => {
        if (alive) options.onError(event, facts);
      },
    },
    passing: (point) => {
      if (!alive) throw new Crash(`${point} (dead)`);
      if (!options.crashesAt(point)) return;
      alive = false;
      options.onCrash(point);
      throw new Crash(point);
    },
  };
  return {
    world,
    isAlive: () => alive,
    die: () => {
      alive = false;
    },
  };
}
