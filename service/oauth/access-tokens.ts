import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from '#service/domain/operations/operation.ts';
import type { RefreshGrant } from '#service/domain/records/credentials.ts';
import type { Store } from '#service/domain/store.ts';

const algorithm = 'HS256';
const issuer = 'layover-sandbox';
const CACHED_TOKENS = 1000;

/** The subject of a token. */
export type TokenSubject = Pick<RefreshGrant, 'userId' | 'companyId' | 'clientId'>;

/** Makes and checks the access tokens: JWTs with `iat` and `exp`. */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #known = new Map<string, { caller: Caller; expiresAt: number }>();
  #generation = 0;

  constructor(signingKey: string, store: Store, now: () => number) {
    this.#key = new TextEncoder().encode(signingKey);
    this.#store = store;
    this.#now = now;
  }

  /** Makes a token that lives this many seconds. */
  make(subject: TokenSubject, lifeSeconds: number): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000);
    return new SignJWT({ company: subject.companyId, client: subject.clientId, generation: this.#generation })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(subject.userId)
      .setJti(crypto.randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifeSeconds)
      .sign(this.#key);
  }

  /** The caller of a token, or undefined when it is not ours, expired or revoked. Roles are the user's at the time of the request. */
  callerOf(token: string): Caller | undefined | Promise<Caller | undefined> {
    const known = this.#known.get(token);
    if (known === undefined) return this.#verify(token);
    if (known.expiresAt > this.#now()) return known.caller;
    this.#known.delete(token);
    return undefined;
  }

  /** Makes every token made so far useless. */
  revokeAll(): void {
    this.#generation += 1;
    this.#known.clear();
  }

  async #verify(token: string): Promise<Caller | undefined> {
    const how = { issuer, algorithms: [algorithm], currentDate: new Date(this.#now()) };
    const payload = (await jwtVerify(token, this.#key, how).catch(() => undefined))?.payload;
    const user = this.#store.get('user', payload?.sub ?? '');
    if (payload === undefined || user === undefined || payload['generation'] !== this.#generation) return undefined;
    const caller: Caller = { userId: user.id, companyId: String(payload['company']), roles: user.roles };
    if (this.#known.size >= CACHED_TOKENS) this.#known.clear();
    this.#known.set(token, { caller, expiresAt: (payload.exp ?? 0) * 1000 });
    return caller;
  }
}
