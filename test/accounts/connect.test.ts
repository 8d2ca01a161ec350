import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApiKey, connectOauth, signInAgain, type Connected } from '#main/accounts/connect.ts';
import type { ConnectParts } from '#main/accounts/connect-parts.ts';
import { isSameSignIn, originOf } from '#main/accounts/identity.ts';
import { openSecrets } from '#main/accounts/keychain/keychain.ts';
import { openSignIn } from '#main/accounts/oauth/open-sign-in.ts';
import { sessionSecrets } from '#main/accounts/keychain/session-secrets.ts';
import { signOut } from '#main/accounts/sign-out.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { openRegistry, type Registry } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { isSomebodyElse, isOtherOwner, ownerText, unnamedUser } from '#shared/service/owner.ts';
import { revokeRefreshTokens } from '#service/oauth/tokens.ts';
import { openTestStore } from '#test/cache.ts';
import { people, signInAs, type Person } from '#test/accounts/person-in-browser.ts';
import { FakeKeytar } from '#test/accounts/token-server.ts';
import { makeCertificate, recording, startServer } from '#test/api/lab.ts';
import { startTestService, type TestService } from '#test/service.ts';
import { realWorld } from '#test/world.ts';

let test: TestService;
let keytar: FakeKeytar;
let registry: Registry;
let parts: ConnectParts;
let folder: string;
let lines: string[];
const world = realWorld({ error: log, info: log });
function log(event: string, facts?: Record<string, unknown>): void {
  lines.push(JSON.stringify({ event, ...facts }));
}

