import { expect, test } from 'vitest';
import { QueueDamaged } from '#main/storage/open/look-through.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, failure, type Desk } from './desk.ts';

/** Capabilities from a preflight's reads, and its end in every case. */

const notOffered = inItsShape(405, 'METHOD_NOT_ALLOWED');

/** More vendors than are read side by side, each with an edit that waits. */
function manyVendors(desk: Desk, many: number): string[] {
  const model = desk.company.store.get('vendor', desk.company.vendors[0] ?? '');
  if (!model) throw new Error('no vendor');
  return Array.from({ length: many }, (_, n) => {
    const vendorId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    desk.company.store.put('vendor', vendorId, { ...model, vendorId });
    desk.know('vendor', vendorId);
    return desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorId, body: { email: `v${n}@vendor.test` } });
  });
}

test('the first read that teaches "absent" ends the others, not the preflight', async () => {
  const desk = createDesk({ switches: { reads: true }, capable: true });
  desk.capabilities.change({ name: 'readVendor', allowed: true });
  const edits = manyVendors(desk, 20);
  desk.weather((request) => (request.method === 'GET' && request.url.includes('/vendors/') ? notOffered : null));
  const preflight = desk.engine.preflight();
  await desk.run(60_000);
  expect(await preflight).toMatchObject({ reachable: true, reread: 0, conflicts: [], unreadable: edits.length });
  const asked = desk.requests.filter(({ method, url }) => method === 'GET' && url.includes('/vendors/')).length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(6);
  expect(desk.capabilities.mayRead('vendor')).toBe(false);
});

test('a preflight’s answers reach the circuit breaker: a service that asks for a pause gets it', async () => {
  const desk = createDesk({ switches: { reads: true }, reads: true });
  manyVendors(desk, 1);
  desk.weather((request) =>
    request.method === 'GET' && request.url.includes('/vendors/') ? inItsShape(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '60' }) : null,
  );
  const preflight = desk.engine.preflight();
  await desk.run(10_000);
  expect(await preflight).toMatchObject({ reachable: true, unreadable: 1 });
  expect(desk.engine.connection().kind).toBe('serviceDown');
});

/** The service holds another name of a vendor by now. */
function rename(desk: Desk, vendorId: string, name: string): void {
  const vendor = desk.company.store.get('vendor', vendorId);
  if (vendor) desk.company.store.put('vendor', vendorId, { ...vendor, name });
}

test('records that cannot be taken in are left unread, and the others are read', async () => {
  const desk = createDesk({ switches: { reads: true }, reads: true });
  const broken = manyVendors(desk, 3)
    .slice(1)
    .map((id) => desk.edit(id).recordId);
  for (const recordId of broken) rename(desk, recordId, 'Other');
  const when = `NEW.record_id IN ('${broken.join("', '")}')`;
  desk.store.sql.exec(`CREATE TRIGGER broken BEFORE UPDATE ON record WHEN ${when} BEGIN SELECT RAISE(ABORT, 'deliberate'); END`);
  const preflight = desk.engine.preflight();
  // The first is taken for a damaged word index, which is emptied once; the second is a bug, and said in the log.
  await expect(desk.run(60_000)).rejects.toThrow(/editParked.*deliberate/);
  expect(await preflight).toMatchObject({ reachable: true, reread: 1, unreadable: 2 });
});

test('a preflight reads only sendable edits: none that wait for a user’s answer, and of creating ones payments', async () => {
  const desk = createDesk({ switches: { reads: true }, reads: true });
  const [waits = '', held = ''] = manyVendors(desk, 2);
  expect(hold(desk.store, [held])).toEqual({ ok: true });
  const paid = desk.pay();
  desk.record({
    ...{ kind: 'createInvoiceLine', recordKind: 'invoiceReceivable', recordId: desk.company.invoices[1] ?? '' },
    body: { productId: desk.company.productId, quantity: 1 },
  });
  const preflight = desk.engine.preflight();
  await desk.run(60_000);
  expect(await preflight).toMatchObject({ reread: 2, unreadable: 0 });
  const [, ...reads] = desk.requests.map(({ url }) => url);
  const asked = [desk.edit(waits).recordId, desk.edit(paid).recordId];
  expect(reads).toHaveLength(2);
  expect(asked.every((id) => reads.some((url) => url.includes(id)))).toBe(true);
});

test('an unreachable service is reported, and no record is read', async () => {
  const desk = createDesk({ switches: { reads: true }, reads: true });
  manyVendors(desk, 2);
  desk.weather(() => failure('dns', false));
  const preflight = desk.engine.preflight();
  await desk.run(10_000);
  expect(await preflight).toMatchObject({ reachable: false, reread: 0, unreadable: 0 });
  expect(desk.requests).toHaveLength(1);
});

test('a refusing disk is reported: the preflight fails with its error', async () => {
  const desk = createDesk({ switches: { reads: true }, reads: true });
  const [first = ''] = manyVendors(desk, 3);
  rename(desk, desk.edit(first).recordId, 'x'.repeat(400_000));
  const pages = Number(desk.store.sql.pragma('page_count', { simple: true }));
  desk.store.sql.pragma(`max_page_count = ${pages}`);
  const failed = expect(desk.engine.preflight()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await desk.run(60_000);
  await failed;
});

test('a damaged queue is reported too: it is no bug of one record', async () => {
  const desk = createDesk({ switches: { reads: true }, reads: true });
  manyVendors(desk, 1);
  desk.store.commit = () => {
    throw new QueueDamaged('a damaged page');
  };
  const failed = expect(desk.engine.preflight()).rejects.toThrow(QueueDamaged);
  await desk.run(60_000);
  await failed;
});
