import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What the gate says to a request. `admit` spends a launch token and hands out the session's cookie. */
export type GateAnswer =
  { kind: 'serve'; path: string } | { kind: 'admit'; cookie: string } | { kind: 'again' } | { kind: 'refuse'; status: number; why: string };

/** The window may name itself, so that its undo survives a reconnect. */
const socketPath = /^\/ipc(?:\?window=[\w-]{1,64})?$/;
const SESSION_LIMIT = 16;
const refuse = (status: number, why: string): GateAnswer => ({ kind: 'refuse', status, why });
const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Decides who may talk to the browser host: only the page that it opened itself. Every request must name the exact address (so a name
 * that resolves to 127.0.0.1 gets nothing), come from no other origin, and carry the session's cookie, which only a one-time launch
 * token gives.
 */
export class Gate {
  readonly #port: number;
  readonly #launchTokens = new Set<string>();
  readonly #sessions = new Set<string>();
  readonly #ownerKey = newSecret();

  constructor(port: number) {
    this.#port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Lets a later start of the same person ask for a fresh address; stands in a file that only that person can read. */
  get ownerKey(): string {
    return this.#ownerKey;
  }

  /** The cookie's name carries the port: browsers share cookies between the ports of one host. */
  get cookieName(): string {
    return `layover-${this.#port}`;
  }

  /** An address that opens the app once. */
  launchUrl(): string {
    const token = newSecret();
    this.#launchTokens.add(token);
    return `${this.origin}/launch/${token}`;
  }

  /** Judges a plain request. */
  judge(request: IncomingMessage): GateAnswer {
    const wrong = this.#wrongAddress(request) ?? this.#wrongOrigin(request, 'mayBeAbsent');
    if (wrong) return wrong;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD');
    if (hasBody(request)) return refuse(413, 'no request here has a body');
    const path = request.url ?? '';
    if (!path.startsWith('/') || path.startsWith('//')) return refuse(400, 'not a path');
    if (path === '/again') return this.#isOwner(request) ? { kind: 'again' } : refuse(403, 'not the owner');
    if (path.startsWith('/launch/')) return this.#launch(request, path.slice('/launch/'.length));
    if (!this.#hasSession(request)) return refuse(403, 'no session');
    return { kind: 'serve', path };
  }

  /** Judges a WebSocket's opening: as a request, and its origin must be there and be ours. */
  judgeSocket(request: IncomingMessage): GateAnswer {
    const wrong = this.#wrongAddress(request) ?? this.#wrongOrigin(request, 'required');
    if (wrong) return wrong;
    if (request.method !== 'GET') return refuse(405, 'only GET');
    if (!socketPath.test(request.url ?? '')) return refuse(404, 'no such socket');
    if (!this.#hasSession(request)) return refuse(403, 'no session');
    return { kind: 'serve', path: request.url ?? '' };
  }

  #wrongAddress(request: IncomingMessage): GateAnswer | null {
    const hosts = request.headersDistinct['host'] ?? [];
    return hosts.length === 1 && hosts[0] === `127.0.0.1:${this.#port}` ? null : refuse(421, 'not this address');
  }

  #wrongOrigin(request: IncomingMessage, presence: 'required' | 'mayBeAbsent'): GateAnswer | null {
    const origins = request.headersDistinct['origin'] ?? [];
    if (origins.length > 1 || (origins.length === 0 && presence === 'required')) return refuse(403, 'not this origin');
    if (origins.length === 1 && origins[0] !== this.origin) return refuse(403, 'not this origin');
    const site = request.headers['sec-fetch-site'];
    const allowed = presence === 'required' ? ['same-origin'] : ['same-origin', 'none'];
    return site === undefined || (typeof site === 'string' && allowed.includes(site)) ? null : refuse(403, 'asked by another site');
  }

  #launch(request: IncomingMessage, token: string): GateAnswer {
    const dest = request.headers['sec-fetch-dest'];
    if (dest !== undefined && dest !== 'document') return refuse(403, 'a launch opens a page');
    if (request.method !== 'GET') return refuse(405, 'a launch is a GET');
    const known = [...this.#launchTokens].find((one) => sameSecret(one, token));
    if (known === undefined) return refuse(403, 'this address was used already');
    this.#launchTokens.delete(known);
    const session = newSecret();
    this.#sessions.add(session);
    const oldest = this.#sessions.values().next().value;
    if (this.#sessions.size > SESSION_LIMIT && oldest !== undefined) this.#sessions.delete(oldest);
    return { kind: 'admit', cookie: `${this.cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/` };
  }

  #hasSession(request: IncomingMessage): boolean {
    const given = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${this.cookieName}=`))
      .map((pair) => pair.slice(this.cookieName.length + 1));
    const [session] = given;
    return given.length === 1 && session !== undefined && [...this.#sessions].some((one) => sameSecret(one, session));
  }

  #isOwner(request: IncomingMessage): boolean {
    const given = request.headers['x-layover-owner'];
    return request.headers.origin === undefined && typeof given === 'string' && sameSecret(this.#ownerKey, given);
  }
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || !['0', undefined].includes(request.headers['content-length']);
}

/** Compares in a time that says nothing about where the two differ. */
function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
