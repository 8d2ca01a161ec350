import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';
import { fullTest } from '#test/full-test.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startDesk({ service: { records: 0 } });
});
afterEach(async () => {
  await desk.close();
});

const expenseIds = async (count: number) => {
  const page = await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: count });
  return page.rows.map((row) => row.id);
};
const changesOf = (id: string) => desk.service.store.journal(0).filter((entry) => entry.recordId === id && entry.applied);

test('the first run shows the whole company at once, and purchase invoices by their ids', async () => {
  const { counters, connection, account } = await desk.api.app.status();
  const records = Object.fromEntries(counters.perKind.map((kind) => [kind.kind, kind.records]));
  expect(account).toMatchObject({ embedded: true, signedIn: true, active: true });
  expect(connection).toEqual({ kind: 'online' });
  expect(records['expense']).toBeGreaterThanOrEqual(300);
  expect(records['vendor']).toBeGreaterThanOrEqual(200);
  expect(records['invoiceReceivable']).toBeGreaterThanOrEqual(150);
  expect(records['cardTransaction']).toBeGreaterThanOrEqual(400);
  expect(records['invoicePayable']).toBeGreaterThanOrEqual(50);
});

test('five expenses edited with the cable pulled survive the end of the process and reach the service exactly once', async () => {
  await desk.cable.pull();
  const ids = await expenseIds(5);
  for (const id of ids) {
    await desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-03-12' } });
    const { row, view, pending } = await desk.api.records.get({ kind: 'expense', id });
    expect(view['performedDate']).toBe('2026-03-12');
    expect(row).toMatchObject({ date: '2026-03-12', pending: ['waiting'] });
    expect(pending).toMatchObject([{ path: ['performedDate'], mine: '2026-03-12', state: 'waiting' }]);
  }
  await eventually(
    () => desk.api.app.status(),
    (status) => status.connection.kind === 'offline',
  );
  await desk.restart();
  expect((await desk.api.edits.list({})).total).toBe(5);
  expect(ids.flatMap(changesOf)).toEqual([]);

  await desk.cable.plug();
  await eventually(
    () => desk.app.counters(),
    (counters) => counters.waiting + counters.sending === 0,
  );
  for (const id of ids) {
    expect(changesOf(id)).toHaveLength(1);
    expect(desk.service.store.get('expense', id)?.performedDate).toBe('2026-03-12');
  }
  const [report] = await eventually(
    () => desk.api.reports.list({}),
    (reports) => reports.length > 0 && reports[0]?.endedAt !== null,
  );
  expect(report).toMatchObject({ applied: 5, rejected: 0, conflict: 0, inDoubt: 0, held: 0 });
  expect(desk.notices.at(-1)).toEqual({ title: 'Sync finished', detail: '5 applied.' });
  expect(desk.world.errors).toEqual([]);
});

fullTest('a lost answer is checked by reading and found to be applied; nothing is sent twice', async () => {
  const [id = ''] = await expenseIds(1);
  desk.service.sandbox.faults.add({ method: 'PATCH', fault: { kind: 'dropAfter' } });
  const { id: edit } = await desk.api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId: id,
    body: { performedDate: '2026-02-03' },
  });
  await untilState(desk, edit, 'checking');
  expect(await untilState(desk, edit, 'applied')).toMatchObject({ reason: { kind: 'checkedByReading' }, attempts: 1 });
  expect(changesOf(id)).toHaveLength(1);
});

test('a 422 rejects one expense with the field that it is about, and blocks no other', async () => {
  const [first = '', second = ''] = await expenseIds(2);
  const record = (recordId: string, body: Record<string, unknown>) =>
    desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body });
  desk.service.sandbox.faults.add({ method: 'PATCH', path: first, fault: { kind: 'status', status: 422, when: 'before' } });
  const refused = await record(first, { performedDate: '2026-03-01' });
  const other = await record(second, { performedDate: '2026-03-02' });
  const rejected = await untilState(desk, refused.id, 'rejected');
  await untilState(desk, other.id, 'applied');
  expect(rejected.reason).toMatchObject({ kind: 'rejectedByService', status: 422 });
  const again = await desk.api.edits.change({ id: refused.id, body: { performedDate: '2026-03-05' } });
  await untilState(desk, again.id, 'applied');
  expect(desk.service.store.get('expense', first)?.performedDate).toBe('2026-03-05');
});
