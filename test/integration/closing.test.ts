import { expect, test, vi } from 'vitest';
import { wordsOfNow } from '#shared/messages/refusal-words.ts';
import { startDesk } from './desk.ts';

test('a request while the app closes, and after, is refused in words: nothing was done, and it is no bug', async () => {
  const error = vi.fn();
  const desk = await startDesk({ log: () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error }) });
  const list = () => desk.api.records.count({ kind: 'expense' });
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: 1 });
  const recordId = rows[0]?.id ?? '';
  const edit = { kind: 'updateExpense', recordKind: 'expense' as const, recordId, body: { performedDate: '2026-03-13' } };
  const asked: Promise<unknown>[] = [desk.api.app.status(), list()];
  const closed = desk.app.close();
  asked.push(list(), desk.api.app.status(), desk.api.edits.record(edit));
  const told = await Promise.allSettled(asked);
  await closed;
  const after = await Promise.allSettled([desk.api.app.status(), desk.api.accounts.list(), desk.api.edits.record(edit), list()]);
  expect(error).not.toHaveBeenCalled();
  await desk.restart();
  expect((await desk.api.records.get({ kind: 'expense', id: recordId })).row.pending).toEqual([]);
  await desk.close();
  const data = expect.objectContaining({ why: 'closing' }) as unknown;
  const closing = { status: 'rejected', reason: expect.objectContaining({ code: 'NOT_NOW', data }) as unknown };
  expect([...told, ...after]).toEqual(Array.from({ length: 9 }, () => closing));
  expect(wordsOfNow('closing')).toBe('Layover is closing, so nothing was changed. Start it again, then do this once more.');
});
