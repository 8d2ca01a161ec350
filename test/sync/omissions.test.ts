import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { release } from '#main/edits/decide/hold.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { onTheWire } from '#test/laws/domain-server.ts';
import { createDesk, type Desk } from './desk.ts';

/** The service's handling of omitted fields is learned from unambiguous evidence (law 26). */

/** As many card transactions, each with a description and one custom property. */
function cardsDesk(many: number, { replaces, reads }: { replaces: boolean; reads: boolean }): { desk: Desk; cards: string[] } {
  const desk = createDesk({ capable: true, switches: { replaces, reads } });
  if (reads) desk.capabilities.change({ name: 'readCardTransaction', allowed: true });
  const { store, groups, cardTransactions } = desk.company;
  const [model = ''] = cardTransactions;
  const card = store.get('cardTransaction', model);
  const group = groups.find(({ values }) => values.length > 0);
  if (!card || !group) throw new Error('the seed has no card or no group');
  const property = { groupId: group.id, groupInternalName: group.internalName, values: group.values.slice(0, 1) };
  const cards = Array.from({ length: many }, (_, n) => {
    const id = `30000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    store.put('cardTransaction', id, { ...card, id, description: 'Taxi', customProperties: [property] });
    desk.know('cardTransaction', id);
    return id;
  });
  return { desk, cards };
}

const describeCard = (desk: Desk, recordId: string, description: string) =>
  desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId, body: { description } });

const bare = ({ desk, cards }: { desk: Desk; cards: string[] }) =>
  cards.filter((id) => desk.company.store.get('cardTransaction', id)?.customProperties.length === 0);

const sentBodies = (desk: Desk) =>
  desk.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => Object.keys(JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())) as object));

test('on a service that empties what is left out, two of eleven cards pay for learning it, and nobody else', async () => {
  const made = cardsDesk(11, { replaces: true, reads: true });
  const { desk, cards } = made;
  const edits = cards.map((id) => describeCard(desk, id, 'Train'));
  await desk.begin(60_000);
  expect(edits.map((id) => desk.edit(id).state)).toEqual(edits.map(() => 'applied'));
  expect(bare(made)).toEqual(cards.slice(0, 2));
  expect(sentBodies(desk).filter((names) => names.length === 2)).toHaveLength(9);
  const learned = desk.capabilities.list().find(({ name }) => name === 'replaces');
  expect(learned?.verdict).toBe('works');
  for (const id of cards.slice(0, 2)) expect(learned?.evidence).toContain(id);
  desk.capabilities.change({ name: 'replaces', reset: true });
  describeCard(desk, cards[5] ?? '', 'Bus');
  await desk.run(5_000);
  expect(sentBodies(desk).at(-1)).toEqual(['description']);
});

test('on a service that keeps omitted fields, only the first update is sent alone', async () => {
  const { desk, cards } = cardsDesk(8, { replaces: false, reads: true });
  for (const id of cards) describeCard(desk, id, 'Train');
  let [underWay, most] = [0, 0];
  const alongside: number[] = [];
  desk.weather(async (request, server) => {
    if (request.method !== 'PATCH') return onTheWire(server.carryOut(request), 5);
    underWay += 1;
    most = Math.max(most, underWay);
    alongside.push(underWay);
    await desk.world.sleep(200);
    underWay -= 1;
    return onTheWire(server.carryOut(request), 5);
  });
  await desk.begin(60_000);
  expect(alongside.slice(0, 2)).toEqual([1, 1]);
  expect(most).toBeGreaterThan(1);
  expect(sentBodies(desk)).toEqual(cards.map(() => ['description']));
});

test('a colleague who empties a field between our look and our write teaches nothing', async () => {
  const made = cardsDesk(3, { replaces: false, reads: true });
  const { desk, cards } = made;
  const empties = new Set(cards.slice(0, 1));
  desk.weather((request, server) => {
    const id = request.url.split('/').at(-1) ?? '';
    // Between our look and our write.
    if (request.method === 'PATCH' && empties.delete(id))
      changeRecord(server.company.store, 'cardTransaction', id, { customProperties: [] }, desk.world.now());
    return onTheWire(server.carryOut(request), 5);
  });
  const [first, second, third] = cards.map((id) => describeCard(desk, id, 'Train'));
  await desk.begin(30_000);
  expect(reasonOf(desk.edit(first ?? ''))).toMatchObject({ kind: 'fieldsLost' });
  expect([second, third].map((id) => reasonOf(desk.edit(id ?? '')))).toEqual([{ kind: 'clean' }, { kind: 'clean' }]);
  expect(sentBodies(desk)).toEqual([['description'], ['description'], ['description']]);
  expect(desk.capabilities.list().find(({ name }) => name === 'replaces')).toMatchObject({ verdict: 'absent' });
  expect(bare(made)).toEqual(cards.slice(0, 1));
});

test('all fields of an unreadable record are sent on a user’s word alone', async () => {
  const { desk, cards } = cardsDesk(3, { replaces: true, reads: false });
  const [, , held = ''] = cards.map((id) => describeCard(desk, id, 'Train'));
  await desk.begin(30_000);
  expect(reasonOf(desk.edit(held))).toEqual({ kind: 'cannotRead', status: null, why: 'whole' });
  expect(sentBodies(desk)).toEqual([['description'], ['description']]);
  expect(release(desk.store, [held])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(held).state).toBe('applied');
  expect(sentBodies(desk).at(-1)).toEqual(['description', 'customProperties']);
});
