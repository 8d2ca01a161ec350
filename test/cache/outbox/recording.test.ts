import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { triedBefore } from '#main/outbox/reading/edit-lists.ts';
import { insertBatch } from '#main/outbox/reading/batches.ts';
import { isOwn, ownerOf, reasonOf } from '#main/outbox/outbox.ts';
import { endPauses, pauseBeforeLeaving } from '#main/outbox/pause.ts';
import { movableEdits } from '#main/outbox/queue.ts';
import { recordOf } from '#main/records/records.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { openTestStore } from '#test/cache.ts';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { vendor, vendorScene } from './vendor-scene.ts';

/** The writes and change events of recording, waiting and sending an edit. */

let world: StillWorld;
let store: Store;
let scene: ReturnType<typeof vendorScene>;
let heard: Change[];
beforeEach(() => {
  world = stillWorld();
  store = openTestStore(world);
  scene = vendorScene(store);
  heard = [];
  store.subscribe((changes) => heard.push(...changes));
});
afterEach(() => store.close());

const told = () => heard.splice(0);
const both = (id: string) => [
  { kind: 'edits', ids: [id] },
  { kind: 'records', refs: [vendor] },
];

it('an edit is approved from its release on, and its page and its record’s are notified', () => {
  const waiting = scene.record({ city: 'Lisbon' }, { approvedBy: 'rule' });
  expect(told()).toEqual(both(waiting));
  expect(scene.edit(waiting)).toMatchObject({ approvedBy: 'rule', approvedAt: world.now() });
  const draft = scene.record({ city: 'Faro' }, { state: 'draft', approvedBy: null });
  expect(scene.edit(draft)).toMatchObject({ approvedBy: null, approvedAt: null });
  const before = scene.record({ city: 'Braga' }, { place: 1.5 });
  expect([waiting, draft, before].map((id) => scene.edit(id).place)).toEqual([1, 2, 1.5]);
});

it('sending an edit is published, and the record known by then proves nothing about it, whatever the clock shows', () => {
  const heardAt = world.now();
  const id = scene.record({ city: 'Lisbon' });
  told();
  world.advance(-60_000);
  scene.send(id);
  expect(told()).toEqual(both(id));
  expect(recordOf(store, vendor)?.asOf).toBe(world.now() - 1);
  expect(world.now()).toBeLessThan(heardAt);
});

it('a record known long before a request keeps its age', () => {
  const heardAt = world.now();
  world.advance(60_000);
  scene.send(scene.record({ city: 'Lisbon' }));
  expect(recordOf(store, vendor)?.asOf).toBe(heardAt);
});

it('an edit is of who recorded it, and of who took it over', () => {
  const me = ownerOf(store);
  expect(
    [
      [me, null],
      ['somebody', null],
      ['somebody', me],
      ['somebody', 'a third'],
    ].map(([owner = '', takenOver = null]) => isOwn(store, { owner: owner ?? '', takenOver })),
  ).toEqual([true, false, true, false]);
});

it('the audit log has the recorded edit, its state, and the hash of its content', () => {
  const id = scene.record({ city: 'Lisbon' }, { facts: { composed: 'here' } });
  const bodySha256 = hash('sha256', '{"city":"Lisbon"}');
  const facts = { kind: 'updateVendor', state: 'waiting', bodySha256, composed: 'here' };
  expect(auditOfEdit(store, id).map((line) => [line.what, line.facts])).toEqual([['recorded', facts]]);
});

it('says whether an expense was ever changed and a payment ever recorded', () => {
  expect(triedBefore(store)).toEqual({ expense: false, payment: false });
  const invoice = { kind: 'invoiceReceivable', id: idOf(6, 'd') } as const;
  const payment = {
    kind: 'recordInvoicePayment',
    priority: 'payment',
    repeat: 'creates',
    review: 'person',
    approvedBy: 'anna',
    record: invoice,
  } as const;
  scene.record({}, payment);
  expect(triedBefore(store)).toEqual({ expense: false, payment: true });
  scene.record({}, { kind: 'updateExpense', repeat: 'absoluteReadable', record: { kind: 'expense', id: idOf(7, 'e') } });
  expect(triedBefore(store)).toEqual({ expense: true, payment: true });
});

it('a reason that says nothing known is none', () => {
  expect(reasonOf({ reason: '{"kind":"byPerson"}' })).toEqual({ kind: 'byPerson' });
  for (const reason of [null, '{}', '{"kind":5}', '[]', '{"kind"']) expect(reasonOf({ reason })).toBeNull();
});

it('no more edits are taken up than asked for: those that create, payments after them; else by age, checks among them', () => {
  const ofOwn = (n: number) => ({ kind: 'vendor', id: idOf(n, 'b') }) as const;
  for (const n of [2, 3, 4, 5]) {
    const heardOf = { ref: ofOwn(n), value: { id: idOf(n, 'b') }, provenance: 'read', asOf: 1, complete: true } as const;
    hearRecord(store, heardOf);
  }
  const waiting = scene.record({ city: 'Lisbon' }, { record: ofOwn(2) });
  const checking = scene.record({ city: 'Lisbon' }, { record: ofOwn(3) });
  const youngest = scene.record({ city: 'Lisbon' }, { record: ofOwn(4) });
  scene.send(checking, 'check');
  scene.walk(checking, 'checking');
  const absolute = [waiting, checking, youngest];
  for (const limit of [1, 2, 3]) {
    expect(movableEdits(store, world.monotonic(), limit, 'absolute').map(({ id }) => id)).toEqual(absolute.slice(0, limit));
  }
  const creates = { repeat: 'creates', review: 'person', approvedBy: 'anna' } as const;
  const invoice = { kind: 'invoiceReceivable', id: idOf(6, 'd') } as const;
  const payment = scene.record({}, { ...creates, kind: 'recordInvoicePayment', priority: 'payment', record: invoice });
  const comment = scene.record({ content: 'Call them' }, { ...creates, kind: 'createUserComment', record: ofOwn(5) });
  for (const limit of [1, 2]) {
    expect(movableEdits(store, world.monotonic(), limit, 'creates').map(({ id }) => id)).toEqual([comment, payment].slice(0, limit));
  }
});

it('approvals note the user, the edits approved together, and the content shown', () => {
  const batch = { id: 'b1', fingerprint: 'f'.repeat(64), edits: 3, secondConfirmation: true, approvedBy: 'anna' };
  store.commit('approve', () => insertBatch(store, batch));
  expect(store.sql.prepare(`SELECT * FROM batches`).all()).toEqual([
    { id: 'b1', fingerprint: 'f'.repeat(64), edits: 3, second_confirmation: 1, approved_by: 'anna', approved_at: world.now() },
  ]);
});

it('the end of a pause is published for the edits that waited for it, and not without any', () => {
  endPauses(store);
  expect(told()).toEqual([]);
  const id = scene.record({ city: 'Lisbon' });
  expect(store.commit('pause', () => pauseBeforeLeaving(store, [id], 5_000))).toBe(true);
  told();
  expect(movableEdits(store, world.monotonic(), 9, 'absolute')).toEqual([]);
  endPauses(store);
  expect(told()).toEqual([{ kind: 'edits', ids: [id] }]);
  expect(movableEdits(store, world.monotonic(), 9, 'absolute').map((row) => row.id)).toEqual([id]);
});
