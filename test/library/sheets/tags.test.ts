import { afterEach, beforeEach, expect, it } from 'vitest';
import { undo } from '#main/edits/undo/undo.ts';
import { giveName } from '#main/names/book.ts';
import { bodyOf, editById, openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { opened, saved } from './play-spreadsheet.ts';
import { whiteOf } from './round-trip.ts';
import { fill, comparison, out, property, put, tagId } from './sheet-world.ts';

let store: Store;
beforeEach(() => {
  store = openTestStore(stillWorld());
  fill(store, 'cardTransaction', 12);
});
afterEach(() => store.close());

const card = (n: number) => idOf(n, '2');
const give = (n: number, ...properties: ReturnType<typeof property>[]) =>
  put(store, 'cardTransaction', { ...recordOf(store, { kind: 'cardTransaction', id: card(n) })?.value, customProperties: properties }, 2);

async function typed(cells: [n: number, head: string, value: string | number | null][]) {
  const sheets = await opened(await out(store, 'cardTransaction'));
  const { rows, idAt, white } = whiteOf(sheets, 'cardTransaction', store);
  for (const [n, head, value] of cells) {
    const row = rows.find((one) => one[idAt] === card(n));
    if (row) row[white.find(({ field }) => field.head === head)?.at ?? 0] = value;
  }
  return {
    sheets,
    cell: (n: number, head: string) => rows.find((one) => one[idAt] === card(n))?.[white.find(({ field }) => field.head === head)?.at ?? 0],
  };
}
const all = (changes: { at: number }[]) => changes.map(({ at }) => ({ at, as: 'sheet' as const }));

it('writes a white column for each group that card transactions carry, with the texts of its values', async () => {
  give(3, property('tags', ['Billable', 'Recurring']), property('cost_type', ['Travel']));
  const { cell } = await typed([]);
  expect([cell(3, 'Tags'), cell(3, 'Cost type')]).toEqual(['Billable; Recurring', 'Travel']);
});

it('records the form’s own edit: values by id of their group, others as they are typed, every group of a record in one edit', async () => {
  give(3, property('tags', ['Billable']), property('cost_type', ['Travel']));
  give(4);
  const { sheets } = await typed([
    [3, 'Tags', 'recurring;  Billable, Q4'],
    [3, 'Cost type', 'Yes'],
    [4, 'Tags', 'Yes'],
    [4, 'Description', 'Taxi'],
  ]);
  const { changes, problems, draft } = await comparison(store, await saved(sheets));
  expect(problems).toEqual([]);
  expect(changes.map(({ id, field, state, fresh }) => [id, field, state, fresh])).toEqual(
    expect.arrayContaining([
      [card(3), 'Tags', 'changed', ['Q4']],
      [card(3), 'Cost type', 'changed', undefined],
      [card(4), 'Tags', 'changed', undefined],
    ]),
  );
  const drafted = draft(all(changes));
  const bodies = (drafted.ok ? drafted.ids : []).map((id) => editById(store, id)).map((row) => row && bodyOf(row));
  expect(bodies).toHaveLength(2);
  expect(bodies).toEqual(
    expect.arrayContaining([
      {
        customProperties: [
          { groupId: tagId('cost_type'), valueIds: [tagId('cost_type', 'Yes')] },
          { groupId: tagId('tags'), valueIds: [tagId('tags', 'Recurring'), tagId('tags', 'Billable')], inlineValues: ['Q4'] },
        ],
      },
      { description: 'Taxi', customProperties: [{ groupId: tagId('tags'), valueIds: [tagId('tags', 'Yes')] }] },
    ]),
  );
  expect(await comparison(store, await saved(sheets))).toMatchObject({ changes: [], problems: [] });
  expect(drafted.ok && undo(store, drafted.ids, {})).toMatchObject({ ok: true });
  expect((await comparison(store, await saved(sheets))).changes).toHaveLength(4);
});

it('takes another order, other blanks and capitals for no change, and an emptied cell for a question', async () => {
  give(3, property('tags', ['Billable', 'Recurring']));
  give(5, property('tags', ['Billable']));
  const { sheets } = await typed([
    [3, 'Tags', ' recurring ;BILLABLE'],
    [5, 'Tags', null],
  ]);
  const { changes, draft } = await comparison(store, await saved(sheets));
  expect(changes).toMatchObject([{ id: card(5), field: 'Tags', state: 'emptied' }]);
  draft(all(changes));
  const [edit] = openEditsOf(store, { kind: 'cardTransaction', id: card(5) });
  expect(edit && bodyOf(edit)).toEqual({ customProperties: [{ groupId: tagId('tags'), valueIds: [] }] });
});

it('tells a group that moved on both sides as a conflict, and one that moved alike as nothing', async () => {
  for (const n of [3, 4, 5]) give(n, property('tags', ['Billable']), property('cost_type', ['Travel']));
  const { sheets } = await typed([
    [3, 'Tags', 'Recurring'],
    [4, 'Tags', 'Yes; Recurring'],
    [5, 'Tags', 'Recurring'],
  ]);
  give(3, property('tags', ['Billable', 'Yes']), property('cost_type', ['Travel']));
  give(4, property('tags', ['Recurring', 'Yes']), property('cost_type', ['Yes']));
  give(5, property('tags', ['Billable']), property('cost_type', ['Yes']));
  const { changes, already, draft } = await comparison(store, await saved(sheets));
  expect(changes.map(({ id, state, restorable }) => [id, state, restorable]).sort()).toEqual([
    [card(3), 'conflict', true],
    [card(5), 'changed', true],
  ]);
  expect(already).toBe(1);
  const back = draft(changes.filter(({ id }) => id === card(3)).map(({ at }) => ({ at, as: 'exported' as const })));
  const edit = back.ok ? editById(store, back.ids[0] ?? '') : null;
  expect(edit && bodyOf(edit)).toEqual({ customProperties: [{ groupId: tagId('tags'), valueIds: [tagId('tags', 'Billable')] }] });
});

it('finds a value by the only name that the names directory has for it, and writes one without a name as its id', async () => {
  const id = idOf(900, '7');
  give(3, { ...property('tags', []), values: [{ id, groupId: tagId('tags') }] });
  const { cell } = await typed([]);
  expect(cell(3, 'Tags')).toBe(id);
  giveName(
    store,
    { kind: 'customPropertyValue', id: idOf(901, '7'), name: 'Audit 2026', code: '', note: '', currency: '', inUse: true },
    'typed',
  );
  const { sheets } = await typed([[3, 'Tags', 'Audit 2026']]);
  const { changes, draft } = await comparison(store, await saved(sheets));
  draft(all(changes));
  const [edit] = openEditsOf(store, { kind: 'cardTransaction', id: card(3) });
  expect(edit && bodyOf(edit)).toEqual({ customProperties: [{ groupId: tagId('tags'), valueIds: [idOf(901, '7')] }] });
});
