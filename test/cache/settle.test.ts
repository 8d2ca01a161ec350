import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { commentsOf } from '#main/records/comments.ts';
import { settleAll, type Heard, type Settled } from '#main/outbox/settle.ts';
import { bodyOf, editById, insertEdit, type OutboxRow } from '#main/outbox/outbox.ts';
import { claim } from '#main/outbox/claim.ts';
import type { Move } from '#main/outbox/move.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { seenValues } from '#main/records/seen-values.ts';
import type { Store } from '#main/storage/store.ts';
import type { Reason } from '#shared/edit.ts';
import { stringifyJson, type JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const invoice = idOf(1, 'd');
const line = idOf(2, 'e');

/** An edit whose request has left. */
function sending(kind: string, recordKind: RecordKind, recordId: string): OutboxRow {
  const id = store.world.uuid();
  const creates = kind.startsWith('create');
  store.commit('setup', () => {
    insertEdit(store, {
      id,
      kind,
      record: { kind: recordKind, id: recordId },
      state: 'waiting',
      repeat: creates ? 'creates' : 'absoluteReadable',
      priority: 'write',
      review: 'automatic',
      touchesBank: false,
      body: {},
      base: null,
      supersedes: null,
      approvedBy: 'rule',
    });
    const request = { method: 'POST', url: 'https://service.test/', body: new Uint8Array(), sha256: '' };
    const row = editById(store, id);
    if (row) claim(store, [{ row, request: { ...request, ifMatch: null, idempotencyKey: id, baseVersion: null } }]);
  });
  return editById(store, id) as OutboxRow;
}

function settle(row: OutboxRow, move: Pick<Move, 'to' | 'reason'>, value: JsonObject | null): Settled[] {
  const asked = store.hearings.ask();
  const heard: Heard | null = value && { text: stringifyJson(value), value, etag: null, provenance: 'writeResponse', asOf: 9, asked };
  return store.commit('settle', () => settleAll(store, [{ row, attempt: null, move: { ...move, what: 'verdict' }, heard, ours: [] }]));
}

const untouched = [{ moved: true, rebased: { merged: [], conflicts: [] } }];

const applied = { to: 'applied', reason: { kind: 'clean' } } as const;
const knowInvoice = (lines: JsonObject[]) => {
  const value = { id: invoice, state: 'OPEN', amount: 5, lines };
  putRecord(store, { ref: { kind: 'invoiceReceivable', id: invoice }, value, provenance: 'import', asOf: 1, complete: true });
};
const linesNow = () => recordOf(store, { kind: 'invoiceReceivable', id: invoice })?.value['lines'];

describe('the answer to a creating edit', () => {
  it('adds an invoice’s new line to the known record, which stays what it was otherwise', () => {
    knowInvoice([{ id: idOf(9, 'e'), netAmount: 5 }]);
    const added = { id: line, invoiceReceivableId: invoice.toUpperCase(), netAmount: 7 };
    expect(settle(sending('createInvoiceLine', 'invoiceReceivable', invoice), applied, added)).toMatchObject(untouched);
    expect(linesNow()).toEqual([{ id: idOf(9, 'e'), netAmount: 5 }, added]);
    // Its total is another one now, and nobody has said which.
    expect(Object.keys(recordOf(store, { kind: 'invoiceReceivable', id: invoice })?.value ?? {})).toEqual(['id', 'state', 'lines']);
    expect(recordOf(store, { kind: 'invoiceReceivable', id: invoice })).toMatchObject({ provenance: 'import', complete: true, asOf: 9 });
  });

  it('does not add a line twice that a read has shown meanwhile', () => {
    knowInvoice([{ id: line, netAmount: 1 }]);
    settle(sending('createInvoiceLine', 'invoiceReceivable', invoice), applied, { id: line, invoiceReceivableId: invoice, netAmount: 7 });
    expect(linesNow()).toMatchObject([{ id: line, netAmount: 7 }]);
  });

  it('does not touch indistinguishable lines, and starts without known ones', () => {
    const plain = { id: null, invoiceReceivableId: invoice, netAmount: 7 };
    knowInvoice([{ id: null, netAmount: 1 }, 'a line of another form' as never]);
    settle(sending('createInvoiceLine', 'invoiceReceivable', invoice), applied, plain);
    expect(linesNow()).toEqual([{ id: null, netAmount: 1 }, 'a line of another form', plain]);
    store.close();
    store = openTestStore(stillWorld());
    knowInvoice(null as never);
    settle(sending('createInvoiceLine', 'invoiceReceivable', invoice), applied, plain);
    expect(linesNow()).toEqual([plain]);
  });

  it('makes no record of an unknown invoice, and takes no line of another one', () => {
    settle(sending('createInvoiceLine', 'invoiceReceivable', invoice), applied, { id: line, invoiceReceivableId: invoice });
    expect(recordOf(store, { kind: 'invoiceReceivable', id: invoice })).toBeNull();
    knowInvoice([]);
    settle(sending('createInvoiceLine', 'invoiceReceivable', invoice), applied, { id: line, invoiceReceivableId: idOf(5, 'd') });
    expect(linesNow()).toEqual([]);
  });

  it('keeps a comment with what it is about, in whichever case the service writes identifiers', () => {
    const comment = { id: line, resourceId: invoice.toUpperCase(), content: 'Paid in cash' };
    settle(sending('createUserComment', 'invoiceReceivable', invoice), applied, comment);
    expect(commentsOf(store, invoice)).toEqual([comment]);
  });

  it('keeps nothing of a comment that the service gives no name', () => {
    settle(sending('createUserComment', 'invoiceReceivable', invoice), applied, { resourceId: invoice, content: 'Paid in cash' });
    expect(commentsOf(store, invoice)).toEqual([]);
  });

  it('keeps the record itself, in whichever case its identifier comes', () => {
    const expense = idOf(1, 'a');
    const answered = settle(sending('updateExpense', 'expense', expense), applied, { id: expense.toUpperCase(), status: 'CREATED' });
    expect(answered).toMatchObject(untouched);
    expect(recordOf(store, { kind: 'expense', id: expense })).toMatchObject({ complete: true, value: { status: 'CREATED' } });
  });
});

describe('the answer of a task', () => {
  it('moves nothing where it has no verdict, and says so', () => {
    const row = sending('updateExpense', 'expense', idOf(1));
    const settled = store.commit('settle', () => settleAll(store, [{ row, attempt: null, move: null, heard: null, ours: [] }]));
    expect(settled).toMatchObject(untouched);
    expect(editById(store, row.id)?.state).toBe('sending');
  });

  it.each([
    ['set back', { setBack: true as const }, 'FROM_THE_BACKUP'],
    ['said late', {}, 'NEWEST'],
  ])('takes an older record for today’s only where the service’s own was set back: %s', (_, also, status) => {
    const ref = { kind: 'expense', id: idOf(1) } as const;
    const newest = { id: ref.id, version: 5, status: 'NEWEST' };
    putRecord(store, { ref, value: newest, provenance: 'import', asOf: 1, complete: true });
    const reason: Reason = { kind: 'versionJump', expected: '6', returned: '2', differences: [], ...also };
    settle(sending('updateExpense', 'expense', ref.id), { to: 'applied', reason }, { ...newest, version: 2, status: 'FROM_THE_BACKUP' });
    expect(recordOf(store, ref)?.value['status']).toBe(status);
  });
});

describe('values that the specification does not list', () => {
  const error = (type: string, codes: (string | null)[]) => ({
    name: null,
    type,
    message: 'anna@company.example may not',
    errors: codes.map((code) => ({ type: code, message: 'no', clientMessage: null, path: null, context: null })),
  });
  const seen = () => seenValues(store).map(({ place, value, count }) => `${place} ${value} ${count}`);

  it('is collected from refusals: unlisted types, and every code once an answer', () => {
    const refused: Reason = {
      kind: 'rejectedByService',
      status: 422,
      error: error('UNPROCESSABLE_CONTENT', ['IBAN_BLOCKED', 'IBAN_BLOCKED', null]),
    };
    settle(sending('updateExpense', 'expense', idOf(1)), { to: 'rejected', reason: refused }, null);
    const strange: Reason = { kind: 'rejectedByService', status: 409, error: error('LOCKED_FOR_AUDIT', ['CONFLICT']) };
    for (const n of [2, 3]) settle(sending('updateExpense', 'expense', idOf(n)), { to: 'rejected', reason: strange }, null);
    const problem: Reason = { kind: 'appliedWithProblem', failure: error('BAD_REQUEST', ['TAX_ENGINE_DOWN']) };
    settle(sending('updateExpense', 'expense', idOf(4)), { to: 'applied', reason: problem }, null);
    expect(seen()).toEqual(['error.code IBAN_BLOCKED 1', 'error.code TAX_ENGINE_DOWN 1', 'error.type LOCKED_FOR_AUDIT 2']);
  });

  it('collects enumeration values of received records, without the listed ones', () => {
    const hears = (recordKind: RecordKind, id: string, value: JsonObject) =>
      settle(sending('updateExpense', recordKind, id), applied, { id, ...value });
    hears('expense', idOf(1), { status: 'UNDER_AUDIT' });
    hears('expense', idOf(2), { status: 'CREATED' });
    hears('invoiceReceivable', idOf(3), { state: 'PAID', paymentType: 'PROVIDER_NINE', taxEngineName: null });
    expect(seen()).toEqual(['expense.status UNDER_AUDIT 1', 'invoiceReceivable.paymentType PROVIDER_NINE 1']);
    expect(recordOf(store, { kind: 'expense', id: idOf(1) })?.value['status']).toBe('UNDER_AUDIT');
  });
});

test('typed fields of a newer form are unreadable', () => {
  const body = '{"city":"Lisboa"}';
  expect(bodyOf({ body, format: 1 })).toEqual({ city: 'Lisboa' });
  expect(bodyOf({ body, format: 2 })).toBeNull();
  expect(bodyOf({ body: '{"city', format: 1 })).toBeNull();
});
