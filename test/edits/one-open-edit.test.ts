import { expect, test } from 'vitest';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { bodyOf, openEditsOf, reasonOf } from '#main/outbox/outbox.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { sendAgain } from '#main/edits/decide/doubt.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import { createDesk, failure, losesAnswers, refusal, type Desk } from '#test/sync/desk.ts';

/** One place of a record has one open edit at most, and what was ever claimed never leaves again by undo or redo (law 24). */

const expense = (at: Desk) => ({ kind: 'expense' as const, id: at.company.expenses[0] ?? '' });
const invoice = (at: Desk) => ({ kind: 'invoiceReceivable' as const, id: at.company.invoices[0] ?? '' });
const posts = (at: Desk) => at.requests.filter(({ method }) => method === 'POST');
const writes = (at: Desk) => at.company.store.journal().filter(({ applied }) => applied);

function desk(): Desk {
  const made = createDesk();
  made.know('expense', expense(made).id);
  made.know('invoiceReceivable', invoice(made).id);
  return made;
}

/** The report lines of an edit, oldest first. */
function linesOf(at: Desk, id: string): string[] {
  const lines = listReports(at.store, 100)
    .toReversed()
    .flatMap((report) => reportLines(at.store, report.id));
  return lines.flatMap(({ editId, verdict }) => (editId === id ? [verdict] : []));
}

function corrected(at: Desk, id: string, body: Record<string, unknown>): string {
  const changed = change(at.store, id, body, {});
  if (!changed.ok) throw new Error('not corrected');
  return changed.id;
}

const comment = (at: Desk, content: string) =>
  at.record({ kind: 'createUserComment', recordKind: 'expense', recordId: expense(at).id, body: { content } });

test('a comment, corrected and restored by undo, is sent once, whatever is undone and redone after it', async () => {
  for (const lost of [false, true]) {
    const at = desk();
    const first = comment(at, 'Why?');
    const second = corrected(at, first, { content: 'Who?' });
    expect(undo(at.store, [second], {})).toMatchObject({ ok: true, back: [first] });
    if (lost) at.weather(losesAnswers('POST'));
    await at.begin(60_000);
    expect(at.edit(first).state).toBe(lost ? 'inDoubt' : 'applied');
    at.weather(null);
    for (const act of [redo, undo, redo, undo]) act(at.store, [second], {});
    for (const act of [undo, redo]) act(at.store, [first], {});
    await at.run(600_000);
    expect(writes(at)).toHaveLength(1);
    expect(posts(at)).toHaveLength(1);
  }
});

test('a held payment that is corrected, undone and redone is one payment', () => {
  const at = desk();
  const first = at.pay(0, 100n);
  hold(at.store, [first]);
  const second = corrected(at, first, { ...bodyOf(at.edit(first)), amountInInvoiceCurrency: 200n });
  undo(at.store, [second], {});
  redo(at.store, [second], {});
  undo(at.store, [second], {});
  expect(openEditsOf(at.store, invoice(at))).toMatchObject([{ id: first, state: 'held' }]);
});

test('a redone date waits for nobody knows what: redo is refused while the earlier request is checked', async () => {
  const at = desk();
  const id = at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense(at).id, body: { performedDate: '2026-02-03' } });
  const second = corrected(at, id, { performedDate: '2026-02-04' });
  undo(at.store, [second], {});
  at.weather(losesAnswers('PATCH'));
  await at.begin(10_000);
  expect(at.edit(id).state).toBe('checking');
  expect(redo(at.store, [second], {})).toMatchObject({ ok: false, why: 'wrongState' });
  at.weather(null);
  await at.run(600_000);
  expect(at.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  expect(at.edit(id).state).toBe('applied');
});

test('a corrected payment never passes the one that it corrects, which is in doubt', async () => {
  const at = desk();
  const first = at.pay(0, 100n);
  const second = corrected(at, first, { ...bodyOf(at.edit(first)), amountInInvoiceCurrency: 200n });
  undo(at.store, [second], {});
  at.approve(first);
  at.weather(losesAnswers('POST'));
  await at.begin(120_000);
  expect(at.edit(first).state).toBe('inDoubt');
  expect(redo(at.store, [second], {})).toMatchObject({ ok: false });
  expect(openEditsOf(at.store, invoice(at)).map(({ id }) => id)).toEqual([first]);
});

test('a released correction replaces the held edit that it corrects, and is sent', async () => {
  const at = desk();
  const id = comment(at, 'Why?');
  hold(at.store, [id]);
  const second = corrected(at, id, { content: 'Who?' });
  undo(at.store, [second], {});
  redo(at.store, [second], {});
  expect(release(at.store, [second])).toEqual({ ok: true });
  await at.begin(60_000);
  expect(waitingWhy(at.store, [second], { connection: { kind: 'online' }, createsWait: false })).toEqual([]);
  expect([at.edit(id).state, at.edit(second).state]).toEqual(['superseded', 'applied']);
});

test('undo of a refused edit’s correction restores the refusal, and sends nothing automatically', async () => {
  const at = desk();
  const id = comment(at, 'Why?');
  const refused = { kind: 'rejectedByService', status: 422 };
  at.weather((request) => (request.method === 'POST' ? refusal : null));
  await at.begin(60_000);
  expect(reasonOf(at.edit(id))).toMatchObject(refused);
  at.weather(null);
  at.engine.workOffline(true);
  const second = corrected(at, id, { content: 'Who?' });
  expect(undo(at.store, [second], {})).toMatchObject({ ok: true, back: [id] });
  expect(openEditsOf(at.store, expense(at))).toMatchObject([{ id, state: 'rejected' }]);
  expect(reasonOf(at.edit(id))).toMatchObject(refused);
  at.engine.workOffline(false);
  await at.run(600_000);
  expect(posts(at)).toHaveLength(1);
  expect(redo(at.store, [second], {})).toMatchObject({ ok: true });
  await at.run(60_000);
  expect(at.edit(second).state).toBe('applied');
});

test('an edit that was under way never becomes sendable by undo or redo, though no byte of it was sent', async () => {
  const at = desk();
  const id = comment(at, 'Why?');
  at.weather((request) => (request.method === 'POST' ? failure('refused', false) : null));
  await at.begin(3_000);
  expect(at.edit(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(at.edit(id).lastAttempt).toBeGreaterThan(0);
  const second = corrected(at, id, { content: 'Who?' });
  expect(undo(at.store, [second], {})).toMatchObject({ ok: false, why: 'earlierTried' });
  expect(discard(at.store, [second])).toEqual({ ok: true });
  expect(redo(at.store, [id], {})).toMatchObject({ ok: false, why: 'wrongState' });
  expect(redo(at.store, [second], {})).toMatchObject({ ok: true, redone: [second] });
});

test('a held refusal that may be applied says so, and its discard is a line of a report', async () => {
  const at = desk();
  const id = comment(at, 'Why?');
  let asked = 0;
  at.weather((request) => {
    if (request.method !== 'POST') return null;
    asked += 1;
    return asked === 1 ? failure('reset', true) : refusal;
  });
  await at.begin(200_000);
  expect(sendAgain(at.store, id, true)).toEqual({ ok: true });
  await at.run(60_000);
  expect(reasonOf(at.edit(id))).toMatchObject({ mayBeApplied: true });
  hold(at.store, [id]);
  expect(reasonOf(at.edit(id))).toEqual({ kind: 'heldByPerson', mayBeApplied: true });
  discard(at.store, [id]);
  expect(linesOf(at, id)).toEqual(['inDoubt', 'rejected', 'discarded']);
});
