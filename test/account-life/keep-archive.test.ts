import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveYears, keepArchive } from '#main/account-life/keep-archive.ts';
import { archivesOf } from '#main/cache/archive/archives.ts';
import { everyLineOf } from '#main/cache/archive/ever.ts';
import { writeSetting } from '#main/cache/accounts/settings.ts';
import { appendAudit, trailHead } from '#main/cache/trail/audit.ts';
import { keepTrailVerified } from '#main/account-life/keep-trail-verified.ts';
import { agedStore, type Aged } from '#test/cache/archive/aged-store.ts';
import { putEdit } from '#test/cache/many-edits.ts';

const DAY_MS = 24 * 3_600_000;
let aged: Aged;
beforeEach(() => {
  // More lines than stay whatever their age, the last ones three years after the edits.
  aged = agedStore(40);
  aged.world.turnWallClock(3 * 365 * DAY_MS);
  putEdit(aged.store, 50, 'applied');
  aged.store.commit('lines', () => {
    for (let n = 0; n < 1_000; n += 1) appendAudit(aged.store, { what: 'imported', editId: null, record: null, facts: { n } });
  });
});
afterEach(() => {
  aged.store.close();
  rmSync(aged.folder, { recursive: true, force: true });
});

const done = Promise.resolve();
const archived = () => archivesOf(aged.store).reduce((sum, { edits }) => sum + edits, 0);

test('two years unless a person says otherwise; never is never', async () => {
  const { store, world } = aged;
  expect(archiveYears(store)).toBe(2);
  writeSetting(store, 'archiveYears', 'never');
  const keeping = keepArchive(store, { done });
  await world.advance(3 * DAY_MS);
  expect(archived()).toBe(0);
  writeSetting(store, 'archiveYears', 10);
  await world.advance(DAY_MS);
  expect(archived()).toBe(0);
  writeSetting(store, 'archiveYears', 1);
  await world.advance(DAY_MS);
  expect(archived()).toBe(40);
  keeping.stop();
});

test('it moves behind a start, not before a change of form is done, while the trail is being followed', async () => {
  const { store, world } = aged;
  const before = everyLineOf(store, null, null, 10_000);
  let finish = () => undefined as void;
  const broken: number[] = [];
  const verifying = keepTrailVerified(store, (line) => broken.push(line));
  const keeping = keepArchive(store, { done: new Promise<void>((resolve) => (finish = resolve)) }, 5_000);
  await world.advance(20_000);
  expect(archived()).toBe(0);
  finish();
  await world.advance(4_000);
  expect(archived()).toBe(0);
  await world.advance(20_000);
  expect(archived()).toBe(40);
  // The trail is followed anew after a report, over what has left.
  store.changed({ kind: 'syncFinished', reportId: 'r' });
  await world.advance(20_000);
  expect(broken).toEqual([]);
  expect(everyLineOf(store, null, null, 10_000)).toEqual(before);
  expect(trailHead(store)?.seq).toBe(before[0]?.seq);
  keeping.stop();
  verifying.stop();
});

test('what left before the trail was followed behind a start is no break in it', async () => {
  const { store, world } = aged;
  const broken: number[] = [];
  const verifying = keepTrailVerified(store, (line) => broken.push(line));
  const keeping = keepArchive(store, { done }, 1_000);
  await world.advance(30_000);
  expect(archived()).toBe(40);
  expect(broken).toEqual([]);
  keeping.stop();
  verifying.stop();
});

test('nothing moves while something is on its way, and a clock that jumped moves nothing that is new', async () => {
  const { store, world } = aged;
  putEdit(store, 60, 'sending');
  const keeping = keepArchive(store, { done });
  await world.advance(120_000);
  expect(archived()).toBe(0);
  keeping.stop();
  world.turnWallClock(50 * 365 * DAY_MS);
  store.sql.exec(`UPDATE outbox SET state = 'applied', sending_boot = NULL WHERE state = 'sending'`);
  const later = keepArchive(store, { done });
  await world.advance(120_000);
  later.stop();
  expect(store.sql.prepare('SELECT count(*) AS n FROM audit').get()).toEqual({ n: 1_000 });
});
