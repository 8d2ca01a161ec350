import { expect, test } from 'vitest';
import { auditOfEdit } from '#main/audit/audit.ts';
import { baseOf, bodyOf, ownerOf, reasonOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { evidenceOf } from '#main/edits/decide/evidence.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { hold, release, releaseForHost } from '#main/edits/decide/hold.ts';
import { paidHere, paymentsKnownHere, samePaymentBefore } from '#main/edits/review/ledger.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import { sendPartly } from '#main/edits/decide/send-partly.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { editRowOf } from '#main/edits/view.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import { createDesk, failure, refusal, type Desk } from '#test/sync/desk.ts';

/** A user's words about edits: their effects, their limits, and the refusals. */

const quarantineMs = 120_000;

function payment(at: Desk, amount = 100n, n = 0): string {
  const recordId = at.company.invoices[n] ?? '';
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: amount };
  return at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
}

function date(at: Desk, n = 0, body: Record<string, unknown> = { performedDate: '2026-02-03' }): string {
  const recordId = at.company.expenses[n] ?? '';
  at.know('expense', recordId);
  return at.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body });
}

function vendor(at: Desk, body: Record<string, unknown>): string {
  return at.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: at.company.vendors[0] ?? '', body });
}

function comment(at: Desk, n = 0): string {
  const recordId = at.company.expenses[n] ?? '';
  return at.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Why?' } });
}

const approveAll = (at: Desk, ids: string[], secondConfirmation = true) =>
  approve(at.store, { ids, fingerprint: fingerprintOf(at.store), secondConfirmation });

const losing = (method: string) => (request: { method: string }) => (request.method === method ? failure('reset', true) : null);

/** An edit whose request got no answer, and its desk, whose engine is stopped. */
async function unanswered(record: (at: Desk) => string, method: string, afterMs = 5_000): Promise<{ at: Desk; id: string }> {
  const at = createDesk();
  const id = record(at);
  if (at.edit(id).state === 'draft') approveAll(at, [id]);
  at.weather(losing(method));
  await at.begin(afterMs);
  at.engine.stop();
  return { at, id };
}

test('an approval is of all or of none: one that needs a second confirmation, or is no draft any more, refuses the others too', () => {
  const at = createDesk();
  const [plain, money] = [vendor(at, { email: 'new@vendor.test' }), payment(at)];
  expect(approveAll(at, [plain, money], false)).toMatchObject({ ok: false, why: 'needsSecondConfirmation' });
  expect([plain, money].map((id) => at.edit(id).state)).toEqual(['draft', 'draft']);
  const other = date(at);
  expect(approveAll(at, [plain, other])).toMatchObject({ ok: false, why: 'wrongState', state: 'waiting' });
  expect(at.edit(plain).state).toBe('draft');
});

test('a vendor’s partial body needs the approving user’s acceptance; other approvals are a user’s only', async () => {
  const at = createDesk();
  const [told, plain] = [vendor(at, { email: 'new@vendor.test' }), payment(at)];
  approveAll(at, [told]);
  await at.begin(5_000);
  expect(reasonOf(at.edit(told))).toEqual({ kind: 'incompleteBase' });
  at.engine.stop();
  at.store.sql.prepare('UPDATE outbox SET approved_at = NULL WHERE id = ?').run(told);
  expect(release(at.store, [told])).toMatchObject({ ok: false, why: 'needsFullRecord' });
  expect(sendPartly(at.store, told, [])).toEqual({ ok: true });
  expect(at.edit(told).state).toBe('draft');
  approveAll(at, [told, plain]);
  expect(reasonOf(at.edit(told))).toEqual({ kind: 'incompleteBase', accepted: [] });
  expect(reasonOf(at.edit(plain))).toEqual({ kind: 'byPerson' });
});

test('a release is of all or of none', () => {
  const at = createDesk();
  const [held, waiting] = [date(at), date(at, 1)];
  hold(at.store, [held]);
  expect(release(at.store, [held, waiting])).toMatchObject({ ok: false, why: 'wrongState', state: 'waiting' });
  expect(at.edit(held).state).toBe('held');
});

test('a released edit and a discarded one say that, and not that the user settled them', () => {
  const at = createDesk();
  const [released, discarded] = [vendor(at, { bankName: 'SEB' }), date(at)];
  hold(at.store, [released]);
  release(at.store, [released]);
  discard(at.store, [discarded]);
  const said = (id: string) => sentenceOfReason(reasonOf(at.edit(id)) ?? { kind: 'byPerson' });
  expect(at.edit(released).state).toBe('draft');
  expect(said(released)).toBe('You released it.');
  expect(said(discarded)).toBe('You discarded it.');
});

