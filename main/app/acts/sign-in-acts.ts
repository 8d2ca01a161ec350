import { connectApiKey, connectOauth, signInAgain, type Connected } from '#main/accounts/connect.ts';
import type { ConnectParts } from '#main/accounts/connect-parts.ts';
import { parseBaseUrl } from '#main/api/base-url.ts';
import { signOut } from '#main/accounts/sign-out.ts';
import type { ApiKeyInput, OauthInput } from '#shared/contract/inputs.ts';
import type { AccountView } from '#shared/contract/views/views.ts';
import type { House } from '#main/app/house.ts';
import { found, refuseNow, refuseSignIn, refuseUnreachable } from '#main/app/refuse.ts';
import { unreachableFailures } from '#shared/messages/refusal-words.ts';
import { accountView } from '#main/app/views/status.ts';

/** Connects an account by its API key and opens it. */
export async function connectByKey(house: House, input: ApiKeyInput): Promise<AccountView> {
  mustBeOnline(house);
  mustBeAllowed(house, 'apiKey', input.baseUrl);
  return opened(house, await connectApiKey(partsOf(house), input));
}

/** Connects an account through the system browser and opens it. `house.signIn.cancel` ends it. */
export async function connectByBrowser(house: House, input: OauthInput): Promise<AccountView> {
  mustBeOnline(house);
  mustBeAllowed(house, 'oauth', input.baseUrl);
  const { clientId = input.clientId, redirectPort = input.redirectPort } = house.options.policy ?? {};
  const asked = { ...input, clientId, redirectPort };
  return opened(house, await house.signIn.run((signal) => connectOauth(partsOf(house), asked, signal)));
}

/** Signs the active account in again: an API key is read again from the keychain, OAuth goes through the browser. */
export async function signInOnceMore(house: House): Promise<AccountView> {
  const entry = found(house.life.registry.active(), 'account');
  if (entry.auth === 'oauth') mustBeOnline(house);
  if (entry.auth === 'oauth') return opened(house, await house.signIn.run((signal) => signInAgain(partsOf(house), entry, signal)));
  const state = await house.account().session.tryAgain();
  if (state.kind === 'signedOut') return refuseSignIn(state.why, 'connectAgain');
  house.account().engine.kick();
  return accountView(house, entry);
}

/** Reads the sign-in from the keychain again, which asks the person to unlock it. Refuses while it stays locked. */
export async function unlockSignIn(house: House): Promise<AccountView> {
  const entry = found(house.life.registry.active(), 'account');
  const { session, engine } = house.account();
  const state = await session.tryAgain();
  house.life.askKeychain();
  if (state.kind === 'signedOut' && state.why === 'keychainLocked') return refuseSignIn('keychainLocked', 'unlockKeychain');
  engine.kick();
  return accountView(house, entry);
}

/** Makes another account the active one: its database opens, the other closes with all its edits. */
export async function activate(house: House, id: string): Promise<AccountView> {
  found(house.life.registry.account(id), 'account');
  house.life.registry.activate(id);
  await house.openActive();
  return accountView(house, found(house.life.registry.account(id), 'account'));
}

/**
 * Signs an account out. Refused while the person has not seen the number of everything that is unfinished; its database stays, and the
 * next sign-in of the same person finds it.
 */
export async function signOutOf(house: House, id: string, unfinishedSeen: number): Promise<void> {
  const entry = found(house.life.registry.account(id), 'account');
  const open = house.life.open?.entry.id === id ? house.life.open : null;
  const { unfinished } = accountView(house, entry);
  const answer = await signOut(house.life.secrets, id, { unfinished, unfinishedSeen });
  if (answer.kind === 'notSeen') refuseNow('unfinishedMoved');
  if (answer.kind === 'locked') refuseNow('keychainLocked');
  if (open) await house.openActive();
  house.changes.publish({ kind: 'accounts' });
  house.changes.publish({ kind: 'status' });
}

/** A person who works offline signs in nowhere either: no byte leaves for any reason. */
function mustBeOnline(house: House): void {
  if (house.life.open?.worksOffline()) refuseUnreachable('workingOffline', 'goOnline');
}

/** What IT has set of connecting: the service, and the ways to sign in to it. */
function mustBeAllowed({ options: { policy } }: House, method: 'apiKey' | 'oauth', baseUrl: string): void {
  if (policy?.signInMethods && !policy.signInMethods.includes(method)) refuseSignIn('managedMethod', 'askAdministrator');
  const parsed = parseBaseUrl(baseUrl);
  if (policy?.baseUrl !== undefined && (!parsed.ok || parsed.baseUrl !== policy.baseUrl))
    refuseSignIn('managedAddress', 'askAdministrator');
}

function partsOf(house: House): ConnectParts {
  const { world, options, life, openTransport, proxies: network } = house;
  const { registry, secrets } = life;
  return {
    ...{ world, registry, secrets, network, openTransport },
    managedCa: options.policy?.ca ?? null,
    openExternal: (url) => options.host.openExternal(url),
    confirm: (answered, signal) => house.keep.ask(answered, signal),
  };
}

async function opened(house: House, connected: Connected): Promise<AccountView> {
  if (connected.kind === 'failed') return refuseConnecting(connected);
  await house.openActive();
  return accountView(house, house.life.registry.account(connected.entry.id) ?? connected.entry);
}

function refuseConnecting({ reason, detail }: Extract<Connected, { kind: 'failed' }>): never {
  switch (reason) {
    case 'unreachable':
      return refuseUnreachable(unreachableFailures.find((failure) => failure === detail) ?? 'noAnswer', 'checkNetwork');
    case 'captivePortal':
      return refuseUnreachable('captivePortal', 'openNetworkSignIn');
    case 'tls':
      return refuseUnreachable('tls', 'addCertificate', { code: detail });
    default:
      return refuseSignIn(reason, 'tryAgain', detail);
  }
}
