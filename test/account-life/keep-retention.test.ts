import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepRetention } from '#main/account-life/jobs/keep-retention.ts';
import { writeSetting } from '#main/storage/settings.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { passUseTime } from '#main/library/use-time.ts';
import { retentionRule } from '#main/library/retention.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf, putExpenses } from '#test/cache/many-records.ts';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';

const DAY_MS = 24 * 3_600_000;
let world: StillWorld;
let store: Store;
let connection: Connection['kind'];
let wake: (() => void)[];

beforeEach(() => {
  wake = [];
  world = { ...stillWorld(), sleep: (ms, signal) => (ms === 0 ? Promise.resolve() : slept(signal)) };
  store = openTestStore(world);
  connection = 'offline';
});
afterEach(() => store.close());

/** Ends when the test says that the day is over. */
const slept = (signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    wake.push(resolve);
    signal?.addEventListener('abort', () => resolve());
  });
const is = (kind: Connection['kind']) => {
  connection = kind;
  store.changed({ kind: 'status' });
};
const keep = (managed: number | null = null) =>
  keepRetention(
    {
      store,
      documents: { leave: () => false },
      readsAgain: () => true,
      engine: { connection: () => ({ kind: connection }) as Connection },
    },
    () => retentionRule(store, managed === null ? {} : { retentionDays: managed }),
  );
/** Days in each of which the account was opened, while nothing could be reached. */
const use = (days: number) => {
  for (let day = 0; day <= days; day += 1) {
    if (day > 0) world.advance(DAY_MS);
    passUseTime(store);
  }
};
const here = () => [0, 1].filter((n) => recordOf(store, { kind: 'expense', id: idOf(n) }) !== null).length;

it('removes old records when the service answers, never before, and every day', async () => {
  putExpenses(store, 2);
  use(31);
  writeSetting(store, 'retentionDays', 30);
  const kept = keep();
  expect(here()).toBe(2);
  is('online');
  await kept.stop();
  expect(here()).toBe(0);
  putExpenses(store, 2);
  const again = keep();
  for (const day of wake.splice(0)) day();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  await again.stop();
  expect(here()).toBe(0);
});

it('counts the days in use, at its start and each day after', async () => {
  putExpenses(store, 2);
  writeSetting(store, 'retentionDays', 2);
  const kept = keep();
  for (let day = 0; day < 3; day += 1) {
    expect(here()).toBe(2);
    world.advance(DAY_MS);
    for (const over of wake.splice(0)) over();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  is('online');
  await kept.stop();
  expect(here()).toBe(0);
});

it('does nothing without a rule, and the company’s rule wins over the user’s', async () => {
  putExpenses(store, 2);
  use(31);
  connection = 'online';
  await keep().stop();
  expect(here()).toBe(2);
  writeSetting(store, 'retentionDays', 365);
  await keep().stop();
  expect(here()).toBe(2);
  expect(retentionRule(store, { retentionDays: 7 })).toEqual({ days: 7, sparesKept: false });
  await keep(7).stop();
  expect(here()).toBe(0);
});