beforeAll(async () => {
  test = await startTestService({ expiresInSeconds: 900 });
});
afterAll(() => test.close());
beforeEach(async () => {
  lines = [];
  folder = mkdtempSync(path.join(tmpdir(), 'accounts-'));
  const opened = openRegistry(folder, world);
  if (opened.kind !== 'open') throw new Error(opened.kind);
  registry = opened.registry;
  keytar = new FakeKeytar();
  const secrets = sessionSecrets(await openSecrets({ world, load: () => ({ keytar, backend: 'fake' }) }));
  parts = { world, registry, secrets, openExternal: () => Promise.reject(new Error('no browser')), confirm: () => Promise.resolve(true) };
});
afterEach(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const keyInput = (more: Partial<Parameters<typeof connectApiKey>[1]> = {}) => ({
  name: '',
  baseUrl: test.service.baseUrl,
  apiKey: test.service.apiKey,
  ca: test.service.caPem,
  ...more,
});
const oauthInput = () => ({
  name: '',
  baseUrl: test.service.baseUrl,
  clientId: test.service.credentials.clientId,
  clientSecret: test.service.credentials.clientSecret,
  redirectPort: 0,
  ca: test.service.caPem,
});
const as = (person: Person, decision?: 'allow' | 'refuse'): ConnectParts => ({
  ...parts,
  openExternal: (url) => Promise.resolve(void signInAs(test.service, url, person, decision)),
});
const entryOf = (connected: Connected): AccountEntry => {
  if (connected.kind === 'failed') throw new Error(`${connected.reason} ${connected.detail}`);
  return connected.entry;
};
async function open(entry: AccountEntry, transport?: Transport) {
  const store = openTestStore(world, ':memory:', { origin: originOf(entry), companyId: entry.companyId, userId: entry.userId });
  return openSignIn({
    world,
    keychain: parts.secrets,
    secrets: parts.secrets,
    entry,
    store,
    managedHosts: [],
    managedCa: null,
    ...(transport ? { openTransport: () => transport } : {}),
  });
}
const anExpense = (companyId: string) =>
  [...test.service.store.list('expense')].find((expense) => expense.companyId === companyId)?.id ?? '';
const readExpense = (id: string) => ({ method: 'GET' as const, family: 'A' as const, path: `/expenses/${id}`, accept: 'json' as const });

/** The tokens were used up elsewhere. */
function endEverything(): void {
  test.service.sandbox.tokens.revokeAll();
  revokeRefreshTokens(test.service.store);
}

describe('an API key', () => {
  it('is taken once the service knows it, and works verbatim', async () => {
    const entry = entryOf(await connectApiKey(parts, keyInput()));
    expect(entry).toMatchObject({ auth: 'apiKey', active: true, name: new URL(test.service.baseUrl).host });
    expect(test.last().headers['authorization']).toBe(`Basic ${test.service.apiKey}`);
    const account = await open(entry);
    expect((await account.client.read(readExpense(anExpense(test.service.companyId)))).ok).toBe(true);
    await account.close();
  });

  it.each([
    ['an unknown key', { apiKey: 'nobody' }, 'keyRefused'],
    ['a key that would break the header', { apiKey: 'a b\r\nX: y' }, 'badApiKey'],
    ['plain http', { baseUrl: 'http://127.0.0.1:1' }, 'plainHttp'],
    ['no address', { baseUrl: 'service' }, 'notAnAddress'],
    ['a certificate that is none', { ca: 'not a pem' }, 'badCertificate'],
    ['a service that is not there', { baseUrl: 'https://127.0.0.1:1' }, 'unreachable'],
    ['a certificate that nobody signed', { ca: '' }, 'tls'],
  ])('%s', async (_name, more, reason) => {
    expect(await connectApiKey(parts, keyInput(more))).toMatchObject({ kind: 'failed', reason });
    expect(registry.accounts()).toEqual([]);
    expect([...keytar.entries.keys()].filter((name) => name.startsWith('key:'))).toEqual([]);
  });

  it('says captive portal when a network answers in the service’s place', async () => {
    const pems = await makeCertificate();
    const portal = await startServer((_seen, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), { pems });
    expect(await connectApiKey(parts, keyInput({ baseUrl: portal.origin, ca: pems.cert }))).toMatchObject({ reason: 'captivePortal' });
    await portal.close();
  });

  it('is the account: two keys without a name are two accounts, the same key again is the same one', async () => {
    const other = test.service.credentials.apiKeys['reader'] ?? '';
    const first = entryOf(await connectApiKey(parts, keyInput()));
    const second = entryOf(await connectApiKey(parts, keyInput({ apiKey: other })));
    expect(second.id).not.toBe(first.id);
    expect(second.name).toBe(`${first.name} (2)`);
    expect(keytar.entries.get(`key:${first.id}`)).toContain(`${test.service.apiKey}\n`);
    expect(keytar.entries.get(`key:${second.id}`)).toContain(`${other}\n`);
    expect(entryOf(await connectApiKey(parts, keyInput())).id).toBe(first.id);
    expect(entryOf(await connectApiKey(parts, keyInput({ apiKey: other }))).id).toBe(second.id);
    const third = entryOf(await connectApiKey(parts, keyInput({ name: 'Second company' })));
    expect(registry.accounts().map(({ id, active }) => [id, active])).toEqual([
      [first.id, false],
      [second.id, false],
      [third.id, true],
    ]);
  });

  it('changed under the account’s own name keeps the account, which is another’s from then on', async () => {
    const first = entryOf(await connectApiKey(parts, keyInput({ name: 'Books' })));
    const changed = entryOf(
      await connectApiKey(parts, keyInput({ name: 'Books', apiKey: test.service.credentials.apiKeys['reader'] ?? '' })),
    );
    expect(changed.id).toBe(first.id);
    const [before, after] = [first, changed].map((entry) => ownerText({ ...entry, origin: originOf(entry) }));
    expect(after).not.toBe(before);
    expect(isOtherOwner(before ?? '', after ?? '')).toBe(false);
  });

  it('signs the account out when it stops working, and returns with a new try', async () => {
    const account = await open(entryOf(await connectApiKey(parts, keyInput())));
    test.fault({ path: '/expenses/', times: 2, fault: { kind: 'status', status: 401, when: 'before' } });
    expect(await account.client.read(readExpense(anExpense(test.service.companyId)))).toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(account.session.state()).toEqual({ kind: 'signedOut', why: 'refused' });
    expect(await account.session.tryAgain()).toEqual({ kind: 'signedIn' });
    await account.close();
  });
});

describe('OAuth against the sandbox', () => {
  it('signs in, works, is refreshed once in the middle, and works on', async () => {
    const [person] = people(test.service);
    if (!person) throw new Error('nobody');
    const entry = entryOf(await connectOauth(as(person), oauthInput()));
    expect(entry.userId).not.toBeNull();
    const wire = recording(createUndiciTransport({ world, trust: { kind: 'pinned', ca: test.service.caPem } }));
    const account = await open(entry, wire.transport);
    const id = anExpense(person.companyId);
    expect((await account.client.read(readExpense(id))).ok).toBe(true);
    expect(test.last().headers['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    test.service.sandbox.tokens.revokeAll();
    const results = await Promise.all(Array.from({ length: 10 }, () => account.client.read(readExpense(id))));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(wire.sent.filter(({ url }) => url.endsWith('/oauth/token'))).toHaveLength(1);
    await account.close();
  });

  it('learns the unit of expires_in and the life of the token', async () => {
    const [person] = people(test.service);
    if (!person) throw new Error('nobody');
    const account = await open(entryOf(await connectOauth(as(person), oauthInput())));
    expect(account.session.leftMs()).toBeNull();
    expect(await account.session.ensureFor(60_000)).toBe(true);
    expect(account.session.leftMs()).toBeGreaterThan(880_000);
    expect(account.capabilities.unit.learned()).toBe('seconds');
    await account.close();
  });

  it('shows whose sign-in came back, and stores nothing of one that is not kept', async () => {
    const [person] = people(test.service);
    if (!person) throw new Error('nobody');
    const shown: unknown[] = [];
    const refusing: ConnectParts = {
      ...as(person),
      confirm: (answered) => {
        shown.push({ answered, kept: [...keytar.entries.keys()], accounts: registry.accounts() });
        return Promise.resolve(false);
      },
    };
    expect(await connectOauth(refusing, oauthInput())).toMatchObject({ kind: 'failed', reason: 'notKept' });
    const { origin } = new URL(test.service.baseUrl);
    expect(shown).toMatchObject([{ answered: { origin, companyId: person.companyId }, kept: [], accounts: [] }]);
    expect([keytar.entries.size, registry.accounts()]).toEqual([0, []]);
  });

  it('signing in again asks about everybody but the one whom the account names', async () => {
    const [one, two] = people(test.service);
    if (!one || !two) throw new Error('one person only');
    const entry = entryOf(await connectOauth(as(one), oauthInput()));
    const kept = keytar.entries.get(`tokens:${entry.id}`);
    const asked: string[] = [];
    const doubting = (person: Person): ConnectParts => ({
      ...as(person),
      confirm: ({ companyId }) => {
        asked.push(String(companyId));
        return Promise.resolve(false);
      },
    });
    expect(await signInAgain(doubting(two), entry)).toMatchObject({ reason: 'notKept' });
    expect(asked).toEqual([two.companyId]);
    expect(keytar.entries.get(`tokens:${entry.id}`)).toBe(kept);
    expect(await signInAgain(doubting(one), entry)).toMatchObject({ kind: 'connected' });
    expect(asked).toHaveLength(1);
  });

  it('says what went wrong, and adds nothing', async () => {
    const [person] = people(test.service);
    if (!person) throw new Error('nobody');
    expect(await connectOauth(as(person, 'refuse'), oauthInput())).toMatchObject({ reason: 'refused' });
    expect(await connectOauth(as(person), { ...oauthInput(), clientSecret: 'wrong' })).toMatchObject({ reason: 'applicationRefused' });
    expect(registry.accounts()).toEqual([]);
  });

  it('keeps users and companies apart, and finds the same user again', async () => {
    const everyone = people(test.service, 'admin').concat(people(test.service, 'bookkeeper'));
    const [one, two] = [
      everyone[0],
      everyone.find((person) => person.companyId !== everyone[0]?.companyId && person.email !== everyone[0]?.email),
    ];
    if (!one || !two) throw new Error('the seed has one company only');
    const first = entryOf(await connectOauth(as(one), oauthInput()));
    const second = entryOf(await connectOauth(as(two), oauthInput()));
    expect(second.id).not.toBe(first.id);
    expect(entryOf(await connectOauth(as(one), oauthInput())).id).toBe(first.id);
    expect(entryOf(await connectOauth(as(one), { ...oauthInput(), name: 'Renamed' }))).toMatchObject({ id: first.id, name: 'Renamed' });
    const other = entryOf(await signInAgain(as(two), first));
    expect(other.id).toBe(second.id);
    const [left, right] = [await open(first), await open(second)];
    expect(await left.session.authorization()).not.toEqual(await right.session.authorization());
    const seen = await left.client.read(readExpense(anExpense(one.companyId)));
    expect(seen.ok && seen.value.value['companyId']).toBe(one.companyId);
    expect(await right.client.read(readExpense(anExpense(one.companyId)))).toMatchObject({
      failure: { kind: 'refused', error: { type: 'NOT_FOUND' } },
    });
    await left.close();
    await right.close();
  });

  it('used elsewhere: signed out, nothing deleted, and a new sign-in continues', async () => {
    const [person] = people(test.service);
    if (!person) throw new Error('nobody');
    const entry = entryOf(await connectOauth(as(person), oauthInput()));
    const account = await open(entry);
    endEverything();
    const kept = keytar.entries.get(`tokens:${entry.id}`);
    const result = await account.client.read(readExpense(anExpense(person.companyId)));
    expect(result).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
    expect(account.session.state()).toEqual({ kind: 'signedOut', why: 'expired' });
    expect(keytar.entries.get(`tokens:${entry.id}`)).toBe(kept);
    expect(entryOf(await signInAgain(as(person), entry)).id).toBe(entry.id);
    expect(await account.session.tryAgain()).toEqual({ kind: 'signedIn' });
    expect((await account.client.read(readExpense(anExpense(person.companyId)))).ok).toBe(true);
    await account.close();
  });
});

describe('signing out', () => {
  it('is refused until the user has seen the unfinished edits, then forgets the secrets and keeps the account', async () => {
    const entry = entryOf(await connectApiKey(parts, keyInput()));
    expect(await signOut(parts.secrets, entry.id, { unfinished: 3, unfinishedSeen: 2 })).toEqual({ kind: 'notSeen', unfinished: 3 });
    expect(keytar.entries.has(`key:${entry.id}`)).toBe(true);
    expect(await signOut(parts.secrets, entry.id, { unfinished: 3, unfinishedSeen: 3 })).toEqual({ kind: 'signedOut' });
    expect([...keytar.entries.keys()]).toEqual(['canary']);
    expect(registry.account(entry.id)).not.toBeNull();
  });
});

describe('signing out with a locked keychain', () => {
  it('is not said to have happened while the sign-in is still in it', async () => {
    const entry = entryOf(await connectApiKey(parts, keyInput()));
    const locked = { ...parts.secrets, remove: async () => ({ kind: 'locked' as const }) };
    expect(await signOut(locked, entry.id, { unfinished: 0, unfinishedSeen: 0 })).toEqual({ kind: 'locked' });
    expect(keytar.entries.has(`key:${entry.id}`)).toBe(true);
    expect(await signOut(parts.secrets, entry.id, { unfinished: 0, unfinishedSeen: 0 })).toEqual({ kind: 'signedOut' });
  });
});

describe('identity', () => {
  it('is somebody else’s only when both say so', () => {
    const known = { companyId: 'C1', userId: 'auth0|anna' };
    expect(isSomebodyElse(known, { ...known })).toBe(false);
    expect(isSomebodyElse(known, { companyId: null, userId: null })).toBe(false);
    expect(isSomebodyElse({ companyId: null, userId: null }, known)).toBe(false);
    expect(isSomebodyElse(known, { companyId: 'C2', userId: null })).toBe(true);
    expect(isSomebodyElse(known, { companyId: 'C1', userId: 'auth0|Anna' })).toBe(true);
    const id = '00000000-0000-4000-8000-00000000a00a';
    expect(isSomebodyElse({ companyId: null, userId: id }, { companyId: null, userId: id.toUpperCase() })).toBe(false);
  });

  it('is the same sign-in only when it says as much as before', () => {
    const known = { companyId: 'C1', userId: 'auth0|anna' };
    expect(isSameSignIn(known, { ...known })).toBe(true);
    expect(isSameSignIn(known, { companyId: 'C1', userId: null })).toBe(false);
    expect(isSameSignIn(known, { companyId: null, userId: 'auth0|anna' })).toBe(false);
    expect(isSameSignIn({ companyId: null, userId: unnamedUser('1') }, known)).toBe(true);
  });

  it('has one origin for each service, and one for the embedded sandbox whatever its port', () => {
    expect(originOf({ baseUrl: 'https://127.0.0.1:5/x', embedded: true })).toBe('embedded');
    expect(originOf({ baseUrl: 'https://api.example.net/x', embedded: false })).toBe('https://api.example.net');
  });
});

it('keeps every secret out of the log, the registry and the addresses', async () => {
  const [person] = people(test.service);
  if (!person) throw new Error('nobody');
  const urls: string[] = [];
  const watched = { ...as(person), openExternal: (url: string) => (urls.push(url), as(person).openExternal(url)) };
  const account = await open(entryOf(await connectOauth(watched, oauthInput())));
  await account.session.ensureFor(1);
  endEverything();
  await account.client.read(readExpense('x'));
  await account.close();
  const stored = JSON.parse(keytar.entries.get(`tokens:${registry.accounts()[0]?.id}`)?.split('\n')[0] ?? '{}') as Record<string, string>;
  const secrets = [test.service.credentials.clientSecret, stored['accessToken'] ?? '', stored['refreshToken'] ?? ''];
  expect(secrets.every((secret) => secret.length > 10)).toBe(true);
  const captured = test.service.sandbox.captured.map((one) => one.path);
  const open_ = JSON.stringify([lines, urls, captured, registry.accounts(), account.session.state()]);
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(open_).not.toContain(form);
});
