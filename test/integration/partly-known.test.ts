import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportText } from '#service/seed-export.ts';
import { startDesk, untilState, type TestDesk } from './desk.ts';

// An account of one's own whose cache was empty, and the service's own list of vendors, of which nobody said that it is complete.

let desk: TestDesk;
beforeEach(async () => {
  desk = await startDesk({ empty: true });
});
afterEach(async () => {
  await desk.close();
});

/** A vendor that holds bank details, renamed and approved, until the engine says what it needs. */
async function renamed(): Promise<{ vendorId: string; edit: string }> {
  const { baseUrl, apiKey, caPem: ca, store, companyId } = desk.service;
  await desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca });
  const text = exportText(store, 'vendors', companyId, 'csv');
  const look = await desk.api.library.inspectImport({ name: 'vendors.csv', file: new Blob([text]), kind: 'vendor' });
  await desk.api.library.importRecords({
    name: 'vendors.csv',
    file: new Blob([text]),
    kind: 'vendor',
    mapping: look.mapping,
    complete: false,
  });
  const isFull = ({ companyId: of, ...vendor }: { companyId: string; bankAccountNumber: string | null; identifier: string | null }) =>
    of === companyId && Boolean(vendor.bankAccountNumber && vendor.identifier);
  const vendorId = [...store.list('vendor')].find(isFull)?.vendorId ?? '';
  const body = { name: 'Renamed' };
  const { id: edit } = await desk.api.edits.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorId, body });
  const { fingerprint } = await desk.api.review.batch();
  await desk.api.review.approve({ ids: [edit], fingerprint, secondConfirmation: true });
  await untilState(desk, edit, 'held');
  return { vendorId, edit };
}

test('P15: a release empties nothing; the full record lets the edit go, and all of it stays', async () => {
  const { vendorId, edit } = await renamed();
  const before = desk.service.store.get('vendor', vendorId);
  await expect(desk.api.edits.release({ ids: [edit] })).rejects.toMatchObject({ data: { why: 'needsFullRecord' } });
  expect((await desk.api.edits.get({ id: edit })).state).toBe('held');
  expect(desk.service.store.get('vendor', vendorId)).toEqual(before);
  const text = exportText(desk.service.store, 'vendors', desk.service.companyId, 'csv');
  await desk.api.library.importRecords({ name: 'vendors.csv', file: new Blob([text]), kind: 'vendor', mapping: {}, complete: true });
  await desk.api.edits.release({ ids: [edit] });
  await untilState(desk, edit, 'applied');
  const { bankAccountNumber, identifier, vatId, email } = before ?? {};
  expect(desk.service.store.get('vendor', vendorId)).toMatchObject({ name: 'Renamed', bankAccountNumber, identifier, vatId, email });
});

test('fields that a user saw and accepted are emptied, and no others', async () => {
  const { vendorId, edit } = await renamed();
  const shown = (await desk.api.edits.get({ id: edit })).wouldEmpty ?? [];
  expect(shown.map(({ path }) => path.join('.'))).toEqual(expect.arrayContaining(['bankAccountNumber', 'identifier']));
  await expect(desk.api.edits.sendPartly({ id: edit, emptied: [] })).rejects.toMatchObject({ data: { why: 'conflictMoved' } });
  await desk.api.edits.sendPartly({ id: edit, emptied: shown.map(({ path, base }) => ({ path, base })) });
  await untilState(desk, edit, 'applied');
  expect(desk.service.store.get('vendor', vendorId)).toMatchObject({ name: 'Renamed', bankAccountNumber: null, identifier: null });
  const { rows } = await desk.api.activity.list({ limit: 50 });
  const line = rows.find(({ what, editId }) => what === 'sendPartly' && editId === edit);
  expect(line?.facts['reason']).toMatchObject({ kind: 'incompleteBase', accepted: shown });
});
