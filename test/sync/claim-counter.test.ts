import { expect, test } from 'vitest';
import { claimsEver } from '#main/outbox/claim.ts';
import { createClaimCounter } from '#main/sync/claim-counter.ts';
import type { KeychainState, Guard } from '#main/sync/engine-parts.ts';
import { theLaws } from '#main/sync/laws.ts';
import { openTestStore } from '#test/cache.ts';
import type { Log } from '#shared/world.ts';
import { fakeWorld, silentLog } from '#test/world.ts';
import { anchored } from '#test/anchors.ts';

/** A counter over an empty outbox whose keychain answers as the test says, and what was asked of it. */
function counterWith(mood: { read: number | null | 'locked' | 'unavailable'; raise: true | 'locked' | 'unavailable' }) {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (event) => void errors.push(event) };
  const world = fakeWorld({ log });
  const store = openTestStore(world);
  const asked: (number | 'read')[] = [];
  const guard: Guard = {
    read: async () => {
      asked.push('read');
      await world.sleep(10);
      return typeof mood.read === 'number' ? anchored(mood.read) : mood.read;
    },
    raise: async (to) => {
      asked.push(to.claims);
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
  return { world, store, counter, asked, changes, errors, mood, start };
}

test('claims that come during a keychain write are one write after it, with the highest number', async () => {
  const { world, store, counter, asked, changes } = counterWith({ read: 0, raise: true });
  const told: string[] = [];
  const raise = (to: number) => {
    store.sql.prepare('UPDATE engine_facts SET creating_intents = max(creating_intents, ?)').run(to);
    void counter.raise(to).then((state) => told.push(`${to} ${state}`));
  };
  raise(1);
  await world.advance(5);
  raise(4);
  raise(3);
  await world.advance(6);
  expect(told).toEqual(['1 ok']);
  await world.advance(20);
  expect(told).toEqual(['1 ok', '4 ok', '3 ok']);
  expect(asked).toEqual([1, 4]);
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
  Object.assign(mood, { read: 0, raise: true });
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
  Object.assign(mood, { read: 0, raise: true });
  await world.advance(6_000);
  expect(changes).toEqual(['locked', 'ok', 'locked', 'ok']);
});

test('a keychain that opens and refuses writes is reported; a stopped engine asks nothing more', async () => {
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

test('an empty keychain gets the empty anchor, a known one is not touched', async () => {
  const isNew = counterWith({ read: null, raise: true });
  await isNew.start();
  expect(isNew.asked).toEqual(['read', 0]);
  const known = counterWith({ read: 0, raise: true });
  await known.start();
  expect(known.asked).toEqual(['read']);
});

test('a keychain that refuses writes is reported from the start', async () => {
  const { counter, changes, start } = counterWith({ read: 'unavailable', raise: 'unavailable' });
  await start();
  expect(counter.state()).toBe('unavailable');
  expect(changes).toEqual(['unavailable']);
});

test('a keychain that is locked in the midst of work, and opens as we left it, is no restored backup', async () => {
  const { world, store, counter, changes, mood, start } = counterWith({ read: 0, raise: true });
  await start();
  store.sql.exec('UPDATE engine_facts SET creating_intents = 3');
  void counter.raise(3);
  await world.advance(100);
  mood.raise = 'locked';
  void counter.raise(4);
  await world.advance(100);
  expect(counter.state()).toBe('locked');
  let held = 0;
  const { commit } = store;
  store.commit = (label, work) => {
    if (label === 'recover') held += 1;
    return commit(label, work);
  };
  Object.assign(mood, { read: 3, raise: true });
  await world.advance(10_000);
  expect(changes).toEqual(['locked', 'ok']);
  expect(held).toBe(0);
});

test.each([
  ['a full disk', Object.assign(new Error('full'), { code: 'SQLITE_FULL' }), []],
  ['a bug', new Error('deliberate'), ['keychainNotHeard']],
])(
  '%s while everything is held for an unlocked keychain’s anchor: no creating edit is sent until it is held',
  async (_what, error, said) => {
    const { world, store, counter, errors, mood, start } = counterWith({ read: 'locked', raise: 'locked' });
    await start();
    const { commit } = store;
    let isBad = true;
    store.commit = (label, work) => {
      if (isBad && label === 'recover') throw error;
      return commit(label, work);
    };
    Object.assign(mood, { read: 7, raise: true });
    await world.advance(20_000);
    expect(counter.state()).toBe('locked');
    expect(claimsEver(store)).toBe(0);
    expect(errors).toEqual(said);
    isBad = false;
    await world.advance(20_000);
    // A refusal by the disk is retried; a bug is not.
    expect(counter.state()).toBe(said.length === 0 ? 'ok' : 'locked');
  },
);
