import { expect, test } from 'vitest';
import { createGuard } from '#main/accounts/guard-counter.ts';
import { openSecrets } from '#main/accounts/keychain.ts';
import { FakeKeytar } from '#test/accounts/token-server.ts';
import { fakeWorld } from '#test/world.ts';

async function openGuard() {
  const keytar = new FakeKeytar();
  const secrets = await openSecrets({ world: fakeWorld(), load: () => ({ keytar, backend: 'fake' }) });
  return { keytar, guard: createGuard(secrets, 'a1') };
}

test('a keychain that knows nothing takes the counter, and leaves nothing else behind', async () => {
  const { keytar, guard } = await openGuard();
  expect(await guard.read()).toBeNull();
  expect(await guard.raise(3n)).toBe(true);
  expect(await guard.raise(2n)).toBe(true);
  expect(await guard.read()).toBe(3n);
  expect([...keytar.entries.keys()].sort()).toEqual(['canary', 'guard:a1']);
});

test('one that takes no writes says so, and not that it knows nothing', async () => {
  const { keytar, guard } = await openGuard();
  keytar.entries.set('canary', 'here');
  keytar.readOnly = true;
  expect(await guard.read()).toBe('unavailable');
  expect(await guard.raise(1n)).toBe('unavailable');
});

test('one that takes no writes any more still tells what it holds', async () => {
  const { keytar, guard } = await openGuard();
  await guard.raise(5n);
  keytar.readOnly = true;
  expect(await guard.read()).toBe(5n);
  expect(await guard.raise(6n)).toBe('unavailable');
  expect(await guard.raise(5n)).toBe(true);
});

test('a locked one is neither', async () => {
  const { keytar, guard } = await openGuard();
  await guard.raise(5n);
  keytar.refuses = true;
  expect(await guard.read()).toBe('locked');
  expect(await guard.raise(6n)).toBe('locked');
});
