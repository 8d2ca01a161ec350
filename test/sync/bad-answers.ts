import type { WireAnswer, WireFailure } from '#main/api/transport/transport.ts';
import { failure } from './desk.ts';

const json = { 'content-type': 'application/json;charset=UTF-8' };
const html = { 'content-type': 'text/html' };

/** An answer as it is on the wire. */
export function answer(status: number, headers: Record<string, string>, text: string): WireAnswer {
  return { kind: 'answer', status, headers: Object.entries(headers), body: new TextEncoder().encode(text), afterMs: 5 };
}

/** An error in the service's own shape. */
export function inItsShape(status: number, type: string, headers: Record<string, string> = {}): WireAnswer {
  return answer(status, { ...json, ...headers }, JSON.stringify({ name: 'Error', type, errors: [] }));
}

/** Answers of a service, or of a proxy, in trouble. */
export const badAnswers: Record<string, WireAnswer | WireFailure> = {
  '502 in HTML': answer(502, html, '<html>bad gateway</html>'),
  '503 in HTML': answer(503, html, '<html>maintenance</html>'),
  '503 that names a time': inItsShape(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '5' }),
  '500 in its shape': inItsShape(500, 'INTERNAL_ERROR'),
  '500 of a known type': inItsShape(500, 'CONFLICT'),
  '500 with a known type inside': answer(500, json, JSON.stringify({ error: { type: 'NOT_FOUND', errors: [] } })),
  '500 in other JSON': answer(500, json, '{"message":"Internal server error"}'),
  '403 in HTML': answer(403, html, '<html>Blocked</html>'),
  '404 in HTML': answer(404, html, '<html>Not found</html>'),
  '404 in other JSON': answer(404, json, '{"message":"no Route matched with those values"}'),
  '404 without a word': answer(404, {}, ''),
  '429 in HTML': answer(429, { ...html, 'retry-after': '5' }, '<html>Too many</html>'),
  '200 in HTML': answer(200, html, '<html>Welcome</html>'),
  '200 in other JSON': answer(200, json, '{"status":"ok"}'),
  'a cut': failure('reset', true),
  'an end without an answer': failure('closed', true),
};
