import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nobody } from '#main/api/question.ts';
import { createClient, type Client } from '#main/api/client.ts';
import type { RedirectRefusal } from '#main/api/result.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { labAccount } from '#test/api/client-account.ts';
import { labTransport, makeCertificate, startServer, type LabServer, type Seen } from '#test/api/lab.ts';
import { realWorld } from '#test/world.ts';

/** P21: three https origins and one http, every status, every method, every form of URL. */
const pems = await makeCertificate();
const id = '11111111-2222-3333-4444-555555555555';
const record = JSON.stringify({ id });
let home: LabServer, trusted: LabServer, stranger: LabServer, half: LabServer, plain: LabServer;
let transport: Transport;
let client: Client;
let redirect: (seen: Seen) => { status: number; location: string | null };

const start = '/v1/start';
const done = { status: 200, location: null };
beforeAll(async () => {
  const answer = (seen: Seen, response: import('node:http').ServerResponse) => {
    const { status, location } = redirect(seen);
    // The service is well: it refuses a question that carries no sign-in.
    if (seen.url.endsWith(nobody))
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"type":"UNAUTHORIZED","errors":[]}');
    else if (status === 200) response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' }).end(record);
    else response.writeHead(status, location === null ? {} : { location }).end();
  };
  home = await startServer(answer, { pems });
  trusted = await startServer(answer, { pems, address: '127.0.0.2' });
  stranger = await startServer(answer, { pems, address: '127.0.0.3' });
  half = await startServer(answer, { pems });
  plain = await startServer(answer);
  transport = labTransport(pems.cert);
  const account = labAccount(home.origin, { trust: { [trusted.host]: 'withSignIn', [half.host]: 'withoutSignIn' } });
  client = createClient({ world: realWorld(), transport, account });
});
afterEach(() => {
  for (const server of [home, trusted, stranger, half, plain]) server.seen.length = 0;
});
afterAll(async () => {
  await transport.close();
  await Promise.all([home, trusted, stranger, half, plain].map((server) => server.close()));
});

const methods = ['GET', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'payment'] as const;
type Method = (typeof methods)[number];
const statuses = [301, 302, 303, 307, 308] as const;

type Target = 'home' | 'trusted' | 'half' | 'stranger' | 'refused';
interface Form {
  name: string;
  location: () => string | null;
  target: Target;
  samePath: boolean;
  why?: RedirectRefusal;
}
const forms: Form[] = [
  { name: 'same origin, other path', location: () => `${home.origin}/v1/end`, target: 'home', samePath: false },
  { name: 'same path, with a query', location: () => `${home.origin}${start}?moved=1`, target: 'home', samePath: false },
  { name: 'relative path', location: () => 'end', target: 'home', samePath: false },
  { name: 'absolute path', location: () => '/v1/end', target: 'home', samePath: false },
  { name: 'dots', location: () => '/v1/../v1/./end', target: 'home', samePath: false },
  { name: 'with a fragment', location: () => '/v1/end#part', target: 'home', samePath: false },
  { name: 'upper case scheme', location: () => `${home.origin.replace('https', 'HTTPS')}/v1/end`, target: 'home', samePath: false },
  { name: 'trusted host, same path', location: () => `${trusted.origin}${start}`, target: 'trusted', samePath: true },
  { name: 'trusted host, other path', location: () => `${trusted.origin}/v1/end`, target: 'trusted', samePath: false },
  { name: 'without a scheme, trusted', location: () => `//${trusted.host}${start}`, target: 'trusted', samePath: true },
  { name: 'trusted without sign-in (other port)', location: () => `${half.origin}${start}`, target: 'half', samePath: true },
  { name: 'other host, same path', location: () => `${stranger.origin}${start}`, target: 'stranger', samePath: true },
  { name: 'without a scheme, stranger', location: () => `//${stranger.host}${start}`, target: 'stranger', samePath: true },
  { name: 'backslashes', location: () => `\\\\${stranger.host}${start}`, target: 'stranger', samePath: true },
  { name: 'same host, other port', location: () => `https://127.0.0.1:${stranger.port}${start}`, target: 'stranger', samePath: true },
  { name: 'sub-domain', location: () => `https://sub.127.0.0.1.nip.invalid${start}`, target: 'stranger', samePath: true },
  {
    name: 'host that begins alike',
    location: () => `https://${trusted.host}.invalid${start}`.replace(/:\d+/, ''),
    target: 'stranger',
    samePath: true,
  },
  {
    name: 'userinfo at home',
    location: () => home.origin.replace('//', '//user:word@') + start,
    target: 'refused',
    samePath: true,
    why: 'userinfo',
  },
  {
    name: 'userinfo that looks like home',
    location: () => `https://${home.host.replace(':', '%3A')}@${stranger.host}${start}`,
    target: 'refused',
    samePath: true,
    why: 'userinfo',
  },
  { name: 'plain http', location: () => `${plain.origin}${start}`, target: 'refused', samePath: true, why: 'plainHttp' },
  {
    name: 'plain http at home',
    location: () => home.origin.replace('https', 'http') + start,
    target: 'refused',
    samePath: true,
    why: 'plainHttp',
  },
  { name: 'another scheme', location: () => 'javascript:alert(1)', target: 'refused', samePath: true, why: 'plainHttp' },
  { name: 'a file', location: () => 'file:///etc/passwd', target: 'refused', samePath: true, why: 'plainHttp' },
  { name: 'no Location', location: () => null, target: 'refused', samePath: true, why: 'badLocation' },
  { name: 'an empty Location', location: () => '', target: 'refused', samePath: true, why: 'badLocation' },
  { name: 'no address', location: () => 'https://[::bad', target: 'refused', samePath: true, why: 'badLocation' },
];

