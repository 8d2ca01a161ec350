import type { ClientParts } from './client-account.ts';
import { failureOfWire } from './judge.ts';
import { connectTimeoutMs, httpDate, priorityLimits } from '#main/api/transport/limits.ts';
import { withoutOwnPath, withoutOwnSecret } from './own-secret.ts';
import type { PreparedRequest } from './prepare.ts';
import { followRedirects, isWrite, type Hop, type WayEnd } from './redirects.ts';
import { failed, succeeded, type ApiResult, type Failure } from './result.ts';
import { createStanding } from './standing.ts';
import { headerOf, type PriorityClass, type WireAnswer, type WireRequest } from '#main/api/transport/transport.ts';

/** The priority class of one request and the judge of its last response. */
export interface Plan<T> {
  priority: PriorityClass;
  /** As in `RedirectRules`; a read follows a 303 anyway. */
  follow303?: boolean;
  /** As in `Sending`. */
  leavesWithinMs?: (() => number) | undefined;
  judge: (answer: WireAnswer) => ApiResult<T>;
}

/** A request that came to a good end. */
export interface Arrival<T> {
  answer: WireAnswer;
  url: string;
  judged: T;
  /** A write was answered with a 303 and this is the answer to the GET that followed. */
  after303: boolean;
}

const tooLate: Failure = { kind: 'tooLate' };
const signInTrouble: Failure = { kind: 'notSent', cause: 'signInTrouble', detail: 'refresh' };

type Outcome<T> = ApiResult<Arrival<T>>;
type Unauthorized = Extract<Failure, { kind: 'unauthorized' }>;

/** Brings requests to the service under the account's sign-in, along redirects, once more after an UNAUTHORIZED that a refresh cured. */
export function createAuthenticatedClient(parts: ClientParts) {
  const { transport, account } = parts;
  const standing = createStanding(parts);
  /** The header that was fetched after a payment had been refused, for the payment's next try. */
  let fetchedForPayment: string | null = null;

  const { travel, clockOffsetMs } = createTravel(parts);

  const attempt = async <T>(header: string, prepared: PreparedRequest, plan: Plan<T>, signal?: AbortSignal): Promise<Outcome<T>> => {
    const withinMs = plan.leavesWithinMs?.() ?? Number.POSITIVE_INFINITY;
    if (withinMs <= 0) return failed(tooLate);
    // From here to the answer of a payment no refresh may begin: it would invalidate the token that is on its way.
    const release = plan.priority === 'payment' ? account.holdRefresh?.() : undefined;
    const end = await travel(prepared, header, { ...plan, withinMs }, signal).finally(release);
    return arrivalOf(withoutOwnPath(end, header), prepared, plan);
  };

  /**
   * After an UNAUTHORIZED: one refresh, one repetition. A payment is never repeated here, whatever the reason: that is an intent of its own;
   * refused again with the token that was fetched for it, nobody is signed in.
   */
  const cure = async <T>(
    refused: Unauthorized,
    used: string,
    url: string,
    again: (header: string) => Promise<Outcome<T>>,
    repeat: boolean,
  ): Promise<Outcome<T>> => {
    if (!repeat && used === fetchedForPayment) {
      account.refused?.();
      return failed(refused);
    }
    const refreshed = await account.onUnauthorized(used);
    if (refreshed === 'later') return failed(signInTrouble);
    if (!refreshed) return failed({ ...refused, refreshed });
    const authorization = await account.authorization();
    if (authorization.kind !== 'header') return failed(refused);
    if (!repeat) fetchedForPayment = authorization.value;
    if (!repeat) return failed({ ...refused, refreshed });
    const second = await again(authorization.value);
    if (second.ok || second.failure.kind !== 'unauthorized') return second;
    if (await standing(url, authorization.value)) return failed(asSigned(second.failure, false));
    account.refused?.();
    return second;
  };

  return {
    carry: async <T>(prepared: PreparedRequest, plan: Plan<T>, signal?: AbortSignal): Promise<Outcome<T>> => {
      if (transport.isOff?.()) return failed({ kind: 'notSent', cause: 'workingOffline', detail: 'workingOffline' });
      const authorization = await account.authorization();
      if (authorization.kind === 'signedOut') return failed({ kind: 'notSent', cause: 'signedOut', detail: authorization.why });
      if (authorization.kind === 'later') return failed(signInTrouble);
      if (signal?.aborted) return failed({ kind: 'cancelled', bytesWritten: false });
      const first = await attempt(authorization.value, prepared, plan, signal);
      if (first.ok || first.failure.kind !== 'unauthorized') return first;
      // An API key has no newer one to try, so the probe comes first. A token is probed when its successor was refused as well.
      if (authorization.value.startsWith('Basic ') && (await standing(prepared.url, authorization.value)))
        return failed(asSigned(first.failure, false));
      const again = (header: string) => attempt(header, prepared, plan, signal);
      return cure(first.failure, authorization.value, prepared.url, again, plan.priority !== 'payment' && !signal?.aborted);
    },
    clockOffsetMs,
  };
}

