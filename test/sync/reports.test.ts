import { expect, test } from 'vitest';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { confirm } from '#main/edits/decide/doubt.ts';
import type { SyncProgress } from '#shared/contract/views/views.ts';
import { onTheWire } from '#test/laws/domain-server.ts';
import { createDesk, failure, type Desk } from './desk.ts';

function editExpense(desk: Desk, n: number): string {
  const id = desk.company.expenses[n] ?? '';
  desk.know('expense', id);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
}

/** A colleague sets the same field to something else. */
function colleague(desk: Desk, n: number): void {
  const id = desk.company.expenses[n] ?? '';
  const expense = desk.company.store.get('expense', id);
  if (expense) desk.company.store.put('expense', id, { ...expense, performedDate: '2026-01-31', updatedAt: '2030-01-01T00:00:00Z' });
}

function finishedReports(desk: Desk): string[] {
  const finished: string[] = [];
  desk.store.subscribe((changes) => {
    for (const change of changes) if (change.kind === 'syncFinished') finished.push(change.reportId);
  });
  return finished;
}

function toldProgress(desk: Desk): SyncProgress[] {
  const told: SyncProgress[] = [];
  desk.store.subscribe((changes) => {
    for (const change of changes) if (change.kind === 'progress') told.push(change.progress);
  });
  return told;
}

const linesOf = (desk: Desk, reportId = '') => reportLines(desk.store, reportId).map(({ editId, verdict }) => ({ editId, verdict }));

test('a conflict found by a read is in the report of its sync, and counts as a problem', async () => {
  const desk = createDesk();
  const finished = finishedReports(desk);
  const [applied, conflict] = [editExpense(desk, 0), editExpense(desk, 1)];
  colleague(desk, 1);
  await desk.begin(5_000);
  expect(desk.edit(conflict).state).toBe('conflict');
  expect(finished).toHaveLength(1);
  expect(linesOf(desk, finished[0])).toEqual([
    { editId: conflict, verdict: 'conflict' },
    { editId: applied, verdict: 'applied' },
  ]);
  expect(listReports(desk.store, 5)).toMatchObject([{ applied: 1, conflict: 1, endedAt: expect.any(Number) as number }]);
  expect(desk.engine.progress()).toMatchObject({ running: false, done: 2, total: 2, applied: 1, problems: 1 });
});

test('conflicts of a preflight are in one report, which ends though nothing was sent', async () => {
  const desk = createDesk();
  desk.engine.workOffline(true);
  const [first, merged, second] = [editExpense(desk, 0), editExpense(desk, 1), editExpense(desk, 2)];
  colleague(desk, 0);
  colleague(desk, 2);
  await desk.begin(1_000);
  const finished = finishedReports(desk);
  const told = toldProgress(desk);
  desk.weather(async (request, server) => {
    if (request.url.includes(desk.company.expenses[2] ?? '?')) await desk.world.sleep(3_000);
    return onTheWire(server.carryOut(request), 20);
  });
  const looking = desk.engine.preflight();
  await desk.run(5_000);
  expect((await looking).conflicts.sort()).toEqual([first, second].sort());
  expect(finished).toHaveLength(1);
  expect(linesOf(desk, finished[0]).map(({ verdict }) => verdict)).toEqual(['conflict', 'conflict']);
  expect(listReports(desk.store, 5)).toMatchObject([{ conflict: 2, applied: 0, endedAt: expect.any(Number) as number }]);
  expect(desk.edit(merged).state).toBe('waiting');
  // Each is told when it is found, not all at the end.
  expect(told.map(({ problems }) => problems)).toEqual([1, 2, 2]);
});

test('findings of a check after the run has ended are in their own report, which ends too', async () => {
  const desk = createDesk();
  const finished = finishedReports(desk);
  const told = toldProgress(desk);
  const [lost, clean] = [editExpense(desk, 0), editExpense(desk, 1)];
  desk.weather((request, server) => {
    if (request.method !== 'PATCH' || !request.url.includes(desk.company.expenses[0] ?? '?')) return null;
    server.carryOut(request);
    return failure('reset', true);
  });
  await desk.begin(10_000);
  expect(finished).toHaveLength(1);
  desk.weather(null);
  await desk.run(180_000);
  expect(desk.edit(lost).state).toBe('applied');
  expect(finished.map((id) => linesOf(desk, id))).toEqual([
    [{ editId: clean, verdict: 'applied' }],
    [{ editId: lost, verdict: 'applied' }],
  ]);
  expect(desk.engine.progress()).toMatchObject({ running: false, done: 1, applied: 1 });
  // Only a running sync has an estimate.
  expect(told.filter(({ running, leftMs }) => !running && leftMs !== null)).toEqual([]);
});

