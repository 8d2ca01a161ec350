import { headerOf, type WireAnswer, type WireFailure } from './transport.ts';

/** Shorter ones stand in ordinary words, and no service gives such. */
const shortest = 8;

/**
 * The answer without our own sign-in in it: a service that repeats a header in an error or a record would have it stored, logged and
 * shown. Every occurrence becomes as many asterisks, so that lengths and JSON stay as they were. `Location` is left for following.
 */
export function withoutOwnSecret<T extends WireAnswer | WireFailure>(answer: T, authorization: string): T {
  const secret = authorization.slice(authorization.indexOf(' ') + 1);
  if (answer.kind === 'failure' || secret.length < shortest) return answer;
  const headers = answer.headers.map(([name, value]): [string, string] => [name, name === 'location' ? value : mask(value, secret)]);
  // A document is shown by its pages and searched by nobody.
  const isDocument = headerOf(answer.headers, 'content-type')?.startsWith('application/pdf') === true;
  return { ...answer, headers, body: isDocument ? answer.body : maskBytes(answer.body, secret) };
}

function mask(text: string, secret: string): string {
  return text.replaceAll(secret, '*'.repeat(secret.length));
}

function maskBytes(body: Uint8Array, secret: string): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes(secret)) return body;
  return Buffer.from(mask(bytes.toString('latin1'), secret), 'latin1');
}
