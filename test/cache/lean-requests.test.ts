import { createHash } from 'node:crypto';
import path from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { migrations } from '#main/cache/database/migrations.ts';
import { openStore } from '#main/cache/database/open.ts';
import type { Seal } from '#main/cache/database/seal.ts';
import type { Store } from '#main/cache/database/store.ts';
import { attemptsOf, endAttempt, putAttempt, type Attempt } from '#main/cache/outbox/attempts.ts';
import { attemptsIn } from '#main/cache/outbox/found-rows.ts';
import { editById, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { auditOfEdit, verifyAudit } from '#main/cache/trail/audit.ts';
import { listReports, reportLines } from '#main/cache/trail/reports.ts';
import { beginReport, endReport, noteVerdict } from '#main/cache/trail/write-report.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putEdit } from './many-edits.ts';
import { idOf } from './many-records.ts';
import { Crash, stillWorld } from './world-for-cache.ts';

const hex = 'ab'.repeat(32);
const recordIds = [idOf(1), 'a b', '*', 'x', '$&', '1'];
const piece = fc.constantFrom('https://service.test/', '{}', '{', '}', '$&', '%C3%A9', '"', 'a b', '*', 'x', '1', idOf(1));
const hash = fc.constantFrom(hex, hex.toUpperCase(), hex.slice(1), '', 'none', '7');
const request = fc.record({
  url: fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  bootId: fc.constantFrom('boot-1', 'boot-2', '1', ''),
  sha256: hash,
  answerSha256: fc.option(hash),
  idempotencyKey: fc.constantFrom(null, 'own', '1', ''),
});

const restOf = (n: number) => ({
  ...{ n, sentAt: 5, sentMonotonic: 1.5, method: 'PUT', body: Buffer.from([0, 255]), ifMatch: '"1"', baseVersion: '7', outcome: 'doubt' },
  ...{ status: 200, afterMs: 2.25, endedAt: 6, answer: Buffer.from('{}'), answerHeaders: '{"etag":"1"}', answerText: null },
});

test.prop([fc.constantFrom(...recordIds), fc.array(request, { maxLength: 4 })], { numRuns: 40 })(
  'a request says every text that it was told, and so it does where its edit and its phrases are read apart',
  (recordId, told) => {
    const store = openTestStore(stillWorld());
    const editId = putEdit(store, 1, 'waiting', { record: { kind: 'expense', id: recordId } });
    const row = editById(store, editId) as OutboxRow;
    const all = told.map((texts, at): Attempt => {
      const idempotencyKey = texts.idempotencyKey === 'own' ? editId : texts.idempotencyKey;
      return { editId, ...restOf(at + 1), ...texts, idempotencyKey };
    });
    store.commit('requests', () => all.forEach((one) => putAttempt(store, row, one)));
    expect(attemptsOf(store, editId)).toEqual(all);
    store.sql.exec('DROP VIEW audit; DROP VIEW attempts');
    expect(attemptsIn(store, [row])).toEqual(all);
    expect(attemptsIn(store, [])).toEqual([]);
    store.close();
  },
);

test('requests of which nobody can read who sent them, and where to, are there with what they sent', () => {
  const store = openTestStore(stillWorld());
  const editId = putEdit(store, 1, 'sending');
  const row = editById(store, editId) as OutboxRow;
  const [whole] = attemptsOf(store, editId);
  store.sql.exec('DROP VIEW audit; DROP VIEW attempts; DROP TABLE phrase');
  expect(attemptsIn(store, [row])).toEqual([{ ...whole, bootId: '', url: '' }]);
  store.sql.exec('DROP TABLE request');
  expect(attemptsIn(store, [row])).toBe(null);
});

test.each([
  ['own', 1],
  ['another', 'another'],
  [null, null],
])("a key that is the edit's own is not written again: %s is kept as %s", (said, kept) => {
  const store = openTestStore(stillWorld());
  const editId = putEdit(store, 1, 'waiting');
  const row = editById(store, editId) as OutboxRow;
  const one = { editId, ...restOf(1), url: 'https://x', bootId: 'boot-1', sha256: hex, answerSha256: null };
  store.commit('request', () => putAttempt(store, row, { ...one, idempotencyKey: said === 'own' ? editId : said }));
  expect(store.sql.prepare('SELECT idempotency_key FROM request').pluck().all()).toEqual([kept]);
});

test.each([idOf(3, 'ed'), idOf(3, 'ed').toUpperCase(), `ed${'0'.repeat(32)}-1`, 'x'])('a report says of %s what it was told', (id) => {
  const store = openTestStore(stillWorld());
  const row = (approvedBy: string | null) => ({ id, approvedBy, settledBy: 'Bob Ek' }) as OutboxRow;
  store.commit('report', () => {
    const report = beginReport(store);
    for (const [approvedBy, sha256] of [
      ['Anna Berg', hex],
      [null, null],
      ['Bob Ek', 'none'],
    ] as const)
      noteVerdict(store, report, row(approvedBy), 'applied', sha256);
    endReport(store, report);
  });
  const [report] = listReports(store, 1);
  const lines = reportLines(store, report?.id ?? '');
  expect(lines.map(({ editId, approvedBy, settledBy, sha256 }) => [editId, approvedBy, settledBy, sha256])).toEqual([
    [id, 'Anna Berg', 'Bob Ek', hex],
    [id, null, 'Bob Ek', null],
    [id, 'Bob Ek', 'Bob Ek', 'none'],
  ]);
  expect(report).toMatchObject({ applied: 1 });
  expect(() => noteVerdict(store, 'another', row(null), 'applied', null)).toThrow('never begun');
});

const fatForm = migrations.findIndex(({ tag }) => tag === '0016_lean_requests');
const urls = [
  `https://service.test/v1/expenses/${idOf(1)}`,
  'https://service.test/v1/comments',
  `https://x/{}/${idOf(1)}`,
  `${idOf(1)}${idOf(1)}`,
];

/** A file as it was before: three edits with requests, a line of the trail that says one of them, and two reports. */
function fatFile(file: string, seal: Seal | null): string {
  const answer = openStore({ file, world: stillWorld(), account: testAccount, steps: migrations.slice(0, fatForm), seal });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  const { sql } = answer.store;
  for (const [at, recordId] of [idOf(1), 'a b*', idOf(3)].entries()) {
    const id = idOf(at + 1, 'ed');
    sql.exec(`INSERT INTO outbox (id, kind, record_kind, record_id, state, repeat_class, lane, review, touches_bank, body, format, owner, recorded_at, changed_at)
      VALUES ('${id}', 'updateExpense', 'expense', '${recordId}', 'waiting', 'absoluteReadable', 'write', 'automatic', 0, '{}', 1, 'o', 1, 1)`);
    for (const [n, url] of urls.entries())
      sql
        .prepare(
          `INSERT INTO attempts (edit_id, n, boot_id, sent_at, sent_monotonic, method, url, body, sha256, idempotency_key, outcome, answer, answer_headers, answer_sha256)
           VALUES (?, ?, ?, 5, 1.5, 'PUT', ?, x'00ff', ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[id, n + 1, n > 1 ? 'boot-2' : 'Bob Ek', url, n === 1 ? hex.toUpperCase() : hex, [id, null, '1', 'own'][n]],
          ...[n === 0 ? null : 'doubt', n === 2 ? Buffer.from('{}') : null, n === 2 ? '{}' : null, [null, '', hex, 'none'][n]],
        );
  }
  const facts = `{"attempt":1,"method":"PUT","url":"${urls[0]}","sha256":"${hex}"}`;
  const parts = ['0'.repeat(64), 2, 1, 5, 'left', idOf(1, 'ed'), 'expense', idOf(1), 'Bob Ek', facts];
  const line = createHash('sha256').update(parts.map((part) => `${Buffer.byteLength(String(part))}:${part}`).join(''));
  sql.exec(`INSERT INTO phrase (text) VALUES ('Bob Ek')`);
  sql
    .prepare(
      `INSERT INTO audit_line (seq, version, at, what, edit, attempt, form, facts, hash, hash_bytes, who_phrase) VALUES (1, 2, 5, 'left', 1, 1, 3, '', '', ?, 1)`,
    )
    .run(line.digest());
  for (const [seq, report] of ['r-2', 'r-1'].entries()) {
    sql.prepare(`INSERT INTO report (id, started_at, ended_at, seq) VALUES (?, 1, 2, ?)`).run(report, seq + 1);
    for (const [position, id] of [idOf(1, 'ed'), idOf(2, 'ed').toUpperCase(), '1-345678-0000-4000-8000-00000000-001', 'x'].entries())
      sql
        .prepare(
          `INSERT INTO report_line (report_id, position, edit_id, verdict, at, sha256, approved_by, settled_by) VALUES (?, ?, ?, 'applied', 7, ?, ?, ?)`,
        )
        .run(
          report,
          position,
          id,
          [hex, null, '', 'none'][position],
          [null, 'Anna Berg', 'Bob Ek', ''][position],
          position > 1 ? 'by a rule' : null,
        );
  }
  const before = everyText(answer.store);
  answer.store.close();
  return before;
}

/** Every text of every request, report and line, by their names. */
function everyText({ sql }: Pick<Store, 'sql'>): string {
  const names = (table: string) => sql.prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY name`).pluck().all().join(', ');
  const rows = (table: string, order: string) => sql.prepare(`SELECT ${names(table)} FROM ${table} ORDER BY ${order}`).all();
  return JSON.stringify([rows('attempts', 'edit_id, n'), rows('report_line', 'report_id, position'), rows('audit', 'seq')]);
}

test.each([null, testSeal])('a file from before says the same to the letter, wherever making it lean is cut off, and goes on', (seal) => {
  const file = path.join(tempFolder(), 'account.db');
  const before = fatFile(file, seal);
  const points = migrations[fatForm]?.statements.map((_, n) => `migrating 0016_lean_requests ${n}`) ?? [];
  for (const cut of [...points, 'migrated 0016_lean_requests']) {
    const world = stillWorld();
    world.crashAt = (point) => point === cut;
    expect(() => openTestStore(world, file, testAccount, seal)).toThrow(Crash);
  }
  const store = openTestStore(stillWorld(), file, testAccount, seal);
  expect(everyText(store)).toBe(before);
  expect(verifyAudit(store)).toMatchObject({ whole: true, lines: 1 });
  expect(auditOfEdit(store, idOf(1, 'ed'))[0]?.facts).toMatchObject({ url: urls[0], sha256: hex });
  const lean = `SELECT group_concat(typeof(url) || typeof(sha256) || typeof(idempotency_key), ' ') FROM request WHERE edit = `;
  expect(store.sql.prepare(`${lean} 1`).pluck().get()).toBe('integerblobinteger integertextnull textblobtext integerblobtext');
  expect(store.sql.prepare(`${lean} 2`).pluck().get()).toBe('textblobinteger texttextnull textblobtext textblobtext');
  expect(store.sql.prepare(`SELECT group_concat(typeof(edit), ' ') FROM report_entry WHERE report = 1`).pluck().get()).toBe(
    'blob text text text',
  );
  store.commit('end', () => endAttempt(store, idOf(1, 'ed'), 1, { outcome: 'doubt', status: null, afterMs: 1 }));
  expect(attemptsOf(store, idOf(1, 'ed'))[0]).toMatchObject({ outcome: 'doubt', url: urls[0] });
  expect(() => store.sql.exec('UPDATE request SET outcome = NULL')).toThrow('only its outcome is added, once');
  expect(() => store.sql.exec('DELETE FROM request')).toThrow('never deleted');
  expect(store.sql.pragma('foreign_key_check')).toEqual([]);
  store.sql.exec(`UPDATE phrase SET text = replace(text, 'service.test', 'other.test')`);
  expect(verifyAudit(store)).toMatchObject({ whole: false, brokenAt: 1 });
  store.close();
});
