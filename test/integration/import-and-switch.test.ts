import { afterEach, expect, test } from 'vitest';
import { idOf } from '#test/cache/many-records.ts';
import { startDesk, type TestDesk } from './desk.ts';

let desk: TestDesk;
afterEach(() => desk.close());

const vendorId = idOf(1, 'b');
const vendors = (bankAccountNumber: string, others: number) =>
  JSON.stringify([
    { vendorId, name: 'Kaveri', bankAccountNumber },
    ...Array.from({ length: others }, (_, at) => ({ vendorId: idOf(at + 1, 'c'), name: `Vendor ${at}`, city: 'Pune' })),
  ]);
const file = (text: string) => ({ name: 'vendors.json', file: new Blob([text]), kind: 'vendor' as const });
const drafts = async () => (await desk.api.edits.list({ states: ['draft'] })).rows.map(({ record }) => record.id);

test('bank details that the user takes of a file stay in its account, also when another account becomes active meanwhile', async () => {
  desk = await startDesk({ empty: true });
  const { baseUrl, apiKey, caPem: ca } = desk.service;
  const other = await desk.api.accounts.connectApiKey({ name: 'Other', baseUrl, apiKey, ca });
  const office = await desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca });
  await desk.api.library.importRecords(file(vendors('50200012345678', 0)));
  const taking = desk.api.library.importRecords({ ...file(vendors('50200099999999', 3_000)), bank: [vendorId] }).catch(() => null);
  const isPlacing = () => desk.heard.some((change) => change.kind === 'importing' && change.writes && change.of > 1);
  while (!isPlacing()) await new Promise((resolve) => void setImmediate(resolve));
  await desk.api.accounts.activate({ id: other.id });
  await taking;
  expect(await drafts()).toEqual([]);
  await desk.api.accounts.activate({ id: office.id });
  expect(await drafts()).toEqual([vendorId]);
});
