import { expect, test } from 'vitest';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { release } from '#main/edits/decide/hold.ts';
import { mayBeThere } from '#main/edits/decide/may-be-there.ts';
import { redo } from '#main/edits/undo/undo.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { createDesk, failure, refusal, type Desk } from './desk.ts';

// Somebody who can write the disk, and not the keychain, changes what rows say of requests: no request leaves twice for it, and none earlier (law 31).

/** Takes the triggers away, as whoever has the file in hand can, and changes rows. */
function tamper({ store }: Desk, statement: string): void {
  const triggers = store.sql.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
  for (const name of triggers) store.sql.exec(`DROP TRIGGER "${name}"`);
  store.sql.exec(statement);
}

/** The computer starts again, with a new clock. */
async function boot(desk: Desk): Promise<void> {
  Object.assign(desk.world, { bootId: 'another boot' });
  await desk.restart();
  await desk.run(1_000);
}

const posts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'POST').length;

/** The first request gets no answer, every later one is refused. */
const lostThenRefused = (desk: Desk) =>
  desk.weather(({ method }) => (method === 'POST' ? (posts(desk) === 1 ? failure('reset', true) : refusal) : null));

/** A comment whose first request may have arrived, and whose second one was refused. */
async function refusedComment(): Promise<{ desk: Desk; id: string }> {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Lunch' } });
  lostThenRefused(desk);
  await desk.begin(200_000);
  expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
  await desk.run(10_000);
  expect([desk.edit(id).state, posts(desk)]).toEqual(['rejected', 2]);
  desk.weather(null);
  return { desk, id };
}

/** A payment whose request may have arrived. */
async function paymentInDoubt(): Promise<{ desk: Desk; id: string }> {
  const desk = createDesk();
  const id = desk.pay();
  desk.approve(id);
  desk.weather(({ method }) => (method === 'POST' ? failure('reset', true) : null));
  await desk.begin(200_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  desk.weather(null);
  return { desk, id };
}

const requestsForgotten = [
  ['an answer was put in its place', `UPDATE attempts SET outcome = 'rejected', status = 422`],
  ['its row is gone', 'PRAGMA foreign_keys = OFF; DELETE FROM attempts'],
] as const;

test.each(requestsForgotten)(
  'a refused comment of which a request may have arrived is not tried again as it is, though %s',
  async (_, statement) => {
    const { desk, id } = await refusedComment();
    tamper(desk, statement);
    await boot(desk);
    expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'needsCorrection' });
    await desk.run(30_000);
    expect(posts(desk)).toBe(2);
  },
);

test.each(requestsForgotten)('its correction needs an approval, though %s', async (_, statement) => {
  const { desk, id } = await refusedComment();
  tamper(desk, statement);
  await boot(desk);
  const corrected = change(desk.store, id, { content: 'Dinner' }, {});
  expect(corrected.ok && desk.edit(corrected.id).state).toBe('draft');
});

test('a correction still says that it may be there, though its row names no earlier edit any more', async () => {
  const { desk, id } = await refusedComment();
  const corrected = change(desk.store, id, { content: 'Dinner' }, {});
  if (!corrected.ok) throw new Error('not corrected');
  tamper(desk, 'UPDATE outbox SET supersedes = NULL');
  expect(mayBeThere(desk.store, desk.edit(corrected.id))).toBe(true);
});

test('a refused comment that was given up comes back refused, though its row says that it never left', async () => {
  const { desk, id } = await refusedComment();
  expect(discard(desk.store, [id])).toEqual({ ok: true });
  tamper(desk, 'UPDATE outbox SET attempts = 0, last_attempt = 0; UPDATE attempts SET n = n + 100');
  expect(redo(desk.store, [id], {})).toMatchObject({ ok: true });
  await desk.run(30_000);
  expect([desk.edit(id).state, posts(desk)]).toEqual(['rejected', 2]);
});

test('a payment in doubt waits in full after a start, though its row names no wait', async () => {
  const { desk, id } = await paymentInDoubt();
  tamper(desk, 'UPDATE outbox SET wait_boot = NULL, wait_until = NULL, wait_ms = NULL');
  await boot(desk);
  expect(sendAgain(desk.store, id, true)).toMatchObject({ ok: false, why: 'tooEarly' });
  await desk.run(120_000);
  expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
});

test('a payment in doubt that is held does not leave when it is released, though its row says that it waited to be sent', async () => {
  const { desk, id } = await paymentInDoubt();
  desk.keychain.counter = 99n;
  await boot(desk);
  expect(desk.edit(id)).toMatchObject({ state: 'held', heldFrom: 'inDoubt' });
  tamper(
    desk,
    `UPDATE outbox SET held_from = 'waiting', reason = '{"kind":"heldByPerson"}', wait_boot = NULL, wait_until = NULL, wait_ms = NULL`,
  );
  await boot(desk);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'notAsApproved', what: 'state' });
  await desk.run(300_000);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(300_000);
  expect([desk.edit(id).state, posts(desk)]).toEqual(['inDoubt', 1]);
});

test('a payment in doubt that its row calls waiting is held as the doubt that it is', async () => {
  const { desk, id } = await paymentInDoubt();
  tamper(desk, `UPDATE outbox SET state = 'waiting', wait_boot = NULL, wait_until = NULL, wait_ms = NULL`);
  await boot(desk);
  expect(desk.edit(id)).toMatchObject({ state: 'held', heldFrom: 'inDoubt' });
  expect(lookMyself(desk.store, id)).toEqual({ ok: true });
  expect(sendAgain(desk.store, id, true)).toMatchObject({ ok: false, why: 'tooEarly' });
});

test('an edit that an older copy may have sent is released after the wait, though its row names none', async () => {
  const desk = createDesk();
  const id = desk.pay();
  desk.approve(id);
  desk.keychain.counter = 99n;
  await desk.begin(1_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'restoredBackup' });
  tamper(desk, 'UPDATE outbox SET wait_boot = NULL, wait_until = NULL, wait_ms = NULL');
  await boot(desk);
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'tooEarly' });
});
