import { expect, test } from 'vitest';
import { attemptsOf } from '#main/cache/attempts.ts';
import { verifyAudit } from '#main/cache/audit.ts';
import { countersOf } from '#main/cache/counters.ts';
import { createDesk, failure } from './desk.ts';

const writes = (requests: { method: string }[]) => requests.filter(({ method }) => method !== 'GET');

test('an expense edited offline is sent once when the line opens, with its intent on record', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  expect(desk.edit(edit).state).toBe('waiting');
  await desk.engine.start();
  await desk.run(5_000);
  expect(desk.edit(edit).state).toBe('applied');
  expect(desk.company.store.get('expense', id)?.performedDate).toBe('2026-02-03');
  expect(writes(desk.requests)).toHaveLength(1);
  expect(attemptsOf(desk.store, edit)).toMatchObject([{ n: 1, method: 'PATCH', outcome: 'applied', status: 200 }]);
  expect(verifyAudit(desk.store).whole).toBe(true);
  expect(countersOf(desk.store)).toMatchObject({ waiting: 0, sending: 0 });
});

test('a lost answer is checked by reading after two minutes, and not sent again', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    server.carryOut(request);
    return failure('reset', true);
  });
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  await desk.engine.start();
  await desk.run(5_000);
  expect(desk.edit(edit).state).toBe('checking');
  await desk.run(110_000);
  expect(desk.edit(edit).state).toBe('checking');
  await desk.run(20_000);
  expect(desk.edit(edit)).toMatchObject({ state: 'applied', reason: '{"kind":"checkedByReading"}' });
  expect(writes(desk.requests)).toHaveLength(1);
});

test('offline costs nothing: the edit waits, and leaves when the service answers', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  desk.weather(() => failure('refused', false));
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  await desk.engine.start();
  await desk.run(60_000);
  expect(desk.engine.connection().kind).toBe('offline');
  expect(desk.edit(edit)).toMatchObject({ state: 'waiting', attempts: 0 });
  desk.weather(null);
  await desk.run(8_000);
  expect(desk.edit(edit).state).toBe('applied');
  expect(desk.engine.connection().kind).toBe('online');
});
