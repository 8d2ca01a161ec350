import { expect, test } from 'vitest';
import { baseOf, bodyOf, reasonOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { putBack } from '#main/edits/decide/put-back.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import { wordsOfState } from '#shared/messages/words.ts';
import { createDesk, losesAnswers, type Desk } from './desk.ts';

/** Fields that an update emptied unasked are reported and can be restored (law 20). */

const cardOf = (desk: Desk) => desk.company.cardTransactions[0] ?? '';
const served = (desk: Desk) => desk.company.store.get('cardTransaction', cardOf(desk));

function groupOf(desk: Desk) {
  const [group] = desk.company.groups;
  if (!group) throw new Error('the seed has no group');
  return { groupId: group.id, groupInternalName: group.internalName, values: group.values.slice(0, 1) };
}

/** A card transaction with a description and one custom property, known here. */
function cardDesk(replaces: boolean): Desk {
  const desk = createDesk({ switches: { replaces } });
  const card = served(desk);
  if (!card) throw new Error('no card');
  desk.company.store.put('cardTransaction', card.id, {
    ...card,
    description: 'Taxi',
    customProperties: [groupOf(desk)],
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  desk.know('cardTransaction', card.id);
  return desk;
}

function edit(desk: Desk, body: Record<string, unknown>): string {
  return desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: cardOf(desk), body });
}

const sentBodies = (desk: Desk) =>
  desk.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())) as Record<string, unknown>);

test('a service that keeps what was left out lost nothing, and gets what was changed only', async () => {
  const desk = cardDesk(false);
  await desk.engine.start();
  const id = edit(desk, { description: 'Train' });
  await desk.run(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'clean' });
  expect(wordsOfState('applied', reasonOf(desk.edit(id))).label).toBe('Confirmed');
  edit(desk, { description: 'Bus' });
  await desk.run(5_000);
  expect(sentBodies(desk)).toEqual([{ description: 'Train' }, { description: 'Bus' }]);
  expect(putBack(desk.store, id, {})).toMatchObject({ ok: false, kind: 'notNow', why: 'nothingLost' });
});

test('a service that empties omitted fields is detected by its answer: the loss is reported, with the old values', async () => {
  const desk = cardDesk(true);
  await desk.engine.start();
  const id = edit(desk, { description: 'Train' });
  await desk.run(5_000);
  const reason = reasonOf(desk.edit(id));
  expect(desk.edit(id).state).toBe('applied');
  expect(reason).toMatchObject({ kind: 'fieldsLost', differences: [{ path: ['customProperties'] }] });
  if (reason?.kind !== 'fieldsLost') throw new Error('not told');
  expect(sentenceOfReason(reason)).toMatch(/one field is empty now that you did not send/i);
  expect(wordsOfState('applied', reason).label).toBe('Confirmed, with a loss');
});

test('“put it back” is one new edit with what was lost beside what was set, so that neither is lost again', async () => {
  const desk = cardDesk(true);
  await desk.engine.start();
  const id = edit(desk, { description: 'Train' });
  await desk.run(5_000);
  const back = putBack(desk.store, id, {});
  if (!back.ok) throw new Error('not put back');
  const { groupId, values } = groupOf(desk);
  const inputs = [{ groupId, valueIds: values.map(({ id: value }) => value) }];
  expect(bodyOf(desk.edit(back.id))).toEqual({ description: 'Train', customProperties: inputs });
  await desk.run(5_000);
  expect(reasonOf(desk.edit(back.id))).toEqual({ kind: 'clean' });
  expect(served(desk)).toMatchObject({ description: 'Train', customProperties: [{ groupId }] });
  expect(sentBodies(desk).slice(1)).toEqual([{ description: 'Train', customProperties: inputs }]);
});

test('fields that the user emptied, or that the answer omits, are no loss', async () => {
  const desk = cardDesk(false);
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    const answer = server.carryOut(request);
    const { customProperties: _left, ...said } = JSON.parse(answer.bodyText) as Record<string, unknown>;
    const body = new TextEncoder().encode(JSON.stringify(said));
    return { kind: 'answer', status: 200, headers: Object.entries(answer.headers), body, afterMs: 5 };
  });
  await desk.engine.start();
  const id = edit(desk, { description: '' });
  await desk.run(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'clean' });
});

test('a loss of a read-only field is reported, without an offer', async () => {
  const desk = cardDesk(false);
  const card = served(desk);
  if (!card) throw new Error('no card');
  desk.company.store.put('cardTransaction', card.id, { ...card, receiptDocumentKey: 'receipts/1' });
  desk.know('cardTransaction', card.id);
  desk.company.store.put('cardTransaction', card.id, { ...card, receiptDocumentKey: null });
  await desk.engine.start();
  const id = edit(desk, { description: 'Train' });
  await desk.run(5_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({
    kind: 'fieldsLost',
    differences: [{ path: ['receiptDocumentKey'], base: 'receipts/1' }],
  });
  expect(putBack(desk.store, id, {})).toMatchObject({ ok: false, why: 'nothingLost' });
  expect(recordOf(desk.store, { kind: 'cardTransaction', id: card.id })?.value['receiptDocumentKey']).toBeNull();
  expect(baseOf(desk.edit(id))).toMatchObject({ receiptDocumentKey: 'receipts/1' });
  // Nothing was emptied that all fields would have kept: the next one is sent as it is.
  edit(desk, { description: 'Bus' });
  await desk.run(5_000);
  expect(sentBodies(desk).at(-1)).toEqual({ description: 'Bus' });
});

test('a field emptied by a request without an answer is reported, also if an import showed it empty before the retry', async () => {
  const desk = cardDesk(true);
  await desk.engine.start();
  const id = edit(desk, { description: 'Train' });
  desk.weather(losesAnswers('PATCH'));
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('checking');
  desk.weather(null);
  desk.hear('cardTransaction', cardOf(desk));
  await desk.run(180_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'fieldsLost', differences: [{ path: ['customProperties'] }] });
});
