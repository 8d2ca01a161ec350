import { expect, test } from 'vitest';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

test('a value that cannot be recorded is explained beside its field, in plain words', () => {
  const edit = { kind: 'updateExpense', recordKind: 'expense' as const, recordId: idOf(1) };
  expect(recordEdit(openTestStore(stillWorld()), { ...edit, body: { performedDate: 5, amount: 1n } }, {})).toEqual({
    ok: false,
    issues: [
      { path: ['performedDate'], message: 'Text belongs here.' },
      { path: ['amount'], message: 'This cannot be sent.' },
    ],
  });
});
