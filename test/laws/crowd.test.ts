import { expect, test } from 'vitest';
import { allEdits } from '#main/cache/outbox/outbox.ts';
import { approve } from '#main/edits/approve.ts';
import { fingerprintOf } from '#main/edits/fingerprint.ts';
import { recordMany } from '#main/edits/record-many.ts';
import type { EditInput } from '#main/edits/record-edit.ts';
import { createDesk, failure } from '#test/sync/desk.ts';
import { seededRandom } from '#test/world.ts';

const records = 500;
const each = 4;

/** Four edits of each of five hundred expenses: three that set a day and one comment, in an order of their own. */
function inputs(expenses: readonly string[], random: () => number): EditInput[] {
  const all = expenses.flatMap((recordId, n) =>
    Array.from({ length: each }, (_, i): EditInput => {
      const day = `2025-0${i + 1}-${String(1 + (n % 27)).padStart(2, '0')}`;
      return i === 3
        ? { kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: `Comment ${n}` } }
        : { kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: day } };
    }),
  );
  return all
    .map((input) => ({ input, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ input }) => input);
}

test(`${records * each} edits over ${records} records, some of which never answer: all others are done, and none waits for them`, async () => {
  const desk = createDesk();
  const random = seededRandom(7);
  const model = desk.company.store.get('expense', desk.company.expenses[0] ?? '');
  if (!model) throw new Error('no expense');
  const ids = Array.from({ length: records }, (_, n) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  for (const id of ids) {
    desk.company.store.put('expense', id, { ...model, id });
    desk.know('expense', id);
  }
  expect(recordMany(desk.store, inputs(ids, random), {})).toMatchObject({ ok: true });
  const drafts = allEdits(desk.store).flatMap(({ id, state }) => (state === 'draft' ? [id] : []));
  if (drafts.length > 0) approve(desk.store, { ids: drafts, fingerprint: fingerprintOf(desk.store), secondConfirmation: true });
  // Two in a hundred never answer, one of fifty requests is cut.
  const silent = new Set(ids.filter((_, n) => n % 50 === 0));
  desk.weather((request) => {
    const [id] = [...silent].filter((one) => request.url.includes(one));
    if (id && request.method !== 'OPTIONS') return failure('timeout', true);
    return request.method === 'PATCH' && random() < 0.02 ? failure('reset', true) : null;
  });
  await desk.engine.start();
  await desk.run(2 * 3_600_000);
  const open = allEdits(desk.store).filter(({ state }) => !['applied', 'superseded', 'inDoubt'].includes(state));
  expect(open.filter(({ recordId }) => !silent.has(recordId)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([]);
  const done = allEdits(desk.store).filter(({ state, recordId }) => state === 'applied' && !silent.has(recordId));
  expect(done.length).toBeGreaterThan(records * 2);
  desk.engine.stop();
});