test('releasing one’s own edit takes over nothing; for an unknown sign-in the audit log names both users', async () => {
  const at = createDesk();
  const own = date(at);
  hold(at.store, [own]);
  expect(release(at.store, [own])).toEqual({ ok: true });
  expect(at.edit(own).takenOver).toBe(null);
  const other = createDesk();
  other.store.account.userId = null;
  const id = date(other);
  const { owner } = other.edit(id);
  other.store.account.userId = 'auth0|anna';
  await other.begin(1_000);
  expect(release(other.store, [id])).toEqual({ ok: true });
  const takenOver = ownerOf(other.store);
  expect(auditOfEdit(other.store, id).at(-1)?.facts).toMatchObject({ recordedAs: owner, takenOverBy: takenOver });
});

test('an unreadable edit is not released: nobody knows its request', async () => {
  const at = createDesk();
  const id = date(at);
  at.store.sql.exec('DROP TRIGGER outbox_typed_fields');
  at.store.sql.prepare(`UPDATE outbox SET body = '{"performed' WHERE id = ?`).run(id);
  await at.begin(5_000);
  expect(reasonOf(at.edit(id))).toMatchObject({ kind: 'damagedRow' });
  expect(release(at.store, [id])).toMatchObject({ ok: false, why: 'damaged' });
});

/** A comment that the service refused. */
async function refusedComment() {
  const at = createDesk();
  const id = comment(at);
  at.weather((request) => (request.method === 'POST' ? refusal : null));
  await at.begin(10_000);
  at.engine.stop();
  return { at, id };
}

test('a comment that was refused is tried again as it is', async () => {
  const { at, id } = await refusedComment();
  expect(at.edit(id).state).toBe('rejected');
  expect(release(at.store, [id])).toEqual({ ok: true });
  expect(at.edit(id).state).toBe('waiting');
});

test.each([
  ['a check', (at: Desk) => date(at), 'PATCH', 'checking'],
  ['a doubt', (at: Desk) => payment(at), 'POST', 'inDoubt'],
] as const)('%s that was held returns to its state, and waits until no request can arrive', async (_what, record, method, state) => {
  const { at, id } = await unanswered(record, method);
  at.keychain.counter = 700n;
  await at.restart();
  at.engine.stop();
  expect(at.edit(id)).toMatchObject({ state: 'held', heldFrom: state });
  await at.run(400_000);
  expect(release(at.store, [id])).toEqual({ ok: true });
  expect(at.edit(id)).toMatchObject({ state, waitMs: quarantineMs });
});

test('a refusal that is put aside and released is the refusal that it was', async () => {
  const { at, id } = await refusedComment();
  const said = reasonOf(at.edit(id));
  expect(said).toMatchObject({ kind: 'rejectedByService' });
  hold(at.store, [id]);
  expect(release(at.store, [id])).toEqual({ ok: true });
  expect(at.edit(id).state).toBe('rejected');
  expect(reasonOf(at.edit(id))).toEqual(said);
});

test('an answer for a host lets go what was held for that host, and nothing else', async () => {
  const at = createDesk();
  const [one, two] = [comment(at), comment(at, 1)];
  const elsewhere = (host: string) => ({
    ...{ kind: 'answer' as const, status: 307, body: new Uint8Array(), afterMs: 5 },
    headers: [['location', `https://${host}/x`]] as [string, string][],
  });
  let posts = 0;
  at.weather((request) => (request.method === 'POST' ? elsewhere((posts += 1) === 1 ? 'a.test' : 'b.test') : null));
  const third = date(at, 2);
  hold(at.store, [third]);
  await at.begin(30_000);
  at.engine.stop();
  expect([one, two].map((id) => at.edit(id).state)).toEqual(['held', 'held']);
  const of = (host: string) => [one, two].filter((id) => JSON.stringify(reasonOf(at.edit(id))).includes(host));
  const ofA = of('a.test');
  expect(ofA).toHaveLength(1);
  expect(releaseForHost(at.store, 'a.test')).toEqual(ofA);
  expect(at.edit(third).state).toBe('held');
});

