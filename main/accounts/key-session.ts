import type { Secrets } from './secrets.ts';
import type { Session, SignInState } from './session.ts';

/** The sign-in of an account with an API key: `Authorization: Basic <API_KEY>`, verbatim; nothing to refresh ("Authentication", API key). */
export async function openKeySession(secrets: Secrets, accountId: string): Promise<Session> {
  const session = new KeySession(secrets, apiKeyName(accountId));
  await session.tryAgain();
  return session;
}

/** Whether a key can stand in a header as it is. */
export function usableApiKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

class KeySession implements Session {
  readonly #secrets: Secrets;
  readonly #name: string;
  readonly #listeners = new Set<(state: SignInState) => void>();
  #key: string | null = null;
  #state: SignInState = { kind: 'signedOut', why: 'never' };

  constructor(secrets: Secrets, name: string) {
    this.#secrets = secrets;
    this.#name = name;
  }

  state = () => this.#state;
  leftMs = () => null;
  endsAt = () => null;
  settled = () => Promise.resolve();
  holdRefresh = () => () => undefined;
  identity = () => ({ companyId: null, userId: null, userName: null });
  ensureFor = () => Promise.resolve(this.#state.kind === 'signedIn');

  authorization: Session['authorization'] = () => {
    if (this.#state.kind === 'signedOut') return Promise.resolve({ kind: 'signedOut', why: this.#state.why });
    return Promise.resolve({ kind: 'header', value: `Basic ${this.#key}` });
  };

  onUnauthorized: Session['onUnauthorized'] = () => {
    this.refused();
    return Promise.resolve(false);
  };

  refused = () => this.#move({ kind: 'signedOut', why: 'refused' });

  tryAgain = async (): Promise<SignInState> => {
    const answer = await this.#secrets.read(this.#name);
    this.#key = answer.kind === 'found' ? answer.secret : null;
    if (answer.kind === 'found') this.#move({ kind: 'signedIn' });
    else if (answer.kind === 'absent') this.#move({ kind: 'signedOut', why: 'never' });
    else this.#move({ kind: 'signedOut', why: answer.kind === 'locked' ? 'keychainLocked' : 'keychainUnavailable' });
    return this.#state;
  };

  subscribe: Session['subscribe'] = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #move(state: SignInState): void {
    const same = JSON.stringify(this.#state) === JSON.stringify(state);
    this.#state = state;
    if (!same) for (const listener of [...this.#listeners]) listener(state);
  }
}

/** The entry that holds an account's API key. */
export function apiKeyName(accountId: string): string {
  return `key:${accountId}`;
}
