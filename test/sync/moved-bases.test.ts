import { expect, test } from 'vitest';
import { baseOf, bodyOf, reasonOf } from '#main/outbox/outbox.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { importRecords } from '#main/library/imports/imports.ts';
import { recordOf } from '#main/records/records.ts';
import { writeJson } from '#service/domain/json.ts';
import { readingHere } from '#test/reading.ts';
import { testAccount } from '#test/cache.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, type Desk } from './desk.ts';

const vendorOf = (desk: Desk) => desk.company.vendors[0] ?? '';
const expenseOf = (desk: Desk) => desk.company.expenses[0] ?? '';
const writes = (desk: Desk) => desk.requests.filter(({ method }) => method === 'PUT' || method === 'PATCH');

function editVendor(desk: Desk, body: Record<string, unknown>): string {
  return desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorOf(desk), body });
}

function editExpense(desk: Desk, body: Record<string, unknown>): string {
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expenseOf(desk), body });
}

/** A colleague changes the vendor; the service's next export says so, and a user imports it. */
async function importColleaguesChange(desk: Desk, change: object): Promise<void> {
  const vendor = desk.company.store.get('vendor', vendorOf(desk));
  if (!vendor) throw new Error('no vendor');
  const changed = { ...vendor, ...change, version: vendor.version + 1 };
  desk.company.store.put('vendor', vendorOf(desk), changed);
  const file = { name: 'vendors.json', content: writeJson([{ ...changed, companyId: testAccount.companyId }]), kind: 'vendor' as const };
  const importing = importRecords({ store: desk.store, reading: readingHere }, file, { complete: true });
  await desk.run(10);
  expect(await importing).toMatchObject({ ok: true, imported: 1 });
}

/** Somebody else moves the date, and something other than the edit's own task hears of it. */
function hearMovedDate(desk: Desk, performedDate: string): void {
  const served = desk.company.store.get('expense', expenseOf(desk));
  if (!served) throw new Error('no expense');
  desk.company.store.put('expense', expenseOf(desk), { ...served, performedDate, updatedAt: '2027-01-01T00:00:00Z' });
  desk.know('expense', expenseOf(desk));
}

test('an import that shows somebody else’s change of the same field is a conflict before anything is sent', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { city: 'Lisbon' });
  await importColleaguesChange(desk, { city: 'Faro' });
  expect(desk.edit(id).state).toBe('conflict');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', differences: [{ path: ['city'], mine: 'Lisbon', theirs: 'Faro' }] });
});

test('an import that shows another bank account stops an edit of the bank data hard', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { bankName: 'Our bank' });
  await importColleaguesChange(desk, { bankAccountNumber: '999' });
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', hardStop: true });
});

test('an import of another field moves the base along: review shows old and new as they are today', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { city: 'Lisbon' });
  await importColleaguesChange(desk, { email: 'colleague@vendor.test' });
  expect(desk.edit(id).state).toBe('draft');
  expect(baseOf(desk.edit(id))).toMatchObject({ email: 'colleague@vendor.test' });
});

test('a field that moved while an edit was held is a conflict on release, not an overwrite', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { city: 'Lisbon' });
  desk.approve(id);
  expect(hold(desk.store, [id])).toEqual({ ok: true });
  await importColleaguesChange(desk, { city: 'Faro' });
  expect(desk.edit(id).state).toBe('held');
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('conflict');
  expect(writes(desk)).toEqual([]);
});

test('a fresh record is compared all the same', async () => {
  const desk = createDesk();
  desk.know('expense', expenseOf(desk));
  await desk.begin(1_000);
  const first = editExpense(desk, { originalCurrency: 'USD' });
  await desk.run(5_000);
  expect(desk.edit(first).state).toBe('applied');
  desk.engine.workOffline(true);
  const second = editExpense(desk, { performedDate: '2026-02-03' });
  hearMovedDate(desk, '2026-01-09');
  const before = writes(desk).length;
  desk.engine.workOffline(false);
  await desk.run(5_000);
  expect(desk.edit(second).state).toBe('conflict');
  expect(writes(desk)).toHaveLength(before);
});

