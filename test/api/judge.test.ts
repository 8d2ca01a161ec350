import { describe, expect, it, vi } from 'vitest';
import { judgeBytes, judgeJson } from '#main/api/judge.ts';
import { retryAfterMs } from '#main/api/transport/limits.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';

const now = Date.parse('2026-03-12T10:00:00Z');
const json: [string, string] = ['content-type', 'application/json;charset=UTF-8'];

function answer(status: number, body: string | Uint8Array, headers: [string, string][] = [json]): WireAnswer {
  return { kind: 'answer', status, headers, body: typeof body === 'string' ? new TextEncoder().encode(body) : body, afterMs: 5 };
}
function outcome(status: number, body: string | Uint8Array, headers?: [string, string][]): string {
  const result = judgeJson(answer(status, body, headers), now);
  return result.ok ? 'ok' : result.failure.kind;
}
const shapeA = (type: string) =>
  JSON.stringify({ name: 'N', type, errors: [{ type: 'x', message: 'm', path: ['body', 'paymentDate'], context: null }] });
const shapeB = (type: string) =>
  JSON.stringify({
    type,
    errors: [{ type: 'x', clientMessage: 'c', message: 'm', path: ['p'], context: {} }],
    stackTrace: [],
    suppressed: [],
    message: 'm',
    localizedMessage: 'l',
    name: 'n',
  });
const nested = (text: string) => `{"error":${text}}`;

describe('an error’s type decides, whatever its status', () => {
  const kinds: [string, string][] = [
    ['BAD_REQUEST', 'refused'],
    ['UNPROCESSABLE_CONTENT', 'refused'],
    ['FORBIDDEN', 'refused'],
    ['NOT_FOUND', 'refused'],
    ['CONFLICT', 'refused'],
    ['UNAUTHORIZED', 'unauthorized'],
  ];
  const shapes = [shapeA, shapeB, (type: string) => nested(shapeA(type)), (type: string) => nested(shapeB(type))];
  it.each(kinds)('%s', (type, kind) => {
    for (const status of [200, 400, 401, 403, 404, 409, 422, 429]) {
      for (const shape of shapes) expect(outcome(status, shape(type)), `${status} ${shape(type)}`).toBe(kind);
    }
  });

  it('gives the error itself, both shapes', () => {
    expect(judgeJson(answer(422, shapeA('BAD_REQUEST')), now)).toMatchObject({
      failure: { kind: 'refused', status: 422, error: { type: 'BAD_REQUEST', errors: [{ path: ['body', 'paymentDate'] }] } },
    });
    expect(judgeJson(answer(400, nested(shapeB('CONFLICT'))), now)).toMatchObject({ failure: { error: { type: 'CONFLICT' } } });
  });

  it('takes no problem document of a gateway for the service’s words (RFC 9457)', () => {
    const problem: [string, string] = ['content-type', 'application/problem+json'];
    const byUri = JSON.stringify({ type: 'https://gateway.test/blocked', title: 'Forbidden', errors: [] });
    for (const told of [
      judgeJson(answer(403, byUri), now),
      judgeJson(answer(403, shapeA('FORBIDDEN'), [problem]), now),
      judgeJson(answer(422, shapeB('NOT_YET_KNOWN'), [problem]), now),
    ])
      expect(told).toMatchObject({ failure: { kind: 'refused', error: null } });
    expect(judgeJson(answer(422, shapeA('NOT_YET_KNOWN')), now)).toMatchObject({ failure: { error: { type: 'NOT_YET_KNOWN' } } });
  });

  it('never takes a record for an error: a type, errors in its failureContext, or both', () => {
    const records = [
      { vendorId: 'v', type: 'EXTERNAL', name: 'A vendor' },
      { id: 'i', type: 'BAD_REQUEST', errors: [] },
      { id: 'i', failureContext: JSON.parse(shapeA('BAD_REQUEST')) as object },
      { failureContext: JSON.parse(shapeB('CONFLICT')) as object },
    ];
    for (const record of records) expect(outcome(200, JSON.stringify(record)), JSON.stringify(record)).toBe('ok');
  });

  it('does not call a success with an error of an unknown type either of both', () => {
    expect(outcome(200, shapeA('TEAPOT'))).toBe('unreadable');
  });
});

describe('without a known type the status decides', () => {
  it.each([
    [400, '{}', 'refused'],
    [418, shapeA('TEAPOT'), 'refused'],
    [404, '', 'refused'],
    [403, '{"hint":1}', 'refused'],
    [401, '', 'unauthorized'],
    [401, '<html>', 'unauthorized'],
    [408, '{}', 'serviceTrouble'],
    [425, shapeA('TEAPOT'), 'serviceTrouble'],
    [429, shapeA('BUSY'), 'rateLimited'],
    [429, '', 'serviceTrouble'],
    [500, shapeA('CONFLICT'), 'serviceTrouble'],
    [503, '{"error":{"type":"NOT_FOUND","errors":[]}}', 'serviceTrouble'],
    [500, '{}', 'serviceTrouble'],
    [502, '<html>', 'serviceTrouble'],
    [511, '<html>', 'serviceTrouble'],
    [599, '', 'serviceTrouble'],
    [304, '', 'unreadable'],
    [300, '{}', 'unreadable'],
  ])('%i %s: %s', (status, body, kind) => {
    expect(outcome(status, body, body.startsWith('<') ? [['content-type', 'text/html']] : [json])).toBe(kind);
  });

  it('never takes a 5xx for "not applied", whatever it says; the wait that it names is kept', () => {
    const wait: [string, string] = ['retry-after', '7'];
    expect(judgeJson(answer(503, shapeA('BUSY'), [json, wait]), now)).toMatchObject({
      failure: { kind: 'serviceTrouble', retryAfterMs: 7_000, status: 503 },
    });
    expect(judgeJson(answer(503, '<html>', [['content-type', 'text/html'], wait]), now)).toMatchObject({
      failure: { kind: 'serviceTrouble', retryAfterMs: 7_000 },
    });
    expect(outcome(503, shapeA('BUSY'))).toBe('serviceTrouble');
  });

  it('does not believe a no from something in between', () => {
    for (const type of ['text/html', 'text/plain', 'application/xml', 'text/html; charset=utf-8']) {
      for (const status of [400, 403, 404, 409, 413]) expect(outcome(status, 'no', [['content-type', type]])).toBe('unreadable');
    }
    expect(outcome(404, 'no', [])).toBe('unreadable');
    expect(outcome(400, '{"type":', [json])).toBe('unreadable');
  });
});

