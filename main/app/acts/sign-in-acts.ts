import {
  connectApiKey,
  connectOauth,
  signInAgain,
  type ApiKeyInput,
  type Connected,
  type ConnectParts,
  type OauthInput,
} from '#main/accounts/connect.ts';
import { signOut } from '#main/accounts/sign-out.ts';
import type { AccountView } from '#shared/contract/views.ts';
import type { Desk } from '#main/app/desk.ts';
import { found, refuse, refuseNow } from '#main/app/refuse.ts';
import { accountView } from '#main/app/views/status.ts';
import { closeOpenAccount, openActiveAccount } from '#main/app/switch-account.ts';

/** Every account that this computer knows. */
export function accountViews(desk: Desk): AccountView[] {
  return desk.registry.accounts().map((entry) => accountView(desk, entry));
}

/** Connects an account by its API key and opens it. */
export async function connectByKey(desk: Desk, input: ApiKeyInput): Promise<AccountView> {
  return opened(desk, await connectApiKey(partsOf(desk), input));
}

/** Connects an account through the system browser and opens it. `cancelSignIn` ends it. */
export async function connectByBrowser(desk: Desk, input: OauthInput): Promise<AccountView> {
  return opened(desk, await inBrowser(desk, (signal) => connectOauth(partsOf(desk), input, signal)));
}

/** Signs the active account in again: an API key is read again from the keychain, OAuth goes through the browser. */
export async function signInOnceMore(desk: Desk): Promise<AccountView> {
  const entry = found(desk.registry.active(), 'account');
  if (entry.auth === 'oauth') return opened(desk, await inBrowser(desk, (signal) => signInAgain(partsOf(desk), entry, signal)));
  const state = await desk.account().session.tryAgain();
  if (state.kind === 'signedOut') return refuse('SIGN_IN_FAILED', { reason: state.why, next: 'connectAgain' });
  desk.account().engine.kick();
  return accountView(desk, entry);
}

/** Ends a sign-in that waits for the browser. */
export function cancelSignIn(desk: Desk): void {
  desk.signingIn?.abort();
}

/** Makes another account the active one: its database opens, the other closes with all its edits. */
export async function activate(desk: Desk, id: string): Promise<AccountView> {
  found(desk.registry.account(id), 'account');
  desk.registry.activate(id);
  await openActiveAccount(desk);
  return accountView(desk, found(desk.registry.account(id), 'account'));
}

/**
 * Signs an account out. Refused while the person has not seen the number of everything that is unfinished; its database stays, and the
 * next sign-in of the same person finds it.
 */
export async function signOutOf(desk: Desk, id: string, unfinishedSeen: number): Promise<void> {
  const entry = found(desk.registry.account(id), 'account');
  const open = desk.open?.entry.id === id ? desk.open : null;
  const { unfinished } = accountView(desk, entry);
  const answer = await signOut(desk.secrets, id, { unfinished, unfinishedSeen });
  if (answer.kind === 'notSeen') refuseNow(`unfinished ${answer.unfinished}`);
  if (answer.kind === 'locked') refuseNow('keychainLocked');
  if (open) {
    await closeOpenAccount(desk);
    await openActiveAccount(desk);
  }
  desk.changes.publish({ kind: 'accounts' });
  desk.changes.publish({ kind: 'status' });
}

function partsOf(desk: Desk): ConnectParts {
  const { world, registry, secrets, options } = desk;
  return { world, registry, secrets, openExternal: (url) => options.host.openExternal(url) };
}

async function inBrowser(desk: Desk, act: (signal: AbortSignal) => Promise<Connected>): Promise<Connected> {
  desk.signingIn?.abort();
  const signingIn = new AbortController();
  desk.signingIn = signingIn;
  try {
    return await act(signingIn.signal);
  } finally {
    if (desk.signingIn === signingIn) desk.signingIn = null;
  }
}

async function opened(desk: Desk, connected: Connected): Promise<AccountView> {
  if (connected.kind === 'failed') return refuseConnecting(connected);
  await openActiveAccount(desk);
  return accountView(desk, found(desk.registry.account(connected.entry.id), 'account'));
}

function refuseConnecting({ reason, detail }: Extract<Connected, { kind: 'failed' }>): never {
  const because = detail === null ? reason : `${reason}: ${detail}`;
  if (reason === 'unreachable' || reason === 'captivePortal' || reason === 'tls') {
    return refuse('UNREACHABLE', { failure: reason === 'unreachable' ? (detail ?? reason) : because, next: nextOf[reason] });
  }
  return refuse('SIGN_IN_FAILED', { reason, next: detail ?? 'tryAgain' });
}

const nextOf = { unreachable: 'checkNetwork', captivePortal: 'openNetworkSignIn', tls: 'addCertificate' } as const;
