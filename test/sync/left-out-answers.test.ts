import { expect, test } from 'vitest';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { vendorBankFields } from '#shared/edits/update-vendor/kind.ts';
import { createDesk, type Desk } from './desk.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { onTheWire } from '#test/laws/domain-server.ts';

/** A service that shows nobody's bank details, as to a key whose role may not see them. */

function masked(answer: WireAnswer): WireAnswer {
  const value = JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown>;
  const shown = Object.fromEntries(Object.entries(value).filter(([name]) => !vendorBankFields.includes(name)));
  return { ...answer, body: new TextEncoder().encode(JSON.stringify(shown)) };
}

function deskOf(options: { reads: boolean }): Desk {
  const desk = createDesk({ ...options, switches: { reads: options.reads } });
  desk.know('vendor', vendorOf(desk));
  desk.weather((request, server) => (request.url.includes('/vendors/') ? masked(onTheWire(server.carryOut(request), 20)) : null));
  return desk;
}

const vendorOf = (desk: Desk): string => desk.company.vendors[0] ?? '';
const numberOf = (desk: Desk) => desk.company.store.get('vendor', vendorOf(desk))?.bankAccountNumber;
const puts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'PUT');

async function rename(desk: Desk, city: string): Promise<string> {
  const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorOf(desk), body: { city } });
  desk.approve(id);
  await desk.run(10_000);
  return id;
}

test.each([false, true])('keeps bank details that the service takes and shows nobody; reads: %s', async (reads) => {
  const desk = deskOf({ reads });
  const number = numberOf(desk);
  expect(number).toMatch(/\d/);
  await desk.begin(0);
  for (const city of ['Oslo', 'Bergen', 'Narvik']) expect(reasonOf(desk.edit(await rename(desk, city)))).toEqual({ kind: 'clean' });
  expect(numberOf(desk)).toBe(number);
});

test('holds the full record of a vendor that somebody else changed, where the service names no bank detail', async () => {
  const desk = deskOf({ reads: true });
  await desk.begin(0);
  await rename(desk, 'Oslo');
  const vendor = desk.company.store.get('vendor', vendorOf(desk));
  if (vendor) desk.company.store.put('vendor', vendorOf(desk), { ...vendor, email: 'new@vendor.test', version: vendor.version + 1 });
  const id = await rename(desk, 'Bergen');
  expect(desk.edit(id)).toMatchObject({ state: 'held' });
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(puts(desk)).toHaveLength(1);
});

test('holds the full record of a vendor whose bank details nobody ever saw, until the service shows those of any vendor', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  const other = desk.company.vendors[1] ?? '';
  putRecord(desk.store, {
    ref: { kind: 'vendor', id: vendorOf(desk) },
    value: { vendorId: vendorOf(desk), city: desk.company.store.get('vendor', vendorOf(desk))?.city ?? '' },
    ...{ provenance: 'import', asOf: 0, complete: false },
  });
  desk.weather((request, server) =>
    request.url.includes(`/vendors/${vendorOf(desk)}`) ? masked(onTheWire(server.carryOut(request), 20)) : null,
  );
  await desk.begin(0);
  const number = numberOf(desk);
  const id = await rename(desk, 'Oslo');
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect([numberOf(desk), puts(desk).length]).toEqual([number, 0]);
  desk.hear('vendor', other);
  desk.hear('vendor', vendorOf(desk));
  expect(recordOf(desk.store, { kind: 'vendor', id: vendorOf(desk) })?.complete).toBe(true);
});

test.each([
  ['shows the account number with stars', { bankAccountNumber: '****************3000' }],
  ['leaves out the account number alone', { bankAccountNumber: undefined }],
])('holds the full record of a vendor that somebody else changed, where the service %s', async (_, instead) => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  desk.know('vendor', vendorOf(desk));
  desk.weather((request, server) => {
    if (!request.url.includes('/vendors/')) return null;
    const { bodyText, ...said } = server.carryOut(request);
    return onTheWire({ ...said, bodyText: JSON.stringify({ ...(JSON.parse(bodyText) as object), ...instead }) }, 20);
  });
  const number = numberOf(desk);
  await desk.begin(0);
  const vendor = desk.company.store.get('vendor', vendorOf(desk));
  if (vendor) desk.company.store.put('vendor', vendorOf(desk), { ...vendor, email: 'new@vendor.test', version: vendor.version + 1 });
  const id = await rename(desk, 'Bergen');
  expect([reasonOf(desk.edit(id)), puts(desk).length, numberOf(desk)]).toEqual([{ kind: 'incompleteBase' }, 0, number]);
});