/** The law, written down once more and differently: what must come of a case. */
function expected(method: Method, status: number, form: Form): 'followed' | RedirectRefusal {
  if (form.why) return form.why;
  const post = method === 'POST' || method === 'payment';
  const write = post || method === 'PUT' || method === 'PATCH';
  if (write && status === 303) return 'afterWrite303';
  if (post && (status === 301 || status === 302) && !form.samePath) return 'writeToOtherPath';
  if (form.target === 'home' || form.target === 'trusted') return 'followed';
  const becomesGet = method === 'GET' || (method === 'OPTIONS' && status === 303);
  return form.target === 'half' && becomesGet ? 'followed' : 'untrusted';
}

const body = { description: 'body-canary-51' };
function act(method: Method) {
  const request = { family: 'A' as const, path: start.slice(3), accept: 'json' as const };
  if (method === 'GET') return client.read({ ...request, method });
  if (method === 'OPTIONS') return client.options({ ...request, method, body });
  if (method === 'payment') return client.send({ ...request, method: 'POST', body, priority: 'payment', idempotencyKey: 'k-1' });
  return client.send({ ...request, method, body, priority: 'write', idempotencyKey: 'k-1' });
}

/** Whatever came of it: nothing left https, no secret and no body reached a host that may not have it. */
function nothingEscaped() {
  expect(plain.seen).toEqual([]);
  expect(stranger.seen).toEqual([]);
  for (const seen of half.seen) {
    expect(seen.headers.authorization).toBeUndefined();
    expect(seen).toMatchObject({ method: 'GET', body: '' });
    expect(JSON.stringify(seen.headers)).not.toContain('lab-key');
  }
}

describe.each(methods)('%s', (method) => {
  it.each(statuses.flatMap((status) => forms.map((form) => [status, form.name, form] as const)))(
    '%i to %s',
    async (status, _name, form) => {
      redirect = (seen) => (seen.origin === home.origin && seen.url === start ? { status, location: form.location() } : done);
      const result = await act(method);
      nothingEscaped();
      const outcome = result.ok ? 'followed' : result.failure.kind === 'redirected' ? result.failure.why : result.failure.kind;
      expect(outcome).toBe(expected(method, status, form));
      const all = [home, trusted, half].flatMap((server) => server.seen);
      expect(all).toHaveLength(outcome === 'followed' ? 2 : method === 'GET' || method === 'OPTIONS' ? all.length : 1);
      const last = all.at(-1);
      if (outcome === 'followed' && form.target !== 'half') {
        expect(last?.headers.authorization).toBe('Basic lab-key-7f3a');
        const asGet = method === 'GET' || (method === 'OPTIONS' && status === 303);
        expect(last?.method).toBe(asGet ? 'GET' : method === 'payment' ? 'POST' : method);
        expect(last?.body).toBe(asGet ? '' : JSON.stringify(body));
      }
      if (outcome !== 'followed' && (method === 'POST' || method === 'payment')) expect(all).toHaveLength(1);
    },
  );
});

