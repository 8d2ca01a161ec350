import { expect, test } from 'vitest';
import { withoutOwnPath, withoutOwnSecret } from '#main/api/own-secret.ts';
import type { WayEnd } from '#main/api/redirects.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';

const secret = 'Ab+/Cd+/Ef12';
const answer = (text: string, headers: WireAnswer['headers'] = []): WireAnswer => {
  return { kind: 'answer', status: 400, headers, body: Buffer.from(text), afterMs: 1 };
};
const said = (text: string, headers: WireAnswer['headers'] = []): string =>
  Buffer.from(withoutOwnSecret(answer(text, headers), `Basic ${secret}`).body).toString();

/** The ways in which services escape a character. */
const ways: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'a slash escaped': (text) => text.replaceAll('/', '\\/'),
  'a plus by its code': (text) => text.replaceAll('+', '\\u002B'),
  'every character by its code': (text) => [...text].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(''),
};

test.each(Object.entries(ways))('our own sign-in is in no answer that repeats it, %s', (_way, written) => {
  const text = JSON.stringify({ a: '\\ä/', message: 'X' }).replace('X', `no ${written(secret)} here, nor ${written(secret)}`);
  const heard = said(text);
  expect(heard).toHaveLength(text.length);
  const { a, message } = JSON.parse(heard) as { a: string; message: string };
  expect(a).toBe('\\ä/');
  expect(message).toMatch(/^no \*{12,} here, nor \*{12,}$/);
});

test('it is hidden from the first character on, and to the last', () => {
  for (const written of Object.values(ways)) expect(said(`"${written(secret)}"`)).toMatch(/^"\*+"$/);
  expect(said(`\\/${secret.replaceAll('/', '\\/')}`)).toMatch(/^\\\/\*+$/);
});

test('keeps text that only resembles it', () => {
  const text = JSON.stringify({ path: 'c:\\Ab+', next: '/Cd+/Ef12', line: 'a\nb' });
  expect(said(text)).toBe(text);
});

test('in a header it is no more to be read than in the body, but for the one that is followed', () => {
  const headers: WireAnswer['headers'] = [
    ['x-seen', `a ${secret} b ${secret}`],
    ['location', `/next?key=${secret}`],
  ];
  expect(withoutOwnSecret(answer('', headers), `Basic ${secret}`).headers).toEqual([
    ['x-seen', 'a ************ b ************'],
    ['location', `/next?key=${secret}`],
  ]);
});

test('a word as short as ordinary ones hides nothing; one of eight characters is a key', () => {
  expect(withoutOwnSecret(answer('no 1234567'), 'Basic 1234567').body).toEqual(Buffer.from('no 1234567'));
  expect(Buffer.from(withoutOwnSecret(answer('no 12345678'), 'Basic 12345678').body).toString()).toBe('no ********');
});

test('a document stays as it is, to the byte, whatever else its kind says', () => {
  for (const type of ['application/pdf', 'application/pdf;name=a.pdf']) {
    expect(said(`%PDF ${secret}`, [['content-type', type]])).toBe(`%PDF ${secret}`);
  }
  expect(said(`%PDF ${secret}`, [['content-type', 'text/pdf']])).not.toContain(secret);
});

test('hides an unbelieved answer’s secret at any length, without decoding escapes', () => {
  const escaped = secret.replaceAll('/', '\\/');
  const long = (length: number) => `"${'x'.repeat(length - 2 - escaped.length)}${escaped}"`;
  expect(said(long(2_000_000))).not.toContain(escaped);
  expect(said(long(2_000_001))).toBe(long(2_000_001));
  expect(said(`${secret}${'x'.repeat(2_000_000)}`)).toMatch(/^\*{12}x/);
});

test('a piece of a larger piece of memory is read within its own bounds', () => {
  const memory = Buffer.from(`${secret} a ${secret}`);
  const heard = withoutOwnSecret({ ...answer(''), body: memory.subarray(secret.length, secret.length + 3) }, `Basic ${secret}`);
  expect(Buffer.from(heard.body).toString()).toBe(' a ');
  expect(memory.toString()).toBe(`${secret} a ${secret}`);
});

test.each([secret, encodeURIComponent(secret), secret.replaceAll('/', '%2f')])('nor in where a redirect led, written %s', (written) => {
  const to = `https://x.example/login/${written}/next`;
  const stopped: Extract<WayEnd, { kind: 'stopped' }> = {
    ...{ kind: 'stopped', status: 307, host: 'x.example', why: 'untrusted', hops: 0 },
    ...{ to, answer: answer('', [['location', to]]) },
  };
  const heard = withoutOwnPath(stopped, `Basic ${secret}`);
  for (const text of [heard.to, ...heard.answer.headers.map(([, value]) => value)])
    expect(text).toMatch(/^https:\/\/x\.example\/login\/\*+\/next$/);
  const plain = { ...stopped, to: 'https://x.example/a%20b' };
  expect(withoutOwnPath(plain, `Basic ${secret}`).to).toBe(plain.to);
});
