import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { backupOutbox } from '#main/recovery/backup.ts';
import { execute, openSqlite } from '#main/storage/driver.ts';
import type { Store } from '#main/storage/store.ts';
import { readEdits } from '#main/outbox/reading/found-edits.ts';
import { readInProcesses } from '#main/host/reading/reading-processes.ts';
import { foundEdits } from '#main/library/reading/backup-edits.ts';
import { jobKinds } from '#main/library/reading/job-kinds.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { startReader } from '#test/reading.ts';
import { tempFolder } from '#test/temp-folder.ts';

// A backup that somebody else made, with the code that opens it.

const reading = readInProcesses(startReader, (name) => ({ ...jobKinds[name].limits, ms: 20_000 }));
afterAll(() => reading.close());

let store: Store;
let file: string;
beforeEach(() => {
  const folder = tempFolder();
  store = openTestStore(stillWorld(), path.join(folder, 'outbox.sqlite'), { ...testAccount }, testSeal);
  for (let n = 1; n <= 3; n++) putEdit(store, n, 'waiting');
  const kept = backupOutbox(store, folder, { sealed: { seal: testSeal, wraps: '' } });
  file = path.join(folder, kept?.id ?? '');
});
afterEach(() => store.close());

function makeBad(...texts: string[]): void {
  const sqlite = openSqlite(file, { seal: testSeal });
  for (const text of texts) execute(sqlite, text);
  sqlite.close();
}
const read = () => reading.read('backupEdits', '', { file, ...testSeal });
const seqs = (found: ReturnType<typeof foundEdits>) => found?.edits.map(({ seq }) => seq);

test('gives the same as a backup of our own, read in a process of its own', async () => {
  const answer = await read();
  expect(answer.ok && foundEdits(answer.portions)).toEqual(readEdits(file, [testSeal]));
  expect(readEdits(file, [testSeal]).edits.length).toBe(3);
});

test.each([9_000_000_000_000_000n, 9_223_372_036_854_775_807n])('does not walk to a row of the number %i', async (number) => {
  const columns = `kind, state, id`;
  makeBad(`INSERT INTO outbox (rowid, seq, ${columns}) SELECT ${number}, ${number}, ${columns} FROM outbox WHERE seq = 1`);
  const answer = await read();
  expect(answer).toMatchObject({ ok: true });
  expect(answer.ok && seqs(foundEdits(answer.portions))?.slice(0, 3)).toEqual([1, 2, 3]);
});

const endless = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS seq FROM n';
test.each([
  ['a view', ['DROP TABLE outbox', `CREATE VIEW outbox AS ${endless}`]],
  ['a view that nobody asks', [`CREATE VIEW other AS ${endless}`]],
  ['a trigger', ['CREATE TRIGGER other AFTER INSERT ON outbox BEGIN SELECT 1; END']],
  ['a virtual table', ['CREATE VIRTUAL TABLE other USING fts5(text)']],
  ['a computed column', ['ALTER TABLE outbox ADD COLUMN other AS (zeroblob(500000000))']],
])('runs nothing of %s: the file is refused', async (_what, texts) => {
  makeBad(...texts);
  expect(await read()).toEqual({ ok: true, portions: [{ part: 'refused' }] });
});

test('ends its own job when it takes too long, or outputs too much', async () => {
  const short = readInProcesses(startReader, (name) => ({ ...jobKinds[name].limits, ms: 1 }));
  expect(await short.read('backupEdits', '', { file, ...testSeal })).toEqual({ ok: false, why: 'takesTooLong' });
  short.close();
  makeBad(`UPDATE outbox SET body = zeroblob(3000000)`);
  expect(await read()).toEqual({ ok: false, why: 'failed' });
});
