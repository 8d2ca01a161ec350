// What a laptop carries after years: edits ever made, of which most are archived, and what archiving them takes.
import path from 'node:path';
import { moveToArchive } from '#main/cache/archive/move-portion.ts';
import { indexEdits } from '#main/cache/outbox/edit-words.ts';
import { followTrail, startOfTrail } from '#main/cache/trail/audit.ts';
import { moveMark } from '#main/cache/trail/verified.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { realWorld } from '#test/world.ts';
import { percentiles } from './workload.mjs';

const YEAR_MS = 365.25 * 24 * 3_600_000;
const PER_COMMIT = 1_000;

interface Options {
  dir: string;
  edits: number;
  sealed?: boolean;
}

const opened = (options: Options, world: ReturnType<typeof realWorld>) =>
  openTestStore(world, path.join(options.dir, 'layover.sqlite'), testAccount, options.sealed ? testSeal : null);

/** Edits that were closed three years ago, with their requests and lines. */
export async function ever(options: Options) {
  const world = realWorld();
  const store = opened(options, { ...world, now: () => world.now() - 3 * YEAR_MS });
  store.sql.pragma('synchronous = OFF');
  for (let n = 0; n < options.edits; n += PER_COMMIT)
    store.commit('ever', () => {
      for (let at = n; at < Math.min(options.edits, n + PER_COMMIT); at += 1) putEdit(store, at, 'applied');
    });
  while (!indexEdits(store));
  moveMark(store, followTrail(store, startOfTrail(store)).to);
  store.close();
  return {};
}

/** Archives all of them but the newest: how long one portion holds the process, in milliseconds. */
export async function archive(options: Options) {
  const store = opened(options, realWorld());
  const rule = { before: store.world.now() - 2 * YEAR_MS, keepLines: 1_000 };
  const portions: number[] = [];
  for (;;) {
    const started = performance.now();
    const moved = moveToArchive(store, rule);
    if (moved.kind === 'stopped') throw new Error(moved.why);
    if (moved.kind === 'done') break;
    portions.push(performance.now() - started);
  }
  return { ...percentiles(portions), portions: portions.length };
}
