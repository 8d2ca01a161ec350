import { expect, test } from 'vitest';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { allEdits, type OutboxRow } from '#main/outbox/outbox.ts';
import { mayBeAhead } from '#main/sync/pace/still-stands.ts';
import { choose } from '#main/sync/check/next-sendable.ts';
import { createDesk, failure, type Desk } from './desk.ts';
import { openScene } from './open-scene.ts';

const many = 40;
/** The initial number of parallel requests. */
const width = 6;

/** Card transactions cannot be read before a write: each is one request. */
function queue(desk: Desk): string[] {
  const model = desk.company.store.get('cardTransaction', desk.company.cardTransactions[0] ?? '');
  if (!model) throw new Error('no card transaction');
  return Array.from({ length: many }, (_, n) => {
    const id = `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    desk.company.store.put('cardTransaction', id, { ...model, id, description: 'As it was' });
    desk.know('cardTransaction', id);
    return desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: id, body: { description: `Trip ${n}` } });
  });
}

const inState = (desk: Desk, state: string) => allEdits(desk.store).filter((row) => row.state === state);
const written = (desk: Desk) => desk.requests.filter(({ method }) => method !== 'OPTIONS' && method !== 'GET').length;

/** Lets the clock run a millisecond at a time until it is so. */
async function until(desk: Desk, isSo: () => boolean): Promise<void> {
  for (let ms = 0; ms < 60_000 && !isSo(); ms++) await desk.run(1);
  expect(isSo()).toBe(true);
}

/** Until more are claimed than have left. */
async function untilAhead(desk: Desk): Promise<string[]> {
  await until(desk, () => inState(desk, 'sending').length > width);
  const left = new Set(
    desk.requests.flatMap(({ headers }) => headers.flatMap(([name, value]) => (/^idempotency-key$/i.test(name) ? [value] : []))),
  );
  const ahead = inState(desk, 'sending').flatMap(({ id }) => (left.has(id) ? [] : [id]));
  expect(ahead.length).toBeGreaterThan(0);
  return ahead;
}

test('the next request is sent when an answer comes, before its verdict is written; one round is preclaimed and no more', async () => {
  const desk = createDesk();
  queue(desk);
  let claimed = 0;
  desk.weather(() => {
    claimed = Math.max(claimed, inState(desk, 'sending').length);
    return null;
  });
  await desk.begin(30_000);
  expect(inState(desk, 'applied')).toHaveLength(many);
  expect(written(desk)).toBe(many);
  expect(claimed).toBeGreaterThan(width);
  // An answer, then a request, and no commit between them.
  const points = desk.world.passed.flatMap((point) => /^(after request|before request|committing turn)/.exec(point)?.[1] ?? []);
  const atOnce = points.filter((point, at) => point === 'before request' && points[at - 1] === 'after request');
  expect(atOnce.length).toBeGreaterThan(many / 4);
  desk.engine.stop();
});

test('when the circuit breaker opens, preclaimed edits wait again with nothing spent, and are sent when it closes', async () => {
  const desk = createDesk();
  queue(desk);
  await desk.engine.start();
  const ahead = await untilAhead(desk);
  desk.weather(() => failure('refused', false));
  desk.engine.workOffline(true);
  await desk.run(5_000);
  expect(ahead.map((id) => desk.edit(id))).toEqual(
    ahead.map(() => expect.objectContaining({ state: 'waiting', attempts: 0, maybeSent: 0 })),
  );
  expect(inState(desk, 'sending')).toEqual([]);
  expect(ahead.map((id) => attemptsOf(desk.store, id).map(({ outcome }) => outcome))).toEqual(ahead.map(() => ['notSent']));
  desk.weather(null);
  desk.engine.workOffline(false);
  await desk.run(60_000);
  expect(inState(desk, 'applied')).toHaveLength(many);
  desk.engine.stop();
});

test('an engine that is stopped sends nothing of what was claimed ahead, whatever is answered after', async () => {
  const desk = createDesk();
  queue(desk);
  await desk.engine.start();
  await untilAhead(desk);
  desk.engine.stop();
  const before = written(desk);
  await desk.run(60_000);
  expect(written(desk)).toBe(before);
});

test('a crash makes preclaimed edits possibly sent: the engine checks, nobody is asked', async () => {
  const desk = createDesk();
  queue(desk);
  await desk.engine.start();
  const ahead = await untilAhead(desk);
  await desk.restart();
  expect(ahead.map((id) => desk.edit(id).state)).toEqual(ahead.map(() => 'checking'));
  await desk.run(20 * 60_000);
  expect(inState(desk, 'applied')).toHaveLength(many);
  desk.engine.stop();
});

test('a colleague’s change that an export brought meanwhile is not overwritten', async () => {
  const desk = createDesk();
  queue(desk);
  await desk.engine.start();
  const [id = ''] = (await untilAhead(desk)).slice(-1);
  const { recordId } = desk.edit(id);
  const theirs = { ...desk.company.store.get('cardTransaction', recordId), description: 'Theirs' };
  desk.company.store.put('cardTransaction', recordId, theirs as never);
  desk.hear('cardTransaction', recordId);
  await desk.run(30_000);
  expect(desk.edit(id).state).toBe('conflict');
  expect(desk.company.store.get('cardTransaction', recordId)).toMatchObject({ description: 'Theirs' });
  expect(inState(desk, 'applied')).toHaveLength(many - 1);
  desk.engine.stop();
});

test('an edit that a crash would put in doubt is not preclaimed, nor a younger one in its place', () => {
  const desk = createDesk();
  const cards = queue(desk).map((id) => desk.edit(id));
  const [vendor = ''] = desk.company.vendors;
  desk.know('vendor', vendor);
  const bank = desk.edit(desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body: { bankAccountNumber: 'SE1' } }));
  const scene = { ...openScene, slots: 1, ahead: 3, mayBeAhead };
  const leaves = (rows: OutboxRow[]) => choose({ absolute: rows, creates: [] }, scene).tasks.map(({ row }) => row.id);
  const [first, second, third, ...others] = cards;
  if (!first || !second || !third) throw new Error('no edits');
  expect(leaves([first, second, third, ...others])).toHaveLength(4);
  expect(leaves([first, second, bank, third])).toEqual([first.id, second.id]);
  expect(leaves([bank, first])).toEqual([bank.id, first.id]);
  // An edit that needs a read first is not preclaimed either.
  const readFirst = { ...scene, isFresh: () => false, mayRead: () => true };
  expect(choose({ absolute: [first, second], creates: [] }, readFirst).tasks).toEqual([{ kind: 'reread', row: first }]);
});
