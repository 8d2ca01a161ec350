import { expect, test } from 'vitest';
import { createClaimCounter, type KeychainState } from '#main/sync/claim-counter.ts';
import type { Guard } from '#main/sync/engine-parts.ts';
import { theLaws } from '#main/sync/laws.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

/** A counter over an empty outbox whose keychain answers as the test says, and what was asked of it. */
function counterWith(mood: { read: Awaited<ReturnType<Guard['read']>>; raise: true | 'locked' | 'unavailable' }) {
  const world = fakeWorld();
  const store = openTestStore(world);
  const asked: (bigint | 'read')[] = [];
  const guard: Guard = {
    read: async () => {
      asked.push('read');
      await world.sleep(10);
      return mood.read;
    },
    raise: async (to) => {
      asked.push(to);
      await world.sleep(10);
      return mood.raise;
    },
  };
  const changes: KeychainState[] = [];
  const parts = { store, world, guard, laws: theLaws } as unknown as Parameters<typeof createClaimCounter>[0];
  const counter = createClaimCounter(parts, () => changes.push(counter.state()));
  const start = async () => {
    const started = counter.start();
    await world.advance(100);
    await started;
  };
  return { world, counter, asked, changes, mood, start };
}

test('claims that come while the keychain is told of one are one call after it, with the highest', async () => {
  const { world, counter, asked, changes } = counterWith({ read: 0n, raise: true });
  const told: string[] = [];
  const raise = (to: number) => void counter.raise(to).then((state) => told.push(`${to} ${state}`));
  raise(1);
  await world.advance(5);
  raise(4);
  raise(3);
  await world.advance(6);
  expect(told).toEqual(['1 ok']);
  await world.advance(20);
  expect(told).toEqual(['1 ok', '4 ok', '3 ok']);
  expect(asked).toEqual([1n, 4n]);
  // Nothing was claimed: the keychain is left alone.
  expect(await counter.raise(0)).toBe('ok');
  expect(asked).toHaveLength(2);
  expect(changes).toEqual([]);
});

test('a locked keychain is asked every five seconds by one asker, told when it opens, and says so once', async () => {
  const { world, counter, asked, changes, mood, start } = counterWith({ read: 'locked', raise: 'locked' });
  await start();
  expect(counter.state()).toBe('locked');
  const first = counter.raise(2);
  await world.advance(100);
  expect(await first).toBe('locked');
  asked.length = 0;
  await world.advance(20_000);
  expect(asked).toEqual(['read', 'read', 'read', 'read']);
  Object.assign(mood, { read: 0n, raise: true });
  await world.advance(6_000);
  expect(counter.state()).toBe('ok');
  expect(changes).toEqual(['locked', 'ok']);
  asked.length = 0;
  await world.advance(60_000);
  expect(asked).toEqual([]);
  // Locked a second time, it is asked again.
  Object.assign(mood, { read: 'locked', raise: 'locked' });
  const second = counter.raise(3);
  await world.advance(100);
  expect(await second).toBe('locked');
  Object.assign(mood, { read: 0n, raise: true });
  await world.advance(6_000);
  expect(changes).toEqual(['locked', 'ok', 'locked', 'ok']);
});

test('a keychain that opens and takes no writes is said to be so; an engine that stopped asks nothing more', async () => {
  const opens = counterWith({ read: 'locked', raise: 'locked' });
  await opens.start();
  Object.assign(opens.mood, { read: 'unavailable', raise: 'unavailable' });
  await opens.world.advance(6_000);
  expect(opens.counter.state()).toBe('unavailable');
  opens.asked.length = 0;
  expect(await opens.counter.raise(5)).toBe('unavailable');
  expect(opens.asked).toEqual([]);
  const stops = counterWith({ read: 'locked', raise: 'locked' });
  await stops.start();
  stops.counter.stop();
  stops.asked.length = 0;
  await stops.world.advance(60_000);
  expect(stops.asked).toEqual([]);
});

test('a keychain that knows nothing is told that there is nothing yet, one that knows is left alone', async () => {
  const isNew = counterWith({ read: null, raise: true });
  await isNew.start();
  expect(isNew.asked).toEqual(['read', 0n]);
  const known = counterWith({ read: 0n, raise: true });
  await known.start();
  expect(known.asked).toEqual(['read']);
});
