import type { SignedOutWhy } from './signed-out.ts';
import type { Authorization } from '#main/api/client-account.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import type { EpochMs, World } from '#shared/world.ts';
import type { Identity } from '#shared/service/owner.ts';
import { isSameSignIn } from './identity.ts';
import type { TokenAnswer } from '#main/accounts/oauth/token-answer.ts';
import type { Grant } from '#main/accounts/oauth/token-endpoint.ts';
import { jwtFacts, learnUnit, plannedLifeMs, type ExpiresInUnit, type JwtFacts, type Tokens } from '#main/accounts/oauth/tokens.ts';
import type { StoredTokens, TokenStore } from '#main/accounts/keychain/token-store.ts';
/** `heard` is the user whom the service signed in instead; null for an unnamed one. */
export type SignInState =
  | { kind: 'signedIn' }
  | { kind: 'signedOut'; why: Exclude<SignedOutWhy, 'otherUser'> }
  | { kind: 'signedOut'; why: 'otherUser'; heard: string | null };

/** The sign-in of one account: hands out the header, refreshes one at a time, never during a payment. */
export interface Session {
  state(): SignInState;
  authorization(): Promise<Authorization>;
  /**
   * `used` is the header's value that was refused. True when another one is at hand, so that one repetition makes sense; `later` when the
   * service could not be asked for one just now.
   */
  onUnauthorized(used: string): Promise<boolean | 'later'>;
  /** A repetition with a new token was refused too: nobody is signed in until a user does something. */
  refused(): void;
  /** Keeps a refresh from starting until the answer is called. */
  holdRefresh(): () => void;
  /** Refreshes when the token would not live for `ms`; false when it then still would not. */
  ensureFor(ms: number): Promise<boolean>;
  /** Planned rest of the token's life, by the monotonic clock; null when unknown (after a restart, for an API key). */
  leftMs(): number | null;
  /** When the access token is planned to end, by the wall clock: for showing only. Survives a restart; null for an API key. */
  endsAt(): EpochMs | null;
  /** Resolves when no refresh is under way: before the computer sleeps, before the app ends. */
  settled(): Promise<void>;
  /** The company and user of the sign-in. */
  identity(): Pick<JwtFacts, 'companyId' | 'userId' | 'userName'>;
  /** Reads the keychain again: a user signed in, it was locked, or a user wants another try. */
  tryAgain(): Promise<SignInState>;
  subscribe(listener: (state: SignInState) => void): () => void;
}

/** A row in the account's database that says "a refresh is under way": what is left of one after a crash explains a refused token. */
export interface RefreshMarker {
  set(): void;
  clear(): void;
  isSet(): boolean;
}

export interface SessionOptions {
  world: World;
  store: TokenStore;
  marker: RefreshMarker;
  requestTokens(grant: Grant): Promise<TokenAnswer>;
  unit: { learned(): ExpiresInUnit | null; learn(unit: ExpiresInUnit): void };
  /** The account's owner. Tokens of any other user are refused. */
  known: Identity;
}

/** A token with less than this left is refreshed before it is used. */
const marginMs = 30_000;
/** A token younger than this is as long-lived as it gets. */
const freshMs = 60_000;

type Refreshed = 'refreshed' | 'denied' | 'later';

export async function openSession(options: SessionOptions): Promise<Session> {
  const session = new OauthSession(options);
  await session.tryAgain();
  return session;
}

