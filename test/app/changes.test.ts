import { expect, test } from 'vitest';
import { createChanges, ChangeQueue } from '#main/app/changes.ts';
import { UndoScopes } from '#main/app/undo-scopes.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const progress = (done: number): Change => ({
  kind: 'progress',
  progress: { running: true, done, total: 1000, applied: done, problems: 0, startedAt: 0, leftMs: null },
});

/** Only what the publisher asks of a World: a clock that runs when someone sleeps. */
function stillWorld(): { world: World; wake: () => void } {
  let now = 0;
  const sleepers: (() => void)[] = [];
  const world = {
    monotonic: () => now,
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        sleepers.push(() => {
          now += ms;
          resolve();
        });
      }),
  } as World;
  return { world, wake: () => sleepers.splice(0).forEach((wake) => wake()) };
}

test('a busy window gets each kind of change once, complete', () => {
  const mailbox = new ChangeQueue();
  mailbox.put({ kind: 'records', refs: [{ kind: 'expense', id: id(1) }] });
  mailbox.put({ kind: 'status' });
  mailbox.put({
    kind: 'records',
    refs: [
      { kind: 'expense', id: id(2) },
      { kind: 'expense', id: id(1) },
    ],
  });
  mailbox.put({ kind: 'edits', ids: [id(7)] });
  mailbox.put({ kind: 'status' });
  mailbox.put({ kind: 'syncFinished', reportId: 'one' });
  mailbox.put({ kind: 'syncFinished', reportId: 'two' });
  const taken = mailbox.take();
  expect(taken).toEqual([
    {
      kind: 'records',
      refs: [
        { kind: 'expense', id: id(1) },
        { kind: 'expense', id: id(2) },
      ],
    },
    { kind: 'edits', ids: [id(7)] },
    { kind: 'status' },
    { kind: 'syncFinished', reportId: 'one' },
    { kind: 'syncFinished', reportId: 'two' },
  ]);
  expect(mailbox.take()).toEqual([]);
});

test('a stream begins with a word at once, delivers what came while nobody read, and ends with its signal', async () => {
  const { world } = stillWorld();
  const changes = createChanges(world);
  const ending = new AbortController();
  const stream = changes.stream(ending.signal);
  expect((await stream.next()).value).toEqual({ kind: 'status' });
  changes.publish({ kind: 'packs' });
  changes.publish({ kind: 'accounts' });
  expect((await stream.next()).value).toEqual({ kind: 'packs' });
  expect((await stream.next()).value).toEqual({ kind: 'accounts' });
  const last = stream.next();
  ending.abort();
  expect((await last).done).toBe(true);
});

test('progress is throttled and its last value arrives', async () => {
  const { world, wake } = stillWorld();
  const changes = createChanges(world);
  const heard: number[] = [];
  changes.subscribe((change) => {
    if (change.kind === 'progress') heard.push(change.progress.done);
  });
  for (let done = 1; done <= 1000; done++) changes.publish(progress(done));
  expect(heard).toEqual([1]);
  wake();
  await Promise.resolve();
  await Promise.resolve();
  expect(heard).toEqual([1, 1000]);
});

test('windows undo their own acts, bulk as one, and a new act ends what could be redone', () => {
  const scopes = new UndoScopes();
  const act = (...numbers: number[]) => ({ ids: numbers.map(id), discards: false });
  scopes.remember('left', [id(1)]);
  scopes.remember('left', [id(2), id(3)]);
  scopes.remember('right', [id(4)]);
  expect(scopes.of('left').done.at(-1)).toEqual(act(2, 3));
  scopes.of('left').undone.push(act(2));
  scopes.remember('left', [id(5)]);
  expect(scopes.of('left')).toEqual({ done: [act(1), act(2, 3), act(5)], undone: [] });
  expect(scopes.of('right').done).toEqual([act(4)]);
  scopes.forget();
  expect(scopes.of('left').done).toEqual([]);
});

test('a link, a file or a tray command that opened the window waits for it, and arrives once', async () => {
  const changes = createChanges(stillWorld().world);
  const ref = { kind: 'expense', id: id(1) } as const;
  changes.publish({ kind: 'open', ref: { kind: 'vendor', id: id(2) } });
  changes.publish({ kind: 'open', ref });
  changes.publish({ kind: 'fileOpened', name: 'a.csv' });
  const act = { kind: 'command', command: 'goReview' } as const;
  changes.publish(act);
  changes.publish(act);
  changes.publish({ kind: 'status' });
  const hear = async (count: number) => {
    const stop = new AbortController();
    const heard: Change[] = [];
    for await (const change of changes.stream(stop.signal)) {
      heard.push(change);
      if (heard.length === count) stop.abort();
    }
    return heard;
  };
  expect(await hear(4)).toEqual([{ kind: 'status' }, { kind: 'open', ref }, { kind: 'fileOpened', name: 'a.csv' }, act]);
  expect(await hear(1)).toEqual([{ kind: 'status' }]);
});