describe('a success must be readable', () => {
  it.each([
    ['nothing', '', [json]],
    ['HTML', '<!doctype html>', [['content-type', 'text/html']]],
    ['JSON that says it is HTML', '{"id":"x"}', [['content-type', 'text/html']]],
    ['no media type', '{"id":"x"}', []],
    ['another charset', '{"id":"x"}', [['content-type', 'application/json;charset=ISO-8859-1']]],
    ['half a document', '{"id":"x"', [json]],
    ['a list', '[{"id":"x"}]', [json]],
    ['null', 'null', [json]],
    ['a text', '"x"', [json]],
    ['a number', '7', [json]],
    ['the same key twice', '{"id":"x","id":"y"}', [json]],
    ['too deep', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, [json]],
    ['two documents', '{"id":"x"}{"id":"y"}', [json]],
  ] as [string, string, [string, string][]][])('%s', (_name, body, headers) => {
    expect(outcome(200, body, headers)).toBe('unreadable');
  });

  it('refuses bytes that are not UTF-8 and takes a byte order mark', () => {
    expect(outcome(200, Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]))).toBe('unreadable');
    expect(outcome(200, `\ufeff{"id":"x"}`)).toBe('ok');
  });

  it.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"', 'application/vnd.company+json'])(
    '%s',
    (type) => {
      expect(outcome(200, '{"id":"x"}', [['content-type', type]])).toBe('ok');
    },
  );

  it('is read up to a million bytes, however few characters they are', () => {
    const long = (bytes: number, one: string) => `{"id":"${one.repeat((bytes - 9) / Buffer.byteLength(one))}"}`;
    expect(Buffer.byteLength(long(1_000_000, 'x'))).toBe(1_000_000);
    expect([outcome(200, long(1_000_000, 'x')), outcome(200, long(1_000_001, 'x'))]).toEqual(['ok', 'unreadable']);
    expect([outcome(200, long(999_999, 'é')), outcome(200, long(1_000_001, 'é'))]).toEqual(['ok', 'unreadable']);
  });

  it('keeps every digit and the text', () => {
    const result = judgeJson(answer(200, '{"id":"x","amount":9223372036854775807}'), now);
    expect(result).toMatchObject({
      ok: true,
      value: { text: '{"id":"x","amount":9223372036854775807}', value: { amount: 9223372036854775807n } },
    });
  });

  it('wants the document’s own media type', () => {
    const pdf = new TextEncoder().encode('%PDF-1.7');
    expect(judgeBytes(answer(200, pdf, [['content-type', 'application/pdf']]), 'application/pdf', now)).toMatchObject({ ok: true });
    expect(judgeBytes(answer(200, pdf, [['content-type', 'text/html']]), 'application/pdf', now)).toMatchObject({
      failure: { kind: 'unreadable' },
    });
    expect(judgeBytes(answer(404, shapeA('NOT_FOUND')), 'application/pdf', now)).toMatchObject({
      failure: { kind: 'refused', error: { type: 'NOT_FOUND' } },
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 1_000],
    ['1', 1_000],
    ['30', 30_000],
    ['999999', 3_600_000],
    ['Thu, 12 Mar 2026 10:00:20 GMT', 20_000],
    ['Thu, 12 Mar 2026 09:00:00 GMT', 1_000],
    ['Thu, 12 Mar 2027 09:00:00 GMT', 3_600_000],
    ['Thursday, 12-Mar-26 10:00:20 GMT', 20_000],
    [' 30 ', 30_000],
    ['12 Mar 2026 10:00:20 GMT', null],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
    ['', null],
    [null, null],
    ['99999999999999999', 3_600_000],
  ])('%s', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each(['Asia/Tokyo', 'America/New_York', 'UTC'])('in the oldest form that HTTP has, without a zone, is in GMT: in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(retryAfterMs('Thu Mar 12 10:00:20 2026', now)).toBe(20_000);
    expect(retryAfterMs('Sun Mar  1 10:00:20 2026', now)).toBe(1_000);
    const headers: [string, string][] = [json, ['date', ' Sun Mar  1 10:00:00 2026 '], ['retry-after', 'Sun, 01 Mar 2026 10:00:40 GMT']];
    expect(judgeJson(answer(429, shapeA('BUSY'), headers), now)).toMatchObject({ failure: { retryAfterMs: 40_000 } });
  });

  it('reads a date by the service’s clock when it tells it', () => {
    const headers: [string, string][] = [json, ['date', 'Thu, 12 Mar 2020 10:00:00 GMT'], ['retry-after', 'Thu, 12 Mar 2020 10:00:40 GMT']];
    expect(judgeJson(answer(429, shapeA('BUSY'), headers), now)).toMatchObject({ failure: { kind: 'rateLimited', retryAfterMs: 40_000 } });
  });
});
