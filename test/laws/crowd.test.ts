import { expect, test } from 'vitest';
import { approve } from '#main/edits/decide/approve.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import type { EditInput } from '#main/edits/record/record-edit.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { allEdits } from '#main/outbox/outbox.ts';
import { createDesk, failure, type Desk } from '#test/sync/desk.ts';
import { onTheWire } from './domain-server.ts';
import { seededRandom } from '#test/world.ts';

const records = 500;
const each = 4;
const minute = 60_000;
const ids = Array.from({ length: records }, (_, n) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
/** Two in a hundred records never answer. */
const silent = new Set(ids.filter((_, n) => n % 50 === 0));

/** Four edits of each of five hundred expenses: three that set a day and one comment, in an order of their own. */
function inputs(random: () => number): EditInput[] {
  const all = ids.flatMap((recordId, n) =>
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

/** Records all edits at a desk and counts the reads and writes of the records that answer. One in fifty updates is cut. */
function crowdedDesk(answersTakeMs: number, options: Parameters<typeof createDesk>[0]): { desk: Desk; asked: Record<string, number> } {
  const desk = createDesk(options);
  const random = seededRandom(7);
  const model = desk.company.store.get('expense', desk.company.expenses[0] ?? '');
  if (!model) throw new Error('no expense');
  for (const id of ids) {
    desk.company.store.put('expense', id, { ...model, id });
    desk.know('expense', id);
  }
  expect(recordMany(desk.store, inputs(random), {})).toMatchObject({ ok: true });
  const drafts = allEdits(desk.store).flatMap(({ id, state }) => (state === 'draft' ? [id] : []));
  approve(desk.store, { ids: drafts, fingerprint: fingerprintOf(desk.store), secondConfirmation: true });
  const asked: Record<string, number> = { GET: 0, PATCH: 0 };
  desk.weather(async (request, server) => {
    const id = request.url.split('/').at(-1) ?? '';
    if (silent.has(id)) return failure('timeout', true);
    if (ids.includes(id)) asked[request.method] = (asked[request.method] ?? 0) + 1;
    await desk.world.sleep(answersTakeMs);
    const isCut = request.method === 'PATCH' && random() < 0.02;
    return isCut ? failure('reset', true) : onTheWire(server.carryOut(request), 20);
  });
  return { desk, asked };
}

test.each([
  { service: 'a service that is not known yet', answersTakeMs: 0, capable: true, within: 10 },
  { service: 'a slow one', answersTakeMs: 1_000, capable: false, within: 30 },
])(
  `${records * each} edits over ${records} records end within $within minutes at $service, with about one read for each write, though some records never answer`,
  async ({ answersTakeMs, capable, within }) => {
    const { desk, asked } = crowdedDesk(answersTakeMs, { capable });
    await desk.begin(within * minute);
    const open = allEdits(desk.store).filter(({ state, recordId }) => !['applied', 'superseded'].includes(state) && !silent.has(recordId));
    expect(open.map(({ kind, state }) => `${kind} ${state}`)).toEqual([]);
    // A read whose write did not follow in time was in vain: the engine would look again and again.
    expect(asked['PATCH']).toBeGreaterThan(records);
    expect(asked['GET']).toBeLessThan(1.1 * (asked['PATCH'] ?? 0));
    desk.engine.stop();
  },
);
