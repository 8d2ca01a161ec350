import { expect, test } from 'vitest';
import { withoutOwnSecret } from '#main/api/own-secret.ts';
import type { WireAnswer } from '#main/api/transport.ts';

const secret = 'Ab+/Cd+/Ef12';
const said = (text: string): string => {
  const answer: WireAnswer = { kind: 'answer', status: 400, headers: [], body: Buffer.from(text), afterMs: 1 };
  const heard = withoutOwnSecret(answer, `Basic ${secret}`);
  return heard.kind === 'answer' ? Buffer.from(heard.body).toString() : '';
};

/** What one service or another writes instead of a character. */
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

test('what only looks like it stays', () => {
  const text = JSON.stringify({ path: 'c:\\Ab+', next: '/Cd+/Ef12', line: 'a\nb' });
  expect(said(text)).toBe(text);
});
