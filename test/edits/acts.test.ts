import { expect, test } from 'vitest';
import { auditOfEdit } from '#main/audit/audit.ts';
import { triedBefore } from '#main/outbox/reading/edit-lists.ts';
import { baseOf, bodyOf, openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { editRowOf } from '#main/edits/view.ts';
import { overlayOf } from '#main/edits/overlay.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import { reverse } from '#main/edits/undo/reverse.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { createDesk, failure, type Desk } from '#test/sync/desk.ts';

const ref = (desk: Desk, n = 0) => ({ kind: 'expense' as const, id: desk.company.expenses[n] ?? '' });

function desk(): Desk {
  const made = createDesk();
  for (const id of made.company.expenses) made.know('expense', id);
  return made;
}

function input(at: Desk, body: Record<string, unknown>, n = 0) {
  return { kind: 'updateExpense', recordKind: 'expense' as const, recordId: ref(at, n).id, body };
}

const open = (at: Desk, n = 0) => openEditsOf(at.store, ref(at, n));
const comment = (at: Desk) => ({
  kind: 'createUserComment',
  recordKind: 'expense' as const,
  recordId: ref(at).id,
  body: { content: 'Why?' },
});

test('edits tried here: an expense changed, a payment recorded, each alone and with any verdict', () => {
  const at = desk();
  expect(triedBefore(at.store)).toEqual({ expense: false, payment: false });
  recordEdit(at.store, comment(at), {});
  expect(triedBefore(at.store)).toEqual({ expense: false, payment: false });
  const changed = recordEdit(at.store, input(at, { performedDate: '2026-02-03' }), {});
  discard(at.store, changed.ok ? [changed.id] : []);
  expect(triedBefore(at.store)).toEqual({ expense: true, payment: false });
  const recordId = at.company.invoices[0] ?? '';
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 700n };
  recordEdit(at.store, { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body }, {});
  expect(triedBefore(at.store)).toEqual({ expense: true, payment: true });
});

test('a kind’s refusal names each field, and nothing is recorded', () => {
  const at = desk();
  expect(recordEdit(at.store, input(at, { performedDate: '2026-02-31' }), {})).toMatchObject({
    ok: false,
    issues: [{ path: ['performedDate'] }],
  });
  expect(recordEdit(at.store, { ...input(at, {}), kind: 'deleteEverything' }, {})).toMatchObject({
    ok: false,
    issues: [{ path: ['kind'] }],
  });
  expect(recordEdit(at.store, { ...input(at, { performedDate: '2026-02-03' }), recordKind: 'vendor' }, {})).toMatchObject({ ok: false });
  expect(open(at)).toEqual([]);
});

test('unsent edits of one record become one, with both in the history; creating edits never do', () => {
  const at = desk();
  const first = at.record(input(at, { performedDate: '2026-02-03' }));
  const second = recordEdit(at.store, input(at, { originalCurrency: 'USD' }), {});
  expect(second).toMatchObject({ ok: true, merged: true });
  expect(open(at).map(bodyOf)).toEqual([{ performedDate: '2026-02-03', originalCurrency: 'USD' }]);
  expect(at.edit(first)).toMatchObject({ state: 'superseded' });
  expect(auditOfEdit(at.store, first).map(({ what }) => what)).toEqual(['recorded', 'merged']);
  at.record(comment(at));
  at.record(comment(at));
  expect(open(at)).toHaveLength(3);
});

test('a merged edit still knows the base of each field at its first change', () => {
  const at = desk();
  const before = recordOf(at.store, ref(at))?.value['performedDate'];
  at.record(input(at, { performedDate: '2026-02-03' }));
  const served = at.company.store.get('expense', ref(at).id);
  if (served) at.company.store.put('expense', ref(at).id, { ...served, performedDate: '2026-01-01', updatedAt: '2027-01-01T00:00:00Z' });
  at.know('expense', ref(at).id);
  at.record(input(at, { originalCurrency: 'USD' }));
  const [edit] = open(at);
  expect(edit && baseOf(edit)?.['performedDate']).toBe(before);
});

test('the view is the service’s record with every open edit on top, and reverts without them', () => {
  const at = desk();
  const record = recordOf(at.store, ref(at))?.value ?? null;
  at.record(input(at, { performedDate: '2026-02-03' }));
  const { view, pending } = overlayOf(record, open(at));
  expect(view['performedDate']).toBe('2026-02-03');
  expect(pending).toMatchObject([{ path: ['performedDate'], service: record?.['performedDate'], mine: '2026-02-03', state: 'waiting' }]);
  discard(
    at.store,
    open(at).map(({ id }) => id),
  );
  expect(overlayOf(record, open(at))).toEqual({ view: record, pending: [] });
});

