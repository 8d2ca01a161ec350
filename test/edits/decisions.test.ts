import { expect, test } from 'vitest';
import { writeCapability } from '#main/registry/trust.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { bodyOf, openEditsOf, reasonOf } from '#main/outbox/outbox.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { compareAgain, hold, release, releaseForHost } from '#main/edits/decide/hold.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { recordEdit, type EditInput } from '#main/edits/record/record-edit.ts';
import { reverse } from '#main/edits/undo/reverse.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { editRowOf } from '#main/edits/view.ts';
import type { Preflight } from '#shared/contract/views/views.ts';
import type { Reason } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { createDesk, failure, refusal, type Desk } from '#test/sync/desk.ts';

// A user's decisions about one edit, and their messages, where a small slip would affect another one.

const expense = (at: Desk, n = 0) => ({ kind: 'expense' as const, id: at.company.expenses[n] ?? '' });
const update = (at: Desk, body: JsonObject, n = 0): EditInput => {
  return { kind: 'updateExpense', recordKind: 'expense', recordId: expense(at, n).id, body };
};
const comment = (at: Desk, content = 'Why?', n = 0): EditInput => {
  return { kind: 'createUserComment', recordKind: 'expense', recordId: expense(at, n).id, body: { content } };
};
const vendor = (at: Desk, body: JsonObject): EditInput => {
  return { kind: 'updateVendor', recordKind: 'vendor', recordId: at.company.vendors[0] ?? '', body };
};
const date = { performedDate: '2026-02-03' };
const open = (at: Desk, n = 0) => openEditsOf(at.store, expense(at, n));

function desk(): Desk {
  const made = createDesk();
  for (const id of made.company.expenses) made.know('expense', id);
  return made;
}
function record(at: Desk, input: EditInput, rules: ReviewRules = {}): string {
  const answer = recordEdit(at.store, input, rules);
  if (!answer.ok) throw new Error(JSON.stringify(answer.issues));
  return answer.id;
}
/** The service's record becomes this, and it is heard of. */
function heard(at: Desk, fields: JsonObject, n = 0): void {
  const known = recordOf(at.store, expense(at, n));
  if (!known) throw new Error('not known');
  putRecord(at.store, {
    ref: expense(at, n),
    value: { ...known.value, ...fields },
    provenance: 'read',
    asOf: at.world.now(),
    complete: true,
  });
}
function held(at: Desk, id: string, reason: Reason, maybeSent = false): void {
  moveEdit(at.store, at.edit(id), { to: 'held', what: 'held', reason, maybeSent });
}
const auditLines = (at: Desk, id: string) => auditOfEdit(at.store, id).map(({ what }) => what);

/** An edit whose date somebody else set meanwhile. */
function conflicting(at: Desk, n = 0, rules: ReviewRules = {}): string {
  const id = record(at, update(at, date, n), rules);
  heard(at, { performedDate: '2026-01-01' }, n);
  compareAgain(at.store, expense(at, n));
  expect(at.edit(id).state).toBe('conflict');
  return id;
}

test('an edit that never needed approval is queued again, and its refusal is retried unchanged', async () => {
  const at = desk();
  const id = record(at, update(at, date));
  hold(at.store, [id]);
  release(at.store, [id]);
  expect(at.edit(id)).toMatchObject({ state: 'waiting', review: 'automatic' });
  at.weather((request) => (request.method === 'PATCH' ? refusal : null));
  await at.begin(5_000);
  at.engine.stop();
  expect(at.edit(id).state).toBe('rejected');
  expect(release(at.store, [id])).toEqual({ ok: true });
  expect(at.edit(id).state).toBe('waiting');
});

test('a conflict that was put aside comes back as that conflict, however often, approved or not', () => {
  const at = desk();
  for (const [n, rules] of [
    [0, {}],
    [1, { updateExpense: 'review' }],
  ] as const) {
    const id = conflicting(at, n, rules);
    const said = reasonOf(at.edit(id));
    for (let times = 0; times < 2; times += 1) {
      hold(at.store, [id]);
      release(at.store, [id]);
      expect(at.edit(id).state).toBe('conflict');
      expect(reasonOf(at.edit(id))).toEqual(said);
      expect(auditOfEdit(at.store, id).at(-1)?.facts).toMatchObject({ from: 'held', to: 'conflict' });
    }
  }
});

