import { expect, test } from 'vitest';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { Preclaimed } from '#main/sync/pace/preclaimed.ts';
import { stillStands } from '#main/sync/pace/still-stands.ts';
import type { Claimed, Ready } from '#main/sync/check/ready.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { createDesk } from './desk.ts';

type Way = 'not fresh' | 'moved' | 'older before it' | 'disk refuses' | 'a bug';

/** A date that was claimed ahead, and what became of its desk meanwhile. */
function claimedAhead(...ways: Way[]) {
  const desk = createDesk({ reads: true });
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const date = (performedDate: string) => desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate } });
  const first = date('2026-02-03');
  const row = desk.edit(first);
  const is = (way: Way) => ways.includes(way);
  if (is('moved')) {
    const served = desk.company.store.get('expense', recordId);
    desk.company.store.put('expense', recordId, { ...served, performedDate: '2026-02-09', updatedAt: '2027-01-01T00:00:00Z' } as never);
    desk.know('expense', recordId);
  }
  const trouble = Object.assign(new Error('no'), is('disk refuses') ? { code: 'SQLITE_FULL' } : {});
  const unreadable = new Proxy(desk.store, {
    get: () => {
      throw trouble;
    },
  });
  const parts = {
    store: is('disk refuses') || is('a bug') ? unreadable : desk.store,
    freshness: { isFresh: () => !is('not fresh') },
    mayRead: () => true,
    sendsWhole: () => false,
  } as unknown as EngineParts;
  const editKindOf = editKind(row.kind);
  // An edit of the same record that is before it is as if this one were another.
  const claimed = is('older before it') ? { ...row, id: '00000000-0000-4000-8000-00000000ffff' } : row;
  return (doubted: boolean) =>
    stillStands(parts, { intent: { row: claimed }, editKind: editKindOf, whole: false } as unknown as Ready, doubted);
}

test.each<[Way[], undoubted: boolean, doubted: boolean]>([
  [[], true, true],
  [['not fresh'], false, false],
  [['moved'], true, false],
  [['older before it'], true, false],
  [['moved', 'older before it'], true, false],
  [['disk refuses'], true, false],
])('preclaimed, with %j: sends %s, and after a colleague’s write %s', (ways, undoubted, doubted) => {
  const leaves = claimedAhead(...ways);
  expect(leaves(false)).toBe(undoubted);
  expect(leaves(true)).toBe(doubted);
});

test('a service that was found to empty what is left out is sent no request from before that was known', () => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.cardTransactions;
  desk.know('cardTransaction', recordId);
  const row = desk.edit(
    desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId, body: { description: 'Trip' } }),
  );
  const leaves = (isReplacing: boolean, whole: boolean) => {
    const parts = { store: desk.store, freshness: { isFresh: () => true }, mayRead: () => false, sendsWhole: () => isReplacing };
    const ready = { intent: { row }, editKind: editKind(row.kind), whole };
    return stillStands(parts as unknown as EngineParts, ready as unknown as Ready, false);
  };
  expect([leaves(false, false), leaves(true, false), leaves(true, true), leaves(false, true)]).toEqual([true, false, true, false]);
});

test('a bug in that look is no reason to hold anything back in silence', () => {
  expect(() => claimedAhead('a bug')(true)).toThrow('no');
});

test.each([0, 1])('a released claim restores its edit; an earlier request of it may have arrived: %i', (maybeSent) => {
  const ahead = new Preclaimed({} as EngineParts);
  const row = { id: 'a', attempts: maybeSent, maybeSent, reason: null };
  ahead.add({ ready: { intent: { row } }, claim: { n: 2 } } as unknown as Claimed);
  expect([ahead.size(), ahead.hasBack()]).toEqual([1, false]);
  ahead.giveBack();
  expect([ahead.size(), ahead.hasBack()]).toEqual([0, true]);
  const [given, ...others] = ahead.givenBack();
  expect(given?.settlement.move).toMatchObject({ to: 'waiting', attempts: maybeSent, maybeSent: maybeSent === 1 });
  expect(others).toEqual([]);
  expect(ahead.hasBack()).toBe(false);
});
