import { expect, test } from 'vitest';
import { dialAhead, type Link } from '#renderer/state/connect.ts';

test('a line is dialled before anybody asks for it, given once, and dialled anew for whoever asks later', async () => {
  const dialled: Link[] = [];
  const dial = dialAhead(() => {
    const link: Link = { api: {} as Link['api'], closed: new Promise(() => undefined) };
    dialled.push(link);
    return Promise.resolve(link);
  });
  expect(dialled).toHaveLength(1);
  expect(await dial()).toBe(dialled[0]);
  expect(await dial()).toBe(dialled[1]);
  expect(dialled).toHaveLength(2);
});

test('a line that did not open is heard of by who asks for it, and by nobody else', async () => {
  const dial = dialAhead(() => Promise.reject(new Error('no host')));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(dial()).rejects.toThrow('no host');
});
