import { expect, test, vi } from 'vitest';
import { startDesk } from './desk.ts';

test('what a window asks while the app closes, and after, is refused in words: nothing was done, and it is no bug', async () => {
  const error = vi.fn();
  const desk = await startDesk({ log: () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error }), empty: true });
  const list = () => desk.api.records.count({ kind: 'expense' });
  const asked = [desk.api.app.status(), list()];
  const closed = desk.app.close();
  asked.push(list(), desk.api.app.status());
  const told = await Promise.allSettled(asked);
  await closed;
  const after = await Promise.allSettled([desk.api.app.status(), desk.api.accounts.list(), desk.api.app.settings(), list()]);
  await desk.close();
  const closing = {
    status: 'rejected',
    reason: expect.objectContaining({ code: 'NOT_NOW', data: expect.objectContaining({ why: 'closing' }) }),
  };
  expect([...told, ...after]).toEqual(Array.from({ length: 8 }, () => closing));
  expect(error).not.toHaveBeenCalled();
});
