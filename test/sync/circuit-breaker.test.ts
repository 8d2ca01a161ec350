import { expect, test } from 'vitest';
import { createCircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { fakeWorld } from '#test/world.ts';

/** The circuit breaker's state, and its permission to send, answer by answer. */

/** A line whose rests are as long as they may be, its clock, and how often it told of a change. */
function lineAt(chance = 1) {
  const clock = { now: 100_000, wall: 7_000_000 };
  const world = { ...fakeWorld(), monotonic: () => clock.now, now: () => clock.wall, random: () => chance };
  const told: string[] = [];
  const line = createCircuitBreaker(world, () => told.push(line.connection().kind));
  const pass = (ms: number) => {
    clock.now += ms;
    clock.wall += ms;
    line.wakeUp();
  };
  const asked = (monotonic: number) => ({ monotonic, wall: clock.wall - (clock.now - monotonic) });
  return { line, clock, told, pass, asked };
}
const down = { kind: 'serviceTrouble', status: 500, forMs: null } as const;
const downFor = (forMs: number) => ({ ...down, forMs });
const reset = { kind: 'unknown', failure: 'reset' } as const;
const offline = { kind: 'offline', failure: 'dns' } as const;
const healthy = { kind: 'healthy' } as const;

test('the window is notified when its view of the circuit breaker changes, and only then', () => {
  const { line, told, pass } = lineAt();
  expect(line.connection().kind).toBe('connecting');
  line.hear(healthy);
  line.hear(healthy);
  expect(told).toEqual(['online']);
  line.hear(offline);
  pass(1);
  expect(told).toEqual(['online', 'offline']);
});

test('a pause that the service asks for is shown with its end by the wall clock', () => {
  const { line, clock } = lineAt();
  line.hear({ kind: 'rateLimited', forMs: 10_000 });
  expect(line.connection()).toEqual({ kind: 'rateLimited', untilMs: clock.wall + 20_000 });
});

test('a rest that ends no later than the one that is kept is nothing new', () => {
  const { line } = lineAt(0);
  expect(line.hear({ kind: 'rateLimited', forMs: 10_000 })).toBe(true);
  expect(line.hear({ kind: 'rateLimited', forMs: 10_000 })).toBe(false);
  expect(line.hear({ kind: 'rateLimited', forMs: 10_001 })).toBe(true);
});

test('a rest after a time-out is over when its time is, and then the service is asked first, however lately it asked for a rest', () => {
  const { line, pass } = lineAt(0);
  line.hear({ kind: 'rateLimited', forMs: 5_000 });
  pass(5_000);
  expect(line.mayLeave()).toBe(true);
  // Nobody has seen an answer that took long.
  expect(line.connection().kind).toBe('online');
  line.hear(offline);
  pass(249);
  expect(line.state().kind).toBe('resting');
  pass(1);
  expect(line.state().kind).toBe('unproven');
});

test('an answer after more than five seconds is shown as slow, until nothing is under way', () => {
  const { line, clock, asked } = lineAt();
  line.hear(healthy, asked(clock.now - 5_000));
  expect(line.connection().kind).toBe('online');
  line.hear(healthy, asked(clock.now - 5_001));
  expect(line.connection().kind).toBe('slow');
  line.nothingUnderWay();
  expect(line.connection().kind).toBe('online');
});

test('a healthy answer while closed keeps the start of the first batch', () => {
  const { line, pass } = lineAt();
  line.hear(offline);
  pass(4_000);
  line.hear(healthy);
  const state = line.state();
  pass(500);
  line.hear(healthy);
  expect(line.state()).toEqual(state);
  expect(line.mayLeave()).toBe(false);
  pass(1_500);
  expect(line.mayLeave()).toBe(true);
});

test('a trouble probes at once; the third without a healthy answer opens the breaker, as does one with a duration', () => {
  const { line, pass } = lineAt(0);
  line.hear(healthy);
  const states = [1, 2, 3].map(() => {
    pass(10);
    line.hear(down);
    const { kind } = line.state();
    // Asked, the service wants a short rest; after it the line is open.
    line.hear({ kind: 'rateLimited', forMs: 1_000 });
    pass(1_000);
    expect(line.mayLeave()).toBe(true);
    return kind;
  });
  expect(states).toEqual(['unproven', 'unproven', 'resting']);
  const other = lineAt();
  other.line.hear(healthy);
  other.pass(10);
  expect(other.line.hear(downFor(60_000))).toBe(true);
  expect(other.line.state()).toEqual({ kind: 'resting', until: other.clock.now + 60_000 });
});

test('a request cut by a known trouble is no second one, and its requested pause is kept', () => {
  const { line, clock, pass, asked } = lineAt();
  const askedAt = asked(clock.now);
  line.hear(healthy);
  pass(10);
  expect(line.hear(down, askedAt)).toBe(true);
  expect(line.hear(down, asked(clock.now))).toBe(false);
  expect(line.state().kind).toBe('unproven');
  expect(line.hear(downFor(60_000), askedAt)).toBe(false);
  expect(line.state()).toEqual({ kind: 'resting', until: clock.now + 60_000 });
  // It does not end with the next answer that was cut too.
  expect(line.hear(down, askedAt)).toBe(false);
  expect(line.state()).toEqual({ kind: 'resting', until: clock.now + 60_000 });
});

test('a request sent before a known trouble that fails after it is over opens the breaker, and is reported', () => {
  const { line, clock, pass, asked } = lineAt();
  const askedAt = asked(clock.now);
  pass(10);
  line.hear(down);
  pass(10);
  line.hear(healthy);
  expect(line.mayLeave()).toBe(true);
  pass(10);
  expect(line.hear(reset, askedAt)).toBe(false);
  expect(line.state().kind).toBe('unproven');
  expect(line.connection()).toEqual({ kind: 'offline', since: clock.wall, failure: 'reset' });
  // The first thing that was said stays said until the service answers.
  line.hear(down, askedAt);
  expect(line.connection().kind).toBe('offline');
});

test('answers that were cut with a lost connection do not prolong its rest; one that comes to an open line begins one', () => {
  const { line, clock, pass, asked } = lineAt();
  const askedAt = asked(clock.now);
  pass(10);
  expect(line.hear(offline, askedAt)).toBe(true);
  const state = line.state();
  expect(state).toEqual({ kind: 'resting', until: clock.now + 1_000 });
  pass(500);
  expect(line.hear(offline, askedAt)).toBe(false);
  expect(line.state()).toEqual(state);
  pass(500);
  line.hear(healthy);
  expect(line.state().kind).toBe('open');
  expect(line.hear(offline, askedAt)).toBe(false);
  expect(line.state().kind).toBe('resting');
});

test('a refusing disk is reported and pauses sending; a user’s or a bug’s decision stays', () => {
  const { line, clock } = lineAt();
  line.hear(healthy);
  line.storageRefused(5_000);
  expect(line.connection()).toEqual({ kind: 'broken', detail: 'storage' });
  expect(line.state()).toEqual({ kind: 'resting', until: clock.now + 5_000 });
  line.stored();
  expect(line.connection().kind).not.toBe('broken');
  line.workOffline(true);
  line.storageRefused(5_000);
  expect(line.state()).toEqual({ kind: 'workingOffline' });
});

test('working on is for who works offline: it closes no open line', () => {
  const { line } = lineAt();
  line.hear(healthy);
  line.workOffline(false);
  expect(line.mayLeave()).toBe(true);
  line.workOffline(true);
  expect(line.connection().kind).toBe('workingOffline');
  line.workOffline(false);
  expect(line.state().kind).toBe('unproven');
});

test('a proof is valid for its duration, counted from its request, by both clocks', () => {
  const { line, clock, asked } = lineAt();
  line.hear(healthy, asked(clock.now - 1_000));
  const isProvenAfter = (monotonic: number, wall: number) => {
    const then = { ...clock };
    Object.assign(clock, { now: then.now + monotonic, wall: then.wall + wall });
    const answer = line.proofLeftMs() > 0;
    Object.assign(clock, then);
    return answer;
  };
  expect(isProvenAfter(58_999, 58_999)).toBe(true);
  expect(isProvenAfter(59_000, 0)).toBe(false);
  expect(isProvenAfter(0, 59_000)).toBe(false);
  expect(isProvenAfter(0, -60_999)).toBe(true);
  expect(isProvenAfter(0, -61_000)).toBe(false);
});

test('a creating edit may be sent from the end of its wait on', () => {
  const { line, clock, pass } = lineAt();
  line.hear(healthy);
  line.createdInDoubt(true);
  line.createdInDoubt(true);
  expect(line.changesAt()).toBe(clock.now + 120_000);
  pass(120_000);
  expect(line.mayCreate()).toBe(true);
  expect(line.changesAt()).toBe(null);
});

test('an answer that came only after the lid was open again proves nothing of now', () => {
  const { line, clock, asked } = lineAt();
  const before = asked(clock.now);
  Object.assign(clock, { now: clock.now + 30_000, wall: clock.wall + 30 * 60_000 });
  line.hear(healthy, before);
  expect([line.mayLeave(), line.proofLeftMs()]).toEqual([true, 0]);
});
