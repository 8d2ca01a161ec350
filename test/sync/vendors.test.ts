import { expect, test } from 'vitest';
import { reasonOf } from '#main/cache/outbox/outbox.ts';
import { recordOf } from '#main/cache/records/records.ts';
import { change as correct } from '#main/edits/change.ts';
import { confirm, sendAgain } from '#main/edits/doubt.ts';
import { release } from '#main/edits/hold.ts';
import { parseJson } from '#shared/json.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, failure, losesAnswers, type Desk } from './desk.ts';

function edit(desk: Desk, body: Record<string, unknown>): string {
  return desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: desk.company.vendors[0] ?? '', body });
}

/** A colleague changes the vendor behind our back. */
function colleague(desk: Desk, change: { version?: number; [field: string]: unknown }): void {
  const id = desk.company.vendors[0] ?? '';
  const vendor = desk.company.store.get('vendor', id);
  if (vendor) desk.company.store.put('vendor', id, { ...vendor, ...change, version: (change.version ?? vendor.version) + 1 });
}

const imported = (desk: Desk) => desk.hear('vendor', desk.company.vendors[0] ?? '');
const known = (desk: Desk) => desk.know('vendor', desk.company.vendors[0] ?? '');
const puts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'PUT');
const sentBody = (desk: Desk, n: number) => parseJson(new TextDecoder().decode(puts(desk)[n]?.body ?? new Uint8Array()));

test('a vendor edit that was merely joined with an earlier one still goes with the tag that was heard', async () => {
  const desk = createDesk({ reads: true, switches: { etag: true } });
  known(desk);
  desk.store.sql.exec(`UPDATE record_body SET etag = '"7"'`);
  const before = edit(desk, { email: 'a@vendor.test' });
  const id = edit(desk, { city: 'Oslo' });
  expect(desk.edit(id).supersedes).toBe(before);
  desk.approve(id);
  await desk.begin(5_000);
  expect(puts(desk)[0]?.headers.some(([name]) => name.toLowerCase() === 'if-match')).toBe(true);
});

test('a full-record write is built from the complete record, and never without one unless a person says so', async () => {
  const desk = createDesk();
  const id = edit(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(puts(desk)).toEqual([]);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(sentBody(desk, 0)).toEqual({ ok: true, value: { email: 'new@vendor.test' } });

  const complete = createDesk();
  known(complete);
  const whole = edit(complete, { email: 'new@vendor.test' });
  complete.approve(whole);
  await complete.begin(5_000);
  expect(complete.edit(whole).state).toBe('applied');
  const sent = sentBody(complete, 0);
  const name = complete.company.store.get('vendor', complete.company.vendors[0] ?? '')?.name;
  expect(sent).toMatchObject({ ok: true, value: { name, email: 'new@vendor.test' } });
  expect(JSON.stringify(sent)).not.toContain('version');
});

test('somebody else’s change that our record replaced is reported', async () => {
  const desk = createDesk();
  known(desk);
  const id = edit(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  colleague(desk, { city: 'Elsewhere' });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'versionJump' });
});

test('a service whose record was set back: the verdict says so, and the answer is what is known from then on', async () => {
  const desk = createDesk();
  colleague(desk, { version: 19 });
  known(desk);
  const id = edit(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  colleague(desk, { city: 'As it was', version: 9 });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'versionJump', setBack: true, expected: '21', returned: '11' });
  expect(recordOf(desk.store, { kind: 'vendor', id: desk.company.vendors[0] ?? '' })?.value).toMatchObject({ email: 'new@vendor.test' });
});

test('where the service can be read, another field merges and the same field is a conflict before anything is sent', async () => {
  const merging = createDesk({ switches: { reads: true }, reads: true });
  known(merging);
  const id = edit(merging, { email: 'new@vendor.test' });
  merging.approve(id);
  colleague(merging, { city: 'Elsewhere' });
  await merging.begin(5_000);
  expect(reasonOf(merging.edit(id))).toEqual({ kind: 'clean' });
  expect(sentBody(merging, 0)).toMatchObject({ ok: true, value: { city: 'Elsewhere', email: 'new@vendor.test' } });

  const conflicting = createDesk({ switches: { reads: true }, reads: true });
  known(conflicting);
  const other = edit(conflicting, { email: 'new@vendor.test' });
  conflicting.approve(other);
  colleague(conflicting, { email: 'theirs@vendor.test' });
  await conflicting.begin(5_000);
  expect(conflicting.edit(other).state).toBe('conflict');
  expect(reasonOf(conflicting.edit(other))).toMatchObject({ kind: 'baseMoved', hardStop: false, differences: [{ path: ['email'] }] });
  expect(puts(conflicting)).toEqual([]);
});

