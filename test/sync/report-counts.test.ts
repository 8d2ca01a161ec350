import { expect, test } from 'vitest';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, type Desk } from './desk.ts';

function editExpense(desk: Desk, n: number): string {
  const id = desk.company.expenses[n] ?? '';
  desk.know('expense', id);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
}

const refusal: WireAnswer = {
  kind: 'answer',
  status: 400,
  headers: [['content-type', 'application/json']],
  body: new TextEncoder().encode('{"type":"BAD_REQUEST","errors":[]}'),
  afterMs: 5,
};

test('an edit that was refused and tried again in one sync counts once, by its last verdict', async () => {
  const desk = createDesk();
  const [slow, again] = [editExpense(desk, 0), editExpense(desk, 1)];
  let refused = false;
  desk.weather(async (request) => {
    if (request.method !== 'PATCH') return null as never;
    if (request.url.includes(desk.company.expenses[0] ?? '')) await desk.world.sleep(20_000);
    else if (!refused) {
      refused = true;
      return refusal;
    }
    return null as never;
  });
  await desk.begin(5_000);
  expect(desk.edit(again).state).toBe('rejected');
  expect(release(desk.store, [again])).toEqual({ ok: true });
  await desk.run(60_000);
  expect([slow, again].map((id) => desk.edit(id).state)).toEqual(['applied', 'applied']);
  const [report] = listReports(desk.store, 5);
  expect(report).toMatchObject({ applied: 2, rejected: 0 });
  expect(reportLines(desk.store, report?.id ?? '').map(({ verdict }) => verdict)).toEqual(['rejected', 'applied', 'applied']);
});

test('an edit that the service defers is neither done nor a problem: the run continues, and reports its outcome', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.weather((request) => (request.method === 'PATCH' ? inItsShape(429, 'TOO_MANY', { 'retry-after': '30' }) : null));
  await desk.begin(10_000);
  expect(desk.edit(id).state).toBe('waiting');
  expect(desk.engine.connection().kind).toBe('rateLimited');
  expect(desk.engine.progress()).toMatchObject({ running: true, done: 0, total: 1, applied: 0, problems: 0, leftMs: null });
  desk.weather(null);
  await desk.run(90_000);
  expect(desk.engine.progress()).toMatchObject({ running: false, done: 1, applied: 1, problems: 0, leftMs: null });
  expect(listReports(desk.store, 5).map((report) => reportLines(desk.store, report.id).map(({ verdict }) => verdict))).toEqual([
    ['applied'],
  ]);
});

test('a run ends when a user holds its last movable edit, though nothing came of it', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.weather((request) => (request.method === 'PATCH' ? inItsShape(429, 'TOO_MANY', { 'retry-after': '30' }) : null));
  await desk.begin(10_000);
  expect(desk.engine.progress().running).toBe(true);
  expect(hold(desk.store, [id])).toEqual({ ok: true });
  await desk.run(60_000);
  expect(desk.engine.progress()).toMatchObject({ running: false, done: 0, leftMs: null });
  expect(listReports(desk.store, 5)).toEqual([]);
});
