import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { GivenOptions } from '#service/options.ts';
import { onlyOurs } from '#test/host/rights.ts';
import { liveSandbox, someExpenseId, someInvoice, type LiveSandbox } from './live-sandbox.ts';

const open: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function start(options: GivenOptions = {}, useHttp2 = false): Promise<LiveSandbox> {
  const live = await liveSandbox(options, useHttp2);
  open.push(live);
  return live;
}

describe('the connection', () => {
  it('AUTH-1-https ERR-https: plain HTTP to the same port fails', async () => {
    const live = await start();
    const plain = live.service.baseUrl.replace('https:', 'http:');
    const failure = await new Promise<string>((resolve) => {
      http.get(`${plain}/v1/expenses/x`, (answer) => resolve(String(answer.statusCode))).on('error', (error) => resolve(error.message));
    });
    expect(failure).toMatch(/socket hang up|ECONNRESET|Parse Error/);
  });

  it('serves HTTP/1.1 and HTTP/2 on 127.0.0.1, with a certificate for that address', async () => {
    const live = await start();
    expect(new URL(live.service.baseUrl).hostname).toBe('127.0.0.1');
    const answered = await live.send('GET', `/v1/expenses/${someExpenseId(live)}`);
    expect(answered.status).toBe(200);
    const session = http2.connect(live.service.baseUrl, { ca: live.service.caPem });
    const stream = session.request({ ':path': `/v1/expenses/${someExpenseId(live)}`, authorization: `Basic ${live.service.apiKey}` });
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])));
    session.destroy();
    expect(status).toBe(200);
    expect(live.service.sandbox.captured.map((request) => request.httpVersion)).toEqual(['1.1', '2.0']);
  });

  it('keeps an idle connection for more than a minute: a busy server ends shorter ones with a request unread on them', async () => {
    const live = await start();
    const { headers } = await live.send('GET', `/v1/expenses/${someExpenseId(live)}`);
    expect(headers['keep-alive']).toBe('timeout=72');
  });

  it('is refused by a client that does not know its certificate', async () => {
    const live = await start();
    const code = await new Promise((resolve) => {
      https.get(live.service.baseUrl, () => resolve('answered')).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('keeps key and data readable by their owner only', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-test-'));
    const live = await liveSandbox({ dataFolder: folder });
    expect(onlyOurs(path.join(folder, 'key.pem'))).toBe(true);
    expect(onlyOurs(path.join(folder, 'sandbox.sqlite'))).toBe(true);
    await live.close();
    rmSync(folder, { recursive: true });
  });
});

describe('authentication on the wire', () => {
  it('KEY-header AUTH-3-schemes: the key as it is; base64 of it, or another scheme, is UNAUTHORIZED', async () => {
    const live = await start();
    const target = `/v1/expenses/${someExpenseId(live)}`;
    const key = live.service.apiKey;
    expect((await live.send('GET', target, undefined, { auth: `Basic ${key}` })).status).toBe(200);
    const wrong = [
      null,
      '',
      key,
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      `Bearer ${key}`,
      `Basic ${key}x`,
      `Token ${key}`,
      'Basic',
    ];
    for (const auth of wrong) {
      const answer = await live.send('GET', target, undefined, { auth });
      expect([auth, answer.status, answer.body.type]).toEqual([auth, 401, 'UNAUTHORIZED']);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
  });

  it('KEY-roles: each role has a key, and the reader may not write', async () => {
    const live = await start();
    const { apiKeys } = live.service.credentials;
    const auth = `Basic ${apiKeys['reader'] ?? ''}`;
    expect((await live.send('GET', `/v1/expenses/${someExpenseId(live)}`, undefined, { auth })).status).toBe(200);
    const refused = await live.send('PATCH', `/v1/expenses/${someExpenseId(live)}`, { performedDate: '2026-01-01' }, { auth });
    expect([refused.status, refused.body.type]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('bodies on the wire', () => {
  it('SVC-media-type SVC-minor-units: JSON with charset, and 2^63-1 with all its digits', async () => {
    const live = await start();
    const invoice = someInvoice(live);
    const body = `{"paymentDate":"2026-11-19","bankAccountId":"${invoice.bankAccountId}","amountInInvoiceCurrency":9223372036854775807}`;
    const stored = live.service.store.get('invoiceReceivable', invoice.id);
    if (stored !== undefined) live.service.store.put('invoiceReceivable', invoice.id, { ...stored, amount: 2n ** 63n - 1n });
    const answer = await live.send('POST', `/v1/invoice-receivables/${invoice.id}/payments`, body);
    expect(answer.headers['content-type']).toBe('application/json;charset=UTF-8');
    expect(answer.text).toContain('"amount":9223372036854775807,');
    expect(answer.body.state).toBe('PAID');
  });

  it('EP-6-path: OPTIONS takes a body with a length', async () => {
    const live = await start();
    const transaction = [...live.service.store.list('cardTransaction')][0];
    const answer = await live.send('OPTIONS', `/v1/card-transactions/${transaction?.id ?? ''}/receipt`, { roles: ['a'], name: 'b' });
    expect(answer.body).toMatchObject({ transactionId: transaction?.id, roles: ['a'], name: 'b' });
  });

  it('refuses bytes that are not UTF-8, and a body above 1 MB', async () => {
    const live = await start();
    const target = new URL(`${live.service.baseUrl}/v1/expenses/${someExpenseId(live)}`);
    const headers = { authorization: `Basic ${live.service.apiKey}`, 'content-type': 'application/json' };
    const status = await new Promise((resolve, reject) => {
      const asked = https.request(target, { method: 'PATCH', headers, ca: live.service.caPem }, (answer) => resolve(answer.statusCode));
      asked.on('error', reject).end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    });
    expect(status).toBe(400);
    const huge = await live.send('PATCH', target.pathname, `{"x":"${'y'.repeat(1_100_000)}"}`);
    expect(huge.status).toBe(413);
  });

  it('EP-8-response: the document is a PDF with its length', async () => {
    const live = await start();
    const payable = [...live.service.store.list('invoicePayable')][0];
    const answer = await live.send('GET', `/v1/invoice-payables/${payable?.id ?? ''}/document?variant=GENERATED`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
  });

  it('keeps every request as it came, for tests to compare', async () => {
    const live = await start();
    const target = `/v1/expenses/${someExpenseId(live)}?a=1`;
    await live.send('PATCH', target, '{"performedDate":"2026-03-12"}', { headers: { 'idempotency-key': 'edit-1' } });
    expect(live.service.sandbox.captured).toMatchObject([
      {
        method: 'PATCH',
        path: target,
        bodyText: '{"performedDate":"2026-03-12"}',
        headers: {
          authorization: `Basic ${live.service.apiKey}`,
          'idempotency-key': 'edit-1',
          'content-type': 'application/json;charset=UTF-8',
        },
        fault: null,
      },
    ]);
  });
});

describe('the options', () => {
  it('a base path, with everything under it and nothing beside it', async () => {
    const live = await start({ basePath: '/finance' });
    expect(live.service.baseUrl.endsWith('/finance')).toBe(true);
    expect((await live.send('GET', `/v1/expenses/${someExpenseId(live)}`)).status).toBe(200);
    expect((await live.send('GET', `/../v1/expenses/${someExpenseId(live)}`)).body.type).toBe('NOT_FOUND');
  });

  it('LIM-none: no limit by default; with a limit the request above it gets 429 and Retry-After, in the error shape', async () => {
    let now = 1_000_000;
    const live = await start({ rateLimitPerSecond: 2, now: () => now });
    const target = `/v1/expenses/${someExpenseId(live)}`;
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await live.send('GET', target)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await live.send('GET', target);
    expect([refused.headers['retry-after'], refused.body.type]).toEqual(['1', 'TOO_MANY_REQUESTS']);
    now += 1000;
    expect((await live.send('GET', target)).status).toBe(200);
  });

  it('AUTH-4-redirects: chosen paths redirect, with the rest of the path where it says so', async () => {
    const redirects = [
      { path: '/v1/invoice-payables/', status: 307, to: 'https://documents.example.net/v1/invoice-payables/*' },
      { path: '/v1/user-comments', status: 302, to: '/v1/elsewhere' },
    ];
    const live = await start({ redirects });
    const document = await live.send('GET', '/v1/invoice-payables/7/document');
    expect([document.status, document.headers['location']]).toEqual([307, 'https://documents.example.net/v1/invoice-payables/7/document']);
    const comment = await live.send('POST', '/v1/user-comments', {});
    expect([comment.status, comment.headers['location']]).toEqual([302, '/v1/elsewhere']);
  });

  it('a port in use is an error that says so', async () => {
    const live = await start();
    const port = Number(new URL(live.service.baseUrl).port);
    await expect(liveSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
