import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainRequest, runSandbox, type PlainAnswer, type SandboxProcess } from './sandbox-process.ts';
import { fullTest } from '#test/full-test.ts';

/** Everything here is done with Node's https and what docs/service.md says; nothing of the sandbox is imported. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'walkthrough-'));
const redirectUri = 'http://127.0.0.1:50505/callback';
const form = 'application/x-www-form-urlencoded';
const json = 'application/json;charset=UTF-8';
let sandbox: SandboxProcess;

beforeAll(async () => {
  sandbox = await runSandbox(['--data', folder]);
});

afterAll(async () => {
  await sandbox.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

function send(method: string, target: string, body?: unknown, authorization = `Basic ${sandbox.ready.apiKey}`): Promise<PlainAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { authorization, ...(text === undefined ? {} : { 'content-type': json }) };
  return plainRequest(sandbox.ready, method, target, headers, text);
}

function sendForm(target: string, fields: Record<string, string>): Promise<PlainAnswer> {
  return plainRequest(sandbox.ready, 'POST', target, { 'content-type': form }, new URLSearchParams(fields).toString());
}

// The exports are plain JSON of any kind.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function exported(kind: string): Promise<any[]> {
  return (await send('GET', `/sandbox/export?kind=${kind}&format=json`)).json;
}

async function signInForCode(): Promise<string> {
  const query = new URLSearchParams({ client_id: sandbox.ready.clientId, redirect_uri: redirectUri, state: 'xyz', response_type: 'code' });
  const page = await plainRequest(sandbox.ready, 'GET', `/oauth/authorize?${query.toString()}`, {});
  const signIn = /name="signIn" value="([^"]+)"/.exec(page.bytes.toString())?.[1] ?? '';
  await sendForm('/oauth/sign-in', { signIn, email: 'ines@halyard.example', password: 'layover' });
  const back = await sendForm('/oauth/consent', { signIn, companyId: sandbox.ready.companyId, decision: 'allow' });
  const location = new URL(String(back.headers['location']));
  expect([location.origin + location.pathname, location.searchParams.get('state')]).toEqual([redirectUri, 'xyz']);
  return location.searchParams.get('code') ?? '';
}

function token(fields: Record<string, string>): Promise<PlainAnswer> {
  const { clientId, clientSecret } = sandbox.ready;
  return sendForm('/oauth/token', { client_id: clientId, client_secret: clientSecret, ...fields });
}

describe('the sandbox in a process of its own, with a plain HTTP client', () => {
  it('OA-exchange OA-refresh OA-rotation OA-bearer: code, tokens, refresh, the old refresh token refused', async () => {
    const code = await signInForCode();
    const first = await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    expect(first.json).toMatchObject({ expires_in: 3600 });
    const second = await token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token });
    expect(second.status).toBe(200);
    const again = await token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token });
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    const [expense] = await exported('expenses');
    const read = await send('GET', `/v1/expenses/${expense.id}`, undefined, `Bearer ${second.json.access_token}`);
    expect(read.json.id).toBe(expense.id);
  });

  it('KEY-created SVC-operations: every operation of the table', async () => {
    const expense = (await exported('expenses')).find((each) => each.status === 'CREATED');
    const invoice = (await exported('invoice-receivables')).find((each) => each.state === 'OPEN');
    const card = (await exported('card-transactions')).find((each) => each.editStatus === 'ALL_EDITS_ALLOWED');
    const [payable] = await exported('invoice-payables');
    const [vendor] = await exported('vendors');
    const [product] = await exported('products');
    const [account] = await exported('bank-accounts');
    const payment = { paymentDate: '2026-11-19', bankAccountId: account.id, amountInInvoiceCurrency: invoice.amount };
    expect((await send('POST', `/v1/invoice-receivables/${invoice.id}/payments`, payment)).json.state).toBe('PAID');
    const line = await send('POST', `/rest/ext/v1/invoice-receivables/${invoice.id}/lines`, { productId: product.id, quantity: 1.5 });
    expect([line.status, line.json.invoiceReceivableId]).toEqual([201, invoice.id]);
    expect((await send('GET', `/v1/expenses/${expense.id}`)).json).toEqual(expense);
    const patched = await send('PATCH', `/v1/expenses/${expense.id}`, { performedDate: '2026-03-12' });
    expect(patched.json.performedDate).toBe('2026-03-12');
    expect((await send('POST', '/v1/user-comments', { resourceId: vendor.vendorId, content: 'Called them' })).json.content).toBe(
      'Called them',
    );
    expect((await send('OPTIONS', `/v1/card-transactions/${card.id}/receipt`, { roles: ['a'], name: 'b' })).json.name).toBe('b');
    expect((await send('PATCH', `/rest/ext/v1/card-transactions/${card.id}`, { description: 'Lunch' })).json.description).toBe('Lunch');
    const document = await send('GET', `/v1/invoice-payables/${payable.id}/document?variant=ORIGINAL`);
    expect([document.headers['content-type'], document.bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
    const put = await send('PUT', `/rest/ext/v1/vendors/${vendor.vendorId}`, { name: vendor.name, city: 'Porto' });
    expect([put.json.city, put.json.version]).toEqual(['Porto', vendor.version + 1]);
  });

  it('ERR-status: every error of the table', async () => {
    const expenses = await exported('expenses');
    const invoices = await exported('invoice-receivables');
    const { id } = expenses.find((each) => each.status === 'CREATED');
    const locked = invoices.find((each) => each.state === 'ARCHIVED');
    const [product] = await exported('products');
    const reader = `Basic ${sandbox.ready.apiKeys['reader'] ?? ''}`;
    const answers = [
      await send('PATCH', `/v1/expenses/${id}`, { performedDate: 'soon' }),
      await send('GET', `/v1/expenses/${id}`, undefined, 'Basic nobody'),
      await send('PATCH', `/v1/expenses/${id}`, { performedDate: '2026-03-12' }, reader),
      await send('GET', `/v1/expenses/${product.id}`),
      await send('POST', `/rest/ext/v1/invoice-receivables/${locked.id}/lines`, { productId: product.id, quantity: 1 }),
      await send('PATCH', `/v1/expenses/${id}`, { performedDate: '2999-01-01' }),
    ];
    expect(answers.map((answer) => [answer.status, answer.json.type])).toEqual([
      [400, 'BAD_REQUEST'],
      [401, 'UNAUTHORIZED'],
      [403, 'FORBIDDEN'],
      [404, 'NOT_FOUND'],
      [409, 'CONFLICT'],
      [422, 'UNPROCESSABLE_CONTENT'],
    ]);
    expect(answers[0]?.json.errors[0].path).toEqual(['performedDate']);
  });

  it('VER-description: /openapi.json describes what is offered', async () => {
    const description = (await plainRequest(sandbox.ready, 'GET', '/openapi.json', {})).json;
    expect([description.openapi, description.info.version, description.servers[0].url]).toEqual(['3.1.0', '1.0.0', sandbox.ready.baseUrl]);
    const operations = Object.values(description.paths as Record<string, object>).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(9);
  });

  fullTest('everything answered survives kill -9: payment, keys, refresh token, certificate', async () => {
    const code = await signInForCode();
    const tokens = (await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })).json;
    const invoice = (await exported('invoice-receivables')).find((each) => each.state === 'OPEN');
    const [account] = await exported('bank-accounts');
    const payment = { paymentDate: '2026-11-19', bankAccountId: account.id, amountInInvoiceCurrency: invoice.amount };
    await send('POST', `/v1/invoice-receivables/${invoice.id}/payments`, payment);
    const before = sandbox.ready;
    await sandbox.stop('SIGKILL');
    sandbox = await runSandbox(['--data', folder]);
    expect({ ...sandbox.ready, baseUrl: '' }).toEqual({ ...before, baseUrl: '' });
    expect((await exported('invoice-receivables')).find((each) => each.id === invoice.id).state).toBe('PAID');
    expect((await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status).toBe(200);
    const expense = (await exported('expenses'))[0];
    expect((await send('GET', `/v1/expenses/${expense.id}`, undefined, `Bearer ${tokens.access_token}`)).status).toBe(200);
  });

  it('ends cleanly when it is asked to', async () => {
    const other = await runSandbox([]);
    expect(await other.stop('SIGTERM')).toBe(0);
  });
});

describe('the command line', () => {
  const run = (args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../../service/main.ts'), ...args]).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: unknown) => error as { code: number; stderr: string },
    );

  it('--help lists every switch', async () => {
    const { output } = (await run(['--help'])) as { output: string };
    const switches = [
      'port',
      'data',
      'seed',
      'records',
      'reads',
      'idempotency',
      'etag',
      'omitted',
      'replaces',
      'expires-in',
      'expires-in-unit',
      'document-parameter',
    ];
    for (const name of [...switches, 'latency', 'rate-limit', 'redirect', 'control-key']) expect(output).toContain(`--${name} `);
  });

  fullTest('says in one line what it did not understand, or why it could not start', async () => {
    expect(await run(['--port', 'many'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--port needs a whole number') as string,
    });
    expect(await run(['--nonsense'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--nonsense') as string });
    expect(await run(['--omitted', 'maybe'])).toMatchObject({ code: 2, stderr: expect.stringContaining('keep, clear') as string });
    expect(await run(['--redirect', 'x'])).toMatchObject({ code: 2, stderr: expect.stringContaining('PREFIX=STATUS,TO') as string });
    const port = new URL(sandbox.ready.baseUrl).port;
    expect(await run(['--port', port])).toMatchObject({ code: 1, stderr: expect.stringContaining('Choose another --port') as string });
  });
});
