import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { listInput } from '#shared/contract/inputs.ts';
import { QueueDamaged } from '#main/storage/open/look-through.ts';
import { migrations } from '#main/storage/open/migrations.ts';
import { openStore, type OpenOptions } from '#main/storage/open/open.ts';
import type { Store } from '#main/storage/store.ts';
import { writeSetting } from '#main/storage/settings.ts';
import { openEditsOfMany } from '#main/outbox/outbox.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putEdits } from './many-edits.ts';
import { idOf, putExpenses } from './many-records.ts';
import { spoilTable } from './spoil.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const file = () => path.join(folder, 'account.db');
const world = fakeWorld();
const options = (): OpenOptions => ({ file: file(), world, account: testAccount, expected: true, later: true });

function openLater(): Store {
  const answer = openStore(options());
  if (answer.kind !== 'open') throw new Error(answer.kind);
  return answer.store;
}

/** A database with records and edits, as a clean end leaves it; with noise on the first page of `spoiled`. */
function leave(spoiled: string | null): void {
  const store = openTestStore(world, file());
  putExpenses(store, 60);
  putEdits(store, 60);
  store.close();
  if (spoiled !== null) spoilTable(file(), spoiled);
}

const firstPage = (store: Store) => listRecords(store, listInput.parse({ filter: { kind: 'expense' }, limit: 50 })).rows;

test('the first page comes before the queue is looked through, a table at a time; then it is written to', () => {
  leave(null);
  world.passed.length = 0;
  const store = openLater();
  expect(firstPage(store)).toHaveLength(50);
  expect(openEditsOfMany(store, 'expense', [idOf(1)]).size).toBe(1);
  expect(world.passed).toEqual([]);
  expect(Array.from({ length: 4 }, () => store.lookThrough())).toEqual([false, false, true, true]);
  expect(world.passed).toEqual(['outbox', 'attempts', 'audit'].map((table) => `before looking through ${table}`));
  writeSetting(store, 'a', 1);
  expect(store.sql.pragma('synchronous', { simple: true })).toBe(2);
  store.close();
});

test('a commit looks through what is left before it begins', () => {
  leave(null);
  const store = openLater();
  for (let table = 0; table < 2; table += 1) store.lookThrough();
  world.passed.length = 0;
  writeSetting(store, 'a', 1);
  expect(world.passed).toEqual(['before looking through audit', 'before setting', 'committing setting', 'after setting']);
  store.close();
});

test.each(['outbox', 'attempts', 'audit'])(
  'a damaged %s is read from at most: SQLite itself writes nothing, and the next opening sets it aside',
  (table) => {
    leave(table);
    const before = readFileSync(file());
    const store = openLater();
    expect(firstPage(store)).toHaveLength(50);
    // Whoever does not go through a commit.
    expect(() => store.sql.exec("UPDATE record SET title = 'x'")).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY' }));
    for (let again = 0; again < 2; again += 1) expect(() => writeSetting(store, 'a', 1)).toThrow(QueueDamaged);
    store.close();
    expect(readFileSync(file()).equals(before)).toBe(true);
    expect(existsSync(`${file()}-wal`)).toBe(false);
    expect(openStore({ ...options(), later: false })).toMatchObject({ kind: 'damaged', setAside: `${file()}.damaged-1` });
  },
);

test('a database that is not looked through yet is this process’s alone', () => {
  leave(null);
  const store = openLater();
  expect(openStore(options())).toEqual({ kind: 'locked' });
  store.close();
});

test('a database to migrate is checked first', () => {
  leave('outbox');
  const newer = [...migrations, { tag: 'next', statements: ['CREATE TABLE next (n INTEGER) STRICT'] }];
  expect(openStore({ ...options(), steps: newer })).toMatchObject({ kind: 'damaged' });
});
