import { expect, test } from 'vitest';
import { putTogether } from '#main/records/crossed.ts';

/** An answer to our own write, and what was heard while it travelled (law 28). */

const group = (groupId: string, id: string) => ({ groupId, values: [{ id }] });
const sentOn = {
  a: 1,
  b: 1,
  place: { street: 'S', city: 'C' },
  customProperties: [group('g1', 'x'), group('g2', 'x')],
  lines: [{ id: 1 }],
};

test('takes a part from the side that moved it, members of objects and groups of custom properties one by one', () => {
  const answer = { ...sentOn, a: 2, place: { street: 'S2', city: 'C' }, customProperties: [group('g1', 'y'), group('g2', 'x')] };
  const told = { ...sentOn, b: 2, place: { street: 'S', city: 'C2' }, customProperties: [group('g1', 'x'), group('g2', 'y')] };
  for (const toldWins of [true, false])
    expect(putTogether({ sentOn, answer, told }, toldWins)).toEqual({
      a: 2,
      b: 2,
      place: { street: 'S2', city: 'C2' },
      customProperties: [group('g1', 'y'), group('g2', 'y')],
      lines: [{ id: 1 }],
    });
});

test('takes one side whole where both moved a part to different values', () => {
  const answer = { a: 2, lines: [{ id: 2 }] };
  const told = { a: 3, lines: [{ id: 3 }] };
  expect(putTogether({ sentOn, answer, told }, true)).toEqual(told);
  expect(putTogether({ sentOn, answer, told }, false)).toEqual(answer);
});

test('keeps what one side does not mention', () => {
  expect(putTogether({ sentOn, answer: { a: 2 }, told: { b: 2 } }, true)).toEqual({ a: 2, b: 2 });
});