test('a refusal as CONFLICT explains nothing: a later edit of the same field is its own conflict', async () => {
  const desk = createDesk();
  desk.know('expense', expenseOf(desk));
  const first = editExpense(desk, { performedDate: '2026-02-03' });
  const later: string[] = [];
  desk.weather((request) => {
    if (request.method !== 'PATCH') return null;
    later.push(editExpense(desk, { performedDate: '2026-02-04' }));
    const served = desk.company.store.get('expense', expenseOf(desk));
    desk.company.store.put('expense', expenseOf(desk), {
      ...served,
      performedDate: '2026-01-09',
      updatedAt: '2027-01-01T00:00:00Z',
    } as never);
    return inItsShape(409, 'CONFLICT');
  });
  await desk.begin(5_000);
  expect([first, ...later].map((id) => desk.edit(id).state)).toEqual(['conflict', 'conflict']);
  expect(writes(desk)).toHaveLength(1);
});

test('a conflict shows what the service says today, also when that moves again while it waits', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { city: 'Lisbon', email: 'our@vendor.test' });
  await importColleaguesChange(desk, { city: 'Faro' });
  await importColleaguesChange(desk, { city: 'Braga', email: 'their@vendor.test' });
  expect(desk.edit(id).state).toBe('conflict');
  expect(reasonOf(desk.edit(id))).toMatchObject({
    differences: [
      { path: ['city'], mine: 'Lisbon', theirs: 'Braga' },
      { path: ['email'], mine: 'our@vendor.test', theirs: 'their@vendor.test' },
    ],
  });
});

test('a value typed for a bank field that only the service had moved is sent with the settlement', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { bankName: 'Our bank' });
  await importColleaguesChange(desk, { bankAccountNumber: '999' });
  const settled = settle(desk.store, id, [{ path: ['bankAccountNumber'], take: 'edited', value: '1234' }], {});
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  expect(bodyOf(desk.edit(settled.id))).toEqual({ bankName: 'Our bank', bankAccountNumber: '1234' });
});

test('a hard stop that was held is one again when it is released, with everything that moved', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { bankName: 'Our bank' });
  await importColleaguesChange(desk, { bankAccountNumber: '999' });
  const before = reasonOf(desk.edit(id));
  expect(hold(desk.store, [id])).toEqual({ ok: true });
  expect(release(desk.store, [id])).toEqual({ ok: true });
  expect(desk.edit(id).state).toBe('conflict');
  expect(before).toMatchObject({ hardStop: true });
  expect(reasonOf(desk.edit(id))).toEqual(before);
  expect(hold(desk.store, [id])).toEqual({ ok: true });
  await importColleaguesChange(desk, { bankAccountNumber: '1000' });
  expect(release(desk.store, [id])).toEqual({ ok: true });
  expect(reasonOf(desk.edit(id))).toMatchObject({ hardStop: true, differences: [{ path: ['bankAccountNumber'], theirs: '1000' }] });
});

test('bank details of an import never go along with an edit of another field', async () => {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const before = desk.company.store.get('vendor', vendorOf(desk));
  const id = editVendor(desk, { description: 'Painters' });
  await importColleaguesChange(desk, { bankAccountNumber: '50200012345678', city: 'Faro' });
  expect(baseOf(desk.edit(id))).toMatchObject({ city: 'Faro', bankAccountNumber: before?.bankAccountNumber ?? null });
  const refs = [{ kind: 'vendor' as const, id: vendorOf(desk) }];
  // The rest of the record may be newer at the service by now: it is read before the whole of it is sent.
  expect(refs.map((ref) => recordOf(desk.store, ref)?.complete)).toEqual([false]);
});
