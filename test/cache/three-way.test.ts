import { expect, test } from 'vitest';
import { changedFields, lostFields, movedBankFields, movedFields, overlaps, partIn, partKeys } from '#main/outbox/merge/three-way.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { JsonObject } from '#shared/json/json.ts';

function kindOf(name: string): EditKind {
  const kind = editKind(name);
  if (!kind) throw new Error(name);
  return kind;
}
const vendor = kindOf('updateVendor');
const card = kindOf('updateCardTransaction');

test('a part is a field, a member, or one group of custom properties', () => {
  const body = {
    description: 'Taxi',
    customProperties: [
      { groupId: 'b', valueIds: ['1'] },
      { groupId: 'a', valueIds: [] },
    ],
  };
  expect(partKeys(card, body)).toEqual(['description\n', 'customProperties\nb', 'customProperties\na']);
  // Of another list nobody says what its entries are: it is one.
  expect(partKeys(vendor, { companyEntityIds: ['e1', 'e2'] })).toEqual(['companyEntityIds\n']);
});

test('of a group counts which values it has, in any order; one without any is empty, and nothing said is nothing', () => {
  const group = (...ids: string[]): JsonObject => ({ customProperties: [{ groupId: 'g', values: ids.map((id) => ({ id })) }] });
  const part = { path: ['customProperties'], group: 'g' };
  expect(partIn(group('2', '1'), part)).toEqual(partIn(group('1', '2'), part));
  expect(partIn(group(), part)).toBe(null);
  expect(partIn({ customProperties: [] }, part)).toBe(null);
  expect(partIn({}, part)).toBe(undefined);
  const other = { groupId: 'f', values: [{ id: '9' }] };
  expect(partIn({ customProperties: [other] }, part)).toBe(null);
});

test('a colleague’s change needs a user; an empty value, an unchanged one, an equal one or our own does not', () => {
  const moved = (theirs: JsonObject, isOurs = false) =>
    movedFields(vendor, { email: 'mine@x.test' }, { email: 'old@x.test' }, theirs, () => isOurs).map(({ path }) => path);
  expect(moved({ email: 'theirs@x.test' })).toEqual([['email']]);
  expect(moved({ email: null })).toEqual([['email']]);
  expect(moved({})).toEqual([]);
  expect(moved({ email: 'old@x.test' })).toEqual([]);
  expect(moved({ email: 'mine@x.test' })).toEqual([]);
  expect(moved({ email: 'theirs@x.test' }, true)).toEqual([]);
  // Unless somebody says so, nothing is our own; what was empty reads as null.
  expect(movedFields(vendor, { email: 'mine@x.test' }, { email: 'old@x.test' }, { email: 'theirs@x.test' })).toEqual([
    { path: ['email'], base: 'old@x.test', mine: 'mine@x.test', theirs: 'theirs@x.test' },
  ]);
});

