import { connectApiKey, connectOauth, signInAgain, type Connected } from '#main/accounts/connect.ts';
import type { ConnectParts } from '#main/accounts/connect-parts.ts';
import { parseBaseUrl } from '#main/api/base-url.ts';
import { signOut } from '#main/accounts/sign-out.ts';
import type { ApiKeyInput, OauthInput } from '#shared/contract/inputs.ts';
import type { AccountView } from '#shared/contract/views/views.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { found, refuseNow, refuseSignIn, refuseUnreachable } from '#main/app/refusals/refuse.ts';
import { unreachableFailures } from '#shared/messages/refusal-words.ts';
import { accountView } from '#main/app/views/status.ts';

/** Connects an account by its API key and opens it. */
export async function connectByKey(services: AppServices, input: ApiKeyInput): Promise<AccountView> {
  mustBeOnline(services);
  mustBeAllowed(services, 'apiKey', input.baseUrl);
  return opened(services, await connectApiKey(partsOf(services), input));
}

/** Connects an account through the system browser and opens it. `signIn.cancel` ends it. */
export async function connectByBrowser(services: AppServices, input: OauthInput): Promise<AccountView> {
  mustBeOnline(services);
  mustBeAllowed(services, 'oauth', input.baseUrl);
  const { clientId = input.clientId, redirectPort = input.redirectPort } = services.options.policy ?? {};
  const asked = { ...input, clientId, redirectPort };
  return opened(services, await services.signIn.run((signal) => connectOauth(partsOf(services), asked, signal)));
}

/** Signs the active account in again: an API key is read again from the keychain, OAuth goes through the browser. */
export async function signInOnceMore(services: AppServices): Promise<AccountView> {
  const entry = found(services.life.registry.active(), 'account');
  if (entry.auth === 'oauth') mustBeOnline(services);
  if (entry.auth === 'oauth') return opened(services, await services.signIn.run((signal) => signInAgain(partsOf(services), entry, signal)));
  const state = await services.account().session.tryAgain();
  if (state.kind === 'signedOut') return refuseSignIn(state.why, 'connectAgain');
  services.account().engine.kick();
  return accountView(services, entry);
}

/** Reads the sign-in from the keychain again, which asks the user to unlock it. Refuses while it stays locked. */
export async function unlockSignIn(services: AppServices): Promise<AccountView> {
  const entry = found(services.life.registry.active(), 'account');
  const { session, engine } = services.account();
  const state = await session.tryAgain();
  services.life.askKeychain();
  if (state.kind === 'signedOut' && state.why === 'keychainLocked') return refuseSignIn('keychainLocked', 'unlockKeychain');
  engine.kick();
  return accountView(services, entry);
}

/** Makes another account the active one: its database opens, the other closes with all its edits. */
export async function activate(services: AppServices, id: string): Promise<AccountView> {
  found(services.life.registry.account(id), 'account');
  services.life.registry.activate(id);
  await services.openActive();
  return accountView(services, found(services.life.registry.account(id), 'account'));
}

/**
 * Signs an account out. Refused while the user has not seen the number of everything that is unfinished; its database stays, and the
 * next sign-in of the same user finds it.
 */
export async function signOutOf(services: AppServices, id: string, unfinishedSeen: number): Promise<void> {
  const entry = found(services.life.registry.account(id), 'account');
  const open = services.life.open?.entry.id === id ? services.life.open : null;
  const { unfinished } = accountView(services, entry);
  const answer = await signOut(services.life.secrets, id, { unfinished, unfinishedSeen });
  if (answer.kind === 'notSeen') refuseNow('unfinishedMoved');
  if (answer.kind === 'locked') refuseNow('keychainLocked');
  if (open) await services.openActive();
  services.changes.publish({ kind: 'accounts' });
  services.changes.publish({ kind: 'status' });
}

/** A user who works offline signs in nowhere either: no byte leaves for any reason. */
function mustBeOnline(services: AppServices): void {
  if (services.life.open?.worksOffline()) refuseUnreachable('workingOffline', 'goOnline');
}

/** IT's settings for connecting: the service, and the sign-in methods. */
function mustBeAllowed({ options: { policy } }: AppServices, method: 'apiKey' | 'oauth', baseUrl: string): void {
  if (policy?.signInMethods && !policy.signInMethods.includes(method)) refuseSignIn('managedMethod', 'askAdministrator');
  const parsed = parseBaseUrl(baseUrl);
  if (policy?.baseUrl !== undefined && (!parsed.ok || parsed.baseUrl !== policy.baseUrl))
    refuseSignIn('managedAddress', 'askAdministrator');
}

function partsOf(services: AppServices): ConnectParts {
  const { world, options, life, openTransport, proxies: network } = services;
  const { registry, secrets } = life;
  return {
    ...{ world, registry, secrets, network, openTransport },
    managedCa: options.policy?.ca ?? null,
    openExternal: (url) => options.host.openExternal(url),
    confirm: (answered, signal) => services.keep.ask(answered, signal),
  };
}

async function opened(services: AppServices, connected: Connected): Promise<AccountView> {
  if (connected.kind === 'failed') return refuseConnecting(connected);
  await services.openActive();
  return accountView(services, services.life.registry.account(connected.entry.id) ?? connected.entry);
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
