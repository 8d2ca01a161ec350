import { expect, test } from 'vitest';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { release } from '#main/edits/decide/hold.ts';
import { answer, badAnswers, inItsShape } from './bad-answers.ts';
import { createDesk, type Desk } from './desk.ts';

/** An edit that a proxy blocks, or that the service never takes, comes to an end with a next step for the user. */

const page = answer(403, { 'content-type': 'text/html' }, '<html>Blocked</html>');
const foreignNo = answer(403, { 'content-type': 'application/json' }, '{"message":"Forbidden by policy"}');
const hourMs = 3_600_000;

const edits: Record<string, (desk: Desk) => string> = {
  expense: ({ record, company }) =>
    record({ kind: 'updateExpense', recordKind: 'expense', recordId: company.expenses[0] ?? '', body: { performedDate: '2026-02-03' } }),
  card: ({ record, company }) =>
    record({
      kind: 'updateCardTransaction',
      recordKind: 'cardTransaction',
      recordId: company.cardTransactions[0] ?? '',
      body: { description: 'Taxi' },
    }),
};

test.each([
  ['expense', 'a page of a proxy', page, 3],
  ['card', 'a page of a proxy', page, 3],
  ['expense', 'a proxy’s no in JSON', foreignNo, 3],
  ['card', 'a proxy’s no in JSON', foreignNo, 3],
  ['expense', 'a sign-in page', badAnswers['200 in HTML'], 3],
  ['expense', 'trouble of the service', inItsShape(500, 'INTERNAL_ERROR'), 6],
  ['card', 'trouble of the service', inItsShape(500, 'INTERNAL_ERROR'), 6],
] as const)('holds an edit (%s) that is answered with %s each time', async (of, _what, back = page, times) => {
  const desk = createDesk();
  const id = edits[of]?.(desk) ?? '';
  let blocks = true;
  desk.weather(({ method }) => (method === 'PATCH' && blocks ? back : null));
  await desk.begin(4 * hourMs);
  expect([desk.edit(id).state, reasonOf(desk.edit(id))]).toMatchObject(['held', { kind: 'neverTaken', times }]);
  expect(attemptsOf(desk.store, id)).toHaveLength(times);
  // Released, it leaves once more.
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(4 * hourMs);
  expect([desk.edit(id).state, attemptsOf(desk.store, id).length]).toEqual(['held', times + 1]);
  blocks = false;
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(60_000);
  expect(desk.edit(id).state).toBe('applied');
});