test('“I look myself” restarts the wait, never shortens one, and works for the edit’s own user', async () => {
  const { at, id } = await unanswered((desk) => date(desk), 'PATCH');
  await at.run(60_000);
  expect(lookMyself(at.store, id)).toEqual({ ok: true });
  expect(at.edit(id)).toMatchObject({ state: 'inDoubt', waitMs: quarantineMs });
  expect(auditOfEdit(at.store, id).map(({ what }) => what)).toContain('held');
  const other = await unanswered((desk) => date(desk), 'PATCH');
  other.at.store.account.userId = '00000000-0000-4000-8000-00000000a002';
  expect(lookMyself(other.at.store, other.id)).toMatchObject({ ok: false, why: 'otherIdentity' });
});

test('a held edit that may have arrived is not undone, and becomes a doubt with the longer of both waits', async () => {
  const { at, id } = await unanswered((desk) => payment(desk), 'POST');
  at.keychain.counter = 700n;
  await at.restart();
  at.engine.stop();
  expect(at.edit(id).state).toBe('held');
  const { waitMs } = at.edit(id);
  expect(waitMs).toBeGreaterThan(quarantineMs);
  expect(undo(at.store, [id], {})).toMatchObject({ ok: false, why: 'alreadySent' });
  expect(lookMyself(at.store, id)).toEqual({ ok: true });
  expect(at.edit(id)).toMatchObject({ state: 'inDoubt', waitMs });
});

test('an edit that a user finds recorded, or releases once more, is not shown as possibly on its way', async () => {
  const { at, id } = await unanswered((desk) => payment(desk), 'POST');
  expect(editRowOf(at.store, at.edit(id))).toHaveProperty('mayBeSent');
  expect(confirm(at.store, id)).toEqual({ ok: true });
  expect(editRowOf(at.store, at.edit(id))).not.toHaveProperty('mayBeSent');
  const again = await unanswered((desk) => payment(desk), 'POST');
  await again.at.run(quarantineMs);
  expect(sendAgain(again.at.store, again.id, true)).toEqual({ ok: true });
  expect(editRowOf(again.at.store, again.at.edit(again.id))).not.toHaveProperty('mayBeSent');
});

test('a comment that a user finds recorded does not change the known record', async () => {
  const { at, id } = await unanswered((desk) => {
    desk.know('expense', desk.company.expenses[0] ?? '');
    return comment(desk);
  }, 'POST');
  const ref = { kind: 'expense' as const, id: at.company.expenses[0] ?? '' };
  const before = recordOf(at.store, ref);
  await at.run(1_000);
  expect(confirm(at.store, id)).toEqual({ ok: true });
  expect(recordOf(at.store, ref)).toEqual(before);
});

test('evidence says when a doubt unlocks, and of nothing else', async () => {
  const { at, id } = await unanswered((desk) => date(desk), 'PATCH');
  expect(evidenceOf(at.store, id)).toMatchObject({ readSince: null, unlocksInMs: 0 });
  lookMyself(at.store, id);
  expect(evidenceOf(at.store, id)?.unlocksInMs).toBe(quarantineMs);
});

test('why an edit has not left: its own wait, a sign-in, and a payment in doubt for payments alone', async () => {
  const check = await unanswered((desk) => date(desk), 'PATCH');
  const why = ({ at, id }: { at: Desk; id: string }, connection: Connection, createsWait = false) =>
    waitingWhy(at.store, [id], { connection, createsWait })[0]?.why;
  const reason = reasonOf(check.at.edit(check.id));
  const { waitUntil } = check.at.edit(check.id);
  expect(why(check, { kind: 'online' })).toEqual({ kind: 'timer', inMs: (waitUntil ?? 0) - check.at.world.monotonic(), reason });
  const signedOut = { kind: 'signedOut', why: 'expired' } as const;
  expect(why(check, signedOut)).toEqual({ kind: 'signIn', signedOut });
  expect(why(check, { kind: 'broken', detail: 'storage' })).toEqual({ kind: 'stopped' });
  const { at, id } = await unanswered((desk) => payment(desk), 'POST');
  const other = payment(at, 200n, 1);
  approveAll(at, [other]);
  expect(why({ at, id: other }, { kind: 'online' }, true)).toEqual({ kind: 'paymentInDoubt', editId: id });
  // Once the service was heard of, it is sent.
  expect(why({ at, id: other }, { kind: 'online' })).toEqual({ kind: 'next' });
  expect(why({ at, id: date(at) }, { kind: 'online' }, true)).toEqual({ kind: 'next' });
});

