import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAccountList } from '#main/account-life/open/account-list.ts';
import { createApp } from '#main/app/create-app.ts';
import { allOpenEdits } from '#main/outbox/outbox.ts';
import { openStore } from '#main/storage/open/open.ts';
import { accountFile } from '#main/registry/registry.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { Crash } from '#test/cache/world-for-cache.ts';
import { testReading } from '#test/reading.ts';
import { startDesk, untilState, type TestDesk } from './desk.ts';
import { quickWorld } from './quick-world.ts';

// The effect of a damaged registry on every account's edits and sign-ins.

let desk: TestDesk;
let other: RunningService;
let edits: { id: string; account: string }[];
let before: { id: string; name: string }[];
beforeEach(async () => {
  desk = await startDesk();
  other = await startService({ seed: 7 });
  const first = (await desk.api.app.status()).account?.id ?? '';
  // Working offline prevents a connection, so the second account comes first.
  await desk.api.accounts.connectApiKey({ name: 'Other', baseUrl: other.baseUrl, apiKey: other.apiKey, ca: other.caPem });
  const theirs = [...other.store.list('expense')].find((each) => each.companyId === other.companyId && each.status === 'CREATED')?.id;
  const inOther = await editIn(theirs);
  await desk.api.accounts.activate({ id: first });
  edits = [await editIn(), inOther];
  await desk.api.accounts.activate({ id: inOther.account });
  before = (await desk.api.accounts.list()).map(({ id, name }) => ({ id, name }));
});
afterEach(async () => {
  await desk.close();
  await other.close();
});

/** Records an edit in the open account, working offline. */
async function editIn(recordId?: string): Promise<{ id: string; account: string }> {
  await desk.api.sync.workOffline({ on: true });
  const filter = { kind: 'expense', query: 'status:created' } as const;
  const expense = recordId ?? (await desk.api.records.list({ filter, limit: 1 })).rows[0]?.id ?? '';
  const body = { performedDate: '2026-03-12' };
  const { id } = await desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body });
  return { id, account: (await desk.api.app.status()).account?.id ?? '' };
}

const registry = () => path.join(desk.folder, 'registry.db');
const removeAll = () => ['', '-wal', '-shm'].forEach((suffix) => rmSync(registry() + suffix, { force: true }));

/** Overwrites the page that the accounts are on with noise. */
function spoilAccounts(): void {
  const sql = new Database(registry());
  const page = Number(sql.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'account'`).pluck().get());
  sql.close();
  const descriptor = openSync(registry(), 'r+');
  writeSync(descriptor, new Uint8Array(4096).fill(0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}

test.each([
  ['is empty', () => writeFileSync(registry(), '')],
  ['is no database any more', () => writeFileSync(registry(), 'this is not a database'.repeat(400))],
  ['has a damaged page', spoilAccounts],
  ['is gone', removeAll],
])('a list of accounts that %s is made again: same accounts, same sign-ins, every open edit held', async (_which, damage) => {
  await desk.app.close();
  damage();
  await desk.restart();
  const status = await desk.api.app.status();
  expect(status.repair).toMatchObject({ kind: 'accountsRebuilt', found: 2, held: 2 });
  expect(status.account).toMatchObject({ name: 'Other', signedIn: true });
  expect((await desk.api.accounts.list()).map(({ id, name }) => ({ id, name }))).toEqual(expect.arrayContaining(before));
  expect((await desk.api.accounts.list()).map(({ unfinished }) => unfinished)).toEqual([1, 1]);
  for (const { id, account } of edits) {
    await desk.api.accounts.activate({ id: account });
    await desk.api.sync.workOffline({ on: false });
    expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', body: { performedDate: '2026-03-12' } });
  }
  expect([...desk.service.store.journal(0), ...other.store.journal(0)]).toEqual([]);
  for (const { id, account } of edits) {
    await desk.api.accounts.activate({ id: account });
    await desk.api.edits.release({ ids: [id] });
    await untilState(desk, id, 'applied');
  }
  await desk.restart();
  expect((await desk.api.app.status()).repair).toBeNull();
});

test('the damaged list is kept, a folder that says nothing is named and left alone', async () => {
  await desk.app.close();
  const damaged = 'noise'.repeat(1_000);
  writeFileSync(registry(), damaged);
  const [first] = edits;
  rmSync(path.join(desk.folder, 'accounts', first?.account ?? '', 'account.json'));
  const database = readFileSync(accountFile(desk.folder, first?.account ?? ''));
  await desk.restart();
  const { repair } = await desk.api.app.status();
  expect(repair).toMatchObject({ kind: 'accountsRebuilt', keptAs: 'registry.db.damaged-1', unknown: [first?.account], held: 1 });
  expect(readFileSync(`${registry()}.damaged-1`, 'utf8')).toBe(damaged);
  expect(readFileSync(accountFile(desk.folder, first?.account ?? ''))).toEqual(database);
});

test('a crash at any step of rebuilding it loses nothing: the next start begins again', async () => {
  await desk.app.close();
  writeFileSync(registry(), '');
  let crashes = 0;
  for (let at = 1; ; at += 1) {
    let passed = 0;
    const world = { ...quickWorld(), passing: () => (passed += 1) === at && crash() };
    try {
      openAccountList({ dataFolder: desk.folder, world }).registry.close();
      break;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      crashes += 1;
    }
  }
  expect(crashes).toBeGreaterThan(8);
  expect(readdirSync(desk.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  for (const { id, account } of edits) {
    const answer = openStore({
      file: accountFile(desk.folder, account),
      world: quickWorld(),
      account: { origin: '', companyId: null, userId: null },
    });
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(allOpenEdits(answer.store)).toMatchObject([{ id, state: 'held', heldFrom: 'waiting' }]);
    answer.store.close();
  }
  await desk.restart();
  expect((await desk.api.accounts.list()).map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
});

test('somebody else’s database in its place is not touched: the start says so, and the next step', async () => {
  await desk.app.close();
  removeAll();
  const foreign = new Database(registry());
  foreign.exec(`CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup'); PRAGMA user_version = 1`);
  foreign.close();
  const start = createApp({
    reading: testReading,
    ...{ world: desk.world, secrets: desk.secrets, dataFolder: desk.folder },
    host: { kind: 'test', version: '0', openExternal: async () => undefined, notify: () => undefined },
  });
  await expect(start).rejects.toMatchObject({
    name: 'CannotOpen',
    answer: { kind: 'damaged' },
  });
  expect(existsSync(`${registry()}.damaged-1`)).toBe(false);
  removeAll();
  await desk.restart();
});

function crash(): never {
  throw new Crash();
}
