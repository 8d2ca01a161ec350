import { expect, test } from 'vitest';
import { closedStates, editStates, isChangeable, mostUrgent, stateGroups, urgency } from '#shared/edit.ts';

test('every state is in one group, and every open one has its place in the order of urgency', () => {
  expect(Object.values(stateGroups).flat().toSorted()).toEqual(editStates.toSorted());
  expect([...urgency, ...closedStates].toSorted()).toEqual(editStates.toSorted());
});

test('a state that only a user can settle comes before an automatic one, and a hold before a draft', () => {
  expect(mostUrgent(['waiting', 'draft', 'held', 'inDoubt'])).toBe('inDoubt');
  expect(mostUrgent(['waiting', 'draft', 'held'])).toBe('held');
  expect(mostUrgent(['applied', 'sending'])).toBe('sending');
  expect(mostUrgent(['applied', 'discarded'])).toBeNull();
});

test('an edit under way, in doubt or closed cannot be changed', () => {
  expect(editStates.filter(isChangeable)).toEqual(['draft', 'waiting', 'rejected', 'conflict', 'held']);
});
