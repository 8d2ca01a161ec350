import type { ClientAccount } from './client-account.ts';
import { failureOfWire } from './judge.ts';
import { connectTimeoutMs, laneLimits } from './limits.ts';
import { requestUrl } from './prepare.ts';
import { failed, succeeded, type ApiResult, type Failure } from './result.ts';
import { headerOf, type Transport, type WireAnswer } from './transport.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** A failure of a read that a captive portal would cause as well as the service. */
export function portalLike(failure: Failure): boolean {
  if (failure.kind === 'redirected') return failure.why === 'untrusted' || failure.why === 'plainHttp';
  if (failure.kind === 'unreadable') return failure.status < 400;
  return failure.kind === 'serviceTrouble' && failure.status === 511;
}

/**
 * Makes the question "does the service itself answer?": a read without credentials, which the service refuses in its own words. HTML with
 * a 2xx, a redirect to a strange host, or status 511 is a network that asks for its own sign-in.
 */
export function createProbe({ transport, account }: { transport: Transport; account: ClientAccount }) {
  const url = requestUrl(account.baseUrl, { family: 'A', path: `/expenses/${nobody}` });
  return async (signal?: AbortSignal): Promise<ApiResult<{ status: number }>> => {
    const answer = await transport.exchange(
      {
        method: 'GET',
        url,
        headers: [['Accept', 'application/json']],
        body: null,
        lane: 'read',
        connectTimeoutMs,
        totalTimeoutMs: laneLimits.read.totalTimeoutMs,
      },
      signal,
    );
    if (answer.kind === 'failure') return failed(failureOfWire(answer, false));
    return fromPortal(answer, url, account) ? failed({ kind: 'captivePortal' }) : succeeded({ status: answer.status });
  };
}

function fromPortal(answer: WireAnswer, url: string, account: ClientAccount): boolean {
  if (answer.status === 511) return true;
  if (answer.status >= 200 && answer.status < 300) return !(headerOf(answer.headers, 'content-type') ?? '').includes('json');
  if (answer.status < 300 || answer.status >= 400) return false;
  const target = URL.parse(headerOf(answer.headers, 'location') ?? '', url);
  if (target === null || target.origin === new URL(url).origin) return false;
  const trust = account.trusts(target.host);
  return trust === 'ask' || trust === 'no';
}
