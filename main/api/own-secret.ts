import type { WayEnd } from './redirects.ts';
import { headerOf, type WireAnswer, type WireFailure } from '#main/api/transport/transport.ts';

/** Shorter ones are in ordinary words, and no service gives such. */
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
  return { ...answer, headers, body: isDocument ? answer.body : maskEscaped(maskBytes(answer.body, secret), secret) };
}

/** The same for where a way ended: an address is stored with the edit, in the audit log and in backups. */
export function withoutOwnPath<End extends WayEnd>(end: End, authorization: string): End {
  const secret = authorization.slice(authorization.indexOf(' ') + 1);
  if (secret.length < shortest || !('to' in end || 'url' in end)) return end;
  const masked = (text: string) => {
    const plain = decoded(text);
    return mask(plain.includes(secret) ? plain : text, secret);
  };
  const maskedHeader = ([name, value]: [string, string]) => [name, name === 'location' ? masked(value) : value];
  return {
    ...end,
    ...('answer' in end && { answer: { ...end.answer, headers: end.answer.headers.map(maskedHeader) } }),
    ...('to' in end && { to: masked(end.to), host: masked(end.host) }),
    ...('url' in end && { url: masked(end.url) }),
  };
}

/** An address with its escapes undone; as it is where they are wrong. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function mask(text: string, secret: string): string {
  return text.replaceAll(secret, '*'.repeat(secret.length));
}

function maskBytes(body: Uint8Array, secret: string): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes(secret)) return body;
  return Buffer.from(mask(bytes.toString('latin1'), secret), 'latin1');
}

/** Longer answers are believed by nobody, so nobody undoes their escapes. */
const longestRead = 2_000_000;
const backslash = 0x5c;
/** JSON escapes of a character that needs none. */
const escapes = /\\(?:\/|u00([0-9a-f]{2}))/gi;

/** The same where some of its characters stand escaped: a reader of the JSON would have it whole. */
function maskEscaped(body: Uint8Array, secret: string): Uint8Array {
  if (body.byteLength > longestRead || !body.includes(backslash)) return body;
  const masked = Buffer.from(body);
  const text = masked.toString('latin1');
  const { plain, placeOf } = unescaped(text);
  for (let hit = plain.indexOf(secret); hit !== -1; hit = plain.indexOf(secret, hit + secret.length))
    masked.fill('*', placeOf[hit], placeOf[hit + secret.length]);
  return masked;
}

/** A text without those escapes, and where each of its characters stood; its end too, where it has one at least. */
function unescaped(text: string): { plain: string; placeOf: Uint32Array } {
  const placeOf = new Uint32Array(text.length);
  let [plain, at, length] = ['', 0, 0];
  const take = (to: number): void => {
    plain += text.slice(at, to);
    for (; at < to; at++) placeOf[length++] = at;
  };
  for (const { 0: found, 1: code, index } of text.matchAll(escapes)) {
    take(index);
    placeOf[length++] = index;
    plain += code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16));
    at += found.length;
  }
  take(text.length);
  placeOf[length] = text.length;
  return { plain, placeOf };
}
