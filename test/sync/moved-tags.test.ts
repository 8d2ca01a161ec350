import { expect, test } from 'vitest';
import { release } from '#main/edits/decide/hold.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { answer } from './bad-answers.ts';
import type { refusal } from './desk.ts';
import { createDesk, type Desk } from './desk.ts';
import { onTheWire } from '#test/laws/domain-server.ts';

/** A service whose tags change with the record, and that answers a stale `If-Match` as HTTP says: 412. */

const puts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'PUT');
const vendorOf = (desk: Desk): string => desk.company.vendors[0] ?? '';
const tagOf = (desk: Desk): string => `"${desk.company.store.get('vendor', vendorOf(desk))?.version}"`;

/** A colleague saves the vendor. */
function save(desk: Desk, change: Record<string, unknown>): void {
  const vendor = desk.company.store.get('vendor', vendorOf(desk));
  if (vendor) desk.company.store.put('vendor', vendorOf(desk), { ...vendor, ...change, version: vendor.version + 1 });
}

/** `change`: a colleague's, saved in the moment in which our first PUT arrives. */
function deskOf(tag: (now: string) => string, refused: typeof refusal, change: Record<string, unknown>, reads = false): Desk {
  const desk = createDesk({ reads, switches: { reads } });
  desk.know('vendor', vendorOf(desk));
  desk.store.sql.prepare('UPDATE record_body SET etag = ?').run(tag(tagOf(desk)));
  desk.weather((request, server) => {
    const given = request.headers.find(([name]) => name === 'If-Match')?.[1];
    if (request.method === 'PUT' && puts(desk).length === 1) save(desk, change);
    if (request.method === 'PUT' && given !== undefined && given !== tagOf(desk)) return refused;
    const said = onTheWire(server.carryOut(request), 20);
    return { ...said, headers: [...said.headers, ['etag', tag(tagOf(desk))]] };
  });
  return desk;
}

async function rename(desk: Desk): Promise<string> {
  const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorOf(desk), body: { city: 'Oslo' } });
  desk.approve(id);
  await desk.begin(600_000);
  return id;
}

const bare = answer(412, {}, '');
const inWords = answer(412, { 'content-type': 'application/json' }, '{"name":"Error","type":"PRECONDITION_FAILED","errors":[]}');

test.each([
  ['without a body', bare],
  ['in HTML', answer(412, { 'content-type': 'text/html' }, '<html>412</html>')],
  ['in words', inWords],
])('a 412 to our tag, %s, lets nothing leave again before a user says so', async (_what, refused) => {
  const desk = deskOf((now) => now, refused, { bankAccountNumber: 'DE75512108001245126199' });
  const id = await rename(desk);
  expect([desk.edit(id).state, puts(desk).length]).toEqual(['rejected', 1]);
  expect(desk.said(id)).toMatch(/changed on the service/);
  expect(desk.company.store.get('vendor', vendorOf(desk))?.bankAccountNumber).toBe('DE75512108001245126199');
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(10_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'versionJump' });
});

test.each([
  ['the same field', { city: 'Bergen' }, 'conflict'],
  ['another one', { bankAccountNumber: 'DE75512108001245126199' }, 'applied'],
])('where the record can be read, a 412 is a conflict as CONFLICT is: %s', async (_what, change, state) => {
  const desk = deskOf((now) => now, bare, change, true);
  const id = await rename(desk);
  expect(desk.edit(id).state).toBe(state);
  expect(desk.company.store.get('vendor', vendorOf(desk))).toMatchObject(change);
});

test('a weak tag is none to write on', async () => {
  const desk = deskOf((now) => `W/${now}`, bare, {});
  const id = await rename(desk);
  expect(desk.edit(id).state).toBe('applied');
  expect(puts(desk)).toHaveLength(1);
});
