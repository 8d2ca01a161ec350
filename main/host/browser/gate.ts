import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { launchFragment } from '#shared/line-proof.ts';
import { newSecret, prove, sameSecret, secretPattern } from './line-secrets.ts';

/** The gate's response to a request: a file, the answer to an owner's question, or a refusal. */
export type GateAnswer = { kind: 'serve'; path: string } | { kind: 'owner'; text: string } | Refusal;
interface Refusal {
  kind: 'refuse';
  status: number;
  why: string;
}

/** A tab that named a secret of ours. What it may ask comes after it proved that it knows it. */
export interface Greeting {
  kind: 'greet';
  /** Sent first: our number, and the proof that this is the host which made the secret. */
  opening: string;
  /** Verifies the tab's proof, once: it spends the launch and begins its session. */
  admit(answer: string): boolean;
}

/** The window may name itself, so that its undo survives a reconnect. */
const socketPath = /^\/ipc(?:\?window=[\w-]{1,64})?$/;
const sessionLimit = 16;
const launchLimit = 64;
export const launchLifeMs = 60_000;
/** As long as an owner may take between its question and its proof. */
const questionLifeMs = 10_000;
const refuse = (status: number, why: string): Refusal => ({ kind: 'refuse', status, why });

/**
 * Decides who may talk to the browser host: only the page that it opened itself. Every request must name the exact address (so a name that resolves
 * to 127.0.0.1 gets nothing) and come from no other origin. The page is public; a tab opens the connection by proving a secret from a one-time launch
 * address, or from its session. No secret and no cookie ever travels.
 */
export class Gate {
  readonly #port: number;
  readonly #now: () => number;
  /** By the secrets' names. */
  readonly #launches = new Map<string, { secret: string; until: number }>();
  readonly #sessions = new Map<string, string>();
  readonly #questions = new Map<string, number>();
  /** Lets a later start of the same user make a fresh address; is in a file that only that user can read, and never travels. */
  readonly ownerKey = newSecret();

