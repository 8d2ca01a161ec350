import type { PlacedSecrets } from './placed-secrets.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';
import type { Session, SignInState } from './session.ts';

/** True when a key is valid as a header value. */
export function usableApiKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** The sign-in of an account with an API key: `Authorization: Basic <API_KEY>`, verbatim; nothing to refresh ("Authentication", API key). */
export async function openKeySession(secrets: Pick<PlacedSecrets, 'read'>, accountId: string): Promise<Session> {
  const listeners = new Set<(state: SignInState) => void>();
  let key: string | null = null;
  let state: SignInState = { kind: 'signedOut', why: 'never' };
  const move = (next: SignInState) => {
    const same = JSON.stringify(state) === JSON.stringify(next);
    state = next;
    if (!same) for (const listener of [...listeners]) listener(state);
  };
  const refused = () => move({ kind: 'signedOut', why: 'refused' });
  const tryAgain = async (): Promise<SignInState> => {
    const answer = await secrets.read(secretNames.apiKey(accountId));
    key = answer.kind === 'found' ? answer.secret : null;
    if (answer.kind === 'found') move({ kind: 'signedIn' });
    else if (answer.kind === 'absent') move({ kind: 'signedOut', why: 'never' });
    else if (answer.kind === 'elsewhere') move({ kind: 'signedOut', why: 'otherPlace' });
    else move({ kind: 'signedOut', why: answer.kind === 'locked' ? 'keychainLocked' : 'keychainUnavailable' });
    return state;
  };
  await tryAgain();
  return {
    state: () => state,
    leftMs: () => null,
    endsAt: () => null,
    settled: () => Promise.resolve(),
    holdRefresh: () => () => undefined,
    identity: () => ({ companyId: null, userId: null, userName: null }),
    ensureFor: () => Promise.resolve(state.kind === 'signedIn'),
    authorization: () =>
      Promise.resolve(state.kind === 'signedOut' ? { kind: 'signedOut', why: state.why } : { kind: 'header', value: `Basic ${key}` }),
    onUnauthorized: () => {
      refused();
      return Promise.resolve(false);
    },
    refused,
    tryAgain,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
