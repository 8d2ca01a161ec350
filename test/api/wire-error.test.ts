import { expect, test } from 'vitest';
import { causeAfterRequest, causeBeforeRequest, errorCode } from '#main/api/wire-error.ts';

// Error codes of the network. Before the first byte a payment was not sent; after it the outcome is unknown.

test.each<[string, unknown, string]>([
  ['its code', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['the first of several attempts', new AggregateError([{ code: 'EHOSTUNREACH' }, { code: 'ECONNREFUSED' }]), 'EHOSTUNREACH'],
  ['no attempt at all, and a cause', { errors: [], cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
  ['a cause of a cause', { cause: { cause: { code: 'EPIPE' } } }, 'EPIPE'],
  ['what its parser could not read', { name: 'HTTPParserError' }, 'HPE_UNNAMED'],
  ['a parser’s own code', { name: 'HTTPParserError', code: 'HPE_INVALID_CONSTANT' }, 'HPE_INVALID_CONSTANT'],
  ['a code that is no text', { code: 7 }, 'unknown'],
  ['nothing', null, 'unknown'],
  ['a text, which may be anything', 'ECONNRESET for anna', 'unknown'],
  ['undefined', undefined, 'unknown'],
  ['an error without a code', new Error('secret'), 'unknown'],
])('the code of an error: %s', (_what, error, code) => {
  expect(errorCode(error)).toBe(code);
});

test.each([
  ['ENOTFOUND', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ENETDOWN', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['NO_CERT_HERE', 'unreachable'],
  ['unknown', 'unreachable'],
])('%s before the first byte: %s', (code, cause) => {
  expect(causeBeforeRequest(code)).toBe(cause);
});

test.each([
  ['UND_ERR_DESTROYED', false, 'cancelled'],
  ['UND_ERR_CLOSED', true, 'cancelled'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', true, 'tooLarge'],
  ['HPE_INVALID_CONSTANT', false, 'malformed'],
  ['UND_ERR_HEADERS_OVERFLOW', false, 'malformed'],
  ['ECONNRESET', true, 'truncated'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', false, 'truncated'],
  ['ECONNRESET', false, 'reset'],
  ['EPIPE', false, 'reset'],
  ['ETIMEDOUT', false, 'timeout'],
  ['UND_ERR_SOCKET', false, 'closed'],
  ['X_HPE_', false, 'closed'],
])('%s after the first byte, with an answer begun %s: %s', (code, answering, cause) => {
  expect(causeAfterRequest(code, answering)).toBe(cause);
});
