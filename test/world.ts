import { realWorld as hostWorld } from '#main/host/world.ts';
import type { Log, World } from '#shared/world.ts';

/** Says nothing; tests look at state, not at logs. */
export const silentLog: Log = { error: () => undefined, info: () => undefined };

/** A repeatable source of chance: the same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A UUID (version 4 in form) from a source of chance. */
export function uuidFrom(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = '4';
  hex[16] = 'a';
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/** The World of a running app, for integration tests over real HTTPS. */
export function realWorld(log: Log = silentLog): World {
  return hostWorld(log);
}

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
}

/** A World whose clock only moves when the test says so. */
export interface FakeWorld extends World {
  /** Moves both clocks on, waking sleepers in order; microtasks settle between them. */
  advance(ms: number): Promise<void>;
  /** Lets everything that is due now happen. */
  settle(): Promise<void>;
  /** Moves the wall clock only, as a user or a time server does. */
  turnWallClock(ms: number): void;
  /** Points passed so far, in order. */
  readonly passed: string[];
  /** Throws from the next `passing` whose point contains this text. */
  crashAt(point: string | null): void;
}

const startOfTime = Date.UTC(2026, 2, 12, 9);

/** A fake World: virtual clock, seeded chance, crash points. */
export function fakeWorld(options: { seed?: number; bootId?: string; log?: Log } = {}): FakeWorld {
  const random = seededRandom(options.seed ?? 1);
  const passed: string[] = [];
  let sleepers: Sleeper[] = [];
  let order = 0;
  let monotonic = 0;
  let wallOffset = startOfTime;
  let crash: string | null = null;

  const microtasks = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve();
  };
  const advanceTo = async (end: number) => {
    await microtasks();
    for (;;) {
      sleepers.sort((a, b) => a.at - b.at || a.order - b.order);
      const next = sleepers[0];
      if (!next || next.at > end) break;
      sleepers = sleepers.slice(1);
      monotonic = Math.max(monotonic, next.at);
      next.wake();
      await microtasks();
    }
    monotonic = end;
  };

  return {
    bootId: options.bootId ?? uuidFrom(random),
    now: () => wallOffset + Math.floor(monotonic),
    monotonic: () => monotonic,
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper = { at: monotonic + Math.max(0, ms), order: order++, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        });
      }),
    random,
    uuid: () => uuidFrom(random),
    log: options.log ?? silentLog,
    passing: (point) => {
      passed.push(point);
      if (crash !== null && point.includes(crash)) throw new Error(`crash at ${point}`);
    },
    advance: (ms) => advanceTo(monotonic + ms),
    settle: () => advanceTo(monotonic),
    turnWallClock: (ms) => {
      wallOffset += ms;
    },
    passed,
    crashAt: (point) => {
      crash = point;
    },
  };
}
