import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findNames } from '#main/names/find.ts';
import { findNamesInput } from '#shared/contract/names-contract.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { createDesk, failure, type Desk } from './desk.ts';

const anna = 'Anna Berg (auth0|anna)';
const sha256 = (bytes: Uint8Array | null | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');

/** The bytes of an edit's one answer. */
const keptAnswer = (desk: Desk, id: string): Buffer =>
  Buffer.concat(desk.store.sql.prepare<[string], Buffer>('SELECT body FROM answers WHERE edit_id = ?').pluck().all(id));

function pay(desk: Desk): string {
  desk.store.account.who = () => anna;
  const id = desk.pay();
  desk.approve(id);
  return id;
}

test('a payment’s audit log names the approving user, the sent bytes and the answer, unchanged', async () => {
  const desk = createDesk();
  const id = pay(desk);
  await desk.begin(10_000);
  const lines = auditOfEdit(desk.store, id);
  expect(lines.map(({ what }) => what)).toEqual(['recorded', 'approved', 'left', 'answered', 'verdict']);
  expect(new Set(lines.map(({ who }) => who))).toEqual(new Set([anna]));
  const sent = desk.requests.find(({ method }) => method === 'POST');
  expect(lines[2]?.facts).toEqual({ attempt: 1, method: 'POST', url: sent?.url, sha256: sha256(sent?.body) });
  const invoice = { kind: 'invoiceReceivable', id: desk.company.invoices[0] ?? '' } as const;
  const answer = keptAnswer(desk, id);
  expect(JSON.parse(answer.toString())).toMatchObject({ id: invoice.id });
  expect(lines[3]?.facts).toMatchObject({ attempt: 1, outcome: 'applied', sha256: sha256(answer) });
  expect(lines[3]?.facts['headers']).toHaveProperty('content-type');
  const [report] = listReports(desk.store, 1);
  expect(reportLines(desk.store, report?.id ?? '')).toMatchObject([{ editId: id, approvedBy: anna }]);
});

test('a missing answer has a line too, and no hash', async () => {
  const desk = createDesk();
  const id = pay(desk);
  desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await desk.begin(10_000);
  expect(auditOfEdit(desk.store, id).find(({ what }) => what === 'answered')?.facts).toEqual({
    attempt: 1,
    outcome: 'doubt',
    status: null,
    headers: null,
    sha256: null,
  });
});

test('our own sign-in is never in a stored answer', async () => {
  const desk = createDesk({ authorization: 'Basic a-key-long-enough' });
  const id = pay(desk);
  const body = new TextEncoder().encode(
    JSON.stringify({ name: 'BadRequestError', type: 'BAD_REQUEST', errors: [], seen: 'Basic a-key-long-enough' }),
  );
  desk.weather((request) =>
    request.method === 'POST'
      ? { kind: 'answer', status: 400, headers: [['content-type', 'application/json;charset=UTF-8']], body, afterMs: 5 }
      : null,
  );
  await desk.begin(10_000);
  const kept = keptAnswer(desk, id).toString();
  expect(kept).toContain('BAD_REQUEST');
  expect(kept).not.toContain('a-key-long-enough');
});

test('the author of a comment is learned from its answer, as far as the interface tells', async () => {
  const at = createDesk();
  const [expense = ''] = at.company.expenses;
  at.know('expense', expense);
  at.record({ kind: 'createUserComment', recordKind: 'expense', recordId: expense, body: { content: 'Seen.' } });
  await at.begin(5_000);
  const [comment] = [...at.company.store.list('userComment')].filter(({ resourceId }) => resourceId === expense);
  if (!comment) throw new Error('no comment was taken');
  const { rows } = findNames(at.store, findNamesInput.parse({ kind: 'user', limit: 500 }));
  expect(rows.find(({ id }) => id === comment.createdBy)?.places).toContain('userComment.createdBy');
});