/** One request along its redirects, and the service's clock as its answers tell it. */
function createTravel({ world, transport, account }: ClientParts) {
  const { origin } = new URL(account.baseUrl);
  let clockOffsetMs: number | null = null;
  type Way = Pick<Plan<unknown>, 'priority' | 'follow303'> & { withinMs: number };
  const travel = (prepared: PreparedRequest, authorization: string, plan: Way, signal?: AbortSignal): Promise<WayEnd> => {
    const startedAt = world.monotonic();
    let first: Pick<WireRequest, 'leaves'> = Number.isFinite(plan.withinMs) ? { leaves: { at: world.now(), withinMs: plan.withinMs } } : {};
    return followRedirects(
      { ...prepared, signIn: true },
      { origin, trusts: (host) => account.trusts(host), follow303: plan.follow303 === true },
      async (hop) => {
        // One waiting time for the whole way, however many hosts it leads to.
        const left = priorityLimits[plan.priority].totalTimeoutMs - (world.monotonic() - startedAt);
        const request = { ...wireRequest(hop, authorization, plan.priority, Math.max(1, left)), ...first };
        // A redirected request was already sent.
        first = {};
        const heard = await transport.exchange(request, signal);
        const answer = withoutOwnSecret(heard, authorization);
        if (answer.kind === 'answer' && new URL(hop.url).origin === origin) clockOffsetMs = offsetOf(answer, world.now()) ?? clockOffsetMs;
        return answer;
      },
    );
  };
  return { travel, clockOffsetMs: () => clockOffsetMs };
}

function wireRequest(hop: Hop, authorization: string, priority: PriorityClass, totalTimeoutMs: number) {
  const headers: [string, string][] = hop.signIn ? [['Authorization', authorization], ...hop.headers] : hop.headers;
  const shortest = Math.min(connectTimeoutMs, totalTimeoutMs);
  return { method: hop.method, url: hop.url, headers, body: hop.bytes, priority, connectTimeoutMs: shortest, totalTimeoutMs };
}

function arrivalOf<T>(end: WayEnd, prepared: PreparedRequest, plan: Plan<T>): ApiResult<Arrival<T>> {
  switch (end.kind) {
    case 'stopped':
      return failed({ kind: 'redirected', status: end.status, to: end.to, host: end.host, why: end.why }, end.answer);
    case 'lost':
      return failed(failureOfWire(end.failure, end.hops > 0 && isWrite(prepared.method)));
    case 'arrived': {
      const judged = plan.judge(end.answer);
      if (judged.ok) return succeeded({ answer: end.answer, url: end.url, judged: judged.value, after303: end.after303 });
      // The refusal of the read that followed a write is no refusal of the write.
      return failed(end.after303 ? unprovenAfter303(end.url) : asSigned(judged.failure, end.signIn), end.answer);
    }
  }
}

/** A host that was asked without our sign-in, and wants one, says nothing of ours. */
function asSigned(failure: Failure, signIn: boolean): Failure {
  if (signIn || failure.kind !== 'unauthorized') return failure;
  return { kind: 'refused', status: failure.status, error: failure.error, retryAfterMs: null };
}

/** A write was answered with a 303, and the read that followed did not show the record: whether it was carried out is unknown. */
export function unprovenAfter303(url: string): Failure {
  const { origin, host, pathname } = new URL(url);
  return { kind: 'redirected', status: 303, to: `${origin}${pathname}`, host, why: 'afterWrite303' };
}

function offsetOf(answer: WireAnswer, now: number): number | null {
  const at = httpDate(headerOf(answer.headers, 'date') ?? '');
  return Number.isNaN(at) ? null : at - now;
}