test('a user can take over a check, or a held edit that may exist, and nothing else', () => {
  const at = desk();
  const id = record(at, comment(at));
  const reason = { kind: 'untrustedHost', host: 'mirror.test' } as unknown as Reason;
  held(at, id, reason);
  expect(lookMyself(at.store, id)).toMatchObject({ ok: false, why: 'wrongState', state: 'held' });
  held(at, record(at, comment(at, 'Else')), reason, true);
  const [, other] = open(at);
  expect(lookMyself(at.store, other?.id ?? '')).toEqual({ ok: true });
  expect(auditLines(at, other?.id ?? '')).toEqual(['recorded', 'held', 'lookMyself']);
  expect(reasonOf(at.edit(other?.id ?? ''))).toEqual(reason);
  expect(lookMyself(at.store, other?.id ?? '')).toMatchObject({ ok: false, why: 'wrongState', state: 'inDoubt' });
  // A yes to the host sends what was held for it, and never what a user is looking for.
  expect(releaseForHost(at.store, 'mirror.test')).toEqual([id]);
  expect(at.edit(other?.id ?? '').state).toBe('inDoubt');
});

test('all selected edits are discarded, or none', () => {
  const at = desk();
  const [free, sent] = [record(at, update(at, date)), record(at, comment(at))];
  held(at, sent, { kind: 'heldByPerson' }, true);
  expect(discard(at.store, [free, sent])).toMatchObject({ ok: false, why: 'mayBeSent' });
  expect([at.edit(free).state, at.edit(sent).state]).toEqual(['waiting', 'held']);
});

test('a settlement sends mine and typed values, and does not touch theirs or fields without an answer', () => {
  const at = desk();
  const id = record(at, update(at, { ...date, originalCurrency: 'USD' }));
  heard(at, { performedDate: '2026-01-01' });
  compareAgain(at.store, expense(at));
  const settled = settle(
    at.store,
    id,
    [
      { path: ['originalCurrency'], take: 'edited', value: 'SEK' },
      { path: ['description'], take: 'theirs' },
      { path: ['merchantName'], take: 'mine' },
    ],
    {},
  );
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  expect(bodyOf(at.edit(settled.id))).toEqual({ ...date, originalCurrency: 'SEK' });
});

test('redo of a merged edit, while what undo had brought back is held, comes back held', () => {
  const at = desk();
  record(at, update(at, date));
  const merged = record(at, update(at, { originalCurrency: 'USD' }));
  undo(at.store, [merged], {});
  const [back] = open(at);
  hold(at.store, [back?.id ?? '']);
  expect(redo(at.store, [merged], {})).toMatchObject({ ok: true });
  expect(open(at)).toMatchObject([{ id: merged, state: 'held', heldFrom: 'waiting' }]);
});

test('an edit of another user is corrected by the present one', () => {
  const at = desk();
  const id = record(at, update(at, date));
  at.store.account.userId = '00000000-0000-4000-8000-00000000a002';
  expect(change(at.store, id, { performedDate: '2026-02-05' }, {})).toMatchObject({ ok: false, why: 'otherIdentity' });
  expect(open(at)).toHaveLength(1);
});

test('a held edit that is corrected stays held for what it was held for; one that could not be read is whole again', () => {
  const at = desk();
  for (const [n, reason, state] of [
    [0, { kind: 'heldByPerson' }, 'held'],
    [1, { kind: 'damagedRow' } as Reason, 'waiting'],
  ] as const) {
    const id = record(at, update(at, date, n));
    held(at, id, reason);
    const changed = change(at.store, id, { performedDate: '2026-02-05' }, {});
    expect(changed.ok && at.edit(changed.id).state).toBe(state);
  }
});

test('the reverse is composed of what the service applied, and of nothing else', () => {
  const at = desk();
  const id = record(at, update(at, date));
  expect(reverse(at.store, id, {})).toMatchObject({ ok: false, why: 'wrongState', state: 'waiting' });
  expect(open(at)).toHaveLength(1);
});

test('an edit recorded first has merged nothing', () => {
  const at = desk();
  expect(recordEdit(at.store, update(at, date), {})).toMatchObject({ ok: true, merged: false });
  expect(recordEdit(at.store, comment(at), {})).toMatchObject({ ok: true, merged: false });
});

