import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { confirm, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { release } from '#main/edits/decide/hold.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, failure, type Desk } from './desk.ts';

const hour = 3_600_000;

function editExpense(desk: Desk, n: number): string {
  const recordId = desk.company.expenses[n] ?? '';
  desk.know('expense', recordId);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
}

/** One expense that is never read; everything else is well. */
function neverReads(desk: Desk, n: number): void {
  const id = desk.company.expenses[n] ?? '';
  desk.weather((request) => (request.method === 'GET' && request.url.includes(id) ? inItsShape(500, 'INTERNAL_ERROR') : null));
}

const readsOf = (desk: Desk, n: number) =>
  desk.requests.filter(({ method, url }) => method === 'GET' && url.includes(desk.company.expenses[n] ?? '?')).length;

test('an unreadable record costs few reads, blocks nobody else, and a user decides about sending without a look', async () => {
  const desk = createDesk();
  neverReads(desk, 0);
  const [unread, other] = [editExpense(desk, 0), editExpense(desk, 1)];
  await desk.begin(30_000);
  expect(desk.edit(other).state).toBe('applied');
  await desk.run(24 * hour);
  expect(readsOf(desk, 0)).toBeLessThan(12);
  expect(desk.edit(unread)).toMatchObject({ state: 'held', attempts: 0 });
  expect(reasonOf(desk.edit(unread))).toEqual({ kind: 'cannotRead', status: 500 });
  expect(release(desk.store, [unread])).toEqual({ ok: true });
  await desk.run(30_000);
  expect(desk.edit(unread).state).toBe('applied');
});

test('an endless check reads seldom, and a user can take it over', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  let isLost = false;
  desk.weather((request) => {
    if (request.method === 'GET') return isLost && request.url.includes(desk.company.expenses[0] ?? '?') ? inItsShape(500, 'X') : null;
    isLost = true;
    return failure('reset', true);
  });
  await desk.begin(24 * hour);
  expect(desk.edit(id).state).toBe('checking');
  expect(readsOf(desk, 0)).toBeLessThan(300);
  expect(lookMyself(desk.store, id)).toEqual({ ok: true });
  expect(desk.edit(id).state).toBe('inDoubt');
  expect(sendAgain(desk.store, id, true)).toMatchObject({ ok: false, why: 'tooEarly' });
  await desk.run(121_000);
  expect(confirm(desk.store, id)).toEqual({ ok: true });
});

test('a held edit whose request may have arrived can be taken over; one that was never sent cannot', async () => {
  const desk = createDesk();
  const [sent, unsent] = [editExpense(desk, 0), editExpense(desk, 1)];
  desk.weather((request) => (request.method === 'GET' ? null : failure('reset', true)));
  await desk.begin(5_000);
  desk.keychain.counter = 9_000n;
  await desk.restart();
  expect([sent, unsent].map((id) => desk.edit(id).state)).toEqual(['held', 'held']);
  desk.store.sql.prepare('UPDATE outbox SET maybe_sent = 0, attempts = 0 WHERE id = ?').run(unsent);
  expect(lookMyself(desk.store, unsent)).toMatchObject({ ok: false, why: 'wrongState' });
  expect(lookMyself(desk.store, sent)).toEqual({ ok: true });
  expect(desk.edit(sent).state).toBe('inDoubt');
});