test('bank data that moved is found, touched or not, also inside an object; what we typed, and what is known as ours, is not', () => {
  const base = { name: 'A', bankName: 'One', bankAccountNumber: 'SE1', defaultCompanyEntity: { id: 'e', senderBankAccountId: 'b1' } };
  const found = (theirs: JsonObject, body: JsonObject = { bankAccountNumber: 'SE2' }, explained: readonly string[] = []) =>
    movedBankFields(vendor, body, base, { ...base, ...theirs }, ({ path }) => explained.includes(path.join('.'))).map(
      ({ path, theirs: now }) => [path.join('.'), now],
    );
  expect(found({})).toEqual([]);
  expect(found({ name: 'B' })).toEqual([]);
  expect(found({ bankName: 'Two' })).toEqual([['bankName', 'Two']]);
  expect(found({ bankName: 'Two', bankAccountNumber: 'SE3' })).toEqual([
    ['bankName', 'Two'],
    ['bankAccountNumber', 'SE3'],
  ]);
  expect(found({ bankName: 'Two', bankAccountNumber: 'SE2' })).toEqual([['bankName', 'Two']]);
  expect(found({ bankName: 'Two' }, { bankAccountNumber: 'SE2' }, ['bankName'])).toEqual([]);
  expect(found({ bankAccountNumber: 'SE3' }, { bankAccountNumber: 'SE2' }, ['bankAccountNumber'])).toEqual([]);
  expect(found({ bankAccountNumber: 'SE3' }, { bankAccountNumber: 'SE2' }, ['bankName'])).toEqual([['bankAccountNumber', 'SE3']]);
  expect(found({ defaultCompanyEntity: { id: 'other', senderBankAccountId: 'b1' } })).toEqual([]);
  expect(found({ defaultCompanyEntity: { id: 'e', senderBankAccountId: 'b2' } })).toEqual([
    ['defaultCompanyEntity.senderBankAccountId', 'b2'],
  ]);
  // A bank field that was not there before.
  expect(movedBankFields(vendor, {}, { name: 'A' }, { name: 'A', bankCity: 'Oslo' }).map(({ path }) => path)).toEqual([['bankCity']]);
});

test('fields that read otherwise than before; bookkeeping, and what is not said, is none', () => {
  const before = { a: 1, b: 2, gone: 3, version: 1, updatedAt: 'x', updatedBy: 'y' };
  const after = { a: 1, b: 3, version: 2, updatedAt: 'z', updatedBy: 'z', fresh: 4 };
  expect(changedFields(before, after)).toEqual([
    { path: ['b'], base: 2, theirs: 3 },
    { path: ['fresh'], base: undefined, theirs: 4 },
  ]);
});

test.each([
  [['a'], ['a'], true],
  [['a'], ['b'], false],
  [['a'], ['a', 'b'], true],
  [['a', 'b'], ['a'], true],
  [['a', 'b'], ['a', 'c'], false],
  [['a', 'b'], ['c', 'b'], false],
  [['a', 'b', 'c'], ['a', 'c'], false],
  [['a', 'c'], ['a', 'b', 'c'], false],
])('%j and %j lead to, into or out of each other: %s', (a, b, is) => {
  expect(overlaps(a, b)).toBe(is);
});

test('a field that an answer empties unsent is a loss, once per field; bookkeeping, sent fields and empty ones are none', () => {
  const property = (groupId: string, ...ids: string[]) => ({ groupId, values: ids.map((id) => ({ id })) });
  const known = {
    ...{ description: 'Taxi', receipt: 'r1', failureContext: { type: 'x' }, lines: ['l'], note: '', tags: [] },
    customProperties: [property('a', '1', '2'), property('b', '3')],
  };
  const empty = { description: null, receipt: null, failureContext: null, lines: [], note: null, tags: null, customProperties: [] };
  const lost = lostFields(card, { description: '' }, known, empty);
  expect(lost?.differences.map(({ path, theirs }) => [path.join('.'), theirs])).toEqual([
    ['customProperties', []],
    ['receipt', null],
  ]);
  expect(lost?.putBack).toEqual({
    customProperties: [
      { groupId: 'a', valueIds: ['1', '2'] },
      { groupId: 'b', valueIds: ['3'] },
    ],
  });
  const text = lostFields(card, {}, { description: 'Taxi' }, { description: '' });
  expect(text).toEqual({ differences: [{ path: ['description'], base: 'Taxi', theirs: '' }], putBack: { description: 'Taxi' } });
  expect(lostFields(card, {}, { tags: ['t'] }, { tags: [] })?.differences).toEqual([{ path: ['tags'], base: ['t'], theirs: [] }]);
  expect(lostFields(card, {}, { description: 'Taxi' }, {})).toBe(null);
  expect(lostFields(card, {}, null, {})).toBe(null);
  expect(lostFields(kindOf('createUserComment'), {}, { content: 'x' }, { content: null })).toBe(null);
});
