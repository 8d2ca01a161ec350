import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Seal } from '#main/cache/database/seal.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { EditState } from '#shared/edit.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';

const DAY_MS = 24 * 3_600_000;

/** Everything older than now may leave; the newest line stays. */
export const everything = (store: Store) => ({ before: store.world.now() - DAY_MS, keepLines: 1 });

/** An account's file in a folder of its own, with the world that it lives in. */
export interface Aged {
  world: FakeWorld;
  store: Store;
  folder: string;
  file: string;
}

/** A file whose edits (one of each of these states in turn) were recorded a month apart, the last one two months ago. */
export function agedStore(edits: number, seal: Seal | null = null, states: readonly EditState[] = closed): Aged {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-archive-'));
  const world = fakeWorld();
  const file = path.join(folder, 'account.db');
  const store = openTestStore(world, file, testAccount, seal);
  for (let n = 0; n < edits; n += 1) {
    putEdit(store, n, states[n % states.length] ?? 'applied');
    world.turnWallClock(30 * DAY_MS);
  }
  world.turnWallClock(30 * DAY_MS);
  return { world, store, folder, file };
}

export const closed: readonly EditState[] = ['applied', 'discarded', 'superseded', 'confirmed'];

/** The same file after the process ended and began anew. */
export function again(aged: Aged, seal: Seal | null = null): void {
  aged.store.close();
  aged.world.crashAt(null);
  aged.store = openTestStore(aged.world, aged.file, testAccount, seal);
}
