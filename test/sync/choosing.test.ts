import { expect, test } from 'vitest';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { openNow, type LedgerEntry } from '#main/edits/review/ledger.ts';
import { reasonOfAnswer, type Before } from '#main/sync/check/check.ts';
import { choose, type SchedulerState } from '#main/sync/check/next-sendable.ts';
import { mustHoldAll } from '#main/audit/anchor.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { openScene } from './open-scene.ts';
import { anchored } from '#test/anchors.ts';

/** Decisions that are made of their arguments alone, at their edges. */

const rowOf = (id: string, more: Partial<OutboxRow> = {}): OutboxRow =>
  ({
    ...{ id, kind: 'updateExpense', recordKind: 'expense', recordId: id, repeat: 'absoluteReadable', priority: 'write', state: 'waiting' },
    ...{ attempts: 0, batchId: null, base: '{}', settledBy: null, reason: null },
    ...more,
  }) as OutboxRow;
const comment = (id: string, more: Partial<OutboxRow> = {}) => rowOf(id, { kind: 'createUserComment', repeat: 'creates', ...more });
const payment = (id: string, more: Partial<OutboxRow> = {}) => comment(id, { kind: 'recordInvoicePayment', priority: 'payment', ...more });
const card = (id: string, more: Partial<OutboxRow> = {}) => rowOf(id, { kind: 'updateCardTransaction', repeat: 'absoluteBlind', ...more });

function chosen(rows: OutboxRow[], scene: Partial<SchedulerState> = {}) {
  const sorted = Object.groupBy(rows, ({ repeat }) => (repeat === 'creates' ? 'creates' : 'absolute'));
  const { tasks, needsProof } = choose({ absolute: sorted.absolute ?? [], creates: sorted.creates ?? [] }, { ...openScene, ...scene });
  return { does: tasks.map(({ kind, row }) => `${kind} ${row.id}`), needsProof };
}

test('concurrency is for edits that create nothing; creating ones are sent one at a time beside it', () => {
  const rows = [rowOf('a'), rowOf('b'), comment('c'), comment('d')];
  expect(chosen(rows, { slots: 1 })).toEqual({ does: ['send a', 'send c'], needsProof: false });
  expect(chosen(rows, { slots: 0 })).toEqual({ does: ['send c'], needsProof: false });
  expect(chosen(rows, { creatingUnderWay: true })).toEqual({ does: ['send a', 'send b'], needsProof: false });
});

test('preclaimed edits pass no older edit that cannot be preclaimed', () => {
  const rows = [rowOf('a'), rowOf('b'), rowOf('c'), rowOf('d')];
  expect(chosen(rows, { slots: 1, ahead: 2 }).does).toEqual(['send a', 'send b', 'send c']);
  expect(chosen(rows, { slots: 1, ahead: 2, mayBeAhead: ({ id }) => id !== 'b' }).does).toEqual(['send a']);
  expect(chosen(rows, { slots: 1, ahead: 2, isFresh: ({ id }) => id !== 'b' }).does).toEqual(['send a']);
});

test('the choice looks no further than there is room', () => {
  let looked = 0;
  const absolute = (function* () {
    for (; looked < 1_000; looked += 1) yield rowOf(`a${looked}`);
  })();
  expect(choose({ absolute, creates: [] }, { ...openScene, slots: 2, ahead: 3 }).tasks).toHaveLength(5);
  expect(looked).toBeLessThan(7);
});

test('a creating edit waits for a proof, and asks for one only if nothing else blocks it', () => {
  expect(chosen([comment('c')], { pathProven: false })).toEqual({ does: [], needsProof: true });
  expect(chosen([comment('c')], { pathProven: false, mayCreate: false })).toEqual({ does: [], needsProof: false });
  expect(chosen([comment('c')], { pathProven: false, creatingUnderWay: true })).toEqual({ does: [], needsProof: false });
  expect(chosen([rowOf('a')], { pathProven: false, slots: 0 })).toEqual({ does: [], needsProof: false });
  expect(chosen([comment('c')], { mayCreate: false }).does).toEqual([]);
});

test('a busy record is no candidate', () => {
  const isBusy = ({ id }: OutboxRow) => id === 'a' || id === 'c';
  expect(chosen([rowOf('a'), rowOf('b'), comment('c'), comment('d')], { isBusy }).does).toEqual(['send b', 'send d']);
});

