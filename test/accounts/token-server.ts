import { Buffer } from 'node:buffer';
import type { TokenAnswer } from '#main/accounts/oauth/token-answer.ts';
import type { Grant } from '#main/accounts/oauth/token-endpoint.ts';
import type { Keytar } from '#main/accounts/keychain/keyring-module.ts';

/** A JWT of this life; its signature means nothing, since only the service judges tokens. */
export function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'none' }), part(claims), 'c2lnbmVk'].join('.');
}

/** The token endpoint's rules in memory: every refresh gives a new pair and invalidates the old refresh token. */
export class TokenServer {
  requests: Grant[] = [];
  issued = 0;
  lifeSeconds = 600;
  /** Whom the tokens name. */
  claims: Record<string, unknown> = { sub: '00000000-0000-4000-8000-00000000a001' };
  /** The fates of the next requests, in order; then all succeed. */
  weather: ('lostAfter' | 'lostBefore' | 'unreachable' | 'overloaded' | TokenAnswer)[] = [];
  #refresh = 'refresh-0';
  #access = '';
  /** Lets a test look at what is under way, or wait in it. */
  during: () => Promise<void> | void = () => undefined;

  constructor() {
    this.#access = this.#token();
  }

  first() {
    return { accessToken: this.#access, refreshToken: this.#refresh, expiresIn: this.lifeSeconds };
  }

  accepts(header: string): boolean {
    return header === `Bearer ${this.#access}`;
  }

  /** The access token ends now. */
  expire(): void {
    this.#access = 'nothing';
  }

  /** The refresh token was used elsewhere. */
  rotateElsewhere(): void {
    this.#refresh = 'elsewhere';
    this.expire();
  }

  request = async (grant: Grant): Promise<TokenAnswer> => {
    this.requests.push(grant);
    await this.during();
    const weather = this.weather.shift();
    if (typeof weather === 'object') return weather;
    if (weather === 'unreachable') return { kind: 'trouble', cause: 'refused', spent: false };
    if (weather === 'overloaded') return { kind: 'trouble', cause: 'status 503', spent: true };
    if (weather === 'lostBefore') return { kind: 'trouble', cause: 'timeout', spent: true };
    if (grant.kind !== 'refresh' || grant.refreshToken !== this.#refresh) return { kind: 'denied', code: 'invalid_grant' };
    this.issued += 1;
    this.#refresh = `refresh-${this.issued}`;
    this.#access = this.#token();
    if (weather === 'lostAfter') return { kind: 'trouble', cause: 'timeout', spent: true };
    return { kind: 'tokens', tokens: this.first() };
  };

  #token(): string {
    return jwt({ iat: 1_000, exp: 1_000 + this.lifeSeconds, n: this.issued, ...this.claims });
  }
}

/** The OS keychain's module in memory; it survives what a test does to the app. `refuses` makes it a locked one. */
export class FakeKeytar implements Keytar {
  readonly entries = new Map<string, string>();
  refuses = false;
  hangs = false;
  /** Reads succeed, writes fail. */
  readOnly = false;

  async getPassword(_service: string, account: string): Promise<string | null> {
    if (this.hangs) await new Promise(() => undefined);
    return this.refuses ? null : (this.entries.get(account) ?? null);
  }

  async setPassword(_service: string, account: string, password: string): Promise<void> {
    if (this.hangs) await new Promise(() => undefined);
    if (this.refuses || this.readOnly) throw new Error('locked');
    this.entries.set(account, password);
  }

  async deletePassword(_service: string, account: string): Promise<boolean> {
    if (this.refuses) throw new Error('locked');
    return this.entries.delete(account);
  }
}
