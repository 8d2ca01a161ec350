import type { RedirectRefusal } from './result.ts';
import type { PreparedRequest } from './prepare.ts';
import type { WireAnswer, WireFailure } from '#main/api/transport/transport.ts';

/** The decision of a user or IT about another host. `ask`: there is none yet. */
export type HostTrust = 'withSignIn' | 'withoutSignIn' | 'no' | 'ask';

/** One step of a request's way. `signIn` says whether `Authorization` travels with it; once false it stays false. */
export type Hop = Pick<PreparedRequest, 'method' | 'url' | 'headers' | 'bytes'> & { signIn: boolean };

/** A redirect that was not followed. `to` is origin and path only: a query may carry secrets. */
export interface StoppedRedirect {
  kind: 'stopped';
  status: number;
  to: string;
  host: string;
  why: RedirectRefusal;
}

/** The end of a request's redirects. `hops` counts those that were followed. */
export type WayEnd =
  | { kind: 'arrived'; answer: WireAnswer; url: string; hops: number; after303: boolean; signIn: boolean }
  | { kind: 'lost'; failure: WireFailure; hops: number }
  | (StoppedRedirect & { hops: number; answer: WireAnswer });

export interface RedirectRules {
  /** Origin of the account's base address: always trusted with the sign-in. */
  origin: string;
  trusts(host: string): HostTrust;
  /** A 303 after a write may be followed with a GET, since the caller can tell the expected record. */
  follow303: boolean;
}

const mostHops = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Follows redirects by the law ("Authentication", rule 4; docs/laws.md, "Judging an answer"): https only, at most five, no userinfo, no loop, and
 * neither `Authorization` nor a body ever reaches a host that the account does not trust.
 */
export async function followRedirects(
  first: Hop,
  rules: RedirectRules,
  exchange: (hop: Hop) => Promise<WireAnswer | WireFailure>,
): Promise<WayEnd> {
  const seen = new Set<string>();
  let hop = first;
  let after303 = false;
  for (let hops = 0; ; hops += 1) {
    seen.add(`${hop.method} ${hop.url}`);
    const answer = await exchange(hop);
    if (answer.kind === 'failure') return { kind: 'lost', failure: answer, hops };
    if (!redirectStatuses.has(answer.status)) return { kind: 'arrived', answer, url: hop.url, hops, after303, signIn: hop.signIn };
    const next = nextHop(hop, answer, rules);
    if (next.kind === 'stopped') return { ...next, why: whyStopped(next.why, after303 || wasCarriedOut(hop, answer)), hops, answer };
    if (seen.has(`${next.hop.method} ${next.hop.url}`)) return { ...stopped(answer.status, new URL(next.hop.url), 'loop'), hops, answer };
    if (hops === mostHops) return { ...stopped(answer.status, new URL(next.hop.url), 'tooMany'), hops, answer };
    after303 ||= isWrite(hop.method) && next.hop.method === 'GET';
    hop = next.hop;
  }
}

/** POST, PUT and PATCH change something; GET and OPTIONS do not. */
export function isWrite(method: Hop['method']): boolean {
  return method !== 'GET' && method !== 'OPTIONS';
}

/** A 303 says that the write was carried out: what comes after it is a read, and no question about its host makes the write again. */
function wasCarriedOut(hop: Hop, answer: WireAnswer): boolean {
  return isWrite(hop.method) && answer.status === 303;
}

function whyStopped(why: RedirectRefusal, carriedOut: boolean): RedirectRefusal {
  return carriedOut && why === 'untrusted' ? 'afterWrite303' : why;
}

function nextHop(hop: Hop, answer: WireAnswer, rules: RedirectRules): { kind: 'next'; hop: Hop } | StoppedRedirect {
  const target = locationOf(answer, hop.url);
  if (target === null) return { kind: 'stopped', status: answer.status, to: '', host: '', why: 'badLocation' };
  if (target.protocol !== 'https:') return stopped(answer.status, target, 'plainHttp');
  if (target.username !== '' || target.password !== '') return stopped(answer.status, target, 'userinfo');
  const shape = shapeAfter(hop, answer.status, target, rules);
  if (typeof shape === 'string') return stopped(answer.status, target, shape);
  const signIn = signInFor(target, shape, hop.signIn, rules);
  if (signIn === 'stop') return stopped(answer.status, target, 'untrusted');
  target.hash = '';
  return { kind: 'next', hop: { ...shape, url: target.href, signIn } };
}

/** Method, headers and body that the next request has, or why it may not be made. */
function shapeAfter(hop: Hop, status: number, target: URL, rules: RedirectRules): Omit<Hop, 'url' | 'signIn'> | RedirectRefusal {
  const same = { method: hop.method, headers: hop.headers, bytes: hop.bytes };
  if (hop.method === 'GET' || status === 307 || status === 308) return same;
  const asGet = { method: 'GET' as const, headers: withoutBodyHeaders(hop.headers), bytes: null };
  if (hop.method === 'OPTIONS') return status === 303 ? asGet : same;
  if (status === 303) return rules.follow303 ? asGet : 'afterWrite303';
  const { pathname, search } = new URL(hop.url);
  // Another query on the same path may be where a carried-out write is shown.
  if (hop.method === 'POST' && (target.pathname !== pathname || target.search !== search)) return 'writeToOtherPath';
  return same;
}

function signInFor(target: URL, shape: { method: Hop['method'] }, signIn: boolean, rules: RedirectRules): boolean | 'stop' {
  const trust = target.origin === rules.origin ? 'withSignIn' : rules.trusts(target.host);
  if (trust === 'withSignIn') return signIn;
  // Only a GET has nothing to lose: no body, no change.
  return trust === 'withoutSignIn' && shape.method === 'GET' ? false : 'stop';
}

function withoutBodyHeaders(headers: Hop['headers']): Hop['headers'] {
  const ofBody = new Set(['content-type', 'content-length', 'idempotency-key', 'if-match']);
  return headers.filter(([name]) => !ofBody.has(name.toLowerCase()));
}

function locationOf(answer: WireAnswer, base: string): URL | null {
  const locations = new Set(answer.headers.filter(([name]) => name.toLowerCase() === 'location').map(([, value]) => value));
  const [location] = locations;
  // Two different targets in one answer: whichever a proxy saw, we would guess.
  if (location === undefined || location === '' || locations.size > 1) return null;
  return URL.parse(location, base);
}

function stopped(status: number, target: URL, why: RedirectRefusal): StoppedRedirect {
  return { kind: 'stopped', status, to: `${target.protocol}//${target.host}${target.pathname}`, host: target.host, why };
}
