import { speak } from '#shared/messages/speak.ts';
import { t } from '#shared/messages/t.ts';
import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '#main/app/create-app.ts';
import { openStore } from '#main/storage/open/open.ts';
import { accountFile } from '#main/registry/registry.ts';
import { spoilTable } from '#test/cache/spoil.ts';
import { stageRecords } from '#main/records/staged-import.ts';
import { testReading } from '#test/reading.ts';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => {
  await desk.close();
});

const someIds = async (kind: 'expense' | 'vendor' | 'invoicePayable', limit: number) =>
  (await desk.api.records.list({ filter: { kind }, limit })).rows.map((row) => row.id);

/** An edit that cannot leave: the cable is out. */
async function recordWithoutLine() {
  await desk.cable.pull();
  const [recordId = ''] = await someIds('expense', 1);
  const body = { performedDate: '2026-03-12' };
  const { id } = await desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body });
  return { id, body };
}

test('an import that a crash cut off after it was staged whole is in its place after the next start', async () => {
  const account = (await desk.api.app.status()).account?.id ?? '';
  const id = '00000000-0000-4000-8000-0000000000a1';
  await desk.app.close();
  const answer = openStore({
    file: accountFile(desk.folder, account),
    world: desk.world,
    account: { origin: '', companyId: null, userId: null },
    expected: true,
  });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  const text = JSON.stringify({ id, status: 'CREATED' });
  stageRecords(answer.store, [{ ref: { kind: 'expense', id }, text, complete: true, asOf: 1 }], true);
  answer.store.close();
  await desk.restart();
  await eventually(
    () => desk.api.records.get({ kind: 'expense', id }).catch(() => null),
    (record) => record !== null,
  );
});

test('a second instance over the same folder is refused with the next step, and the first continues', async () => {
  const { world, secrets, folder: dataFolder } = desk;
  const host = { kind: 'test' as const, version: '0', openExternal: async () => undefined, notify: () => undefined };
  await expect(createApp({ reading: testReading, world, secrets, dataFolder, host })).rejects.toMatchObject({ answer: { kind: 'locked' } });
  expect((await desk.api.records.list({ filter: { kind: 'expense' } })).total).toBeGreaterThan(80);
});

test.each([
  ['an empty', ''],
  ['a corrupt', 'this is not a database'.repeat(400)],
])('%s database is set aside, its backup is restored held, and nothing is sent before a user looked', async (_which, content) => {
  const { id, body } = await recordWithoutLine();
  const account = (await desk.api.app.status()).account?.id ?? '';
  await desk.app.close();
  writeFileSync(accountFile(desk.folder, account), content);
  await desk.cable.plug();
  await desk.restart();
  const { repair } = await desk.api.app.status();
  expect(repair).toMatchObject({ kind: 'damaged', held: 1 });
  expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', body });
  expect((await desk.api.records.list({ filter: { kind: 'expense' } })).total).toBeGreaterThan(80);
  expect(desk.service.store.journal(0)).toEqual([]);
  expect((await desk.api.app.repair({ act: 'continue' })).repair).toBeNull();
  await desk.api.edits.release({ ids: [id] });
  await untilState(desk, id, 'applied');
});

test('damage behind the first page: the page is read, then the database is set aside, and no queued edit is sent', async () => {
  const { id, body } = await recordWithoutLine();
  const file = accountFile(desk.folder, (await desk.api.app.status()).account?.id ?? '');
  await desk.app.close();
  spoilTable(file, 'audit');
  await desk.cable.plug();
  const seen = await desk.restart(async () => (await desk.api.records.list({ filter: { kind: 'expense' }, limit: 50 })).rows.length);
  expect(seen).toBe(50);
  expect((await desk.api.app.status()).repair).toMatchObject({ kind: 'damaged', held: 1 });
  expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', body });
  expect(desk.service.store.journal(0)).toEqual([]);
  expect(desk.heard).toContainEqual({ kind: 'accounts' });
});

test('an app that ends behind its first page starts nothing more; queued edits are sent after the next start', async () => {
  const { id } = await recordWithoutLine();
  await desk.cable.plug();
  const heads = () => [...desk.secrets.entries].filter(([name]) => !name.startsWith('key'));
  let before: ReturnType<typeof heads> = [];
  await desk.restart(async () => {
    before = heads();
    await desk.app.close();
  });
  expect(heads()).toEqual(before);
  expect(desk.service.store.journal(0)).toEqual([]);
  await desk.restart();
  await untilState(desk, id, 'applied');
});

