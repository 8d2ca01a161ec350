import type { ConnectParts } from './connect-parts.ts';
import { X509Certificate } from 'node:crypto';
import { parseBaseUrl } from '#main/api/base-url.ts';
import { createClient } from '#main/api/client.ts';
import { nobody } from '#main/api/question.ts';
import type { Failure } from '#main/api/result.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { createUndiciTransport, type TlsTrust } from '#main/api/transport/undici-transport.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { getExpense } from '#shared/service/operations.ts';
import type { BaseUrlProblem } from '#shared/service/service-url.ts';
import type { World } from '#shared/world.ts';
import { isSomebodyElse, namesPerson, unnamedUser, type Identity } from '#shared/service/owner.ts';
import type { ApiKeyInput, OauthInput } from '#shared/contract/inputs.ts';
import type { WhoAnswered } from '#shared/contract/views/views.ts';
import { accountOfKey, accountOfSignIn, freeName } from './find-account.ts';
import { isSameSignIn, userOfKey } from './identity.ts';
import { tlsTrustOf } from '#main/accounts/oauth/open-sign-in.ts';
import { usableApiKey } from './key-session.ts';
import { signIn, type SignInReason } from '#main/accounts/oauth/sign-in.ts';
import { createTokenStore } from '#main/accounts/keychain/token-store.ts';
import { jwtFacts, plannedLifeMs, type Tokens } from '#main/accounts/oauth/tokens.ts';
import { atPlace } from './placed-secrets.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';

/** Why an account was not connected. `detail` is a code, never a secret. */
export type ConnectReason =
  | BaseUrlProblem
  | SignInReason
  | 'badCertificate'
  | 'badApiKey'
  | 'keyRefused'
  | 'tls'
  | 'captivePortal'
  | 'noSecret'
  | 'otherPlace'
  | 'notKept';
export type Connected = { kind: 'connected'; entry: AccountEntry } | { kind: 'failed'; reason: ConnectReason; detail: string | null };

/** Connects an account by its API key, after the service took it once. The account becomes the active one. */
export async function connectApiKey(parts: ConnectParts, input: ApiKeyInput): Promise<Connected> {
  const place = placeOf(parts, input);
  if (place.kind === 'failed') return place;
  const apiKey = input.apiKey.trim();
  if (!usableApiKey(apiKey)) return failed('badApiKey');
  const refused = await withTransport(parts, place.trust, (transport) => tryHeader(parts, transport, place.baseUrl, `Basic ${apiKey}`));
  if (refused) return refused;
  const { baseUrl } = place;
  const userId = userOfKey(baseUrl, apiKey);
  const known = accountOfKey(parts, { name: input.name, baseUrl }, userId);
  const facts: EntryFacts = { ...input, auth: 'apiKey', baseUrl, clientId: null, redirectPort: 0 };
  const entry = keepEntry(parts, facts, { companyId: null, userId }, known);
  await atPlace(parts.secrets, entry).write(secretNames.apiKey(entry.id), apiKey);
  return { kind: 'connected', entry };
}

/** Connects an account by signing in in the system browser; resolves when the user is back, was refused, cancelled, or after 5 minutes. */
export async function connectOauth(parts: ConnectParts, input: OauthInput, signal?: AbortSignal): Promise<Connected> {
  const place = placeOf(parts, input);
  if (place.kind === 'failed') return place;
  const { baseUrl } = place;
  const outcome = await withTransport(parts, place.trust, async (transport) => {
    // Before a browser opens: is there a service, and is it the one behind this certificate?
    const reached = await reach(parts, transport, baseUrl);
    return reached ?? signIn({ ...parts, transport, baseUrl, application: input, redirectPort: input.redirectPort, signal });
  });
  if (outcome.kind === 'failed') return outcome;
  const heard = jwtFacts(outcome.tokens.accessToken);
  if (!(await parts.confirm(whoAnswered(baseUrl, heard), signal))) return failed('notKept');
  return keepSignIn(parts, { ...input, auth: 'oauth', baseUrl }, input.clientSecret, outcome.tokens);
}

/** Signs in once more for an account that is known; somebody else's sign-in becomes an account of its own, and this one stays as it is. */
export async function signInAgain(parts: ConnectParts, entry: AccountEntry, signal?: AbortSignal): Promise<Connected> {
  const secret = await atPlace(parts.secrets, entry).read(secretNames.clientSecret(entry.id));
  if (secret.kind === 'elsewhere') return failed('otherPlace');
  if (secret.kind !== 'found') return failed('noSecret', secret.kind);
  const input = { ...entry, ca: entry.ca ?? undefined, clientId: entry.clientId ?? '', clientSecret: secret.secret };
  const place = placeOf(parts, input);
  if (place.kind === 'failed') return place;
  const outcome = await withTransport(parts, place.trust, (transport) =>
    signIn({ ...parts, transport, baseUrl: entry.baseUrl, application: input, redirectPort: entry.redirectPort, signal }),
  );
  if (outcome.kind === 'failed') return outcome;
  const heard = jwtFacts(outcome.tokens.accessToken);
  // the one whom the account names already is known here
  const known = namesPerson(entry.userId) && heard.userId !== null && isSameSignIn(entry, heard);
  if (!known && !(await parts.confirm(whoAnswered(entry.baseUrl, heard), signal))) return failed('notKept');
  if (isSomebodyElse(entry, heard)) return keepSignIn(parts, { ...input, auth: 'oauth' }, secret.secret, outcome.tokens);
  parts.registry.activate(entry.id);
  return keepTokens(parts, parts.registry.update(entry.id, signedInAs(parts, entry, heard)) ?? entry, secret.secret, outcome.tokens);
}

