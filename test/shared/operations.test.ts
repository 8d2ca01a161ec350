import { describe, expect, it } from 'vitest';
import { cardTransactionReceipt, getExpense, getInvoiceDocument, readOf, undocumentedReadOf } from '#shared/service/operations.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { readBaseUrl, urlOf } from '#shared/service/service-url.ts';

const id = '0a8b1c2d-0000-4000-8000-000000000001';

describe('reads', () => {
  it('get expense', () => {
    expect(getExpense(id)).toEqual({ method: 'GET', family: 'A', path: `/expenses/${id}`, accept: 'json' });
  });

  it('card transaction receipt: OPTIONS with a body', () => {
    expect(cardTransactionReceipt(id, { roles: ['ADMIN'], name: 'x' })).toEqual({
      method: 'OPTIONS',
      family: 'A',
      path: `/card-transactions/${id}/receipt`,
      body: { roles: ['ADMIN'], name: 'x' },
      accept: 'json',
    });
  });

  it('invoice document: PDF, and a parameter only when both its name and a variant are known', () => {
    const plain = { method: 'GET', family: 'A', path: `/invoice-payables/${id}/document`, accept: 'pdf' };
    expect(getInvoiceDocument(id)).toEqual(plain);
    expect(getInvoiceDocument(id, 'ORIGINAL')).toEqual(plain);
    expect(getInvoiceDocument(id, null, 'variant')).toEqual(plain);
    expect(getInvoiceDocument(id, 'GENERATED', 'variant')).toEqual({ ...plain, query: { variant: 'GENERATED' } });
  });

  it('only an expense can be read by the specification; three more perhaps', () => {
    expect(recordKinds.filter((kind) => readOf(kind, id) !== null)).toEqual(['expense']);
    expect(recordKinds.filter((kind) => undocumentedReadOf(kind, id) !== null)).toEqual(['invoiceReceivable', 'cardTransaction', 'vendor']);
  });

  it('an identifier cannot escape its place in the path', () => {
    expect(getExpense('../vendors/1?x#y').path).toBe('/expenses/..%2Fvendors%2F1%3Fx%23y');
  });
});

describe('the address of a request', () => {
  const a = { family: 'A', path: '/expenses/1' } as const;
  const b = { family: 'B', path: '/vendors/1' } as const;

  it.each([
    ['https://api.example.com', a, 'https://api.example.com/v1/expenses/1'],
    ['https://api.example.com/', a, 'https://api.example.com/v1/expenses/1'],
    ['https://api.example.com', b, 'https://api.example.com/rest/ext/v1/vendors/1'],
    ['https://api.example.com/finance/', b, 'https://api.example.com/finance/rest/ext/v1/vendors/1'],
    ['https://api.example.com/finance', a, 'https://api.example.com/finance/v1/expenses/1'],
    [' HTTPS://API.example.com:8443// ', a, 'https://api.example.com:8443/v1/expenses/1'],
    ['https://127.0.0.1:4433', a, 'https://127.0.0.1:4433/v1/expenses/1'],
    ['https://[::1]:4433', a, 'https://[::1]:4433/v1/expenses/1'],
    ['https://api.example.com:443', a, 'https://api.example.com/v1/expenses/1'],
  ])('%s', (baseUrl, request, url) => {
    expect(urlOf(baseUrl, request)).toBe(url);
    expect(new URL(url).href).toBe(url);
  });

  it('queries are encoded', () => {
    const url = urlOf('https://a.example', { ...a, query: { 'na me': 'a&b=c' } });
    expect(url).toBe('https://a.example/v1/expenses/1?na%20me=a%26b%3Dc');
  });

  it('plain HTTP is refused with the reason', () => {
    expect(readBaseUrl('http://api.example.com')).toEqual({ ok: false, why: 'plainHttp' });
    expect(() => urlOf('http://api.example.com', a)).toThrow('plainHttp');
  });

  it.each([
    '',
    'api.example.com',
    'ftp://x',
    'https://',
    'https:///x',
    'https://user:pw@x.example',
    'https://x?y',
    'https://x#y',
    'https://x y',
    'https://x:port',
    'https://a\\b',
    'https://fin\u0430nce.example',
    'https://finance.example/\u202Exe',
    'https://fin\u200Bance.example',
  ])('%j is refused', (baseUrl) => {
    expect(readBaseUrl(baseUrl).ok).toBe(false);
  });

  it('keeps the path, without its slash', () => {
    expect(readBaseUrl('https://Api.example.com:8443/finance/')).toEqual({ ok: true, baseUrl: 'https://api.example.com:8443/finance' });
  });
});
