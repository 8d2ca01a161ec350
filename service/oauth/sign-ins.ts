import { randomBytes } from 'node:crypto';

const SIGN_IN_LIFE_MS = 10 * 60_000;
const CODE_LIFE_MS = 60_000;

/** The application's request to /oauth/authorize. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: { readonly value: string; readonly method: 'S256' | 'plain' } | undefined;
}

/** A sign-in in progress: `userId` is known after the password was right. */
export interface SignIn {
  readonly id: string;
  readonly request: AuthorizationRequest;
  readonly userId: string | undefined;
  readonly expiresAt: number;
}

/** The sign-in that an authorization code represents. */
export interface CodeGrant {
  readonly request: AuthorizationRequest;
  readonly userId: string;
  readonly companyId: string;
  readonly expiresAt: number;
}

/** Sign-ins in progress and codes not yet used: in memory, short-lived, single use. */
export class SignIns {
  readonly #now: () => number;
  readonly #signIns = new Map<string, SignIn>();
  readonly #codes = new Map<string, CodeGrant>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts a sign-in for a checked request. */
  start(request: AuthorizationRequest): SignIn {
    this.#forgetExpired();
    const signIn = { id: randomBytes(24).toString('base64url'), request, userId: undefined, expiresAt: this.#now() + SIGN_IN_LIFE_MS };
    this.#signIns.set(signIn.id, signIn);
    return signIn;
  }

  /** The sign-in of this id, unless it ran out. */
  find(id: string): SignIn | undefined {
    const signIn = this.#signIns.get(id);
    return signIn !== undefined && signIn.expiresAt > this.#now() ? signIn : undefined;
  }

  identify(signIn: SignIn, userId: string): SignIn {
    const identified = { ...signIn, userId };
    this.#signIns.set(signIn.id, identified);
    return identified;
  }

  /** Ends a sign-in; its id is of no use any more. */
  end(signIn: SignIn): void {
    this.#signIns.delete(signIn.id);
  }

  /** Makes a code, good for one minute and one use. */
  makeCode(request: AuthorizationRequest, userId: string, companyId: string): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, { request, userId, companyId, expiresAt: this.#now() + CODE_LIFE_MS });
    return code;
  }

  /** Takes a code's grant; a second time, or too late, there is none. */
  takeCode(code: string): CodeGrant | undefined {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    return grant !== undefined && grant.expiresAt > this.#now() ? grant : undefined;
  }

  #forgetExpired(): void {
    const now = this.#now();
    for (const [id, signIn] of this.#signIns) if (signIn.expiresAt <= now) this.#signIns.delete(id);
    for (const [code, grant] of this.#codes) if (grant.expiresAt <= now) this.#codes.delete(code);
  }
}
