import { expect, test } from 'vitest';
import { linesOf } from '#renderer/pages/record/history-lines.ts';
import type { ActivityRow } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import type { EditState } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';

const line = (seq: number, what: string, facts: JsonObject = {}, said: EditRow | null = null): ActivityRow => ({
  ...{ seq, at: seq * 1000, what, facts, said, editId: 'e1', record: null, recordTitle: null, who: null, hash: '' },
});
const edit = (state: EditState) => ({ id: 'e1', state }) as EditRow;
const told = (history: ActivityRow[]) => linesOf(history).map(({ line: { seq, what }, answeredAt }) => [seq, what, answeredAt]);

test('a verdict is beside the recorded edit, with its time; requests and answers are the report’s', () => {
  const history = [
    line(1, 'recorded', {}, edit('applied')),
    line(2, 'approved'),
    line(3, 'left', { method: 'PATCH', url: 'https://service.example/expenses/1' }),
    line(4, 'answered', { status: 200 }),
    line(5, 'verdict', { to: 'applied', reason: { kind: 'clean' } }),
  ];
  expect(told(history)).toEqual([
    [2, 'approved', null],
    [1, 'recorded', 5000],
  ]);
});

test('a verdict that explains itself, and one that is not the last, stay lines of their own', () => {
  const history = [
    line(1, 'recorded', {}, edit('rejected')),
    line(2, 'verdict', { to: 'waiting', reason: { kind: 'serviceTrouble', status: 503 } }),
    line(3, 'verdict', { to: 'rejected', reason: { kind: 'rejectedByService', status: 422, error: null } }),
  ];
  expect(told(history)).toEqual([
    [3, 'verdict', null],
    [2, 'verdict', null],
    [1, 'recorded', 3000],
  ]);
});