test('the same payment is one with the same date, account and amount, recorded before', () => {
  const at = createDesk();
  const [first, other, again] = [payment(at, 100n), payment(at, 200n), payment(at, 100n)];
  const ledger = paymentsKnownHere(at.store, at.company.invoices[0] ?? '');
  const before = (id: string) => {
    const entry = ledger.find(({ row }) => row.id === id);
    return entry ? (samePaymentBefore(entry, ledger)?.row.id ?? null) : 'none';
  };
  expect([first, other, again].map(before)).toEqual([null, null, first]);
  expect(paidHere(at.store, at.company.invoices)).toEqual(new Map([[at.company.invoices[0], 400n]]));
});

test('a bulk command names for each edit why it needs the user: money, bank data, or the rules', () => {
  const at = createDesk();
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 100n };
  const answer = recordMany(
    at.store,
    [
      { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: at.company.invoices[0] ?? '', body },
      { kind: 'updateVendor', recordKind: 'vendor', recordId: at.company.vendors[0] ?? '', body: { bankAccountNumber: 'SE1' } },
      { kind: 'createUserComment', recordKind: 'expense', recordId: at.company.expenses[0] ?? '', body: { content: 'Why?' } },
    ],
    {},
  );
  expect(answer).toMatchObject({ ok: true, now: 1, needYou: [{ why: 'payment' }, { why: 'bank' }] });
});

test('a row that has no bank data is not said to touch any, and only what was applied can be reversed', () => {
  const at = createDesk();
  const row = editRowOf(at.store, at.edit(date(at)));
  expect(row).toMatchObject({ touchesBank: false, reversible: false });
});

test('an edit merged with an earlier one of an unknown record uses the record known by now', () => {
  const at = createDesk();
  const recordId = at.company.cardTransactions[0] ?? '';
  const card = (body: Record<string, unknown>) =>
    at.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId, body });
  const first = card({ description: 'Taxi' });
  expect(baseOf(at.edit(first))).toBe(null);
  at.know('cardTransaction', recordId);
  const second = card({ description: 'Train' });
  expect(baseOf(at.edit(second))).toMatchObject({ id: recordId });
});

/** A conflict on two fields of an expense that somebody else changed too. */
function conflict(): { at: Desk; id: string } {
  const at = createDesk();
  const id = date(at, 0, { performedDate: '2026-02-03', originalCurrency: 'USD' });
  const recordId = at.edit(id).recordId;
  const served = at.company.store.get('expense', recordId);
  const theirs = { performedDate: '2026-05-05', originalCurrency: 'NOK', updatedAt: '2027-01-01T00:00:00Z' };
  at.company.store.put('expense', recordId, { ...served, ...theirs } as never);
  at.know('expense', recordId);
  hold(at.store, [id]);
  expect(release(at.store, [id])).toEqual({ ok: true });
  expect(at.edit(id).state).toBe('conflict');
  return { at, id };
}

test('a settlement is refused when any of what was shown is something else by now', () => {
  const { at, id } = conflict();
  const choose = (shownDate: string, shownCurrency: string) =>
    settle(
      at.store,
      id,
      [
        { path: ['performedDate'], take: 'mine', shown: shownDate },
        { path: ['originalCurrency'], take: 'theirs', shown: shownCurrency },
      ],
      {},
    );
  expect(choose('2026-05-05', 'SEK')).toMatchObject({ ok: false, why: 'conflictMoved' });
  expect(choose('2026-05-06', 'NOK')).toMatchObject({ ok: false, why: 'conflictMoved' });
  const settled = choose('2026-05-05', 'NOK');
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  expect(bodyOf(at.edit(settled.id))).toEqual({ performedDate: '2026-02-03' });
  expect(auditOfEdit(at.store, settled.id)[0]?.facts).toMatchObject({
    settles: id,
    fields: [
      { path: ['performedDate'], take: 'mine' },
      { path: ['originalCurrency'], take: 'theirs' },
    ],
  });
});

test('a retyped field replaces mine, once; a field changed from mine to theirs is not sent', () => {
  const { at, id } = conflict();
  const settled = settle(
    at.store,
    id,
    [
      { path: ['performedDate'], take: 'edited', value: '2026-06-06' },
      { path: ['originalCurrency'], take: 'theirs' },
    ],
    {},
  );
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  expect(bodyOf(at.edit(settled.id))).toEqual({ performedDate: '2026-06-06' });
  const other = conflict();
  expect(
    settle(
      other.at.store,
      other.id,
      [
        { path: ['performedDate'], take: 'theirs' },
        { path: ['originalCurrency'], take: 'theirs' },
      ],
      {},
    ),
  ).toEqual({ ok: true, id: null });
});