test('a disk that is full at a start: the first page is there, the pill says why nothing is sent, and all continues with room', async () => {
  const { id } = await recordWithoutLine();
  await desk.cable.plug();
  await desk.restart(async () => {
    const { world } = desk;
    let full = true;
    world.passing = (point) => {
      if (full && point.startsWith('committing ')) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    expect((await desk.api.records.list({ filter: { kind: 'expense' }, limit: 50 })).rows).toHaveLength(50);
    await eventually(
      () => desk.api.app.status(),
      ({ connection }) => connection.kind === 'broken' && connection.detail === 'storage',
    );
    full = false;
  });
  await untilState(desk, id, 'applied');
  expect((await desk.api.app.status()).connection.kind).toBe('online');
});

test('a restored copy of the whole folder never sends again on its own: the keychain remembers', async () => {
  const invoice = (await desk.api.records.list({ filter: { kind: 'invoiceReceivable', query: 'state:open' }, limit: 1 })).rows[0]?.id ?? '';
  const comment = (content: string) =>
    desk.api.edits.record({
      kind: 'createUserComment',
      recordKind: 'invoiceReceivable',
      recordId: invoice,
      body: { content },
    });
  await desk.cable.pull();
  const { id } = await comment('first');
  // The keychain is ahead of this folder, as after restoring last night's backup.
  const guard = [...desk.secrets.entries.keys()].find((name) => name.startsWith('guard:'));
  const account = (await desk.api.app.status()).account?.id ?? '';
  desk.secrets.entries.set(guard ?? `guard:${account}`, `7 0 ${'0'.repeat(64)} - 0`);
  await desk.restart();
  expect((await desk.api.app.status()).repair).toMatchObject({ kind: 'restoredBackup', held: 1 });
  await desk.cable.plug();
  await eventually(
    () => desk.api.app.status(),
    (status) => status.connection.kind === 'online',
  );
  expect((await desk.api.edits.get({ id })).state).toBe('held');
  expect(desk.service.store.journal(0)).toEqual([]);
});

test('sixty ids and twenty documents become a trip pack; what cannot be read says so', async () => {
  const expenses = await someIds('expense', 60);
  const documents = await someIds('invoicePayable', 20);
  const text = ['id', ...expenses, expenses[0], 'not an id'].join('\n');
  const parsed = await desk.api.library.parseIds({ text });
  expect(parsed).toMatchObject({ duplicates: 1, ids: { length: 60 } });
  expect(parsed.problems).toHaveLength(1);
  const pack = await desk.api.library.createPack({ name: 'Lisbon' });
  await desk.api.library.addToPack({ id: pack.id, kind: 'expense', ids: [...parsed.ids, '00000000-0000-4000-8000-000000000000'] });
  await desk.api.library.addToPack({ id: pack.id, kind: 'invoicePayable', ids: documents });
  await desk.api.library.runPack({ id: pack.id, paused: false });
  const ready = await eventually(
    () => desk.api.library.pack({ id: pack.id }),
    (view) => view.ready === 80 && view.items.some((item) => item.state === 'missing'),
  );
  expect(ready).toMatchObject({ verdict: 'readyWithGaps', documents: 20 });
  expect(ready.items.filter((item) => item.state === 'missing')).toHaveLength(1);
  const looked = await desk.api.library.parseIds({ text: [...expenses, ...documents].join(' and ') });
  expect(looked.known.map(({ kind, ids }) => [kind, ids.toSorted()])).toEqual([
    ['expense', expenses.toSorted()],
    ['invoicePayable', documents.toSorted()],
  ]);
  const bytes = await desk.api.documents.bytes({ recordId: documents[0] ?? '' });
  expect(new TextDecoder().decode((await bytes.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
});

test('settings outlive a restart, review rules decide what is sent automatically, and the network is noticed', async () => {
  await desk.api.app.changeSettings({ theme: 'dark', language: 'de', reviewRules: { updateExpense: 'review' } });
  expect(t('menu.quit')).toBe('Beenden');
  speak('en', 'en-GB');
  await desk.restart();
  expect(t('menu.quit')).toBe('Beenden');
  await desk.api.app.changeSettings({ language: '' });
  expect(t('menu.quit')).toBe('Quit');
  expect(await desk.api.app.settings()).toMatchObject({ theme: 'dark', density: 'dense', reviewRules: { updateExpense: 'review' } });
  const [recordId = ''] = await someIds('expense', 1);
  const recorded = await desk.api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId,
    body: { performedDate: '2026-03-12' },
  });
  expect(recorded.state).toBe('draft');
  await desk.cable.pull();
  const { fingerprint } = await desk.api.review.batch();
  await desk.api.review.approve({ ids: [recorded.id], fingerprint });
  await eventually(
    () => desk.api.app.status(),
    (status) => status.connection.kind === 'offline',
  );
  await desk.cable.plug();
  await eventually(
    () => desk.api.app.status(),
    (status) => status.connection.kind === 'online',
  );
  await untilState(desk, recorded.id, 'applied');
});

test('an export holds the typed values; diagnostics hold no secret and no value of a record', async () => {
  const [recordId = ''] = await someIds('expense', 1);
  const { id } = await desk.api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId,
    body: { performedDate: '2026-03-12' },
  });
  await untilState(desk, id, 'applied');
  const outbox = await desk.api.edits.export({ format: 'json' });
  expect(await outbox.file.text()).toContain('2026-03-12');
  await eventually(
    () => desk.api.reports.list({}),
    (reports) => reports.length === 1,
  );
  expect(await desk.api.app.pdf({ name: 'report' })).toBeNull();
  expect((await desk.api.activity.verify()).whole).toBe(true);
  const diagnostics = await (await desk.api.app.diagnostics()).file.text();
  expect(diagnostics).not.toContain(desk.service.apiKey);
  expect(diagnostics).not.toContain('2026-03-12');
  expect(JSON.parse(diagnostics)).toMatchObject({
    app: { version: '0.0.0', platform: { system: process.platform, versions: { node: process.versions.node } } },
    service: {
      connection: { kind: 'online' },
      account: { auth: 'apiKey', embedded: true, signIn: 'signedIn', clockOffsetMs: expect.any(Number) as number },
      capabilities: expect.any(Array) as unknown[],
      trusted: [],
    },
    repair: null,
    edits: [{ kind: 'updateExpense', state: 'applied', edits: 1 }],
    attempts: [{ method: 'PATCH', requests: 1 }],
    reports: [{ applied: 1 }],
    audit: { whole: true },
    database: { synchronous: 2 },
  });
});