test('a payment and a bank field need the user whatever the rules say; the rest follows them', () => {
  const at = desk();
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 1n };
  const payment = { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: at.company.invoices[0] ?? '', body } as const;
  expect(at.edit(record(at, payment, { recordInvoicePayment: 'automatic' }))).toMatchObject({ review: 'person', state: 'draft' });
  at.know('vendor', at.company.vendors[0] ?? '');
  const bank = record(at, vendor(at, { bankName: 'Bank' }), { updateVendor: 'automatic' });
  expect(at.edit(bank)).toMatchObject({ review: 'person', state: 'draft', touchesBank: 1 });
  expect(editRowOf(at.store, at.edit(bank)).touchesBank).toBe(true);
  expect(editRowOf(at.store, at.edit(record(at, update(at, date)))).touchesBank).toBe(false);
  expect(at.edit(record(at, update(at, date, 1), { updateExpense: 'review' })).state).toBe('draft');
});

test('the review shows a bank account beside the one that it replaces, or beside nothing where none is known', () => {
  const at = desk();
  const warnings = () => reviewBatch(at.store, null).groups.flatMap((group) => group.warnings);
  const [first = '', second = ''] = at.company.vendors;
  at.know('vendor', first);
  const before = recordOf(at.store, { kind: 'vendor', id: first })?.value['bankName'] ?? null;
  record(at, vendor(at, { bankName: 'Bank' }));
  expect(warnings().find(({ kind }) => kind === 'bankChange')).toMatchObject({
    fields: [{ path: ['bankName'], base: before, mine: 'Bank' }],
  });
  const other = record(at, { ...vendor(at, { bankName: 'Bank' }), recordId: second });
  expect(warnings().find((one) => one.kind === 'bankChange' && 'editId' in one && one.editId === other)).toMatchObject({
    fields: [{ path: ['bankName'], base: null, mine: 'Bank' }],
  });
});

test('a wrong check digit is reported in the review, and approved if the user confirms', () => {
  const at = desk();
  const [first = '', second = ''] = at.company.vendors;
  for (const id of [first, second]) at.know('vendor', id);
  const wrong = record(at, vendor(at, { bankAccountNumber: 'DE89 3704 0044 0532 0130 01' }));
  record(at, { ...vendor(at, { bankAccountNumber: 'DE89 3704 0044 0532 0130 00' }), recordId: second });
  const { fingerprint, groups } = reviewBatch(at.store, null);
  expect(groups.flatMap(({ warnings }) => warnings).filter(({ kind }) => kind === 'oddValue')).toEqual([
    {
      ...{ kind: 'oddValue', editId: wrong, of: 'updateVendor', path: ['bankAccountNumber'], value: 'DE89370400440532013001' },
      from: 'edit',
    },
  ]);
  expect(approve(at.store, { ids: [wrong], fingerprint, secondConfirmation: true })).toMatchObject({ ok: true });
});

test('a record that was read a day ago is pointed out, and not before', () => {
  const at = desk();
  const id = record(at, update(at, date), { updateExpense: 'review' });
  const stale = () => reviewBatch(at.store, null).groups.flatMap(({ warnings }) => warnings);
  expect(stale()).toEqual([]);
  at.world.turnWallClock(24 * 3_600_000);
  expect(stale()).toEqual([]);
  at.world.turnWallClock(1);
  expect(stale()).toMatchObject([{ kind: 'staleBase', editId: id }]);
});

test('a vendor sent as read, at a service without reads, is marked; one that is read first is not', () => {
  const at = desk();
  const [recordId = ''] = at.company.vendors;
  at.know('vendor', recordId);
  const editId = record(at, vendor(at, { name: 'Other name' }), { updateVendor: 'review' });
  const warnings = () => reviewBatch(at.store, null).groups.flatMap((group) => group.warnings);
  const asOf = recordOf(at.store, { kind: 'vendor', id: recordId })?.asOf;
  expect(warnings()).toEqual([{ kind: 'sentAsRead', editId, asOf }]);
  writeCapability(at.store, 'readVendor', { allowed: true });
  expect(warnings()).toEqual([]);
  writeCapability(at.store, 'readVendor', { verdict: 'absent' });
  expect(warnings()).toEqual([{ kind: 'sentAsRead', editId, asOf }]);
});

test.each([
  ['ARCHIVED', 'lockedInvoice'],
  ['PAID', 'unusualState'],
  ['FUTURE_STATE', 'unusualState'],
] as const)('a payment on an invoice that is %s is warned of', (state, kind) => {
  const at = desk();
  const [id = ''] = at.company.invoices;
  at.know('invoiceReceivable', id);
  const ref = { kind: 'invoiceReceivable' as const, id };
  const value = { ...recordOf(at.store, ref)?.value, state };
  putRecord(at.store, { ref, value, provenance: 'read', asOf: at.world.now(), complete: true });
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 1n };
  record(at, { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: id, body });
  const seen = reviewBatch(at.store, null).groups.flatMap(({ warnings }) => warnings);
  expect(seen.filter((one) => one.kind === 'lockedInvoice' || one.kind === 'unusualState')).toMatchObject([{ kind, state }]);
});

