import { expect, test } from 'vitest';
import type { ConnectParts } from '#main/accounts/connect-parts.ts';
import { accountOfSignIn, freeName } from '#main/accounts/find-account.ts';
import type { Identity } from '#shared/service/owner.ts';
import { storedMarker } from '#main/accounts/oauth/marker.ts';
import { openAccountSession } from '#main/accounts/oauth/open-sign-in.ts';
import { openSession, type SignInState } from '#main/accounts/session.ts';
import { createTokenStore, type StoredTokens } from '#main/accounts/keychain/token-store.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { unnamedUser } from '#shared/service/owner.ts';
import { TokenServer } from '#test/accounts/token-server.ts';
import { openTestStore } from '#test/cache.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { fakeWorld } from '#test/world.ts';
import { atPlace } from '#main/accounts/placed-secrets.ts';

// A sign-in at its edges: the moment a token is too old, who a token may name, and which account a sign-in belongs to.

/** A session whose token was just fetched and lives ten minutes. */
async function refreshed(claims?: Record<string, unknown>) {
  const known: Identity = { companyId: null, userId: null };
  const world = fakeWorld();
  const server = new TokenServer();
  const { accessToken, refreshToken } = server.first();
  let tokens: StoredTokens = { accessToken, refreshToken, endsAt: null };
  const session = await openSession({
    ...{ world, known, requestTokens: server.request },
    store: {
      read: async () => ({ kind: 'found', tokens }),
      write: async (next) => ((tokens = next), true),
    },
    marker: { set: () => undefined, clear: () => undefined, isSet: () => false },
    unit: { learned: () => null, learn: () => undefined },
  });
  if (claims) server.claims = claims;
  const header = async () => {
    const answer = await session.authorization();
    return answer.kind === 'header' ? answer.value : answer.kind;
  };
  expect(await session.onUnauthorized(await header())).toBe(true);
  server.requests.length = 0;
  return { world, server, session, header };
}

test('a token is used until half a minute before its end, then refreshed', async () => {
  const { world, server, session, header } = await refreshed();
  const first = await header();
  await world.advance(570_000);
  expect([await header(), session.leftMs(), server.requests.length]).toEqual([first, 30_000, 0]);
  await world.advance(1);
  expect(await header()).not.toBe(first);
  expect(server.requests).toHaveLength(1);
});

test('a token younger than a minute is as good as it gets, and not a moment longer', async () => {
  const { world, server, session } = await refreshed();
  await world.advance(59_999);
  expect(await session.ensureFor(600_000)).toBe(false);
  expect(server.requests).toHaveLength(0);
  await world.advance(1);
  expect(await session.ensureFor(600_000)).toBe(false);
  expect(server.requests).toHaveLength(1);
  expect(await session.ensureFor(570_000)).toBe(true);
});

test('refused everywhere, the token is useless, and nothing is refreshed until the user acts', async () => {
  const { world, server, session } = await refreshed();
  session.refused();
  await world.advance(120_000);
  expect(await session.ensureFor(1)).toBe(false);
  expect(await session.authorization()).toEqual({ kind: 'signedOut', why: 'refused' });
  expect(await session.onUnauthorized('Bearer other')).toBe(false);
  expect(server.requests).toEqual([]);
});

test('the outcome of a sign-in is reported once, and not to a listener that stopped', async () => {
  const { session } = await refreshed();
  const heard: SignInState[] = [];
  const leave = session.subscribe((state) => heard.push(state));
  session.refused();
  session.refused();
  expect(heard).toEqual([{ kind: 'signedOut', why: 'refused' }]);
  leave();
  await session.tryAgain();
  expect(heard).toHaveLength(1);
});

test('without its client secret nothing is asked of the service, so that no later refusal is explained by it', async () => {
  const world = fakeWorld();
  const store = openTestStore(world);
  const secrets = new MemorySecrets();
  const { accessToken, refreshToken } = new TokenServer().first();
  const entry = { id: 'a', auth: 'oauth', baseUrl: 'https://service.test', companyId: null, userId: null } as AccountEntry;
  await createTokenStore(atPlace(secrets, entry), 'a').write({ accessToken, refreshToken, endsAt: null });
  const exchange = () => Promise.reject(new Error('asked'));
  const session = await openAccountSession({ world, store, secrets, entry, transport: { exchange } as unknown as Transport });
  expect(await session.onUnauthorized(`Bearer ${accessToken}`)).toBe('later');
  expect(storedMarker(store).isSet()).toBe(false);
});

const sub = '00000000-0000-4000-8000-00000000a001';

test.each([
  [{ sub }, { sub: 'auth0|bob' }],
  [
    { sub, company: 'C1' },
    { sub, company: 'C2' },
  ],
])('once a token said %j, one that says %j is somebody else’s', async (first, then) => {
  const { server, session, header } = await refreshed(first);
  server.claims = then;
  expect(await session.onUnauthorized(await header())).toBe(false);
  expect(session.state()).toMatchObject({ kind: 'signedOut', why: 'otherUser' });
});

test('a sign-in belongs to the user that it names, else to the account of that name', () => {
  const entry = (id: string, userId: string | null, more: Partial<AccountEntry> = {}): AccountEntry =>
    ({ id, name: id, baseUrl: 'https://service.test', auth: 'oauth', embedded: false, companyId: null, userId, ...more }) as AccountEntry;
  const accounts = [
    entry('sandbox', 'anna', { embedded: true }),
    entry('elsewhere', 'anna', { baseUrl: 'https://other.test' }),
    entry('key', 'anna', { auth: 'apiKey' }),
    entry('nobody', unnamedUser('1')),
    entry('bob', 'bob'),
    entry('anna', 'anna'),
  ];
  const parts = { registry: { accounts: () => accounts } } as unknown as ConnectParts;
  const found = (name: string, userId: string | null) =>
    accountOfSignIn(parts, { name, baseUrl: 'https://service.test' }, { companyId: null, userId })?.id ?? null;
  expect([found('', 'anna'), found('nobody', 'anna'), found('', 'bob')]).toEqual(['anna', 'anna', 'bob']);
  expect([found('nobody', null), found('anna', null), found('', null), found('Else', null)]).toEqual(['nobody', 'anna', null, null]);
  expect([found('nobody', 'carl'), found('', 'carl'), found('anna', 'carl')]).toEqual(['nobody', null, null]);
  expect([freeName(parts, 'https://nobody'), freeName(parts, 'https://free.test:8443')]).toEqual(['nobody (2)', 'free.test:8443']);
});
