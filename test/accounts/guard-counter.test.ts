import { expect, test } from 'vitest';
import { createGuard } from '#main/accounts/keychain/guard-counter.ts';
import { openSecrets } from '#main/accounts/keychain/keychain.ts';
import { FakeKeytar } from '#test/accounts/token-server.ts';
import { fakeWorld } from '#test/world.ts';
import { anchored } from '#test/anchors.ts';

async function openGuard() {
  const keytar = new FakeKeytar();
  const secrets = await openSecrets({ world: fakeWorld(), load: () => ({ keytar, backend: 'fake' }) });
  return { keytar, guard: createGuard(secrets, 'a1') };
}

test('an empty keychain takes the counter and nothing else', async () => {
  const { keytar, guard } = await openGuard();
  expect(await guard.read()).toBeNull();
  expect(await guard.raise(anchored(3))).toBe(true);
  expect(await guard.raise(anchored(2))).toBe(true);
  expect(await guard.read()).toEqual(anchored(3));
  expect([...keytar.entries.keys()].sort()).toEqual(['canary', 'guard:a1']);
});

test('a keychain that refuses writes is not reported as empty', async () => {
  const { keytar, guard } = await openGuard();
  keytar.entries.set('canary', 'here');
  keytar.readOnly = true;
  expect(await guard.read()).toBe('unavailable');
  expect(await guard.raise(anchored(1))).toBe('unavailable');
});

test('a keychain that now refuses writes still returns its entries', async () => {
  const { keytar, guard } = await openGuard();
  await guard.raise(anchored(5));
  keytar.readOnly = true;
  expect(await guard.read()).toEqual(anchored(5));
  expect(await guard.raise(anchored(6))).toBe('unavailable');
  expect(await guard.raise(anchored(5))).toBe(true);
});

test('a locked one is neither', async () => {
  const { keytar, guard } = await openGuard();
  await guard.raise(anchored(5));
  keytar.refuses = true;
  expect(await guard.read()).toBe('locked');
  expect(await guard.raise(anchored(6))).toBe('locked');
});
