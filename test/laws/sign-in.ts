import type { ClientAccount } from '#main/api/client-account.ts';
import { openSession, type Session } from '#main/accounts/session.ts';
import type { TokenAnswer } from '#main/accounts/oauth/token-answer.ts';
import type { TokenStore } from '#main/accounts/keychain/token-store.ts';
import type { Tokens } from '#main/accounts/oauth/tokens.ts';
import { headerOf, type WireRequest } from '#main/api/transport/transport.ts';
import type { StoreAccount } from '#main/storage/store.ts';
import { ownerText } from '#shared/service/owner.ts';
import { testAccount } from '#test/cache.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Process } from './simulated-world.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const lifeMs = 5 * minute;
const colleague = '00000000-0000-4000-8000-00000000a002';

type SignIn = Pick<ClientAccount, 'authorization' | 'onUnauthorized'> & Partial<Pick<ClientAccount, 'holdRefresh' | 'refused'>>;

/** The sign-in: an API key, or tokens that expire, are refreshed, and sometimes return for another user. */
export class SignedIn {
  readonly #simulation: Simulation;
  /** The laptop's present user: for a while, somebody else. */
  #user = testAccount.userId ?? '';
  #marker = false;
  #stored: Parameters<TokenStore['write']>[0] | null = null;
  #othersToken = false;
  #newest: string | null = null;
  #count = 0;
  session: Session | null = null;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { scenario } = simulation;
    if (scenario.oauth) this.#stored = { ...this.#tokens(this.#user), endsAt: null };
  }

  begin(): void {
    const { time, random, scenario } = this.#simulation;
    if (scenario.oauth && random() < 0.5) time.after(random() * 6 * minute, () => (this.#othersToken = true));
    if (!scenario.otherUser) return;
    const from = minute + random() * 3 * minute;
    time.after(from, () => this.#change(colleague));
    time.after(from + minute + random() * 2 * minute, () => this.#change(testAccount.userId ?? ''));
  }

  account(): StoreAccount {
    return this.#simulation.deviations.account({
      ...testAccount,
      userId: this.#user,
      ...(this.#simulation.scenario.noCompany ? { companyId: null } : {}),
    });
  }

  /** The sign-in of one process. */
  async open(process: Process): Promise<SignIn> {
    const { scenario } = this.#simulation;
    if (!scenario.oauth)
      return { authorization: async () => ({ kind: 'header', value: `Basic ${this.#user}` }), onUnauthorized: async () => false };
    const store: TokenStore = {
      read: async () => (this.#stored ? { kind: 'found', tokens: this.#stored } : { kind: 'nothing', why: 'never' }),
      write: async (tokens) => {
        this.#stored = tokens;
        return true;
      },
    };
    const { companyId, userId } = this.account();
    const session = await openSession({
      world: process.world,
      store,
      marker: { set: () => void (this.#marker = true), clear: () => void (this.#marker = false), isSet: () => this.#marker },
      requestTokens: () => this.#answer(process),
      unit: { learned: () => 'seconds', learn: () => undefined },
      known: { companyId, userId },
    });
    this.session = session;
    return {
      authorization: async () => {
        const answer = await session.authorization();
        const newest = this.#simulation.deviations.believesAnyToken ? this.#newest : null;
        return newest === null ? answer : { kind: 'header', value: `Bearer ${newest}` };
      },
      onUnauthorized: (used) => session.onUnauthorized(used),
      holdRefresh: () => session.holdRefresh(),
      refused: () => session.refused(),
    };
  }

  /** A user signs in, as themselves. */
  async again(): Promise<void> {
    const { session } = this;
    if (session?.state().kind !== 'signedOut') return;
    this.#simulation.tally('signed in again');
    this.#stored = { ...this.#tokens(this.#user), endsAt: null };
    await session.tryAgain();
  }

  /** True when the service refuses this request's token. */
  isExpired(request: WireRequest): boolean {
    const claims = claimsOf(request);
    return claims !== null && claims.until < this.#simulation.time.now;
  }

  /** Law 13: what leaves under a sign-in was recorded by that user, or taken over by them. */
  leaves(request: WireRequest, owner: string, takenOver: string | null): void {
    const header = headerOf(request.headers, 'authorization') ?? '';
    const subject = claimsOf(request)?.sub ?? header.replace('Basic ', '');
    const as = ownerText({ ...testAccount, userId: subject, ...(this.#simulation.scenario.noCompany ? { companyId: null } : {}) });
    if (as !== owner && as !== takenOver) this.#simulation.violation('law 13', `an edit of ${owner} left as ${subject}`);
  }

  #change(user: string): void {
    this.#user = user;
    this.#simulation.tally(user === colleague ? 'fault otherUser' : 'signed in as before');
    if (this.#simulation.scenario.oauth) this.#stored = { ...this.#tokens(user), endsAt: null };
    this.#simulation.restart(2_000);
  }

  #answer(process: Process): Promise<TokenAnswer> {
    const { time, random } = this.#simulation;
    const draw = time.now < faultsUntilMs ? random() : 1;
    return new Promise((resolve) => {
      time.after(50 + random() * 300, () => {
        if (!process.isAlive()) return;
        this.#simulation.tally('refreshed');
        if (draw < 0.1) return resolve({ kind: 'trouble', cause: 'timeout', spent: draw < 0.05 });
        if (draw < 0.15) return resolve({ kind: 'denied', code: 'invalid_grant' });
        const other = this.#othersToken;
        this.#othersToken = false;
        if (other) this.#simulation.tally('fault otherSubject');
        const tokens = this.#tokens(other ? colleague : this.#user);
        this.#newest = tokens.accessToken;
        resolve({ kind: 'tokens', tokens });
      });
    });
  }

  #tokens(sub: string): Tokens {
    this.#count += 1;
    const now = this.#simulation.time.now;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      sub,
      iat: 0,
      exp: lifeMs / 1000,
      until: now + lifeMs,
      n: this.#count,
      ...(this.#simulation.scenario.noCompany ? {} : { companyId: testAccount.companyId }),
    };
    return { accessToken: `${part({ alg: 'none' })}.${part(claims)}.`, refreshToken: `refresh-${this.#count}`, expiresIn: lifeMs / 1000 };
  }
}

function claimsOf(request: WireRequest): { sub: string; until: number } | null {
  const header = headerOf(request.headers, 'authorization') ?? '';
  if (!header.startsWith('Bearer ')) return null;
  return JSON.parse(Buffer.from(header.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; until: number };
}
