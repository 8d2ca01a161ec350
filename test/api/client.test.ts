import type { ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseBaseUrl } from '#main/api/base-url.ts';
import { urlOf } from '#shared/service/service-url.ts';
import { createClient } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { labAccount } from '#test/api/client-account.ts';
import { labTransport, makeCertificate, startServer, type LabServer, type Seen } from '#test/api/lab.ts';
import { realWorld } from '#test/world.ts';

const pems = await makeCertificate();
const id = '11111111-2222-3333-4444-555555555555';
let server: LabServer;
let portal: LabServer;
let transport: Transport;
let handler: (seen: Seen, response: ServerResponse) => void;

beforeAll(async () => {
  server = await startServer((seen, response) => handler(seen, response), { pems });
  portal = await startServer((_seen, response) => response.end('<html>pay here</html>'), { pems, address: '127.0.0.2' });
  transport = labTransport(pems.cert);
});
afterEach(() => {
  server.seen.length = 0;
});
afterAll(async () => {
  await transport.close();
  await Promise.all([server.close(), portal.close()]);
});

const mediaType = 'application/json;charset=UTF-8';
const ok = (response: ServerResponse, value: unknown = { id }) =>
  response.writeHead(200, { 'content-type': mediaType, etag: '"7"' }).end(JSON.stringify(value));
const no = (response: ServerResponse, status: number, type: string) =>
  response.writeHead(status, { 'content-type': mediaType }).end(JSON.stringify({ type, errors: [] }));
const clientOf = (account: Partial<ClientAccount> = {}) =>
  createClient({ world: realWorld(), transport, account: labAccount(server.origin, account) });
const patch = {
  method: 'PATCH' as const,
  family: 'A' as const,
  path: `/expenses/${id}`,
  accept: 'json' as const,
  body: { performedDate: '2026-03-12' },
};
const payment = {
  method: 'POST' as const,
  family: 'A' as const,
  path: `/invoice-receivables/${id}/payments`,
  accept: 'json' as const,
  body: { amountInInvoiceCurrency: 9223372036854775807n },
};

it('says of a read that brought another company’s record just that; a write is answered as it was', async () => {
  handler = (_seen, response) => ok(response);
  const client = clientOf({ belongs: () => false });
  const read = await client.read({ method: 'GET', family: 'A', path: `/expenses/${id}`, accept: 'json' });
  expect(read).toEqual({ ok: false, failure: { kind: 'otherCompany', status: 200 } });
  expect(await client.send({ ...patch, priority: 'write' })).toMatchObject({ ok: true });
});

describe('a service that repeats our sign-in', () => {
  const key = 'lab-key-7f3a';
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const echoing = (status: number) => (seen: Seen, response: ServerResponse) => {
    const header = String(seen.headers.authorization);
    const item = { type: 'X', message: `Bad header ${header}`, path: [header], context: { token: header.split(' ')[1] } };
    response.writeHead(status, { 'content-type': mediaType, etag: `"${header}"`, 'x-seen': header });
    response.end(JSON.stringify({ id, name: header, type: status === 200 ? undefined : 'FORBIDDEN', errors: [item] }));
  };

  it.each([`Basic ${key}`, `Bearer ${token}`])('receives it back as asterisks, in a record, an error, a header: %s', async (value) => {
    const client = clientOf({ authorization: () => Promise.resolve({ kind: 'header', value }) });
    const secret = value.split(' ')[1] ?? '';
    for (const status of [200, 403, 422, 500]) {
      handler = echoing(status);
      const result = await client.send({ ...patch, priority: 'write' });
      expect(result.ok).toBe(status === 200);
      expect(server.seen.at(-1)?.headers.authorization).toBe(value);
      expect(JSON.stringify(result)).not.toContain(secret);
      if (result.ok) expect(result.value.value).toMatchObject({ id, name: `${value.split(' ')[0]} ${'*'.repeat(secret.length)}` });
    }
    handler = echoing(200);
    const shown = await client.options({ ...patch, method: 'OPTIONS' });
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown.ok && shown.value.text).toContain('***');
  });
});

