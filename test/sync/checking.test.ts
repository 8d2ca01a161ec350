import { expect, test } from 'vitest';
import { succeeded, failed, type Failure } from '#main/api/result.ts';
import type { Reason } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { recordOf } from '#main/records/records.ts';
import { judgeCheck } from '#main/sync/check/check.ts';
import { createFreshness } from '#main/sync/engine-parts.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { asLook } from '#main/sync/check/look.ts';
import { theLaws } from '#main/sync/laws.ts';
import { createDesk } from './desk.ts';

/** The result of a read after a date request without an answer. */
function checked(read: { value: JsonObject } | Failure, row: { reason?: Reason } = {}) {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  const known = recordOf(desk.store, { kind: 'expense', id: recordId })?.value ?? {};
  const { store, world } = desk;
  const parts = { store, world, freshness: createFreshness(world), laws: theLaws } as unknown as EngineParts;
  const edit = { ...desk.edit(id), reason: JSON.stringify(row.reason ?? { kind: 'noAnswer' }) };
  const result =
    'value' in read ? succeeded({ status: 200, value: { ...known, ...read.value }, text: '', etag: null } as never) : failed(read);
  const asked = store.hearings.ask();
  return judgeCheck(parts, edit, asLook(parts, edit, asked, result));
}

const older: Reason = { kind: 'unreadableAnswer', status: 200, detail: 'older' };
const aCopyFromBefore = { value: { updatedAt: '1999-01-01T00:00:00Z' } };

test('a colleague’s value is a conflict, and says that our request got no answer', () => {
  expect(checked({ value: { performedDate: '2026-05-05' } })).toMatchObject({
    to: 'conflict',
    maybeSent: false,
    reason: { kind: 'baseMoved', hardStop: false, unanswered: true },
  });
});

test.each([
  ['a field that the edit sets beside bank data', { city: 'Theirs' }, false, ['city']],
  ['the bank field that the edit sets', { bankAccountNumber: 'SE2' }, true, ['bankAccountNumber']],
  ['a bank field that the edit leaves alone', { bankName: 'Theirs' }, true, ['bankName']],
])('of an edit with bank data, %s moved: a hard stop only for bank data', (_, theirs, hardStop, fields) => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.vendors;
  desk.know('vendor', recordId);
  const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { bankAccountNumber: 'SE1', city: 'Ours' } });
  const value = { ...recordOf(desk.store, { kind: 'vendor', id: recordId })?.value, ...theirs };
  const { store, world } = desk;
  const parts = { store, world, freshness: createFreshness(world), laws: theLaws } as unknown as EngineParts;
  const move = judgeCheck(parts, desk.edit(id), succeeded({ status: 200, value, text: '', etag: null } as never));
  expect(move).toMatchObject({ to: 'conflict', reason: { kind: 'baseMoved', hardStop } });
  expect(move?.reason.kind === 'baseMoved' && move.reason.differences.map(({ path }) => path.join('.'))).toEqual(fields);
});

test('a copy from before is asked for once more; a second one in a row is a record that cannot be read', () => {
  expect(checked(aCopyFromBefore)).toMatchObject({ to: 'checking', what: 'postponed', reason: older });
  expect(checked(aCopyFromBefore, { reason: { ...older, detail: 'html' } })).toMatchObject({ to: 'checking', reason: older });
  expect(checked(aCopyFromBefore, { reason: { kind: 'abandoned', bootId: 'b' } })).toMatchObject({ to: 'checking' });
  expect(checked(aCopyFromBefore, { reason: older })).toMatchObject({ to: 'waiting', reason: older });
});

test.each<[Failure, object | null]>([
  [{ kind: 'captivePortal' }, null],
  [{ kind: 'notSent', cause: 'dns', detail: '' }, null],
  [{ kind: 'rateLimited', retryAfterMs: 5 } as Failure, null],
  [{ kind: 'unauthorized', refreshed: false } as Failure, null],
  [
    { kind: 'noAnswer', cause: 'reset', afterMs: 5 },
    { to: 'checking', reason: { kind: 'noAnswer', failure: 'noAnswer', afterMs: 0 } },
  ],
  [
    { kind: 'otherCompany', status: 200 },
    { to: 'waiting', reason: { kind: 'noAnswer', failure: 'notReadable', afterMs: 0 } },
  ],
])('a read that ends with %o: the connection’s trouble decides nothing, the record’s is read later or not at all', (failure, move) => {
  const said = checked(failure);
  if (move === null) expect(said).toBe(null);
  else expect(said).toMatchObject(move);
});