class OauthSession implements Session {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<(state: SignInState) => void>();
  #state: SignInState = { kind: 'signedOut', why: 'never' };
  #tokens: StoredTokens | null = null;
  /** Monotonic time at which the access token is planned to end; null when unknown. */
  #until: number | null = null;
  #since: number | null = null;
  #refreshing: Promise<Refreshed> | null = null;
  /** The refresh token was refused: it stays where it is, and nobody tries it again. */
  #denied = false;
  #holds = 0;
  #known: Identity;
  #released = Promise.withResolvers<void>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#known = options.known;
  }

  state(): SignInState {
    return this.#state;
  }

  async authorization(): Promise<Authorization> {
    if (this.#refreshing) await this.#refreshing;
    const left = this.#tokens?.accessToken === null ? 0 : this.leftMs();
    // While a payment is under way the old token is used to its end: the answer to come says whether it was good.
    const due = left !== null && left < marginMs && this.#canRefresh() && this.#holds === 0;
    const outcome = due ? await this.#refresh() : null;
    if (this.#state.kind === 'signedOut') return { kind: 'signedOut', why: this.#state.why };
    if (this.#tokens?.accessToken) return { kind: 'header', value: bearer(this.#tokens.accessToken) };
    return outcome === 'later' ? { kind: 'later' } : { kind: 'signedOut', why: 'expired' };
  }

  async onUnauthorized(used: string): Promise<boolean | 'later'> {
    if (this.#refreshing) await this.#refreshing;
    // Another request's refusal was cured meanwhile.
    if (this.#tokens?.accessToken && bearer(this.#tokens.accessToken) !== used) return this.#state.kind === 'signedIn';
    const outcome = this.#canRefresh() ? await this.#refresh() : 'denied';
    if (outcome === 'refreshed') return true;
    if (outcome === 'later') return 'later';
    if (this.#state.kind === 'signedIn') this.#move({ kind: 'signedOut', why: 'expired' });
    return false;
  }

  refused(): void {
    this.#move({ kind: 'signedOut', why: 'refused' });
  }

  holdRefresh(): () => void {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds > 0) return;
      this.#released.resolve();
      this.#released = Promise.withResolvers<void>();
    };
  }

  async ensureFor(ms: number): Promise<boolean> {
    if (this.#refreshing) await this.#refreshing;
    const enough = () => this.#state.kind === 'signedIn' && (this.leftMs() ?? 0) >= ms + marginMs;
    const fresh = this.#since !== null && this.#options.world.monotonic() - this.#since < freshMs;
    if (enough() || fresh) return enough();
    if (this.#canRefresh()) await this.#refresh();
    return enough();
  }

  leftMs(): number | null {
    return this.#until === null ? null : Math.max(0, this.#until - this.#options.world.monotonic());
  }

  endsAt(): EpochMs | null {
    const left = this.leftMs();
    return left === null ? (this.#tokens?.endsAt ?? null) : this.#options.world.now() + left;
  }

  async settled(): Promise<void> {
    while (this.#refreshing) await this.#refreshing;
  }

  identity(): Pick<JwtFacts, 'companyId' | 'userId' | 'userName'> {
    return jwtFacts(this.#tokens?.accessToken ?? '');
  }

  async tryAgain(): Promise<SignInState> {
    await this.settled();
    const found = await this.#options.store.read();
    this.#until = null;
    this.#since = null;
    this.#denied = false;
    this.#tokens = found.kind === 'found' ? found.tokens : null;
    if (found.kind !== 'found') this.#move({ kind: 'signedOut', why: found.why });
    else if (found.tokens.accessToken === null || this.#isOurs(found.tokens.accessToken)) this.#move({ kind: 'signedIn' });
    return this.#state;
  }

  subscribe(listener: (state: SignInState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #canRefresh(): boolean {
    return !this.#denied && this.#state.kind === 'signedIn' && this.#tokens?.refreshToken != null;
  }

  /** Runs one refresh at a time; callers during it get its outcome. */
  #refresh(): Promise<Refreshed> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshOnce(): Promise<Refreshed> {
    const { world, marker } = this.#options;
    while (this.#holds > 0) await this.#released.promise;
    const refreshToken = this.#tokens?.refreshToken;
    if (refreshToken == null) return 'denied';
    const interrupted = marker.isSet();
    world.passing('before refresh marker');
    // Without its marker no refresh begins: a crash in it could not be explained.
    if (!this.#onDisk(() => marker.set())) return 'later';
    world.passing('before refresh');
    const answer = await this.#options.requestTokens({ kind: 'refresh', refreshToken });
    world.passing('after refresh');
    if (answer.kind === 'tokens' && !this.#isOurs(answer.tokens.accessToken)) {
      this.#denied = true;
      this.#onDisk(() => marker.clear());
      return 'denied';
    }
    if (answer.kind === 'tokens') {
      await this.#keep(answer.tokens);
      this.#onDisk(() => marker.clear());
      world.passing('refresh marker cleared');
      return 'refreshed';
    }
    world.log.info('refresh failed', { ...factsOf(answer), interrupted });
    // The marker stays when the old token may be spent: it explains a later refusal.
    if (answer.kind === 'denied' || !answer.spent) this.#onDisk(() => marker.clear());
    if (answer.kind === 'denied') this.#deny();
    return answer.kind === 'denied' ? 'denied' : 'later';
  }

  /** The old tokens stay in the keychain, and what is left of the access token may still be used. */
  #deny(): void {
    this.#denied = true;
    if ((this.leftMs() ?? 0) === 0) this.#move({ kind: 'signedOut', why: 'expired' });
  }

  /** Checks that a token belongs to this account. A token of another user, or of no named user where one was known, is dropped and nobody is signed in. */
  #isOurs(accessToken: string): boolean {
    const heard = jwtFacts(accessToken);
    if (!isSameSignIn(this.#known, heard)) {
      this.#options.world.log.error('signed in as somebody else');
      this.#move({ kind: 'signedOut', why: 'otherUser', heard: heard.userName ?? heard.userId });
      return false;
    }
    this.#known = { companyId: heard.companyId ?? this.#known.companyId, userId: heard.userId ?? this.#known.userId };
    return true;
  }

  /** From here on the old refresh token is worthless: the new ones count even where the keychain does not take them. */
  async #keep(tokens: Tokens): Promise<void> {
    const { store, unit, world } = this.#options;
    const learned = learnUnit(tokens);
    const life = plannedLifeMs(tokens, learned ?? unit.learned());
    const refreshToken = tokens.refreshToken ?? this.#tokens?.refreshToken ?? null;
    const stored: StoredTokens = { accessToken: tokens.accessToken, refreshToken, endsAt: life === null ? null : world.now() + life };
    if (!(await store.write(stored))) world.log.error('tokens not kept');
    if (learned !== null) this.#onDisk(() => unit.learn(learned));
    this.#tokens = stored;
    this.#since = world.monotonic();
    this.#until = life === null ? null : this.#since + life;
    this.#denied = false;
    this.#move({ kind: 'signedIn' });
  }

  /** False when the disk is full or failing: a sign-in never ends, and no request fails, because a note could not be kept. */
  #onDisk(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      if (!isStorageTrouble(error)) throw error;
      this.#options.world.log.error('sign-in note not kept');
      return false;
    }
  }

  #move(state: SignInState): void {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && (state.kind === 'signedIn' || (before.kind === 'signedOut' && before.why === state.why))) return;
    for (const listener of [...this.#listeners]) listener(state);
  }
}

function factsOf(answer: Exclude<TokenAnswer, { kind: 'tokens' }>): Record<string, unknown> {
  return answer.kind === 'denied' ? { code: answer.code } : { cause: answer.cause, spent: answer.spent, said: answer.said };
}

function bearer(token: string): string {
  return `Bearer ${token}`;
}
