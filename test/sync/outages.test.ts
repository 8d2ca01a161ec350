import { expect, test } from 'vitest';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { answer, badAnswers, inItsShape } from './bad-answers.ts';
import { createDesk, type Desk } from './desk.ts';

/** Comments on every record that there is, and payments: all that creates something. */
function creatingEdits(desk: Desk): string[] {
  const { company } = desk;
  const of = (recordKind: RecordKind, ids: string[]) =>
    ids.map((recordId) => desk.record({ kind: 'createUserComment', recordKind, recordId, body: { content: 'Taxi' } }));
  const comments = [
    ...of('expense', company.expenses),
    ...of('vendor', company.vendors),
    ...of('cardTransaction', company.cardTransactions),
  ];
  const payments = company.invoices.map((_id, n) => desk.pay(n));
  desk.approve(...payments);
  return [...comments, ...payments];
}

const countOf = (desk: Desk, ids: string[], states: string[]) => ids.filter((id) => states.includes(desk.edit(id).state)).length;

test.each(Object.entries(badAnswers))(
  'an hour of %s to everything costs at most one creating request, and nobody says online',
  async (_what, bad) => {
    const desk = createDesk();
    await desk.begin(1_000);
    desk.weather(() => bad);
    const ids = creatingEdits(desk);
    for (let minutes = 0; minutes < 60; minutes++) {
      await desk.run(60_000);
      expect(desk.engine.connection().kind).not.toBe('online');
    }
    expect(countOf(desk, ids, ['waiting'])).toBeGreaterThanOrEqual(ids.length - 1);
    // Asking costs little: about one question in two seconds where nothing is asked of the service itself, else far fewer.
    expect(desk.requests.length).toBeLessThan(2_000);
    desk.weather(null);
    await desk.run(600_000);
    expect(desk.engine.connection().kind).toBe('online');
    expect(countOf(desk, ids, ['applied'])).toBeGreaterThanOrEqual(ids.length - 1);
  },
);

test('a service that carries nothing out but answers every question costs few creating requests an hour', async () => {
  const desk = createDesk();
  await desk.begin(1_000);
  desk.weather((request) => (request.method === 'POST' ? inItsShape(500, 'INTERNAL_ERROR') : null));
  const ids = creatingEdits(desk);
  await desk.run(3_600_000);
  expect(countOf(desk, ids, ['inDoubt'])).toBeLessThanOrEqual(7);
});

const isSigned = (headers: [string, string][]) => headers.some(([name]) => name === 'Authorization');

test('an answer from just before an outage’s end is not believed in the next one', async () => {
  const desk = createDesk();
  const bad = answer(404, { 'content-type': 'application/json' }, '{"message":"no Route matched with those values"}');
  let isDown = true;
  desk.weather(({ headers }) => {
    isDown &&= !isSigned(headers);
    return isDown ? bad : null;
  });
  await desk.begin(60_000);
  expect(desk.engine.connection().kind).toBe('online');
  desk.weather(() => bad);
  await desk.run(60_000);
  expect(desk.engine.connection().kind).not.toBe('online');
});

test('a service that refuses in words of its own is asked under the sign-in, once, and known from then on', async () => {
  const desk = createDesk();
  desk.weather(({ headers }) =>
    isSigned(headers) ? null : answer(401, { 'content-type': 'application/json' }, '{"message":"Unauthorized"}'),
  );
  await desk.begin(600_000);
  expect(desk.engine.connection().kind).toBe('online');
  expect(desk.requests.filter(({ headers }) => isSigned(headers))).toHaveLength(1);
  desk.weather(() => answer(401, { 'content-type': 'application/json' }, '{"message":"No upstream"}'));
  await desk.run(60_000);
  expect(desk.engine.connection().kind).not.toBe('online');
});

test('a read that is answered about something else is no look at the record', async () => {
  const desk = createDesk();
  await desk.begin(60_000);
  desk.weather(({ method, headers }) => (method === 'GET' && isSigned(headers) ? (badAnswers['200 in other JSON'] ?? null) : null));
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  await desk.run(60_000);
  expect(desk.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
  expect(desk.edit(id).state).toBe('waiting');
  desk.weather(null);
  await desk.run(600_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('after CONFLICT and a read that the service cannot answer, the status names the outage', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  let isDown = false;
  desk.weather((request) => {
    if (request.method === 'PATCH') isDown = true;
    else return isDown ? inItsShape(500, 'INTERNAL_ERROR') : null;
    return inItsShape(409, 'CONFLICT');
  });
  await desk.begin(2_000);
  expect([desk.edit(id).state, desk.engine.connection()]).toMatchObject(['waiting', { kind: 'serviceDown', status: 500 }]);
});
