import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { archivesView, verifyEverything } from '#main/cache/archive/check-archives.ts';
import { archivesOf } from '#main/cache/archive/archives.ts';
import { everEditById, everyAttemptOf, everyLineOf, everyLineOfEdit } from '#main/cache/archive/ever.ts';
import { moveToArchive } from '#main/cache/archive/move-portion.ts';
import { openSqlite } from '#main/cache/database/driver.ts';
import { appendAudit, compareTrail, followTrail, startOfTrail, trailHead, verifyAudit } from '#main/cache/trail/audit.ts';
import { followFromMark } from '#main/cache/trail/verified.ts';
import type { Seal } from '#main/cache/database/seal.ts';
import type { Store } from '#main/cache/database/store.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { paymentsOf } from '#main/cache/outbox/edit-lists.ts';
import { testSeal } from '#test/cache.ts';
import { putEdit, walkEdit } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { agedStore, again, everything, type Aged } from './aged-store.ts';

const open: Aged[] = [];
afterEach(() => {
  for (const { store, folder } of open.splice(0)) {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

function aged(...of: Parameters<typeof agedStore>): Aged {
  const made = agedStore(...of);
  open.push(made);
  return made;
}

/** Moves everything that may leave, a portion at a time. */
function moveAll(store: Store): { lines: number; edits: number } {
  const sum = { lines: 0, edits: 0 };
  for (;;) {
    const moved = moveToArchive(store, everything(store), 7);
    if (moved.kind === 'stopped') throw new Error(moved.why);
    if (moved.kind === 'done') return sum;
    sum.lines += moved.lines;
    sum.edits += moved.edits;
  }
}

/** The whole trail and every edit with its requests, as the app finds them. */
function said(store: Store, edits: number): unknown {
  return {
    lines: everyLineOf(store, null, null, 100_000),
    edits: Array.from({ length: edits }, (_, n) => {
      const row = everEditById(store, idOf(n, 'ed'));
      return { row, attempts: everyAttemptOf(store, row?.id ?? ''), lines: row && everyLineOfEdit(store, row) };
    }),
  };
}

const countOf = (store: Store, table: string) => store.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get();

test.each([
  ['plain', null],
  ['encrypted', testSeal],
])('what is closed moves by years, %s, and everything is found as it was', (_name, seal: Seal | null) => {
  const made = aged(30, seal);
  const { store, folder } = made;
  const before = said(store, 30);
  const head = trailHead(store);
  const moved = moveAll(store);
  expect(moved.edits).toBe(29);
  expect(countOf(store, 'outbox')).toEqual({ n: 1 });
  expect(countOf(store, 'attempts')).toEqual({ n: 0 });
  expect(readdirSync(path.join(folder, 'archive'))).toEqual(['2026.archive', '2027.archive', '2028.archive']);
  expect(said(store, 30)).toEqual(before);
  expect(trailHead(store)).toEqual(head);
  again(made, seal);
  expect(said(made.store, 30)).toEqual(before);
  const bytes = readFileSync(path.join(folder, 'archive', '2026.archive'));
  expect(bytes.includes('typed 1')).toBe(seal === null);
});

test('the chain goes on from the archives: the mark, the keychain’s head, and what is written next', async () => {
  const { store, world } = aged(20);
  const early = followTrail(store, startOfTrail(store), 5).to;
  expect(followFromMark(store).brokenAt).toBeNull();
  moveAll(store);
  expect(compareTrail(store, early)).toBe('goesOn');
  expect(compareTrail(store, { ...early, hash: '0'.repeat(64) })).toBe('other');
  expect(followFromMark(store).brokenAt).toBeNull();
  putEdit(store, 50, 'applied');
  expect(verifyAudit(store).whole).toBe(true);
  world.turnWallClock(90 * 24 * 3_600_000);
  moveAll(store);
  const whole = verifyEverything(store);
  await world.advance(1_000);
  expect(await whole).toMatchObject({ whole: true, lines: trailHead(store)?.seq });
});

test.each(['draft', 'waiting', 'rejected', 'held', 'inDoubt', 'conflict', 'sending'] as const)(
  'an edit that is %s keeps its lines and everything after it here',
  (state) => {
    const { store } = aged(12, null, ['applied', 'applied', 'applied', 'applied', 'applied', state]);
    moveAll(store);
    const row = store.sql.prepare('SELECT min(seq) AS first FROM outbox').get();
    expect(row).toEqual({ first: 6 });
    expect(store.sql.prepare('SELECT edit_id FROM audit ORDER BY seq LIMIT 1').get()).toEqual({ edit_id: idOf(5, 'ed') });
  },
);

test('an edit stays that waits behind an older place, and goes when that is closed', () => {
  const { store, world } = aged(6, null, ['rejected', 'applied', 'applied']);
  expect(moveAll(store)).toEqual({ lines: 0, edits: 0 });
  for (const n of [0, 3]) walkEdit(store, idOf(n, 'ed'), 'discarded');
  expect(moveAll(store)).toEqual({ lines: 0, edits: 0 });
  world.turnWallClock(60 * 24 * 3_600_000);
  // The newest line stays, and so does its edit; the newest edit stays too.
  expect(moveAll(store).edits).toBe(4);
});

test('payments stay: what is left to pay is asked of them', () => {
  const { store, world } = aged(4);
  const payment = `INSERT INTO outbox (id, kind, record_kind, record_id, state, repeat_class, lane, review, touches_bank, body, format, owner, recorded_at, approved_at, changed_at)
    VALUES ('p1', 'recordPayment', 'invoiceReceivable', 'i1', 'waiting', 'creates', 'payment', 'person', 0, '{}', 1, 'o', 1, 1, 1)`;
  store.sql.prepare(payment).run();
  store.sql.prepare(`UPDATE outbox SET state = 'sending', sending_boot = 'b' WHERE id = 'p1'`).run();
  store.sql.prepare(`UPDATE outbox SET state = 'applied', sending_boot = NULL WHERE id = 'p1'`).run();
  store.commit('line', () =>
    appendAudit(store, { what: 'recorded', editId: 'p1', record: { kind: 'invoiceReceivable', id: 'i1' }, facts: {} }),
  );
  putEdit(store, 20, 'applied');
  world.turnWallClock(60 * 24 * 3_600_000);
  moveAll(store);
  expect(store.sql.prepare(`SELECT count(*) AS n FROM audit WHERE edit_id = 'p1'`).get()).toEqual({ n: 0 });
  expect(paymentsOf(store, 'i1').map(({ id }) => id)).toEqual(['p1']);
  const record = { kind: 'invoiceReceivable', id: 'i1' } as const;
  const found = listEdits(store, { states: ['applied'], record, after: null, limit: 10 });
  expect(found.rows.map(({ id }) => id)).toEqual(['p1']);
});

test('nothing else can be deleted: not an edit, a request or a line that is not known to be in an archive', () => {
  const { store } = aged(6);
  for (const table of ['outbox', 'request', 'audit_line'])
    expect(() => store.sql.exec(`DELETE FROM ${table}`)).toThrow(/never deleted|append-only/);
  moveAll(store);
  for (const table of ['outbox', 'audit_line', 'archive'])
    expect(() => store.sql.exec(`DELETE FROM ${table}`)).toThrow(/never|append-only|goes on/);
  store.sql.exec(`INSERT INTO archived_now SELECT id FROM outbox`);
  putEdit(store, 9, 'draft');
  store.sql.exec(`INSERT OR IGNORE INTO archived_now SELECT id FROM outbox`);
  expect(() => store.sql.exec(`DELETE FROM outbox WHERE state = 'draft'`)).toThrow(/never deleted/);
});

test.each([
  ['plain', null],
  ['encrypted', testSeal],
])('killed at any point, %s, everything stands in both or in one, and the next run does the rest', (_name, seal: Seal | null) => {
  const points = [
    'before archiving',
    'migrating 0000_archive 3',
    'archiving',
    'archived',
    'archive verified',
    'before archived',
    'committing archived',
    'after archived',
  ];
  const made = aged(8, seal);
  const before = said(made.store, 8);
  for (const point of points) {
    made.world.crashAt(point);
    expect(() => moveToArchive(made.store, everything(made.store), 3), point).toThrow('crash');
    again(made, seal);
    expect(said(made.store, 8), point).toEqual(before);
    expect(verifyAudit(made.store).whole, point).toBe(true);
  }
  moveAll(made.store);
  expect(said(made.store, 8)).toEqual(before);
  expect(countOf(made.store, 'outbox')).toEqual({ n: 1 });
});

test('an archive that does not hold what it was given lets nothing go', () => {
  const { store, folder } = aged(8);
  expect(moveToArchive(store, everything(store), 3).kind).toBe('moved');
  const [known] = archivesOf(store);
  const file = openSqlite(path.join(folder, 'archive', `${known?.name}.archive`));
  file.exec(`INSERT INTO audit (seq, at, what, facts, hash, version) VALUES (${(known?.lastLine ?? 0) + 1}, 1, 'other', '{}', 'x', 2)`);
  file.close();
  const lines = countOf(store, 'audit');
  expect(moveToArchive(store, everything(store), 3)).toEqual({ kind: 'stopped', why: 'differs' });
  expect(countOf(store, 'audit')).toEqual(lines);
});

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['damaged', (file: string) => writeFileSync(file, Buffer.alloc(20_000, 7))],
  ['damaged', (file: string) => writeFileSync(file, '')],
  ['damaged', (file: string) => writeFileSync(file, readFileSync(file).fill(0, 4_096))],
])('an archive that is %s is said by its year, and the rest is found', async (problem, spoil) => {
  const { store, folder, world } = aged(30);
  moveAll(store);
  spoil(path.join(folder, 'archive', '2027.archive'));
  expect(archivesView(store)).toMatchObject([
    { name: '2028', problem: null },
    { name: '2027', problem },
    { name: '2026', problem: null },
  ]);
  expect(everEditById(store, idOf(0, 'ed'))).not.toBeNull();
  expect(everEditById(store, idOf(28, 'ed'))).not.toBeNull();
  expect(everyLineOf(store, null, null, 1_000).length).toBeLessThan(trailHead(store)?.seq ?? 0);
  expect(verifyAudit(store).whole).toBe(true);
  const all = verifyEverything(store);
  await world.advance(1_000);
  expect(await all).toMatchObject({ whole: true, archives: [{}, { name: '2027', problem }, {}] });
  expect(existsSync(path.join(folder, 'archive', '2026.archive'))).toBe(true);
});

test('a head that no archive holds is compared with the lines that are here, whether or not the archives can be read', () => {
  const { store, folder } = aged(8);
  moveAll(store);
  rmSync(path.join(folder, 'archive'), { recursive: true });
  const head = trailHead(store) ?? startOfTrail(store);
  const heads = [head, { ...head, hash: '0'.repeat(64) }, { ...head, seq: head.seq + 1 }, startOfTrail(store)];
  expect(heads.map((each) => compareTrail(store, each))).toEqual(['goesOn', 'other', 'shorter', 'goesOn']);
});

test('the newest archive is never made anew where it is gone', () => {
  const { store, folder } = aged(8);
  moveToArchive(store, everything(store), 3);
  rmSync(path.join(folder, 'archive'), { recursive: true });
  expect(moveToArchive(store, everything(store), 3)).toEqual({ kind: 'stopped', why: 'missing' });
});

test('a trail that does not fit itself moves no further than it fits', () => {
  const { store } = aged(8);
  store.sql.exec('DROP TRIGGER audit_never_changed');
  store.sql.exec(`UPDATE audit_line SET who = 'Bob Ek' WHERE seq = 5`);
  expect(moveToArchive(store, everything(store), 10)).toEqual({ kind: 'stopped', why: 'trailBroken' });
  expect(countOf(store, 'archive')).toEqual({ n: 0 });
});