  constructor(port: number, now: () => number = () => performance.now()) {
    this.#port = port;
    this.#now = now;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** An address that opens the app once, within a minute. */
  launchUrl(): string {
    return `${this.origin}/${launchFragment}${this.#launchWith(newSecret())}`;
  }

  /** Judges a plain request. */
  judge(request: IncomingMessage): GateAnswer {
    const wrong = this.#wrongAddress(request) ?? this.#wrongOrigin(request);
    if (wrong) return wrong;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD');
    if (hasBody(request)) return refuse(413, 'no request here has a body');
    const path = request.url ?? '';
    if (!path.startsWith('/') || path.startsWith('//')) return refuse(400, 'not a path');
    if (path === '/again') return this.#owner(request);
    return this.#wrongSite(request, path) ?? { kind: 'serve', path };
  }

  /** Judges a WebSocket's opening: its origin must be there and be ours, and it must name a secret that we gave. */
  judgeSocket(request: IncomingMessage): Greeting | Refusal {
    const wrong = this.#wrongAddress(request) ?? this.#wrongOrigin(request, 'required');
    if (wrong) return wrong;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return refuse(403, 'asked by another site');
    if (request.method !== 'GET') return refuse(405, 'only GET');
    if (!socketPath.test(request.url ?? '')) return refuse(404, 'no such socket');
    const offered = /^layover, ?([\w-]{43})\.([\w-]{43})$/.exec(request.headers['sec-websocket-protocol'] ?? '');
    const [, name = '', tabNumber = ''] = offered ?? [];
    const secret = this.#secretNamed(name);
    return secret === null ? refuse(403, 'no session') : this.#greet(name, secret, tabNumber);
  }

  #greet(name: string, secret: string, tabNumber: string): Greeting {
    const hostNumber = newSecret();
    let answered = false;
    return {
      kind: 'greet',
      opening: `${hostNumber}.${prove(secret, 'host', tabNumber, hostNumber)}`,
      admit: (answer) => {
        if (answered || !sameSecret(answer, prove(secret, 'tab', tabNumber, hostNumber))) return false;
        answered = true;
        if (this.#sessions.get(name) === secret) return true;
        // Two tabs may have begun with one address; the first that proves it has it.
        if (this.#secretNamed(name) === null) return false;
        this.#launches.delete(name);
        this.#begin(prove(secret, 'session', tabNumber, hostNumber));
        return true;
      },
    };
  }

  #launchWith(secret: string): string {
    for (const [name, { until }] of this.#launches)
      if (until < this.#now() || this.#launches.size >= launchLimit) this.#launches.delete(name);
    this.#launches.set(prove(secret, 'name'), { secret, until: this.#now() + launchLifeMs });
    return secret;
  }

  #begin(secret: string): void {
    this.#sessions.set(prove(secret, 'name'), secret);
    const oldest = this.#sessions.keys().next().value;
    if (this.#sessions.size > sessionLimit && oldest !== undefined) this.#sessions.delete(oldest);
  }

  #secretNamed(name: string): string | null {
    const launch = this.#launches.get(name);
    if (launch !== undefined && launch.until >= this.#now()) return launch.secret;
    return this.#sessions.get(name) ?? null;
  }

  #wrongAddress(request: IncomingMessage): Refusal | null {
    const hosts = request.headersDistinct['host'] ?? [];
    return hosts.length === 1 && hosts[0] === `127.0.0.1:${this.#port}` ? null : refuse(421, 'not this address');
  }

  #wrongOrigin(request: IncomingMessage, presence: 'required' | 'mayBeAbsent' = 'mayBeAbsent'): Refusal | null {
    const origins = request.headersDistinct['origin'] ?? [];
    if (origins.length > 1 || (origins.length === 0 && presence === 'required')) return refuse(403, 'not this origin');
    return origins.length === 1 && origins[0] !== this.origin ? refuse(403, 'not this origin') : null;
  }

  /** Another site gets nothing to read. What opens the app may come from anywhere, as the redirect file does: the page alone gives nothing. */
  #wrongSite(request: IncomingMessage, path: string): Refusal | null {
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return null;
    const opens = path === '/' && request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
    return opens ? null : refuse(403, 'asked by another site');
  }

  /**
   * A later start asks for an address: it sends a number, gets ours with the proof that we hold the owner's key, and proves the same. The
   * launch itself is made on both sides from the two numbers and is not sent.
   */
  #owner(request: IncomingMessage): GateAnswer {
    const given = request.headers['x-layover-owner'];
    const [, asking = '', answering, proof] =
      /^([\w-]{43})(?:\.([\w-]{43})\.([\w-]{43}))?$/.exec(typeof given === 'string' ? given : '') ?? [];
    if (!secretPattern.test(asking) || request.headers.origin !== undefined) return refuse(403, 'not the owner');
    if (request.headers['sec-fetch-site'] !== undefined) return refuse(403, 'not the owner');
    if (answering === undefined) return { kind: 'owner', text: this.#question(asking) };
    const until = this.#questions.get(answering) ?? 0;
    this.#questions.delete(answering);
    const proven = until >= this.#now() && sameSecret(proof ?? '', prove(this.ownerKey, 'owner', asking, answering));
    if (!proven) return refuse(403, 'not the owner');
    this.#launchWith(prove(this.ownerKey, 'launch', asking, answering));
    return { kind: 'owner', text: '' };
  }

  #question(asking: string): string {
    for (const [number, until] of this.#questions)
      if (until < this.#now() || this.#questions.size >= launchLimit) this.#questions.delete(number);
    const number = newSecret();
    this.#questions.set(number, this.#now() + questionLifeMs);
    return `${number}.${prove(this.ownerKey, 'host', asking, number)}`;
  }
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || !['0', undefined].includes(request.headers['content-length']);
}
