import { createHash } from 'node:crypto';
import type { ServiceRequest } from '#shared/edits/edit-kind.ts';
import { getExpense } from '#shared/service/operations.ts';
import { recordId } from '#shared/records/record-id.ts';
import { sameId } from '#shared/values/uuid.ts';
import type { Moment } from '#shared/world.ts';
import type { ClientAccount, ClientParts } from './client-account.ts';
import { failureOfWire, judgeQuestion, type JsonBody } from './judge.ts';
import { nobody, question } from './question.ts';
import { failed, succeeded, type ApiResult, type Failure } from './result.ts';
import { headerOf, type WireAnswer } from '#main/api/transport/transport.ts';

/** A failure of a read that a captive portal would cause as well as the service. */
export function portalLike(failure: Failure): boolean {
  if (failure.kind === 'redirected') return failure.why === 'untrusted' || failure.why === 'plainHttp';
  if (failure.kind === 'unreadable') return failure.status < 400;
  return failure.kind === 'serviceTrouble' && failure.status === 511;
}

interface ProbeParts extends ClientParts {
  /** Reads under the account's sign-in. */
  read(request: ServiceRequest, signal?: AbortSignal): Promise<ApiResult<JsonBody>>;
}

/**
 * Creates the probe "does the service itself answer?": a read without credentials, which the service refuses in its own words ("Errors"). A status
 * alone proves nothing. Unknown words count only after a read under the sign-in is answered as only the service answers; where the words repeat
 * right after it they are known from then on. HTML with a 2xx, a redirect to a strange host, or status 511 is a captive portal. During the probe `connections`
 * are opened for the requests after it, and closed if it fails.
 */
export function createProbe({ world, transport, account, read }: ProbeParts) {
  const asked = question(account.baseUrl);
  const saidWhenWell = new Set<string>();
  // One of the clocks may stand still while the computer sleeps, the other may be set.
  const since = ({ monotonic, wall }: Moment) => Math.max(world.monotonic() - monotonic, Math.abs(world.now() - wall));

  /** An answer in unknown words. */
  const askUnderSignIn = async (answer: WireAnswer, askedAt: Moment, signal?: AbortSignal): Promise<ApiResult<{ status: number }>> => {
    const id = account.knownExpense?.() ?? nobody;
    const late = new AbortController();
    const told = await Promise.race([read(getExpense(id), signal), world.sleep(provesWithinMs, late.signal).then(() => null)]);
    late.abort();
    if (told === null) return notItsWords(answer.status);
    if (told.ok && !sameId(recordId('expense', told.value.value) ?? '', id)) return notItsWords(answer.status);
    if (!told.ok) {
      const { failure } = told;
      if (failure.kind !== 'refused') return failed(failure);
      if (failure.error === null) return notItsWords(failure.status);
    }
    // An outage may have ended between probe and read: only repeated words are the healthy ones, and after a while another outage may repeat them.
    if (!isHtml(answer)) {
      const again = await transport.exchange(asked, signal);
      const isSame = again.kind === 'answer' && fingerprintOf(again) === fingerprintOf(answer);
      if (isSame && since(askedAt) <= learnsWithinMs) saidWhenWell.add(fingerprintOf(answer));
    }
    return succeeded({ status: answer.status });
  };

  const ask = async (signal?: AbortSignal): Promise<ApiResult<{ status: number }>> => {
    const askedAt: Moment = { monotonic: world.monotonic(), wall: world.now() };
    const answer = await transport.exchange(asked, signal);
    if (answer.kind === 'failure') return failed(failureOfWire(answer, false));
    if (fromPortal(answer, asked.url, account)) return failed({ kind: 'captivePortal' });
    const said = judgeQuestion(answer, world.now());
    if (said === null || saidWhenWell.has(fingerprintOf(answer))) return succeeded({ status: answer.status });
    return said.kind === 'strange' ? askUnderSignIn(answer, askedAt, signal) : failed(said);
  };

  return async (signal?: AbortSignal, connections = 0): Promise<ApiResult<{ status: number }>> => {
    if (connections > 0) transport.makeReady?.(asked.url, connections);
    const result = await ask(signal);
    if (connections > 0 && !result.ok) transport.makeReady?.(asked.url, 0);
    return result;
  };
}

/** A strange answer is proved in this time or not at all: a sign-in that is being renewed may hang in the same outage. */
const provesWithinMs = 20_000;
/** From the question to its repetition. */
const learnsWithinMs = 4_000;

const notItsWords = (status: number) => failed({ kind: 'unreadable', status, detail: 'notItsWords' });

/** Everything that was said, to the byte: another answer with the same status is another answer. */
function fingerprintOf({ status, headers, body }: WireAnswer): string {
  return `${status} ${headerOf(headers, 'content-type') ?? ''} ${createHash('sha256').update(body).digest('hex')}`;
}

/** A page for people, as a proxy and a portal show; a service's page changes with every release of it too. */
function isHtml({ headers }: WireAnswer): boolean {
  return (headerOf(headers, 'content-type') ?? '').includes('html');
}

function fromPortal(answer: WireAnswer, url: string, account: ClientAccount): boolean {
  if (answer.status === 511) return true;
  if (answer.status < 300) return !(headerOf(answer.headers, 'content-type') ?? '').includes('json');
  if (answer.status >= 400) return false;
  const target = URL.parse(headerOf(answer.headers, 'location') ?? '', url);
  if (target === null || target.origin === new URL(url).origin) return false;
  const trust = account.trusts(target.host);
  return trust === 'ask' || trust === 'no';
}
