import type { Network, ProxyCredentials } from '#main/api/network/network.ts';
import type { ProxyAddress } from '#main/api/network/proxy-address.ts';
import type { Transport, WireRequest } from '#main/api/transport/transport.ts';
import { createUndiciTransport, type TlsTrust } from '#main/api/transport/undici-transport.ts';
import type { LabProxy, ProxyManner } from '#test/api/proxy-lab.ts';
import { realWorld } from '#test/world.ts';

/** When the trouble begins: with the first question, or with a request that writes. */
export const onsets = ['at the first question', 'at the change', 'at the comment', 'at the payment'] as const;
export type Onset = (typeof onsets)[number];

export interface Trouble {
  name: string;
  /** Null for none: straight to the service. `gone` for an address where nobody listens. */
  manner: ProxyManner | 'gone' | null;
  known?: ProxyCredentials;
  /** True for trouble after which a request may have arrived; otherwise nothing may be in doubt. */
  mayArrive?: true;
}

/** The user of a proxy with a password. */
export const anna = { user: 'anna', password: 'right-canary' };
const html = '<html><body>Please sign in</body></html>';
const errorPage = 'HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html';
const pastTheHandshake = [-350, -60, 0, 90, 250, 400];

interface Ground {
  pems: { key: string; cert: string };
  serviceCa: string;
  question: number;
}

/** The way that connections take now. */
export interface Way {
  proxy: ProxyAddress | null;
  known: ProxyCredentials | null;
}

/** A network that asks for the way again with each connection. */
export const networkOver = (now: () => Way): Network => ({
  waysTo: () => {
    const { proxy } = now();
    return Promise.resolve([proxy ? { kind: 'proxy', proxy } : { kind: 'direct' }]);
  },
  credentials: () => Promise.resolve(now().known),
});

/** Every manner of the lab. `question` is what one question sends into a tunnel, its handshake included, in bytes. */
export function troublesOf({ pems, serviceCa, question }: Ground): Trouble[] {
  const inside = (head: string, carries: boolean, body = html): ProxyManner => {
    return { kind: 'answersInside', head, body, carries, pems, serviceCa };
  };
  const answers = (head: string, body?: string): ProxyManner => ({ kind: 'answers', head, ...(body ? { body } : {}) });
  const cuts = pastTheHandshake.flatMap((offset): Trouble[] => [
    { name: `cuts after the request, ${offset}`, manner: { kind: 'cutsAfter', bytes: question + offset }, mayArrive: true },
    { name: `cuts within the request, ${offset}`, manner: { kind: 'cutsWithin', bytes: question + offset }, mayArrive: true },
  ]);
  return [
    { name: 'no proxy', manner: null },
    { name: 'the right proxy', manner: { kind: 'tunnels' } },
    { name: 'a wrong address', manner: 'gone' },
    { name: '407 and the right password', manner: { kind: 'asks', ...anna }, known: anna },
    { name: '407 and a wrong password', manner: { kind: 'asks', user: 'anna', password: 'another' }, known: anna },
    { name: '407 and no password', manner: { kind: 'asks', ...anna } },
    { name: '502 before the tunnel', manner: answers('HTTP/1.1 502 Bad Gateway') },
    { name: 'HTML before the tunnel', manner: answers('HTTP/1.1 403 Forbidden\r\nContent-Type: text/html', html) },
    { name: 'a portal before the tunnel', manner: answers('HTTP/1.1 302 Found\r\nLocation: https://portal.example/') },
    { name: 'the service’s words before the tunnel', manner: answers('HTTP/1.1 422 No', '{"type":"UNPROCESSABLE_CONTENT","errors":[]}') },
    { name: 'HTML where TLS should begin', manner: { kind: 'speaksHtml' } },
    { name: 'silence before the tunnel', manner: { kind: 'silent' } },
    { name: 'a cut before the tunnel', manner: { kind: 'cutsAtConnect' } },
    { name: 'a cut in the tunnel’s answer', manner: { kind: 'cutsHalfAnHead' } },
    { name: 'a cut in the handshake', manner: { kind: 'cutsAfter', bytes: 1 } },
    { name: 'a hang in the handshake', manner: { kind: 'hangsAfter', bytes: 1 } },
    { name: 'a hang in the request', manner: { kind: 'hangsAfter', bytes: question - 100 }, mayArrive: true },
    { name: 'a cut in the answer', manner: { kind: 'cutsAnswer', bytes: 2_000 }, mayArrive: true },
    { name: '502 inside, carried out', manner: inside(errorPage, true), mayArrive: true },
    { name: '502 inside, not carried out', manner: inside(errorPage, false), mayArrive: true },
    { name: 'HTML of 200 inside, carried out', manner: inside('HTTP/1.1 200 OK\r\nContent-Type: text/html', true), mayArrive: true },
    { name: 'a 403 without words inside', manner: inside('HTTP/1.1 403 No', false, ''), mayArrive: true },
    { name: 'HTML of 403 inside, not carried out', manner: inside('HTTP/1.1 403 No\r\nContent-Type: text/html', false), mayArrive: true },
    ...cuts,
  ];
}

const isOnset: Record<Onset, (request: WireRequest) => boolean> = {
  'at the first question': () => true,
  'at the change': ({ method }) => method === 'PATCH',
  'at the comment': ({ method, priority }) => method === 'POST' && priority === 'write',
  'at the payment': ({ priority }) => priority === 'payment',
};

/** A road to the service that turns bad with one request and is good again when the test says so. */
export function road(trust: TlsTrust, { trouble, onset }: { trouble: Trouble; onset: Onset }, good: LabProxy, bad: LabProxy | null) {
  const state = { now: 'before' as 'before' | 'bad' | 'after', failed: false };
  const goodWay: Way = { proxy: trouble.manner === null ? null : good.address, known: null };
  const badWay: Way = { proxy: bad?.address ?? null, known: trouble.known ?? null };
  const network = networkOver(() => (state.now === 'bad' ? badWay : goodWay));
  const inner = createUndiciTransport({ world: realWorld(), trust, network });
  const short = ['silent', 'hangsAfter'].includes(typeof trouble.manner === 'object' ? (trouble.manner?.kind ?? '') : '');
  const exchange: Transport['exchange'] = async (request, signal) => {
    if (state.now === 'before' && isOnset[onset](request)) {
      state.now = 'bad';
      inner.renew?.();
    }
    const limits = short && state.now === 'bad' ? { connectTimeoutMs: 500, totalTimeoutMs: 700 } : {};
    const was = state.now;
    const outcome = await inner.exchange({ ...request, ...limits }, signal);
    const isWord = outcome.kind === 'answer' && outcome.headers.some(([name, value]) => name === 'content-type' && value.includes('json'));
    if (was === 'bad' && !isWord) state.failed = true;
    return outcome;
  };
  const end = () => {
    state.now = 'after';
    inner.renew?.();
  };
  return { transport: { ...inner, exchange } satisfies Transport, state, end };
}
