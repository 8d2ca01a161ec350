import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Store } from '#main/storage/store.ts';
import { claim } from '#main/outbox/claim.ts';
import { editById, insertEdit } from '#main/outbox/outbox.ts';
import { settleAll } from '#main/outbox/settle.ts';
import { appendAudit, auditOf, auditOfEdit, verifyAudit } from '#main/audit/audit.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

const record = { kind: 'expense', id: idOf(1) } as const;
const edit = idOf(1, 'ed');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const url = `https://service.test/v1/expenses/${record.id}`;
const body = '{"performedDate":"2026-03-12"}';
const answer = { body: Buffer.from('{}'), sha256: sha256('{}'), headers: { 'content-type': 'application/json', etag: '"a\\\\b"' } };

/** Recorded, sent, answered and applied; `quirk` is what a request's address may hold. */
function carryOut(store: Store, quirk = ''): void {
  store.commit('recorded', () =>
    insertEdit(store, {
      ...{ id: edit, kind: 'updateExpense', record, state: 'waiting', repeat: 'absoluteReadable', lane: 'write', review: 'automatic' },
      ...{ touchesBank: false, body: { performedDate: '2026-03-12' }, base: null, supersedes: null, approvedBy: 'by a rule' },
    }),
  );
  const row = editById(store, edit);
  if (!row) throw new Error('the edit is there');
  const request = { method: 'PATCH', url: url + quirk, body: Buffer.from(body), sha256: sha256(body), ifMatch: null, idempotencyKey: edit };
  store.commit('turn', () => void claim(store, [{ row, request: { ...request, baseVersion: null } }]));
  const sent = editById(store, edit);
  if (!sent) throw new Error('the edit is there');
  const end = { outcome: 'applied', status: 200, afterMs: 1, answer };
  const move = { to: 'applied', what: 'verdict', reason: { kind: 'clean' }, facts: { sha256: request.sha256 } } as const;
  store.commit('turn', () => void settleAll(store, [{ row: sent, attempt: { n: 1, end }, move, heard: null, ours: [] }]));
}

/** What the lines of an edit that was carried out say, written here by hand. */
const told = (quirk = '') => [
  ['recorded', { kind: 'updateExpense', state: 'waiting', bodySha256: sha256(body) }],
  ['left', { attempt: 1, method: 'PATCH', url: url + quirk, sha256: sha256(body) }],
  ['answered', { attempt: 1, outcome: 'applied', status: 200, headers: answer.headers, sha256: answer.sha256 }],
  ['verdict', { from: 'sending', to: 'applied', reason: { kind: 'clean' }, sha256: sha256(body) }],
];
const saidOf = (store: Store) => auditOfEdit(store, edit).map(({ what, facts }) => [what, facts]);

test('an edit that was carried out leaves four lines that say everything, in a quarter of their bytes', () => {
  const store = openTestStore(stillWorld());
  carryOut(store);
  expect(saidOf(store)).toEqual(told());
  expect(auditOf(store, record, null, 9).map(({ what }) => what)).toEqual(['verdict', 'answered', 'left', 'recorded']);
  expect(verifyAudit(store)).toMatchObject({ whole: true, lines: 4 });
  const columns = ['what', 'edit_id', 'record_kind', 'record_id', 'facts', 'hash', 'who'];
  const bytes = (table: string, also = '') => {
    const each = columns.map((name) => `ifnull(octet_length(${name}), 0)`).join(' + ');
    return Number(store.sql.prepare(`SELECT sum(${each}${also}) FROM ${table}`).pluck().get());
  };
  expect(bytes('audit_line', ' + octet_length(hash_bytes) + ifnull(octet_length(body_sha256), 0)') * 4).toBeLessThan(bytes('audit'));
});

test.each(['?q="quoted"', '\\\\', '\u2028é', '\u0007'])('a line whose request says %j says it to the letter', (quirk) => {
  const store = openTestStore(stillWorld());
  carryOut(store, quirk);
  expect(saidOf(store)).toEqual(told(quirk));
  expect(verifyAudit(store).whole).toBe(true);
});

test.each([
  ['the address of a request', `UPDATE request SET url = 'https://elsewhere.test/'`, 2],
  ['what came back', `UPDATE request SET answer_sha256 = zeroblob(32)`, 3],
  ['a request taken out', `DELETE FROM request`, 2],
  ['the kind of an edit', `UPDATE outbox SET kind = 'other'`, 1],
  ['the record of an edit', `UPDATE outbox SET record_id = 'other'`, 1],
  ['a line given to another edit', `UPDATE audit_line SET edit = 7 WHERE seq = 4`, 4],
])('%s that is changed breaks the chain where a line says it', (_what, sql, brokenAt) => {
  const store = openTestStore(stillWorld());
  carryOut(store);
  // As somebody with the file in hand could: the triggers are no lock.
  for (const name of ['attempts_never_deleted', 'attempts_outcome_once', 'outbox_typed_fields', 'audit_never_changed'])
    store.sql.exec(`DROP TRIGGER ${name}`);
  store.sql.exec(sql);
  expect(verifyAudit(store)).toMatchObject({ whole: false, brokenAt });
});

test('a text that many lines say is kept once, also after a commit that was undone', () => {
  const store = openTestStore(stillWorld(), ':memory:', { ...testAccount, who: () => 'Anna Berg (anna)' });
  const line = { what: 'imported', editId: null, record: null, facts: {} };
  const fails = () =>
    store.commit('undone', () => {
      appendAudit(store, line);
      throw new Error('undone');
    });
  expect(fails).toThrow('undone');
  store.commit('lines', () => [1, 2, 3].forEach(() => appendAudit(store, line)));
  expect(store.sql.prepare('SELECT text FROM phrase').all()).toEqual([{ text: 'Anna Berg (anna)' }]);
  expect(auditOf(store, null, null, 9).map(({ who }) => who)).toEqual(Array(3).fill('Anna Berg (anna)'));
  expect(verifyAudit(store).whole).toBe(true);
});