test('many are recorded together or not at all, and the selection is split', () => {
  const at = desk();
  const [vendorId = ''] = at.company.vendors;
  const vendor = { kind: 'updateVendor', recordKind: 'vendor' as const, recordId: vendorId, body: { bankName: 'Bank' } };
  const many = recordMany(
    at.store,
    [input(at, { performedDate: '2026-02-03' }), input(at, { performedDate: '2026-02-03' }, 1), vendor],
    {},
  );
  expect(many).toMatchObject({ ok: true, now: 2, needYou: [{ why: 'bank' }] });
  const wrong = recordMany(at.store, [input(at, { performedDate: '2026-02-04' }, 2), input(at, { performedDate: 'never' }, 3)], {});
  expect(wrong).toMatchObject({ ok: false, issues: [{ path: ['1', 'performedDate'] }] });
  expect(open(at, 2)).toEqual([]);
  if (!many.ok) throw new Error('refused');
  expect(undo(at.store, many.ids, {})).toMatchObject({ ok: true, undone: many.ids });
  expect(listEdits(at.store, { after: null, limit: 100 })).toMatchObject({ total: 0 });
});

test('undo brings back what a merge took in; redo puts it together again', () => {
  const at = desk();
  at.record(input(at, { performedDate: '2026-02-03' }));
  const merged = at.record(input(at, { originalCurrency: 'USD' }));
  expect(undo(at.store, [merged], {})).toMatchObject({ ok: true });
  expect(open(at).map(bodyOf)).toEqual([{ performedDate: '2026-02-03' }]);
  expect(redo(at.store, [merged], {})).toMatchObject({ ok: true });
  expect(open(at).map(bodyOf)).toEqual([{ performedDate: '2026-02-03', originalCurrency: 'USD' }]);
});

test('a sent edit cannot be undone or discarded while its outcome is unknown', async () => {
  const at = desk();
  const id = at.record(input(at, { performedDate: '2026-02-03' }));
  at.weather((request) => (request.method === 'PATCH' ? failure('reset', true) : null));
  await at.begin(5_000);
  expect(at.edit(id).state).toBe('checking');
  expect(undo(at.store, [id], {})).toMatchObject({ ok: false, why: 'alreadySent' });
  expect(discard(at.store, [id])).toMatchObject({ ok: false, why: 'mayBeSent' });
});

test('after sending, the reverse of a PATCH can be composed; of a comment not', async () => {
  const at = desk();
  const before = recordOf(at.store, ref(at))?.value['performedDate'];
  const id = at.record(input(at, { performedDate: '2026-02-03' }));
  const said = at.record(comment(at));
  await at.begin(5_000);
  expect(reverse(at.store, said, {})).toMatchObject({ ok: false, why: 'noReverse' });
  const reversed = reverse(at.store, id, {});
  expect(reversed.ok).toBe(true);
  await at.run(5_000);
  expect(at.company.store.get('expense', ref(at).id)?.performedDate).toBe(before);
});

test('a held edit stays until it is released, and a correction supersedes what was typed', () => {
  const at = desk();
  const id = at.record(input(at, { performedDate: '2026-02-03' }));
  expect(hold(at.store, [id])).toEqual({ ok: true });
  expect(at.edit(id)).toMatchObject({ state: 'held', heldFrom: 'waiting' });
  expect(editRowOf(at.store, at.edit(id)).releasesTo).toBe('waiting');
  expect(release(at.store, [id])).toEqual({ ok: true });
  const changed = change(at.store, id, { performedDate: '2026-02-05' }, {});
  expect(changed.ok).toBe(true);
  expect(bodyOf(at.edit(id))).toEqual({ performedDate: '2026-02-03' });
  expect(open(at).map(bodyOf)).toEqual([{ performedDate: '2026-02-05' }]);
  expect(change(at.store, id, { performedDate: '2026-02-06' }, {})).toMatchObject({ ok: false, why: 'wrongState' });
});

test('an act on several edits happens to all of them or to none', () => {
  const at = desk();
  const [one, two] = [at.record(input(at, { performedDate: '2026-02-03' })), at.record(input(at, { performedDate: '2026-02-03' }, 1))];
  discard(at.store, [two]);
  expect(hold(at.store, [one, two])).toMatchObject({ ok: false, state: 'discarded' });
  expect(at.edit(one).state).toBe('waiting');
  expect(discard(at.store, ['00000000-0000-4000-8000-00000000dead'])).toMatchObject({ ok: false, kind: 'notFound' });
});

test('an act on what is not there, or is in another state by now, is refused and changes nothing', () => {
  const at = desk();
  const answer = recordEdit(at.store, input(at, { performedDate: '2026-02-03' }), {});
  if (!answer.ok) throw new Error('refused');
  const before = at.edit(answer.id);
  const acts = [
    (id: string) => confirm(at.store, id),
    (id: string) => lookMyself(at.store, id),
    (id: string) => sendAgain(at.store, id, true),
    (id: string) => settle(at.store, id, [], {}),
  ];
  for (const act of [...acts, (id: string) => change(at.store, id, {}, {})])
    expect(act('nobody')).toEqual({ ok: false, kind: 'notFound', what: 'nobody' });
  for (const act of acts) expect(act(answer.id)).toMatchObject({ ok: false, kind: 'notNow', why: 'wrongState', state: 'waiting' });
  expect(at.edit(answer.id)).toEqual(before);
});