describe('what leaves', () => {
  it('carries the key verbatim, the media type to the letter, the body’s exact bytes', async () => {
    handler = (_seen, response) => ok(response);
    const client = clientOf();
    const prepared = client.prepare({ ...payment, idempotencyKey: 'edit-1', ifMatch: '"6"' });
    await client.send({ ...payment, idempotencyKey: 'edit-1', ifMatch: '"6"', priority: 'payment' });
    const [seen] = server.seen;
    expect(seen).toMatchObject({
      method: 'POST',
      url: `/v1/invoice-receivables/${id}/payments`,
      body: '{"amountInInvoiceCurrency":9223372036854775807}',
    });
    expect(seen?.headers).toMatchObject({
      authorization: 'Basic lab-key-7f3a',
      'content-type': mediaType,
      'content-length': '47',
      accept: 'application/json',
      'idempotency-key': 'edit-1',
      'if-match': '"6"',
    });
    expect(new TextDecoder().decode(prepared.bytes ?? undefined)).toBe(seen?.body);
    expect(prepared.sha256).toBe(
      createHash('sha256')
        .update(seen?.body ?? '')
        .digest('hex'),
    );
    expect(JSON.stringify(prepared.headers)).not.toContain('lab-key');
  });

  it('sends no body, type or length with a read', async () => {
    handler = (_seen, response) => ok(response);
    await clientOf().read({ method: 'GET', family: 'A', path: `/expenses/${id}`, accept: 'json' });
    expect(server.seen[0]?.headers).not.toHaveProperty('content-type');
    expect(server.seen[0]?.headers).not.toHaveProperty('content-length');
  });

  it('shows an OPTIONS answer as it came, JSON or not', async () => {
    handler = (_seen, response) => response.writeHead(204, { allow: 'GET, POST', 'x-thing': 'a' }).end();
    const empty = await clientOf().options({
      method: 'OPTIONS',
      family: 'A',
      path: `/card-transactions/${id}/receipt`,
      accept: 'json',
      body: { roles: ['R'], name: 'n' },
    });
    expect(empty).toMatchObject({ ok: true, value: { status: 204, text: '' } });
    expect(empty.ok && empty.value.headers).toContainEqual(['allow', 'GET, POST']);
    expect(server.seen[0]).toMatchObject({ method: 'OPTIONS', body: '{"roles":["R"],"name":"n"}' });
    handler = (_seen, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('plain words');
    expect(
      await clientOf().options({ method: 'OPTIONS', family: 'A', path: '/card-transactions/x/receipt', accept: 'json' }),
    ).toMatchObject({ ok: true, value: { text: 'plain words' } });
  });

  it('asks for a document with its variant only under a name that is known', async () => {
    handler = (_seen, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 x');
    const got = await clientOf().document(id, 'ORIGINAL');
    expect(got.ok && new TextDecoder().decode(got.value.bytes)).toBe('%PDF-1.4 x');
    await clientOf({ documentParameter: 'documentType' }).document(id, 'GENERATED');
    await clientOf().document(id, 'GENERATED', undefined, 'kind');
    expect(server.seen.map(({ url }) => url)).toEqual(
      ['', '?documentType=GENERATED', '?kind=GENERATED'].map((query) => `/v1/invoice-payables/${id}/document${query}`),
    );
    expect(server.seen[0]?.headers.accept).toBe('application/pdf');
  });

  it('tells the service’s clock', async () => {
    handler = (_seen, response) =>
      response.writeHead(200, { 'content-type': mediaType, date: new Date(Date.now() + 300_000).toUTCString() }).end('{"id":"x"}');
    const client = clientOf();
    expect(client.clockOffsetMs()).toBeNull();
    await client.read({ method: 'GET', family: 'A', path: '/expenses/x', accept: 'json' });
    expect(Math.abs((client.clockOffsetMs() ?? 0) - 300_000)).toBeLessThan(2_000);
  });
});

describe('UNAUTHORIZED', () => {
  const twoTokens = (more: Partial<ClientAccount> = {}) => {
    const told: string[] = [];
    let token = 'Bearer old';
    const account: Partial<ClientAccount> = {
      authorization: () => Promise.resolve({ kind: 'header', value: token }),
      onUnauthorized: (used) => {
        told.push(used);
        token = 'Bearer new';
        return Promise.resolve(true);
      },
      refused: () => told.push('refused'),
      ...more,
    };
    return { client: clientOf(account), told };
  };
  const onlyNew = (seen: Seen, response: ServerResponse) =>
    seen.headers.authorization === 'Bearer new' ? ok(response) : no(response, 401, 'UNAUTHORIZED');

  it('is cured by one refresh and one repetition', async () => {
    handler = onlyNew;
    const { client, told } = twoTokens();
    expect((await client.send({ ...patch, priority: 'write' })).ok).toBe(true);
    expect(told).toEqual(['Bearer old']);
    expect(server.seen.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      ['Bearer old', '{"performedDate":"2026-03-12"}'],
      ['Bearer new', '{"performedDate":"2026-03-12"}'],
    ]);
  });

  it('is believed when the repetition is refused too', async () => {
    handler = (_seen, response) => no(response, 403, 'UNAUTHORIZED');
    const { client, told } = twoTokens();
    expect(await client.send({ ...patch, priority: 'write' })).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
    expect(told).toEqual(['Bearer old', 'refused']);
    // the request, its repetition, and the question whether it is this record alone
    expect(server.seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'GET']);
  });

  it('never repeats a payment automatically', async () => {
    handler = onlyNew;
    const { client } = twoTokens();
    expect(await client.send({ ...payment, priority: 'payment' })).toMatchObject({ failure: { kind: 'unauthorized', refreshed: true } });
    expect(server.seen).toHaveLength(1);
  });

  it('holds refreshes for the time of a payment and of nothing else', async () => {
    const events: string[] = [];
    handler = (_seen, response) => {
      events.push('answered');
      ok(response);
    };
    const hold = { holdRefresh: () => (events.push('held'), () => void events.push('released')) };
    await clientOf(hold).send({ ...payment, priority: 'payment' });
    await clientOf(hold).send({ ...patch, priority: 'write' });
    expect(events).toEqual(['held', 'answered', 'released', 'answered']);
  });

  it('is a wait, not a sign-out, when the new token could not be fetched', async () => {
    handler = (_seen, response) => no(response, 401, 'UNAUTHORIZED');
    const { client } = twoTokens({ onUnauthorized: () => Promise.resolve('later') });
    expect(await client.send({ ...patch, priority: 'write' })).toMatchObject({ failure: { kind: 'notSent', cause: 'signInTrouble' } });
  });

  it('sends nothing while nobody is signed in', async () => {
    const account = { authorization: () => Promise.resolve({ kind: 'signedOut' as const, why: 'expired' }) };
    expect(await clientOf(account).send({ ...patch, priority: 'write' })).toEqual({
      ok: false,
      failure: { kind: 'notSent', cause: 'signedOut', detail: 'expired' },
    });
    expect(server.seen).toEqual([]);
  });
});

