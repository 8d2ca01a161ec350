import { expect, test } from 'vitest';
import { claimsEver } from '#main/outbox/claim.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { release } from '#main/edits/decide/hold.ts';
import { allOpenEdits } from '#main/outbox/outbox.ts';
import { editRowOf } from '#main/edits/view.ts';
import { theLaws } from '#main/sync/laws.ts';
import { recover } from '#main/sync/answer/recover.ts';
import { createDesk, failure, type Desk } from './desk.ts';
import { anchored } from '#test/anchors.ts';

const dates = (desk: Desk, many: number) =>
  desk.company.expenses.slice(0, many).map((recordId) => {
    desk.know('expense', recordId);
    return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  });
const start = ({ store, world }: Desk, claims: number | 'unavailable') => {
  const { abandoned, otherIdentity, restored } = recover(
    { store, world, laws: theLaws },
    claims === 'unavailable' ? claims : anchored(claims),
  );
  return { abandoned, otherIdentity, restored };
};
const log = { how: 'goesOn', here: expect.any(Number) as number, noted: 0 };

test('a start counts the requests that were under way when the process ended, and an ordinary one finds nothing', async () => {
  const desk = createDesk();
  const ids = dates(desk, 2);
  expect(start(desk, 0)).toEqual({ abandoned: 0, otherIdentity: 0, restored: null });
  await desk.begin(1);
  while (ids.some((id) => desk.edit(id).state === 'waiting')) await desk.run(1);
  desk.engine.stop();
  const underWay = ids.filter((id) => desk.edit(id).state === 'sending').length;
  expect(underWay).toBeGreaterThan(0);
  expect(start(desk, claimsEver(desk.store))).toEqual({ abandoned: underWay, otherIdentity: 0, restored: null });
});

test('a start counts the edits held for another user, and for a restored backup', () => {
  const other = createDesk();
  dates(other, 3);
  other.store.account.userId = 'somebody else';
  expect(start(other, 0)).toEqual({ abandoned: 0, otherIdentity: 3, restored: null });
  // Held already, it is not found again.
  expect(start(other, 0)).toMatchObject({ otherIdentity: 0 });
  const restored = createDesk();
  dates(restored, 2);
  expect(start(restored, 7)).toEqual({ abandoned: 0, otherIdentity: 0, restored: { held: 2, counter: 0, keychainCounter: 7, log } });
});

const comment = (desk: Desk, n = 0) =>
  desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId: desk.company.expenses[n] ?? '', body: { content: 'Taxi' } });

/** The quarantine, and as long as an answer is waited for. */
const longestMs = 180_000;
const quarantineMs = 120_000;

test('another user’s edits stay theirs, also in a restored backup', async () => {
  const desk = createDesk();
  dates(desk, 2);
  desk.store.account.userId = 'somebody else';
  const ids = allOpenEdits(desk.store).map(({ id }) => id);
  // Only this start finds the restore, whoever is signed in.
  expect(start(desk, 7)).toEqual({ abandoned: 0, otherIdentity: 0, restored: { held: 2, counter: 0, keychainCounter: 7, log } });
  await desk.world.advance(longestMs);
  expect(release(desk.store, ids)).toMatchObject({ ok: false, why: 'otherIdentity' });
});

test('a creating edit that a restored backup holds is released when every earlier request could have arrived, others at once', () => {
  const desk = createDesk();
  const [date = ''] = dates(desk, 1);
  const created = comment(desk, 1);
  start(desk, 7);
  expect(release(desk.store, [date])).toEqual({ ok: true });
  expect(release(desk.store, [created])).toMatchObject({ ok: false, why: 'tooEarly', unlocksInMs: longestMs });
});

test('a creating edit held for another user’s sign-in was never sent: it waits for that user alone', () => {
  const desk = createDesk();
  const id = comment(desk);
  desk.store.account.userId = 'somebody else';
  start(desk, 0);
  expect(desk.edit(id)).toMatchObject({ state: 'held', waitMs: null });
});

/** A date whose request got no answer, and which is checked when its wait is over. */
async function unanswered(): Promise<{ desk: Desk; id: string }> {
  const desk = createDesk();
  const [id = ''] = dates(desk, 1);
  desk.weather((request) => (request.method === 'PATCH' ? failure('reset', true) : null));
  await desk.begin(5_000);
  desk.engine.stop();
  expect(desk.edit(id)).toMatchObject({ state: 'checking', waitMs: quarantineMs });
  desk.requests.length = 0;
  desk.weather(null);
  return { desk, id };
}
const reads = (desk: Desk, id: string) =>
  desk.requests.filter(({ method, url }) => method === 'GET' && url.includes(desk.edit(id).recordId));