test('a bank field stops hard when any bank field moved on the service, and a moved timestamp inside an object is none', async () => {
  const stopped = createDesk({ switches: { reads: true }, reads: true });
  known(stopped);
  const id = edit(stopped, { bankAccountNumber: 'SE1' });
  stopped.approve(id);
  colleague(stopped, { bankName: 'Another bank' });
  await stopped.begin(5_000);
  expect(reasonOf(stopped.edit(id))).toMatchObject({ kind: 'baseMoved', hardStop: true });

  const desk = createDesk({ switches: { reads: true }, reads: true });
  known(desk);
  const passing = edit(desk, { bankAccountNumber: 'SE1' });
  desk.approve(passing);
  const vendor = desk.company.store.get('vendor', desk.company.vendors[0] ?? '');
  colleague(desk, {
    city: 'Elsewhere',
    defaultCompanyEntity: vendor?.defaultCompanyEntity ? { ...vendor.defaultCompanyEntity, updatedAt: '2026-11-20T00:00:00Z' } : null,
  });
  await desk.begin(5_000);
  expect(desk.edit(passing).state).toBe('applied');
});

test('what a person confirmed is in the next full-record write, and is confirmed only when nothing can arrive any more', async () => {
  const desk = createDesk();
  known(desk);
  const first = edit(desk, { bankAccountNumber: 'SE1' });
  desk.approve(first);
  desk.weather(losesAnswers('PUT'));
  await desk.begin(5_000);
  expect(desk.edit(first).state).toBe('inDoubt');
  desk.weather(null);
  expect(confirm(desk.store, first)).toMatchObject({ ok: false, why: 'tooEarly' });
  await desk.run(120_000);
  expect(confirm(desk.store, first)).toEqual({ ok: true });
  const second = edit(desk, { email: 'new@vendor.test' });
  desk.approve(second);
  await desk.run(5_000);
  expect(reasonOf(desk.edit(second))).toEqual({ kind: 'clean' });
  expect(recordOf(desk.store, { kind: 'vendor', id: desk.company.vendors[0] ?? '' })?.value['bankAccountNumber']).toBe('SE1');
});

/** A change of the vendor's email that was carried out, whose answer got lost; a colleague may have changed something before. */
async function unanswered(change?: Record<string, unknown>): Promise<{ desk: Desk; id: string }> {
  const desk = createDesk();
  known(desk);
  const id = edit(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  if (change) colleague(desk, change);
  desk.weather(losesAnswers('PUT'));
  await desk.begin(5_000);
  return { desk, id };
}

test('what a request without an answer replaced is told, also where an import told of the record before it was sent again', async () => {
  const { desk, id } = await unanswered({ city: 'Elsewhere' });
  expect(desk.edit(id).state).toBe('checking');
  desk.weather(null);
  imported(desk);
  await desk.run(180_000);
  expect(puts(desk)).toHaveLength(2);
  expect(desk.edit(id).state).toBe('applied');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'versionJump', ownLost: true });
});

test('a request without an answer and an import that shows it are no change of anybody’s', async () => {
  const { desk, id } = await unanswered();
  desk.weather(null);
  imported(desk);
  await desk.run(180_000);
  expect(puts(desk)).toHaveLength(2);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'clean' });
});

test('two requests without an answer, and as many steps: what the first may have replaced is told', async () => {
  const { desk, id } = await unanswered({ city: 'Elsewhere' });
  desk.weather((request) => (request.method === 'PUT' ? failure('reset', true) : null));
  await desk.run(180_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  desk.weather(null);
  imported(desk);
  await desk.run(180_000);
  expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
  await desk.run(5_000);
  expect(puts(desk)).toHaveLength(3);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'versionJump', ownLost: true });
});

test.each([
  ['replaced somebody’s change: that is told by what corrects it', { city: 'Elsewhere' }, { kind: 'versionJump', ownLost: true }],
  ['replaced nothing', undefined, { kind: 'clean' }],
])('a request without an answer, refused when it was sent again, %s', async (_what, change, reason) => {
  const { desk, id } = await unanswered(change);
  desk.weather((request) => (request.method === 'PUT' ? inItsShape(422, 'UNPROCESSABLE_ENTITY') : null));
  imported(desk);
  await desk.run(180_000);
  expect(desk.edit(id).state).toBe('rejected');
  desk.weather(null);
  const corrected = correct(desk.store, id, { email: 'newer@vendor.test' }, {});
  if (!corrected.ok) throw new Error('refused');
  desk.approve(corrected.id);
  await desk.run(5_000);
  expect(puts(desk)).toHaveLength(3);
  expect(reasonOf(desk.edit(corrected.id))).toMatchObject(reason);
});
