import { expect, test } from 'vitest';
import { holdEverything } from '#main/recovery/bring-back.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { recordOf } from '#main/records/records.ts';
import { change as correct } from '#main/edits/record/change.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { putBack } from '#main/edits/decide/put-back.ts';
import { sendPartly } from '#main/edits/decide/send-partly.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { editRowOf } from '#main/edits/view.ts';
import { writeJson } from '#service/domain/json.ts';
import { vendorPutBody } from '#shared/edits/update-vendor/put-body.ts';
import { parseJson, type JsonObject } from '#shared/json/json.ts';
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

test('a vendor edit merged with an earlier one is still sent with the received tag', async () => {
  const desk = createDesk({ switches: { etag: true } });
  known(desk);
  desk.store.sql.exec(`UPDATE record_body SET etag = '"7"'`);
  const before = edit(desk, { email: 'a@vendor.test' });
  const id = edit(desk, { city: 'Oslo' });
  expect(desk.edit(id).supersedes).toBe(before);
  desk.approve(id);
  await desk.begin(5_000);
  expect(puts(desk)[0]?.headers.some(([name]) => name.toLowerCase() === 'if-match')).toBe(true);
});

test('a full-record write is built from the complete record, and never without one unless a user saw the loss', async () => {
  const desk = createDesk();
  const id = edit(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(puts(desk)).toEqual([]);
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'needsFullRecord' });
  expect(desk.edit(id).state).toBe('held');
  expect(sendPartly(desk.store, id, [])).toEqual({ ok: true });
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

/** A vendor of which an import told all fields, and not that they are all. */
function partlyKnown(desk: Desk): void {
  known(desk);
  desk.store.sql.exec('UPDATE record SET complete = 0');
}

async function heldForTheRecord(know: (desk: Desk) => void = partlyKnown): Promise<{ desk: Desk; id: string }> {
  const desk = createDesk();
  know(desk);
  const id = edit(desk, { name: 'Renamed' });
  desk.approve(id);
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  return { desk, id };
}
const theVendor = (desk: Desk) => desk.company.store.get('vendor', desk.company.vendors[0] ?? '');
/** The writable part of the record. */
const written = (desk: Desk) => {
  const parsed = parseJson(writeJson(theVendor(desk)));
  return parsed.ok ? vendorPutBody({}, parsed.value as JsonObject) : null;
};
const lossShown = (desk: Desk, id: string) => editRowOf(desk.store, desk.edit(id)).wouldEmpty ?? [];

test('no way of a plain release sends a vendor without its full record: one, several, brought back, corrected, held and freed', async () => {
  const { desk, id } = await heldForTheRecord();
  const before = theVendor(desk);
  const comment = {
    kind: 'createUserComment',
    recordKind: 'vendor' as const,
    recordId: desk.company.vendors[1] ?? '',
    body: { content: 'x' },
  };
  const other = desk.record(comment);
  hold(desk.store, [other]);
  expect(release(desk.store, [other, id])).toMatchObject({ ok: false, why: 'needsFullRecord' });
  expect([id, other].map((one) => desk.edit(one).state)).toEqual(['held', 'held']);
  expect(undo(desk.store, [id], {})).toMatchObject({ ok: true });
  const again = redo(desk.store, [id], {});
  if (!again.ok || !again.redone[0]) throw new Error('not redone');
  const corrected = correct(desk.store, again.redone[0], { name: 'Renamed again' }, {});
  if (!corrected.ok) throw new Error('not corrected');
  expect(release(desk.store, [corrected.id])).toMatchObject({ ok: false, why: 'needsFullRecord' });
  holdEverything(desk.store);
  for (let times = 0; times < 3; times += 1) {
    release(desk.store, [corrected.id]);
    if (desk.edit(corrected.id).state === 'draft') desk.approve(corrected.id);
    await desk.run(5_000);
  }
  expect(reasonOf(desk.edit(corrected.id))).toEqual({ kind: 'incompleteBase' });
  expect(puts(desk)).toEqual([]);
  expect(theVendor(desk)).toEqual(before);
});

test('on a readable service, an unknown or partly known vendor is read before it is held for want of its record', async () => {
  for (const know of [() => undefined, partlyKnown]) {
    const desk = createDesk({ switches: { reads: true }, reads: true });
    know(desk);
    const before = written(desk);
    const id = edit(desk, { name: 'Renamed' });
    desk.approve(id);
    await desk.begin(5_000);
    expect(desk.edit(id).state).toBe('applied');
    expect(written(desk)).toEqual({ ...before, name: 'Renamed' });
  }
  const unread = createDesk({ reads: true });
  const id = edit(unread, { name: 'Renamed' });
  unread.approve(id);
  await unread.begin(5_000);
  expect(reasonOf(unread.edit(id))).toEqual({ kind: 'cannotRead', status: 404, why: 'gone' });
  // Sent without looking, it lacks its record all the same.
  expect(release(unread.store, [id])).toEqual({ ok: true });
  await unread.run(5_000);
  expect(reasonOf(unread.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(puts(unread)).toEqual([]);
});

test('released once the full record came, it is sent with all of it', async () => {
  const { desk, id } = await heldForTheRecord();
  const before = written(desk);
  imported(desk);
  expect(editRowOf(desk.store, desk.edit(id))).not.toHaveProperty('wouldEmpty');
  expect(sendPartly(desk.store, id, [])).toMatchObject({ ok: false, why: 'conflictMoved' });
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(written(desk)).toEqual({ ...before, name: 'Renamed' });
});

test('an accepted loss is in the audit log; later facts are asked about again, also after its release', async () => {
  const { desk, id } = await heldForTheRecord();
  const shown = lossShown(desk, id);
  const paths = shown.map(({ path }) => path.join('.'));
  expect(paths).toEqual(expect.arrayContaining(['bankAccountNumber', 'vatId', 'identifier', 'email', 'companyEntityIds']));
  expect(paths).not.toContain('name');
  expect(sendPartly(desk.store, id, shown.slice(1))).toMatchObject({ ok: false, why: 'conflictMoved' });
  expect(
    sendPartly(
      desk.store,
      id,
      shown.map(({ path }) => ({ path, base: 'another' })),
    ),
  ).toMatchObject({ ok: false, why: 'conflictMoved' });
  expect(sendPartly(desk.store, id, shown)).toEqual({ ok: true });
  expect(auditOfEdit(desk.store, id).at(-1)).toMatchObject({
    what: 'sendPartly',
    facts: { reason: { kind: 'incompleteBase', accepted: shown } },
  });
  colleague(desk, { bankAccountNumber: 'SE-NEW' });
  imported(desk);
  desk.store.sql.exec('UPDATE record SET complete = 0');
  await desk.run(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(puts(desk)).toEqual([]);
});

test('an accepted and sent loss is reported, and restored as far as it was known, the company number too', async () => {
  const { desk, id } = await heldForTheRecord();
  const before = written(desk);
  expect(sendPartly(desk.store, id, lossShown(desk, id))).toEqual({ ok: true });
  await desk.run(5_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'fieldsLost' });
  expect(theVendor(desk)).toMatchObject({ name: 'Renamed', identifier: null, bankAccountNumber: null });
  const back = putBack(desk.store, id, {});
  if (!back.ok) throw new Error('not put back');
  desk.approve(back.id);
  await desk.run(5_000);
  expect(written(desk)).toEqual({ ...before, name: 'Renamed' });
});

test.each([
  ['sent again by a machine', { name: 'Renamed' }, 'held'],
  ['sent again by a person', { name: 'Renamed', bankAccountNumber: 'SE1' }, 'inDoubt'],
] as const)('an acceptance holds for one request: after a lost answer it is not %s', async (_what, body, state) => {
  const desk = createDesk();
  partlyKnown(desk);
  const id = edit(desk, body);
  desk.approve(id);
  await desk.begin(5_000);
  expect(sendPartly(desk.store, id, lossShown(desk, id))).toEqual({ ok: true });
  desk.weather(losesAnswers('PUT'));
  await desk.run(200_000);
  expect(desk.edit(id).state).toBe(state);
  if (state === 'inDoubt') {
    expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
    await desk.run(5_000);
  }
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'needsFullRecord' });
  expect(puts(desk)).toHaveLength(1);
});

test('an acceptance holds though its request was not taken', async () => {
  const desk = createDesk();
  partlyKnown(desk);
  const id = edit(desk, { name: 'Renamed' });
  desk.approve(id);
  await desk.begin(5_000);
  expect(sendPartly(desk.store, id, lossShown(desk, id))).toEqual({ ok: true });
  let asked = 0;
  desk.weather(({ method }) =>
    method === 'PUT' && (asked += 1) === 1 ? inItsShape(429, 'TOO_MANY_REQUESTS', { 'retry-after': '5' }) : null,
  );
  await desk.run(200_000);
  expect(puts(desk)).toHaveLength(2);
  expect(theVendor(desk)).toMatchObject({ name: 'Renamed' });
});

test('a claimed partial request is not sent after new facts arrived: it is rebuilt', async () => {
  const { desk, id } = await heldForTheRecord(() => undefined);
  expect(sendPartly(desk.store, id, [])).toEqual({ ok: true });
  desk.keychain.takesMs = 2_000;
  await desk.run(1_000);
  expect(desk.edit(id).state).toBe('sending');
  imported(desk);
  await desk.run(20_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(sentBody(desk, 0)).toMatchObject({ ok: true, value: { name: 'Renamed', bankAccountNumber: theVendor(desk)?.bankAccountNumber } });
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

test('on a readable service, another field merges and the same field is a conflict before anything is sent', async () => {
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

/** A change of the bank account whose answer got lost, of which the user says that it is recorded; `there` says whether it is. */
async function confirmedByUser(there: boolean): Promise<{ desk: Desk; before: string | undefined; second: string }> {
  const desk = createDesk();
  known(desk);
  const before = recordOf(desk.store, vendorRef(desk))?.text;
  const first = edit(desk, { bankAccountNumber: 'SE1' });
  desk.approve(first);
  desk.weather((request, server) =>
    there ? losesAnswers('PUT')(request, server) : request.method === 'PUT' ? failure('reset', true) : null,
  );
  await desk.begin(5_000);
  expect(desk.edit(first).state).toBe('inDoubt');
  desk.weather(null);
  expect(confirm(desk.store, first)).toMatchObject({ ok: false, why: 'tooEarly' });
  await desk.run(120_000);
  expect(confirm(desk.store, first)).toEqual({ ok: true });
  const second = edit(desk, { city: 'Lisbon' });
  desk.approve(second);
  await desk.run(5_000);
  return { desk, before, second };
}

const vendorRef = (desk: Desk) => ({ kind: 'vendor' as const, id: desk.company.vendors[0] ?? '' });
const accountAt = (desk: Desk) => desk.company.store.get('vendor', vendorRef(desk).id)?.bankAccountNumber;

test('a bank account that the user says is recorded, and is not, reaches neither the record nor the next write', async () => {
  const { desk, before, second } = await confirmedByUser(false);
  const account = accountAt(desk);
  expect(recordOf(desk.store, vendorRef(desk))).toMatchObject({ text: before, unsure: true });
  expect(reasonOf(desk.edit(second))).toEqual({ kind: 'incompleteBase' });
  imported(desk);
  release(desk.store, [second]);
  await desk.run(10_000);
  expect(desk.edit(second).state).toBe('applied');
  expect(accountAt(desk)).toBe(account);
});

test('a bank account that the user rightly says is recorded is not put back by the next write', async () => {
  const { desk, second } = await confirmedByUser(true);
  expect(desk.edit(second).state).toBe('held');
  imported(desk);
  release(desk.store, [second]);
  await desk.run(10_000);
  expect(reasonOf(desk.edit(second))).toEqual({ kind: 'clean' });
  expect(accountAt(desk)).toBe('SE1');
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

test('a value replaced by a request without an answer is reported, also if an import brought the record before the retry', async () => {
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

test('two requests without an answer, and as many steps: the first one’s possible replacement is reported', async () => {
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
