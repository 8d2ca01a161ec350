import { expect, test } from 'vitest';
import { createCircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { fakeWorld } from '#test/world.ts';

/** A line that chance treats as badly as it can, and how long it rests after each time that the service asks for a rest. */
function restingLine() {
  const world = { ...fakeWorld(), monotonic: () => now, random: () => 0.999_999 };
  let now = 0;
  const line = createCircuitBreaker(world, () => undefined);
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

test('after a short pause sending resumes without a probe; after a long one it probes first', () => {
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
    const line = createCircuitBreaker(world, () => undefined);
    line.hear({ kind: 'offline', failure: 'dns' });
    now += 60_000;
    line.wakeUp();
    line.hear({ kind: 'healthy' });
    const state = line.state();
    return state.kind === 'open' ? state.from - now : null;
  };
  expect([0, 0.5, 1].map(after)).toEqual([0, 1_000, 2_000]);
});

test('a service that asks for a rest nine times at once asked once; one that asks while it could not be reached is there', () => {
  const { line, restAfter, wait } = restingLine();
  const asks = Array.from({ length: 9 }, () => line.hear({ kind: 'rateLimited', forMs: 10_000 }));
  expect(asks).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
  wait(20_000);
  line.hear({ kind: 'offline', failure: 'dns' });
  expect(line.hear({ kind: 'rateLimited', forMs: 500 })).toBe(true);
  expect(line.connection().kind).toBe('rateLimited');
  wait(restAfter(5_000));
  expect(line.mayLeave()).toBe(true);
});

test('an answer that comes after the pause resumes sending', () => {
  let now = 0;
  const open = createCircuitBreaker({ ...fakeWorld(), monotonic: () => now, random: () => 0 }, () => undefined);
  open.hear({ kind: 'rateLimited', forMs: 10_000 });
  now = 9_999;
  open.hear({ kind: 'healthy' });
  expect(open.state().kind).toBe('resting');
  now = 10_000;
  open.hear({ kind: 'healthy' });
  expect(open.mayLeave()).toBe(true);
  // Whoever presses "now" on an open line does not close it.
  open.askAgain(false);
  expect(open.mayLeave()).toBe(true);
});

test('each creating request in doubt after the second doubles the next wait, up to an hour, until one is answered or a user says now', () => {
  const { line, wait } = restingLine();
  line.hear({ kind: 'healthy' });
  const waits = (many: number) =>
    Array.from({ length: many }, () => {
      line.createdInDoubt(true);
      return line.mayCreate() ? 0 : line.changesAt();
    });
  expect(waits(8)).toEqual([0, 120_000, 240_000, 480_000, 960_000, 1_920_000, 3_600_000, 3_600_000]);
  wait(3_599_999);
  expect(line.mayCreate()).toBe(false);
  wait(1);
  expect(line.mayCreate()).toBe(true);
  line.createdInDoubt(false);
  line.createdInDoubt(true);
  expect(line.mayCreate()).toBe(true);
  line.createdInDoubt(true);
  expect(line.mayCreate()).toBe(false);
  // A lid that is opened, or another network, says nothing of what the service does with them.
  line.askAgain(false);
  expect(line.mayCreate()).toBe(false);
  line.askAgain(true);
  expect(line.mayCreate()).toBe(true);
});