const asAnotherBoot = (desk: Desk, id: string) =>
  void desk.store.sql.prepare(`UPDATE outbox SET wait_boot = 'an earlier boot', wait_until = 5 WHERE id = ?`).run(id);

test('a check that waits when the process ends waits in full in the next boot; twice in one boot it does not', async () => {
  const { desk, id } = await unanswered();
  const { waitUntil } = desk.edit(id);
  await desk.run(10_000);
  await desk.restart();
  expect(desk.edit(id).waitUntil).toBe(waitUntil);
  // Nor where no keychain says what was sent from here, and a start looks at all that is open.
  start(desk, 'unavailable');
  expect(desk.edit(id).waitUntil).toBe(waitUntil);
  asAnotherBoot(desk, id);
  await desk.restart();
  await desk.run(quarantineMs - 1_000);
  expect(reads(desk, id)).toEqual([]);
  await desk.run(10_000);
  expect(reads(desk, id)).not.toEqual([]);
});

test.each([
  [quarantineMs, quarantineMs],
  [600_000, longestMs],
])('a check that waits %d ms and is held for a restored backup is released after %d ms', async (waitMs, heldMs) => {
  const { desk, id } = await unanswered();
  desk.store.sql.prepare('UPDATE outbox SET wait_ms = ? WHERE id = ?').run(waitMs, id);
  start(desk, 700);
  expect(desk.edit(id)).toMatchObject({ state: 'held', heldFrom: 'checking' });
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'tooEarly', unlocksInMs: heldMs });
});

test('a back-off ends with the boot that it was counted in', async () => {
  const desk = createDesk();
  const [id = ''] = dates(desk, 1);
  desk.store.sql.prepare(`UPDATE outbox SET wait_ms = 600000 WHERE id = ?`).run(id);
  asAnotherBoot(desk, id);
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('without a keychain what nobody approved is no less a draft, and on a database that never sent anything nothing is asked about', () => {
  const desk = createDesk();
  const draft = desk.pay();
  const approved = desk.pay(1);
  desk.approve(approved);
  start(desk, 'unavailable');
  expect([draft, approved].map((id) => desk.edit(id).state)).toEqual(['draft', 'waiting']);
  desk.store.sql.exec('UPDATE engine_facts SET creating_intents = 3');
  start(desk, 'unavailable');
  expect([draft, approved].map((id) => desk.edit(id).state)).toEqual(['draft', 'held']);
  expect(reasonOf(desk.edit(approved))).toEqual({ kind: 'noKeychain' });
  // Nothing of it was ever claimed: there is nothing to wait for.
  expect(editRowOf(desk.store, desk.edit(approved)).releasableAt).toBeUndefined();
  expect(release(desk.store, [approved])).toEqual({ ok: true });
});

test('an edit claimed before a start without a keychain shows how long it cannot be released', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  desk.weather((request) => (request.method === 'POST' ? failure('refused', false) : null));
  await desk.begin(3_000);
  desk.engine.stop();
  expect(desk.edit(id)).toMatchObject({ state: 'waiting', lastAttempt: expect.any(Number) });
  start(desk, 'unavailable');
  expect(editRowOf(desk.store, desk.edit(id)).releasableAt).toBe(desk.world.now() + 180_000);
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'tooEarly', unlocksInMs: 180_000 });
});

test('a full record whose requests are cut off by crashes is sent twice automatically, then a user is asked', async () => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.vendors;
  desk.know('vendor', recordId);
  const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { email: 'new@acme.test' } });
  desk.approve(id);
  desk.weather((request) => (request.method === 'PUT' ? new Promise(() => undefined) : null));
  const puts = () => desk.requests.filter(({ method }) => method === 'PUT').length;
  const states: string[] = [];
  for (const _boot of [1, 2, 3]) {
    await desk.restart();
    await desk.run(300_000);
    states.push(desk.edit(id).state);
  }
  expect(states).toEqual(['sending', 'sending', 'inDoubt']);
  expect(puts()).toBe(2);
  expect(desk.edit(id)).toMatchObject({ attempts: 2, lastAttempt: 2 });
});