const whoAnswered = (baseUrl: string, { companyId, userId, userName }: ReturnType<typeof jwtFacts>): WhoAnswered => ({
  origin: new URL(baseUrl).origin,
  companyId,
  userId,
  userName,
});

/**
 * The owner of an account from this sign-in on. When the service names no user, each sign-in counts as another user until somebody says
 * otherwise: what waits from before is then held and asked about (law 13).
 */
function signedInAs({ world }: ConnectParts, known: Identity, heard: Identity): Identity {
  return { companyId: heard.companyId ?? known.companyId, userId: heard.userId ?? unnamedUser(world.uuid().slice(-8)) };
}

async function keepSignIn(
  parts: ConnectParts,
  facts: Omit<EntryFacts, 'clientId'> & { clientId: string },
  clientSecret: string,
  tokens: Tokens,
): Promise<Connected> {
  const heard = jwtFacts(tokens.accessToken);
  const known = accountOfSignIn(parts, facts, heard);
  const identity = signedInAs(parts, known ?? { companyId: null, userId: null }, heard);
  return keepTokens(parts, keepEntry(parts, facts, identity, known), clientSecret, tokens);
}

async function keepTokens(parts: ConnectParts, entry: AccountEntry, clientSecret: string, tokens: Tokens): Promise<Connected> {
  const secrets = atPlace(parts.secrets, entry);
  await secrets.write(secretNames.clientSecret(entry.id), clientSecret);
  const life = plannedLifeMs(tokens, null);
  const endsAt = life === null ? null : parts.world.now() + life;
  await createTokenStore(secrets, entry.id).write({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, endsAt });
  return { kind: 'connected', entry };
}

type EntryFacts = Pick<AccountEntry, 'name' | 'baseUrl' | 'auth' | 'clientId' | 'redirectPort'> & { ca?: string | undefined };

/** One account for each (service, company, user): the same one again is signed in again, with all its edits. */
function keepEntry(parts: ConnectParts, facts: EntryFacts, identity: Identity, known: AccountEntry | null): AccountEntry {
  const { registry, world } = parts;
  const ca = facts.ca?.trim() === '' ? null : (facts.ca ?? null);
  const { name, baseUrl, auth, clientId, redirectPort } = facts;
  const { companyId, userId } = identity;
  if (known) {
    registry.update(known.id, { ca, clientId, redirectPort, companyId, userId, ...(name === '' ? {} : { name }) });
    return registry.activate(known.id) ?? known;
  }
  const called = name === '' ? freeName(parts, baseUrl) : name;
  return registry.add({ id: world.uuid(), name: called, baseUrl, auth, embedded: false, companyId, userId, ca, clientId, redirectPort });
}

type Place = { kind: 'place'; baseUrl: string; trust: TlsTrust } | Extract<Connected, { kind: 'failed' }>;

function placeOf({ managedCa = null }: ConnectParts, { baseUrl, ca }: { baseUrl: string; ca?: string | undefined }): Place {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return failed(parsed.why);
  const extraCa = ca === undefined || ca.trim() === '' ? null : ca;
  if (extraCa !== null && !isCertificate(extraCa)) return failed('badCertificate');
  return { kind: 'place', baseUrl: parsed.baseUrl, trust: tlsTrustOf({ ca: extraCa, embedded: false }, managedCa) };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

async function withTransport<T>(
  { world, network, openTransport = createUndiciTransport }: ConnectParts,
  trust: TlsTrust,
  act: (transport: Transport) => Promise<T>,
): Promise<T> {
  const transport = openTransport({ world, trust, ...(network ? { network } : {}) });
  try {
    return await act(transport);
  } finally {
    await transport.close();
  }
}

/** Asks the service once with this header: anything but UNAUTHORIZED means that the key is known. */
async function tryHeader({ world }: ConnectParts, transport: Transport, baseUrl: string, header: string) {
  const client = clientAt(world, transport, baseUrl, header);
  const asked = await client.read(getExpense(nobody));
  if (asked.ok || asked.failure.kind === 'refused') return null;
  return asked.failure.kind === 'unauthorized' ? failed('keyRefused') : reasonOf(asked.failure);
}

async function reach({ world }: ConnectParts, transport: Transport, baseUrl: string) {
  const probed = await clientAt(world, transport, baseUrl, '').probe();
  return probed.ok ? null : reasonOf(probed.failure);
}

function clientAt(world: World, transport: Transport, baseUrl: string, header: string) {
  return createClient({
    world,
    transport,
    account: {
      baseUrl,
      authorization: () => Promise.resolve({ kind: 'header', value: header }),
      onUnauthorized: () => Promise.resolve(false),
      trusts: () => 'no',
      documentParameter: null,
    },
  });
}

function reasonOf(failure: Failure): Extract<Connected, { kind: 'failed' }> {
  if (failure.kind === 'captivePortal') return failed('captivePortal');
  if (failure.kind === 'notSent' && failure.cause === 'tls') return failed('tls', failure.detail);
  return failed('unreachable', failure.kind === 'notSent' || failure.kind === 'noAnswer' ? failure.cause : failure.kind);
}

function failed(reason: ConnectReason, detail: string | null = null): Extract<Connected, { kind: 'failed' }> {
  return { kind: 'failed', reason, detail };
}