test('an edit that cannot be built is held, and the report says so', async () => {
  const desk = createDesk();
  const finished = finishedReports(desk);
  const id = desk.record({
    kind: 'updateVendor',
    recordKind: 'vendor',
    recordId: desk.company.vendors[0] ?? '',
    body: { email: 'new@vendor.test' },
  });
  desk.approve(id);
  await desk.begin(5_000);
  expect(finished.map((report) => linesOf(desk, report))).toEqual([[{ editId: id, verdict: 'held' }]]);
});

test('a report that a crash left open is closed at the next start, at its last verdict', async () => {
  const desk = createDesk();
  editExpense(desk, 0);
  editExpense(desk, 1);
  desk.weather((request) =>
    request.method === 'PATCH' && request.url.includes(desk.company.expenses[1] ?? '?') ? new Promise(() => undefined) : null,
  );
  await desk.begin(5_000);
  const [open] = listReports(desk.store, 5);
  expect(open).toMatchObject({ applied: 1, endedAt: null });
  const lastVerdict = reportLines(desk.store, open?.id ?? '').at(-1)?.at;
  desk.weather(null);
  await desk.run(60_000);
  await desk.restart();
  expect(listReports(desk.store, 5)).toMatchObject([{ id: open?.id, endedAt: lastVerdict }]);
});

const invoiceOf = (desk: Desk, n: number) => desk.company.invoices[n] ?? '';

function pay(desk: Desk, n: number): string {
  desk.know('invoiceReceivable', invoiceOf(desk, n));
  const id = desk.pay(n);
  desk.approve(id);
  return id;
}

const allLines = (desk: Desk) =>
  listReports(desk.store, 50)
    .toReversed()
    .map(({ id }) => linesOf(desk, id));

test('a payment that a crash cut is in doubt in the report that the crash left open, and a user’s word is in one after it', async () => {
  const desk = createDesk();
  const [paid, cut, other] = [pay(desk, 0), pay(desk, 1), pay(desk, 2)];
  desk.weather((request, server) => {
    if (request.method !== 'POST' || !request.url.includes(invoiceOf(desk, 1))) return null;
    server.carryOut(request);
    return new Promise(() => undefined);
  });
  await desk.begin(5_000);
  expect(desk.edit(cut).state).toBe('sending');
  desk.weather(null);
  await desk.restart();
  expect(desk.edit(cut).state).toBe('inDoubt');
  expect(allLines(desk)).toEqual([
    [
      { editId: paid, verdict: 'applied' },
      { editId: cut, verdict: 'inDoubt' },
    ],
  ]);
  await desk.run(60_000);
  expect(desk.edit(other).state).toBe('applied');
  expect(confirm(desk.store, cut)).toEqual({ ok: true });
  expect(allLines(desk).slice(1)).toEqual([[{ editId: other, verdict: 'applied' }], [{ editId: cut, verdict: 'confirmed' }]]);
  const sum = (of: 'applied' | 'confirmed') => listReports(desk.store, 50).reduce((total, report) => total + report[of], 0);
  expect([sum('applied'), sum('confirmed')]).toEqual([2, 1]);
  expect(listReports(desk.store, 50).every(({ endedAt }) => endedAt !== null)).toBe(true);
});

test('decisions in succession are in one report; the hash is that of the bytes in question', async () => {
  const desk = createDesk();
  const ids = [pay(desk, 0), pay(desk, 1)];
  desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await desk.begin(120_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['inDoubt', 'inDoubt']);
  for (const id of ids) expect(confirm(desk.store, id)).toEqual({ ok: true });
  const [words] = listReports(desk.store, 50);
  expect(reportLines(desk.store, words?.id ?? '')).toMatchObject(
    ids.map((editId) => ({
      editId,
      verdict: 'confirmed',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      settledBy: expect.stringContaining('00000000') as string,
    })),
  );
});