test('a payment is sent after the edits approved with it, as far as they can be sent now', () => {
  const together = [payment('p', { batchId: 'one' }), rowOf('a', { batchId: 'one' })];
  expect(chosen(together).does).toEqual(['send a']);
  expect(chosen([payment('p', { batchId: 'one' }), rowOf('a', { batchId: 'other' })]).does).toEqual(['send a', 'send p']);
  expect(chosen([payment('p'), rowOf('a')]).does).toEqual(['send a', 'send p']);
  expect(chosen([payment('p', { batchId: 'one' })], { isBatchBusy: (id) => id === 'one' }).does).toEqual([]);
  // An unreadable record blocks nothing, nor does a comment that was tried before.
  expect(chosen(together, { hasFailed: ({ id }) => id === 'a' }).does).toContain('send p');
  expect(chosen([payment('p', { batchId: 'one' }), comment('c', { batchId: 'one', attempts: 1 })]).does).toEqual(['send p']);
  expect(chosen([payment('p', { batchId: 'one' }), comment('c', { batchId: 'one' })]).does).toEqual(['send c']);
  // A change that was tried before is sent again on its own, soon.
  expect(chosen([payment('p', { batchId: 'one' }), rowOf('a', { batchId: 'one', attempts: 1 })]).does).toEqual(['send a']);
  expect(chosen([payment('p', { batchId: 'one' }), payment('q', { batchId: 'one' })]).does).toEqual(['send p']);
});

test('a record is read before a write, where possible, unless it was just received or a user released the edit without', () => {
  const stale = { isFresh: () => false };
  expect(chosen([rowOf('a')], stale).does).toEqual(['reread a']);
  expect(chosen([rowOf('a')]).does).toEqual(['send a']);
  expect(chosen([rowOf('a', { base: null })], stale).does).toEqual(['reread a']);
  expect(chosen([card('a')], stale).does).toEqual(['send a']);
  expect(chosen([card('a')], { ...stale, mayRead: () => true }).does).toEqual(['reread a']);
  expect(chosen([payment('p')], { ...stale, mayRead: () => true }).does).toEqual(['reread p']);
  expect(chosen([payment('p')], { mayRead: () => true }).does).toEqual(['send p']);
  expect(chosen([comment('c')], { ...stale, mayRead: () => true }).does).toEqual(['send c']);
  expect(chosen([rowOf('a', { reason: '{"kind":"cannotRead","status":500,"accepted":true}' })], stale).does).toEqual(['send a']);
  // Let go for another reason, nobody was told that the record cannot be read.
  const released = { settledBy: 'Anna', reason: '{"kind":"cannotRead","status":500}' };
  expect(chosen([rowOf('a', released)], stale).does).toEqual(['reread a']);
  expect(chosen([rowOf('a', { ...released, reason: '{"kind":"byPerson"}' })], stale).does).toEqual(['reread a']);
});

test('an unknown outcome is read where it can be, else the same values go again', () => {
  expect(chosen([rowOf('a', { state: 'checking' }), card('b', { state: 'checking' })]).does).toEqual(['check a', 'again b']);
});

test.each([
  [5, 'locked', false],
  [5, 'unavailable', false],
  [0, null, false],
  [1, null, true],
  [5, 5, false],
  [5, 4, false],
  [5, 6, true],
  [0, 1, true],
] as const)('a database that counts %s beside a keychain that says %s holds everything: %s', (counter, keychain, holds) => {
  expect(mustHoldAll(counter, typeof keychain === 'number' ? anchored(keychain) : keychain, 'goesOn')).toBe(holds);
});

test.each([
  ['goesOn', false],
  ['shorter', true],
  ['other', true],
] as const)('an audit log that, against the keychain’s line, %s, holds everything: %s', (how, holds) => {
  expect(mustHoldAll(5, anchored(5), how)).toBe(holds);
  for (const keychain of ['locked', 'unavailable'] as const) expect(mustHoldAll(5, keychain, how)).toBe(false);
});

const kindOf = (name: string): EditKind => {
  const kind = editKind(name);
  if (!kind) throw new Error(name);
  return kind;
};
const before = (more: Partial<Before>): Before => ({
  known: null,
  version: null,
  value: null,
  lost: 0,
  unanswered: [],
  was: null,
  ours: null,
  ...more,
});
const vendorId = '00000000-0000-4000-8000-0000000000aa';

test.each([
  ['5', 6, 0, null],
  ['5', 5, 0, null],
  ['5', 7, 0, { expected: '6', returned: '7' }],
  ['5', 7, 1, { expected: '6', returned: '7', ownLost: true }],
  ['5', 8, 1, { expected: '6', returned: '8' }],
  [null, 7, 0, null],
  ['5', null, 0, null],
  ['5x', 7, 0, null],
  ['x5', 7, 0, null],
  ['15', 17, 0, { expected: '16', returned: '17' }],
  ['-2', 0, 0, { expected: '-1', returned: '0' }],
])('built on version %s and answered with %s, %s of ours lost: %o', (version, returned, lost, jump) => {
  const row = { recordId: vendorId, repeat: 'absoluteVersioned', priority: 'write' } as OutboxRow;
  const known = { vendorId, email: 'old@x.test', city: 'Faro' };
  const value: JsonObject = { vendorId, version: returned, email: 'new@x.test', city: 'Braga' };
  const reason = reasonOfAnswer(
    kindOf('updateVendor'),
    row,
    { email: 'new@x.test' },
    value,
    before({ known, version, value: known, lost }),
  );
  if (jump === null) return expect(reason.kind).toBe('clean');
  expect(reason).toMatchObject({ kind: 'versionJump', ...jump });
  // Our own writes are no colleague's change.
  const paths = reason.kind === 'versionJump' ? reason.differences.map(({ path }) => path.join('.')) : [];
  expect(paths).toContain('city');
  expect(paths).not.toContain('email');
  expect('ownLost' in reason).toBe('ownLost' in jump);
});

