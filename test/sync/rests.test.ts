import { expect, test } from 'vitest';
import { createLine } from '#main/sync/line.ts';
import { fakeWorld } from '#test/world.ts';

/** A line that chance treats as badly as it can, and how long it rests after each time that the service asks for a rest. */
function restingLine() {
  const world = { ...fakeWorld(), monotonic: () => now, random: () => 0.999_999 };
  let now = 0;
  const line = createLine(world, () => undefined);
  const restAfter = (forMs: number) => {
    line.hear({ kind: 'rateLimited', forMs });
    return Math.round((line.changesAt() ?? now) - now);
  };
  const wait = (ms: number) => {
    now += ms;
    line.wakeUp();
  };
  return { line, restAfter, wait };
}

test('rests are spread wider each time in a row, and never by more than a minute', () => {
  const { line, restAfter, wait } = restingLine();
  const rests = [1, 2, 3, 4, 5].map(() => {
    const ms = restAfter(1_000);
    wait(ms);
    return ms;
  });
  expect(rests).toEqual([2_000, 3_000, 5_000, 9_000, 9_000]);
  line.hear({ kind: 'healthy' });
  expect(restAfter(1_000)).toBe(2_000);
  wait(2_000);
  expect(restAfter(3_600_000)).toBe(3_660_000);
});

test('answers to what left before a rest do not prolong it; a longer rest asked for does', () => {
  const { line, restAfter, wait } = restingLine();
  expect(restAfter(10_000)).toBe(20_000);
  wait(5_000);
  expect(restAfter(10_000)).toBe(15_000);
  line.hear({ kind: 'healthy' });
  expect(line.state().kind).toBe('resting');
  expect(restAfter(30_000)).toBe(60_000);
});

test('after a short rest the line is open without a question; after a long one it asks first', () => {
  const { line, restAfter, wait } = restingLine();
  wait(restAfter(5_000));
  expect(line.mayLeave()).toBe(true);
  wait(restAfter(20_000));
  expect(line.state()).toEqual({ kind: 'unproven' });
});

test('after a reconnect the first batch starts somewhere within two seconds, each laptop at its own moment', () => {
  const after = (chance: number) => {
    const world = { ...fakeWorld(), monotonic: () => now, random: () => chance };
    let now = 1_000;
    const line = createLine(world, () => undefined);
    line.hear({ kind: 'offline', failure: 'dns' });
    now += 60_000;
    line.wakeUp();
    line.hear({ kind: 'healthy' });
    const state = line.state();
    return state.kind === 'open' ? state.from - now : null;
  };
  expect([0, 0.5, 1].map(after)).toEqual([0, 1_000, 2_000]);
});
