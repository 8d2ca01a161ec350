import { expect, test } from 'vitest';
import { Ahead } from '#renderer/state/data/ahead.ts';

test('a prefetched answer serves exactly that question, once', async () => {
  const ahead = new Ahead((asked: { sort: string }) => Promise.resolve(`by ${asked.sort}`));
  ahead.ask({ sort: 'date' });
  expect(await ahead.take({ sort: 'date' })).toBe('by date');
  expect(ahead.take({ sort: 'date' })).toBeNull();
});

test('to another question it is no answer, nor to any later one', () => {
  const ahead = new Ahead((asked: { sort: string }) => Promise.resolve(asked.sort));
  ahead.ask({ sort: 'date' });
  expect(ahead.take({ sort: 'amount' })).toBeNull();
  expect(ahead.take({ sort: 'date' })).toBeNull();
});

test('a failed prefetch is reported to its first reader alone', async () => {
  const ahead = new Ahead(() => Promise.reject(new Error('gone')));
  ahead.ask('left');
  await new Promise((resolve) => setImmediate(resolve));
  ahead.ask('taken');
  await expect(ahead.take('taken')).rejects.toThrow('gone');
});