test.each([
  // Each of ours moves it by one: the one that was lost, and this one.
  ['7', 8, ['6'], null],
  ['7', 8, ['5', '6'], null],
  ['7', 8, ['7', '7'], null],
  ['7', 8, ['5'], { expected: '6', returned: '8', ownLost: true }],
  // As many steps as ours would have made: but the first may have replaced what made one of them.
  ['7', 8, ['5', '5'], { expected: '6', returned: '8', ownLost: true }],
  ['7', 8, ['4', '5', '7'], { expected: '6', returned: '8', ownLost: true }],
  // Set back in between: what was lost then is not known, and no step of this one.
  ['7', 8, ['9', '7'], null],
  ['7', 8, ['5x', null], null],
  ['7', 9, ['5'], { expected: '8', returned: '9' }],
])('built on version %s, answered with %s, and sent on %o before: %o', (version, returned, unanswered, jump) => {
  const row = { recordId: vendorId, repeat: 'absoluteVersioned', priority: 'write' } as OutboxRow;
  const value: JsonObject = { vendorId, version: returned, email: 'new@x.test' };
  const reason = reasonOfAnswer(kindOf('updateVendor'), row, { email: 'new@x.test' }, value, before({ version, unanswered }));
  if (jump === null) return expect(reason.kind).toBe('clean');
  expect(reason).toMatchObject({ kind: 'versionJump', ...jump });
  expect('ownLost' in reason).toBe('ownLost' in jump);
});

test.each([
  ['PAID', 'PARTIALLY_PAID', null, null, 'duplicateAlarm'],
  ['PARTIALLY_PAID', 'PARTIALLY_PAID', null, null, 'clean'],
  ['PAID', 'PAID', null, null, 'duplicateAlarm'],
  [null, 'PARTIALLY_PAID', null, null, 'clean'],
  ['OPEN', 'PAID', null, 'E1', 'appliedWithProblem'],
  ['OPEN', 'PAID', 'E1', 'E1', 'clean'],
  ['OPEN', 'PAID', 'E1', 'E2', 'appliedWithProblem'],
  ['OPEN', 'PAID', 'E1', null, 'clean'],
])('a payment on an invoice %s that reads %s, problem before %s and after %s: %s', (was, is, problemBefore, problem, said) => {
  const row = { recordId: vendorId, repeat: 'creates', priority: 'payment' } as OutboxRow;
  const body = { paymentDate: '2026-02-03', amountInInvoiceCurrency: 100 };
  const failure = (type: string | null) => (type === null ? null : { type, errors: [] });
  const known: JsonObject | null = was === null ? null : { id: vendorId, state: was, failureContext: failure(problemBefore) };
  const value: JsonObject = { id: vendorId, state: is, failureContext: failure(problem) };
  expect(reasonOfAnswer(kindOf('recordInvoicePayment'), row, body, value, before({ known })).kind).toBe(said);
});

test.each([
  [{ amount: 300, state: 'OPEN' }, [100n], 200n],
  [{ amount: 300, state: 'OPEN' }, [], 300n],
  [{ amount: 300, state: 'OPEN' }, [100n, 200n], 0n],
  [{ amount: 300, state: 'OPEN' }, [400n], 0n],
  [{ amount: 300, state: 'PAID' }, [], 0n],
  [{ state: 'PAID' }, [], null],
])('of %o with payments of %o is open: %s', (invoice, amounts, left) => {
  const ledger = amounts.map((amountMinor): LedgerEntry => ({ row: rowOf('p'), body: {}, amountMinor }));
  expect(openNow(ledger, invoice)).toBe(left);
});

test('a payment’s look takes the room of a read, and another payment leaves beside it', () => {
  const stale = { isFresh: ({ id }: RecordRef) => id === 'r', mayRead: () => true };
  expect(chosen([payment('p')], { ...stale, slots: 0 }).does).toEqual([]);
  expect(chosen([payment('p'), payment('q'), payment('r'), payment('s')], { ...stale, slots: 2 }).does).toEqual([
    'reread p',
    'reread q',
    'send r',
  ]);
  // An edit that was tried more often would, in doubt again, make all wait once more.
  const tried = [payment('p'), payment('r', { attempts: 2 })];
  expect(chosen(tried, stale).does).toEqual(['reread p']);
  expect(chosen(tried.slice(1), { ...stale, triesOfLooks: 0 }).does).toEqual([]);
  expect(chosen(tried, { ...stale, hasFailed: ({ id }: RecordRef) => id === 'p' }).does).toEqual(['reread p', 'send r']);
});