describe('a network that asks for its own sign-in', () => {
  const read = () => clientOf().read({ method: 'GET', family: 'A', path: `/expenses/${id}`, accept: 'json' });
  const html = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
  const away = (response: ServerResponse) => response.writeHead(302, { location: `${portal.origin}/login` }).end();

  it('is recognised by HTML, a redirect or 511 on everything', async () => {
    for (const act of [html, away, (response: ServerResponse) => response.writeHead(511).end()]) {
      handler = (_seen, response) => act(response);
      expect(await read()).toMatchObject({ failure: { kind: 'captivePortal' } });
      expect(await clientOf().probe()).toMatchObject({ failure: { kind: 'captivePortal' } });
    }
    expect(portal.seen).toEqual([]);
  });

  it('is not suspected when only one path answers so', async () => {
    const orRefuse = (act: (response: ServerResponse) => void) => (seen: Seen, response: ServerResponse) =>
      seen.url.includes(id) ? act(response) : no(response, 401, 'UNAUTHORIZED');
    handler = orRefuse(html);
    expect(await read()).toMatchObject({ failure: { kind: 'unreadable' } });
    handler = orRefuse(away);
    expect(await read()).toMatchObject({ failure: { kind: 'redirected', why: 'untrusted', host: portal.host } });
    expect(await clientOf().probe()).toMatchObject({ ok: true, value: { status: 401 } });
    expect(server.seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('never speaks for a write: that one is undecided', async () => {
    handler = (_seen, response) => html(response);
    expect(await clientOf().send({ ...payment, priority: 'payment' })).toMatchObject({ failure: { kind: 'unreadable', status: 200 } });
    expect(server.seen).toHaveLength(1);
  });
});

describe('the base address', () => {
  it.each([
    ['https://api.example.net', 'https://api.example.net'],
    [' https://api.example.net/ ', 'https://api.example.net'],
    ['https://API.example.net:443/back-office//', 'https://api.example.net/back-office'],
    ['https://127.0.0.1:8443/x', 'https://127.0.0.1:8443/x'],
    // As a page or a letter hands it on, between spaces that do not break.
    ['\u00a0https://api.example.net\u00a0', 'https://api.example.net'],
  ])('%s', (text, baseUrl) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, baseUrl });
    expect(urlOf(baseUrl, { family: 'A', path: '/expenses/1' })).toBe(`${baseUrl}/v1/expenses/1`);
    expect(urlOf(`${baseUrl}/`, { family: 'B', path: '/vendors/1', query: { a: 'b c' } })).toBe(`${baseUrl}/rest/ext/v1/vendors/1?a=b%20c`);
  });
  it.each([
    ['http://api.example.net', 'plainHttp'],
    ['HTTP://api.example.net', 'plainHttp'],
    ['ftp://api.example.net', 'notAnAddress'],
    ['api.example.net', 'notAnAddress'],
    ['', 'notAnAddress'],
    ['https://user@api.example.net', 'userinfo'],
    ['https://:secret@api.example.net', 'userinfo'],
    ['https://api.example.net\\x', 'notAnAddress'],
    ['https://api.example.net/?a=1', 'queryOrFragment'],
    ['https://api.example.net/#x', 'queryOrFragment'],
  ])('%s is refused: %s', (text, why) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, why });
  });
});
