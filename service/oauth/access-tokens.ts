import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from '#service/domain/operation.ts';
import type { Store } from '#service/domain/store.ts';

const algorithm = 'HS256';
const issuer = 'layover-sandbox';
const CACHED_TOKENS = 1000;

/** Who a token is made for. */
export interface TokenSubject {
  readonly userId: string;
  readonly companyId: string;
  readonly clientId: string;
  readonly familyId: string;
}

interface Known {
  readonly caller: Caller;
  readonly expiresAt: number;
  readonly familyId: string;
}

/** Makes and checks the access tokens: JWTs with `iat` and `exp`. */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  readonly #revokedFamilies = new Set<string>();

  constructor(signingKey: string, store: Store, now: () => number) {
    this.#key = new TextEncoder().encode(signingKey);
    this.#store = store;
    this.#now = now;
  }

  /** Makes a token that lives this many seconds. */
  make(subject: TokenSubject, lifeSeconds: number): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000);
    return new SignJWT({ company: subject.companyId, client: subject.clientId, family: subject.familyId })
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
    if (known.expiresAt <= this.#now() || this.#revokedFamilies.has(known.familyId)) {
      this.#known.delete(token);
      return undefined;
    }
    return known.caller;
  }

  /** Makes every token of a sign-in useless: its refresh token was stolen, or used twice. */
  revokeFamily(familyId: string): void {
    this.#revokedFamilies.add(familyId);
  }

  async #verify(token: string): Promise<Caller | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { issuer, algorithms: [algorithm], currentDate: new Date(this.#now()) });
      const user = this.#store.get('user', payload.sub ?? '');
      const familyId = String(payload['family']);
      if (user === undefined || this.#revokedFamilies.has(familyId)) return undefined;
      const caller: Caller = { userId: user.id, companyId: String(payload['company']), roles: user.roles };
      this.#remember(token, { caller, expiresAt: (payload.exp ?? 0) * 1000, familyId });
      return caller;
    } catch {
      return undefined;
    }
  }

  #remember(token: string, known: Known): void {
    if (this.#known.size >= CACHED_TOKENS) this.#known.clear();
    this.#known.set(token, known);
  }
}
