import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { appendAudit, auditOf, auditHead, verifyAudit } from '#main/audit/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';
import { anchorOf, compareLine } from '#main/audit/anchor.ts';
import { anchored } from '#test/anchors.ts';

const line = (n: number) => ({ what: 'imported', editId: null, record: null, facts: { n } });

function openTrail(lines: number): Store {
  const store = openTestStore(fakeWorld(), ':memory:', { ...testAccount, who: () => 'Anna Berg (anna)' });
  store.commit('lines', () => Array.from({ length: lines }, (_, n) => appendAudit(store, line(n))));
  return store;
}

/** As somebody with the file in hand could: the triggers are no lock. */
function tamper(store: Store, sql: string): void {
  store.sql.exec('DROP TRIGGER IF EXISTS audit_never_deleted');
  store.sql.exec('DROP TRIGGER IF EXISTS audit_never_changed');
  store.sql.exec(sql);
}

/** The form of docs/laws.md, "The audit log", rewritten here. */
function hashedByTheBook(before: string, row: Record<string, unknown>): string {
  const columns = ['version', 'seq', 'at', 'what', 'edit_id', 'record_kind', 'record_id', 'who', 'facts'];
  const parts = [before, ...columns.map((name) => row[name])].map((part) =>
    part === null ? '-:' : `${Buffer.byteLength(String(part))}:${String(part)}`,
  );
  return createHash('sha256').update(parts.join('')).digest('hex');
}

test('every line names who, and its hash takes in every column', () => {
  const store = openTrail(3);
  const rows = store.sql.prepare('SELECT * FROM audit ORDER BY seq').all() as Record<string, unknown>[];
  let before = '0'.repeat(64);
  for (const row of rows) {
    expect(row['who']).toBe('Anna Berg (anna)');
    expect(row['hash']).toBe((before = hashedByTheBook(before, row)));
  }
  expect(auditOf(store, null, null, 1)).toMatchObject([{ who: 'Anna Berg (anna)' }]);
});

test.each([
  ['another name', `UPDATE audit SET who = 'Bob Ek (bob)' WHERE seq = 2`, 2],
  ['no name', `UPDATE audit SET who = '' WHERE seq = 2`, 2],
  ['another time', `UPDATE audit SET at = at + 1 WHERE seq = 2`, 2],
  ['another record', `UPDATE audit SET record_id = 'x' WHERE seq = 2`, 2],
  ['text moved from one column to the next', `UPDATE audit SET what = 'import', edit_id = 'ed' WHERE seq = 2`, 2],
  ['an older version', `UPDATE audit SET version = 1 WHERE seq = 2`, 2],
  ['a line taken out', `DELETE FROM audit WHERE seq = 2`, 3],
])('%s is noticed', (_what, sql, brokenAt) => {
  const store = openTrail(3);
  tamper(store, sql);
  expect(verifyAudit(store)).toMatchObject({ whole: false, brokenAt });
});

test('lines of one commit follow each other, and lines of a failed commit free their numbers', () => {
  const store = openTrail(2);
  const failing = () =>
    store.commit('failing', () => {
      for (const n of [1, 2, 3]) appendAudit(store, line(n));
      throw new Error('deliberate');
    });
  expect(failing).toThrow('deliberate');
  expect(auditHead(store)?.seq).toBe(2);
  store.commit('lines', () => [4, 5].forEach((n) => appendAudit(store, line(n))));
  appendAudit(store, line(6));
  expect(verifyAudit(store)).toEqual({ whole: true, lines: 5, brokenAt: null });
});

test('a tail that was cut, and a chain that was made again, are not what an anchor says', () => {
  const store = openTrail(5);
  const anchor = anchorOf(store);
  expect([anchor.line, compareLine(store, anchor)]).toEqual([auditHead(store), 'goesOn']);
  tamper(store, 'DELETE FROM audit WHERE seq > 3');
  expect(verifyAudit(store).whole).toBe(true);
  expect(compareLine(store, anchor)).toBe('shorter');

  const again = openTestStore(fakeWorld(), ':memory:', { ...testAccount, who: () => 'Bob Ek (bob)' });
  again.commit('lines', () => [0, 1, 2, 3, 4].map((n) => appendAudit(again, line(n))));
  expect(verifyAudit(again).whole).toBe(true);
  expect(compareLine(again, anchor)).toBe('other');
  // A keychain that noted no line contradicts nothing.
  expect(compareLine(again, anchored(0))).toBe('goesOn');
});
