import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#main/storage/store.ts';
import { dayMs } from '#shared/values/days.ts';
import { moveEdit, rebaseEdit, type Move } from '#main/outbox/move.ts';
import { editById, type NewEdit, type OutboxRow } from '#main/outbox/outbox.ts';
import { putRecord } from '#main/records/records.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit, walkEdit } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';

/** The writes of one state change: the audit log, the report, the names of a payment, and change events. */

let world: StillWorld;
let store: Store;
beforeEach(() => {
  world = stillWorld();
  store = openTestStore(world);
});

const row = (id: string) => editById(store, id) as OutboxRow;
const byPerson: Reason = { kind: 'byPerson' };
const go = (id: string, to: EditState, more: Partial<Move> = {}) =>
  store.commit('go', () => moveEdit(store, row(id), { to, what: 'test', reason: byPerson, ...more }));
const rows = (text: string) => store.sql.prepare<[], Record<string, unknown>>(text).all();

function heard(act: () => void): Change[] {
  const changes: Change[] = [];
  const stop = store.subscribe((some) => changes.push(...some));
  act();
  stop();
  return changes;
}

test('a step from a state that the edit has left is void: nothing is written or published', () => {
  const id = putEdit(store, 1, 'waiting');
  const before = row(id);
  go(id, 'held');
  const [now, lines] = [row(id), auditOfEdit(store, id)];
  const changes = heard(() => {
    expect(store.commit('late', () => moveEdit(store, before, { to: 'discarded', what: 'discarded', reason: byPerson }))).toBe(false);
  });
  expect([row(id), auditOfEdit(store, id), changes]).toEqual([now, lines, []]);
});

test('a step is published with its edit and its record', () => {
  const id = putEdit(store, 1, 'waiting');
  expect(heard(() => expect(go(id, 'held')).toBe(true))).toEqual([
    { kind: 'edits', ids: [id] },
    { kind: 'records', refs: [{ kind: 'expense', id: idOf(1) }] },
  ]);
});

test('when it was approved stays the hour of the approval, whatever came after', () => {
  const id = putEdit(store, 1, 'draft');
  go(id, 'waiting', { approvedBy: 'Ada' });
  const at = world.now();
  world.advance(60_000);
  go(id, 'held');
  go(id, 'waiting');
  expect(row(id)).toMatchObject({ approvedBy: 'Ada', approvedAt: at });
  go(id, 'held');
  world.advance(60_000);
  go(id, 'draft');
  go(id, 'waiting', { approvedBy: 'Grace' });
  expect(row(id)).toMatchObject({ approvedBy: 'Grace', approvedAt: world.now() });
});

describe('a payment’s account', () => {
  const account = idOf(7, 'b');
  const payment: Partial<NewEdit> = {
    ...{ kind: 'recordInvoicePayment', repeat: 'creates', priority: 'payment', review: 'person' },
    body: { paymentDate: '2026-03-12', bankAccountId: account },
  };
  const learned = () => rows('SELECT id, uses, last_day AS day FROM reference');

  test.each<[EditState, number]>([
    ['inDoubt', 0],
    ['rejected', 0],
    ['applied', 1],
    ['confirmed', 1],
  ])('is learned once it is there, on the day of that: %s', (state, uses) => {
    putEdit(store, 1, state, payment);
    expect(learned()).toEqual(uses === 0 ? [] : [{ id: account, uses, day: Math.floor(world.now() / dayMs) }]);
  });

  test('is not learned of other edits, whose record shows it, nor of one whose typed fields are unreadable', () => {
    putEdit(store, 1, 'applied', { ...payment, priority: 'write' });
    store.sql.exec('DROP TRIGGER outbox_typed_fields');
    const id = putEdit(store, 2, 'sending', payment);
    store.sql.prepare(`UPDATE outbox SET body = '{"bankAcc' WHERE id = ?`).run(id);
    go(id, 'applied');
    expect([row(id).state, learned()]).toEqual(['applied', []]);
  });
});

describe('a verdict is in a report', () => {
  const refused = (mayBeApplied: boolean): Reason => ({
    ...{ kind: 'rejectedByService', status: 422, error: null },
    ...(mayBeApplied ? { mayBeApplied } : {}),
  });
  const told = () => rows('SELECT edit_id AS id, verdict, settled_by AS settledBy FROM report_line');
  const none = [] as const;

  test.each<[string, EditState, Reason, Pick<Move, 'to' | 'what'>, readonly string[]]>([
    ['a person says that it is there', 'inDoubt', byPerson, { to: 'confirmed', what: 'confirmed' }, ['confirmed']],
    ['a start finds it under way', 'sending', byPerson, { to: 'inDoubt', what: 'abandoned' }, ['inDoubt']],
    ['it is held while it is under way', 'sending', byPerson, { to: 'held', what: 'held' }, ['held']],
    ['what may be there is given up', 'rejected', refused(true), { to: 'discarded', what: 'discarded' }, ['discarded']],
    ['not where the verdict says it', 'sending', byPerson, { to: 'inDoubt', what: 'verdict' }, none],
    ['not where a start checks by itself', 'sending', byPerson, { to: 'checking', what: 'abandoned' }, none],
    ['not where it is held before it left', 'waiting', byPerson, { to: 'held', what: 'held' }, none],
    ['not where what was plainly refused is given up', 'rejected', refused(false), { to: 'discarded', what: 'discarded' }, none],
    ['not where what may be there is held', 'rejected', refused(true), { to: 'held', what: 'held' }, none],
    ['not where nothing was sent', 'waiting', byPerson, { to: 'discarded', what: 'discarded' }, none],
  ])('%s', (_, from, reason, move, verdicts) => {
    const id = putEdit(store, 1, from === 'rejected' ? 'sending' : from);
    if (from === 'rejected') go(id, 'rejected', { reason });
    expect(told()).toEqual([]);
    go(id, move.to, { what: move.what, settledBy: 'Ada' });
    expect(told()).toEqual(verdicts.map((verdict) => ({ id, verdict, settledBy: 'Ada' })));
  });

  test('with who settled it, now or before', () => {
    const id = putEdit(store, 1, 'waiting');
    walkEdit(store, id, 'sending');
    go(id, 'inDoubt', { settledBy: 'Grace' });
    go(id, 'confirmed');
    expect(told()).toEqual([{ id, verdict: 'confirmed', settledBy: 'Grace' }]);
  });
});

test('an unchanged record changes no edit; a changed one does, and is published', () => {
  const ref = { kind: 'expense', id: idOf(1) } as const;
  const known = { id: ref.id, performedDate: '2026-03-01' };
  const id = putEdit(store, 1, 'waiting', { base: JSON.stringify(known) });
  const put = (value: Record<string, string>) => {
    const text = JSON.stringify(value);
    store.commit('put', () => putRecord(store, { ref, value, text, provenance: 'read', asOf: world.now(), complete: true }));
    return heard(() => store.commit('rebase', () => rebaseEdit(store, row(id), text, { fields: [] })));
  };
  const lines = () => auditOfEdit(store, id).filter(({ what }) => what === 'rebased').length;
  expect([put(known), lines()]).toEqual([[], 0]);
  const more = { ...known, status: 'CREATED' };
  expect([put(more), lines()]).toEqual([[{ kind: 'edits', ids: [id] }], 1]);
  expect(row(id).base).toBe(JSON.stringify(more));
  expect([put(more), lines()]).toEqual([[], 1]);
});