test('the review has a group for each reason, and conflicts are never collapsed', () => {
  const at = desk();
  at.know('vendor', at.company.vendors[0] ?? '');
  const rules = { updateExpense: 'review', createUserComment: 'review', updateVendor: 'review' } as const;
  const conflicts = [conflicting(at, 0, rules), conflicting(at, 1, rules)];
  const merged = record(at, update(at, date, 2), rules);
  const plain = record(at, comment(at, 'Seen.', 3), rules);
  const whole = record(at, vendor(at, { name: 'Other name' }), rules);
  const preflight = { at: 0, merged: [{ editId: merged, fields: [] }] } as unknown as Preflight;
  const checked = { preflight, fingerprint: reviewBatch(at.store, null).fingerprint };
  const groups = reviewBatch(at.store, checked).groups.map(({ kind, rows }) => [kind, rows.map(({ ids }) => ids)]);
  expect(groups).toEqual([
    ['conflicts', conflicts.map((id) => [id])],
    ['changedOnService', [[merged]]],
    ['ready', [[plain]]],
    ['vendors', [[whole]]],
  ]);
});

test('edits that may exist already are decided one by one, however alike', async () => {
  const at = desk();
  const rules = { createUserComment: 'review' } as const;
  const ids = [0, 1].map((n) => record(at, comment(at, 'Why?', n), rules));
  const rows = () => reviewBatch(at.store, null).groups.flatMap((group) => group.rows.map((row) => row.ids));
  expect(rows()).toEqual([ids]);
  approve(at.store, { ids, fingerprint: fingerprintOf(at.store), secondConfirmation: false });
  at.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await at.begin(200_000);
  at.engine.stop();
  for (const id of ids) {
    expect(sendAgain(at.store, id, true)).toEqual({ ok: true });
    held(at, id, { kind: 'restoredBackup', counter: 0, keychainCounter: 0 });
  }
  expect(release(at.store, ids)).toEqual({ ok: true });
  expect(rows()).toEqual(ids.map((id) => [id]));
  discard(at.store, ids);
  expect(redo(at.store, ids, rules)).toMatchObject({ ok: false, why: 'earlierTried' });
  expect(rows()).toEqual([]);
});

test('like edits are distinguished by their warnings', () => {
  const at = desk();
  const lengths = () => reviewBatch(at.store, null).groups.flatMap(({ kind, rows }) => rows.map(({ ids }) => [kind, ids.length]));
  for (const n of [0, 1]) record(at, update(at, date, n), { updateExpense: 'review' });
  const [known = '', unknown = ''] = at.company.vendors;
  at.know('vendor', known);
  for (const recordId of [known, unknown]) record(at, { ...vendor(at, { name: 'Other name' }), recordId }, { updateVendor: 'review' });
  at.world.turnWallClock(24 * 3_600_000 + 1);
  heard(at, {}, 1);
  // One old and one heard of; one old and one never read.
  expect(lengths()).toEqual([
    ['ready', 1],
    ['ready', 1],
    ['vendors', 1],
    ['vendors', 1],
  ]);
});

test('a page of the outbox ends where the next one starts', () => {
  const at = desk();
  for (let n = 0; n < 4; n += 1) record(at, comment(at, `Comment ${n}`));
  const first = listEdits(at.store, { after: null, limit: 3 });
  expect(first).toMatchObject({ total: 4, next: first.rows[2]?.seq });
  const second = listEdits(at.store, { after: first.next, limit: 3 });
  expect([second.rows.length, second.next]).toEqual([1, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(4);
});

test('a change is beside the old value, and claims nothing of a record that nobody has read', () => {
  const [read, unread] = [desk(), createDesk()];
  const changes = (at: Desk) => editRowOf(at.store, at.edit(record(at, update(at, date)))).changes;
  const base = recordOf(read.store, expense(read))?.value['performedDate'];
  expect(changes(read)).toEqual([{ path: ['performedDate'], base, mine: date.performedDate }]);
  expect(changes(unread)).toEqual([{ path: ['performedDate'], mine: date.performedDate }]);
});