describe('chains', () => {
  const step = (seen: Seen) => Number(/\d+$/.exec(seen.url)?.[0] ?? 0);
  const chain = (length: number, status: number) => {
    redirect = (seen) => (step(seen) < length ? { status, location: `${start}${step(seen) + 1}` } : done);
  };

  it.each(methods)('%s: five hops arrive, six do not', async (method) => {
    chain(5, 307);
    expect((await act(method)).ok).toBe(true);
    home.seen.length = 0;
    chain(6, 307);
    expect(await act(method)).toMatchObject({ ok: false, failure: { kind: 'redirected', why: 'tooMany' } });
    expect(home.seen).toHaveLength(6);
  });

  it.each(methods)('%s: a loop ends when it closes', async (method) => {
    redirect = (seen) => ({ status: 308, location: seen.url === start ? '/v1/there' : start });
    expect(await act(method)).toMatchObject({ ok: false, failure: { kind: 'redirected', why: 'loop' } });
    expect(home.seen).toHaveLength(2);
    redirect = () => ({ status: 308, location: start });
    expect(await act(method)).toMatchObject({ ok: false, failure: { kind: 'redirected', why: 'loop' } });
    expect(home.seen).toHaveLength(3);
  });

  it.each(methods)('%s: by a trusted host to a stranger, to http, and home again', async (method) => {
    const onward = (location: string) => {
      redirect = (seen) => {
        if (seen.origin === home.origin && seen.url === start) return { status: 307, location: trusted.origin + start };
        return seen.origin === trusted.origin ? { status: 307, location } : done;
      };
    };
    onward(stranger.origin + start);
    expect(await act(method)).toMatchObject({ ok: false, failure: { kind: 'redirected', why: 'untrusted', host: stranger.host } });
    onward(plain.origin + start);
    expect(await act(method)).toMatchObject({ ok: false, failure: { kind: 'redirected', why: 'plainHttp' } });
    onward(`${home.origin}/v1/end`);
    expect((await act(method)).ok).toBe(true);
    nothingEscaped();
  });

  it('never gives the sign-in back once a host without it steered the way', async () => {
    redirect = (seen) => {
      if (seen.origin === home.origin && seen.url === start) return { status: 302, location: `${half.origin}/x` };
      return seen.origin === half.origin ? { status: 302, location: `${home.origin}/v1/end` } : done;
    };
    expect((await act('GET')).ok).toBe(true);
    expect(home.seen.at(-1)).toMatchObject({ url: '/v1/end' });
    expect(home.seen.at(-1)?.headers.authorization).toBeUndefined();
    nothingEscaped();
  });

  it('takes a 303 after a write only when the expected record shows itself, and never for a payment', async () => {
    redirect = (seen) => (seen.url === start ? { status: 303, location: '/v1/end' } : done);
    const request = { family: 'A' as const, path: start.slice(3), accept: 'json' as const, method: 'POST' as const, body };
    const right = await client.send({ ...request, priority: 'write', expects: (value) => value['id'] === id });
    expect(right.ok).toBe(true);
    expect(home.seen.at(-1)).toMatchObject({ method: 'GET', body: '' });
    expect(await client.send({ ...request, priority: 'write', expects: () => false })).toMatchObject({ failure: { why: 'afterWrite303' } });
    home.seen.length = 0;
    expect(await client.send({ ...request, priority: 'payment', expects: () => true })).toMatchObject({
      failure: { why: 'afterWrite303' },
    });
    expect(home.seen).toHaveLength(1);
  });

  it('does not take 300, 304, 305 and 306 for redirects', async () => {
    for (const status of [300, 304, 305, 306]) {
      redirect = () => ({ status, location: `${stranger.origin}/x` });
      for (const method of methods) expect((await act(method)).ok, `${method} ${status}`).toBe(false);
    }
    nothingEscaped();
  });
});
