import { expect, test } from 'vitest';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import type { Sort } from '#main/outbox/queue.ts';
import type { Settled } from '#main/outbox/settle.ts';
import { Candidates, keyOf } from '#main/sync/check/candidates.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import type { CircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { schedulerStateOf } from '#main/sync/check/scheduler-state.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

// The hints that the engine keeps in memory of what may move, over an outbox that says so.

const row = (id: string, more: Partial<OutboxRow> = {}) =>
  ({
    id,
    recordKind: 'expense',
    recordId: id,
    repeat: 'absolute',
    priority: 'write',
    waitUntil: null,
    batchId: null,
    ...more,
  }) as OutboxRow;

/** Hints over these rows; `asked` is how often the outbox was searched. */
function over(rows: Record<Sort, OutboxRow[]>, successor: () => OutboxRow | null = () => null) {
  const world = fakeWorld();
  const asked: Sort[] = [];
  const laws = {
    movableEdits: (_store: unknown, _now: unknown, _page: unknown, sort: Sort) => (asked.push(sort), rows[sort]),
    successorOf: successor,
  };
  const candidates = new Candidates({ world, store: openTestStore(world), laws } as unknown as EngineParts);
  const now = () => [...candidates.now().absolute, ...candidates.now().creates].map(({ id }) => id);
  return { world, candidates, asked, now };
}
const settled = (one: OutboxRow) => [{ settlement: { row: one } } as unknown as Settled];

test('of creating edits one is sent at a time, and a payment on its own connection', () => {
  const absolute = ['a', 'b', 'c'].map((id) => row(id));
  const creates = ['d', 'e'].map((id) => row(id, { repeat: 'creates' }));
  expect(over({ absolute, creates }).candidates.next(2)).toBe(3);
  expect(over({ absolute: [], creates }).candidates.next(2)).toBe(1);
  expect(over({ absolute, creates: [row('p', { repeat: 'creates', priority: 'payment' })] }).candidates.next(5)).toBe(3);
});

test('the edit after a settled one may move at once, or when its wait is over, to the millisecond', async () => {
  const first = row('a');
  const { candidates, now } = over({ absolute: [first], creates: [] }, () => row('b', { recordId: 'a', waitUntil: 100 }));
  expect(now()).toEqual(['a']);
  candidates.settled(settled(first));
  expect([now(), candidates.dueAt()]).toEqual([[], 100]);
  const due = over({ absolute: [first], creates: [] }, () => row('b', { recordId: 'a', waitUntil: 100 }));
  due.now();
  await due.world.advance(100);
  due.candidates.settled(settled(first));
  expect(due.now()).toEqual(['b']);
});

test('a creating edit stays in its queue when another follows it', () => {
  const first = row('a', { repeat: 'creates' });
  const { candidates } = over({ absolute: [], creates: [first] }, () => row('b', { recordId: 'a', repeat: 'creates' }));
  candidates.now();
  expect(candidates.isEmpty()).toBe(false);
  candidates.settled(settled(first));
  const { absolute, creates } = candidates.now();
  expect([absolute, creates].map((rows) => [...rows].map(({ id }) => id))).toEqual([[], ['b']]);
});

test('a movable edit is found beside a creating one', () => {
  const both = over({ absolute: [row('a')], creates: [row('b', { repeat: 'creates' })] });
  expect(both.candidates.isEmpty()).toBe(false);
  expect(over({ absolute: [], creates: [] }).candidates.isEmpty()).toBe(true);
});

test('after a full page there may be more: it is read when most of the page is used', () => {
  const page = Array.from({ length: 256 }, (_, n) => row(`a${n}`));
  const { candidates, asked, now } = over({ absolute: page, creates: [] });
  now();
  candidates.taken(page.slice(0, 192).map((one) => ({ kind: 'send', row: one })));
  expect(now()).toHaveLength(64);
  candidates.taken([{ kind: 'send', row: row('a200') }]);
  now();
  expect(asked).toEqual(['absolute', 'creates', 'absolute']);
});

test('of several waits the shortest is the next to end', () => {
  const waits = [200, 100, 300];
  const { candidates, now } = over({ absolute: [], creates: [] }, () => row('b', { waitUntil: waits.shift() ?? null }));
  now();
  candidates.settled(['a', 'c', 'd'].flatMap((id) => settled(row(id))));
  expect(candidates.dueAt()).toBe(100);
});

test('once somebody else has written, nothing that was known counts, however much it was', () => {
  const rows = { absolute: Array.from({ length: 100 }, (_, n) => row(`a${n}`)), creates: [] as OutboxRow[] };
  const { candidates, now, asked } = over(rows);
  expect(now()).toHaveLength(100);
  expect(now()).toHaveLength(100);
  expect(asked).toEqual(['absolute', 'creates']);
  rows.absolute = [row('b')];
  candidates.invalidate();
  expect(now()).toEqual(['b']);
});

test('a batch is busy with its own writes, and not with another’s, with reads, or with a record that fails', () => {
  const busy = [row('a', { batchId: 'one' }), row('b', { batchId: 'two', priority: 'payment' }), row('f', { batchId: 'three' })];
  const freshness = { hasFailed: ({ id }: { id: string }) => id === 'f', isFresh: () => true };
  const counter = { state: () => 'open' };
  const line = { proofLeftMs: () => 60_000, mayCreate: () => true } as unknown as CircuitBreaker;
  const parts = { freshness, counter, laws: {}, mayRead: () => true } as unknown as EngineParts;
  const scene = schedulerStateOf(parts, line, { busy: new Map(busy.map((one) => [keyOf(one), one])), reading: new Set() }, {} as never);
  expect(['one', 'two', 'three', 'four'].map((batch) => scene.isBatchBusy(batch))).toEqual([true, false, false, false]);
});

test('an edit whose record was read keeps its place before younger ones, so that it is sent while the look is fresh', () => {
  const absolute = [1, 2, 3].map((seq) => row(String(seq), { seq }));
  const { candidates, now } = over({ absolute, creates: [] }, () => absolute[0] ?? null);
  now();
  candidates.taken([{ kind: 'reread', row: row('1') }]);
  candidates.settled(settled(row('1')));
  expect(now()).toEqual(['1', '2', '3']);
});
