import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { attemptsOf, putAttempt, type Attempt } from '#main/outbox/attempts.ts';
import { attemptsIn } from '#main/outbox/reading/found-rows.ts';
import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { beginReport, endReport, noteVerdict } from '#main/audit/write-report.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit } from './many-edits.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

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
