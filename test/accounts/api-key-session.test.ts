import { expect, test } from 'vitest';
import { openKeySession, usableApiKey } from '#main/accounts/key-session.ts';
import type { SignInState } from '#main/accounts/session.ts';
import { storedMarker } from '#main/accounts/oauth/marker.ts';
import { whoSignsIn } from '#main/accounts/who.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

// The sign-in of an API key: there is a key or there is none, and whoever shows the state hears of each change once.

async function opened(key: string | null = 'key-1') {
  const secrets = new MemorySecrets();
  if (key !== null) secrets.entries.set('key:a1', key);
  const session = await openKeySession(secrets, 'a1');
  const heard: SignInState[] = [];
  const leave = session.subscribe((state) => heard.push(state));
  return { secrets, session, heard, leave };
}

test('a key is the header unchanged, never expires and is shown to nobody', async () => {
  const { session } = await opened();
  expect(session.state()).toEqual({ kind: 'signedIn' });
  expect(await session.authorization()).toEqual({ kind: 'header', value: 'Basic key-1' });
  expect([session.leftMs(), session.endsAt(), session.identity()]).toEqual([null, null, { companyId: null, userId: null, userName: null }]);
  expect(await session.ensureFor(1)).toBe(true);
  expect(session.holdRefresh()()).toBe(undefined);
  expect(await session.settled()).toBe(undefined);
});

test('without one nobody is signed in, and why is what the keychain says', async () => {
  const { secrets, session } = await opened(null);
  expect(await session.authorization()).toEqual({ kind: 'signedOut', why: 'never' });
  expect(await session.ensureFor(1)).toBe(false);
  secrets.locked = true;
  expect(await session.tryAgain()).toEqual({ kind: 'signedOut', why: 'keychainLocked' });
  secrets.locked = false;
  secrets.gone = true;
  expect(await session.tryAgain()).toEqual({ kind: 'signedOut', why: 'keychainUnavailable' });
});

test('a refused key is not retried until the user acts; each change is reported once', async () => {
  const { session, heard, leave } = await opened();
  expect(await session.onUnauthorized('Basic key-1')).toBe(false);
  session.refused();
  expect(await session.authorization()).toEqual({ kind: 'signedOut', why: 'refused' });
  await session.tryAgain();
  await session.tryAgain();
  expect(heard).toEqual([{ kind: 'signedOut', why: 'refused' }, { kind: 'signedIn' }]);
  leave();
  session.refused();
  expect(heard).toHaveLength(2);
});

test('another reason for the same is a change', async () => {
  const { secrets, session, heard } = await opened();
  session.refused();
  secrets.locked = true;
  await session.tryAgain();
  secrets.locked = false;
  secrets.entries.clear();
  await session.tryAgain();
  expect(heard.map((state) => 'why' in state && state.why)).toEqual(['refused', 'keychainLocked', 'never']);
});

test('a key holds header characters only', () => {
  for (const key of ['a', '!~', 'a-b_c=']) expect(usableApiKey(key)).toBe(true);
  for (const key of ['', ' ', 'a b', 'a\n', 'é', '\u007f', 'a ']) expect(usableApiKey(key), key).toBe(false);
});

test('the note of a refresh under way is set, cleared, and read after a start', () => {
  const store = openTestStore(fakeWorld());
  const marker = storedMarker(store);
  expect(marker.isSet()).toBe(false);
  marker.clear();
  marker.set();
  expect([marker.isSet(), storedMarker(store).isSet()]).toEqual([true, true]);
  marker.clear();
  expect(marker.isSet()).toBe(false);
  store.close();
});

test('the service names the user, else this computer and the account do', () => {
  const entry = { id: 'a', name: 'Books', baseUrl: 'https://service.test', embedded: false, companyId: null, userId: null };
  const whoIs = (userId: string | null, told: { userId: string | null; userName: string | null } | null) =>
    whoSignsIn({ ...entry, userId } as never, told && { companyId: null, ...told });
  expect(whoIs(null, { userId: 'auth0|anna', userName: 'Anna Berg' })).toBe('Anna Berg (auth0|anna)');
  expect(whoIs('auth0|bob', { userId: 'auth0|anna', userName: null })).toBe('auth0|anna');
  expect(whoIs('auth0|anna', { userId: null, userName: 'Anna Berg' })).toBe('Anna Berg (auth0|anna)');
  expect(whoIs('anna', { userId: 'anna', userName: 'anna' })).toBe('anna');
  expect(whoIs('anna', null)).toBe('anna');
  expect(whoIs(null, null)).toMatch(/^\S.* \(account Books\)$/);
  expect(whoIs('key 3f9a', null)).toMatch(/^\S.* \(account Books, API key 3f9a\)$/);
});
