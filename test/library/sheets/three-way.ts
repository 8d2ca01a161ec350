import { expect } from 'vitest';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { overlayOf } from '#main/edits/overlay.ts';
import { bodyOf, editById, openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { TakenChange } from '#main/app/commands/sheet-commands.ts';
import type { Store } from '#main/storage/store.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { idOf } from '#test/cache/many-records.ts';
import { Draws, opened, saved } from './play-spreadsheet.ts';
import { fill, comparison, out, put } from './sheet-world.ts';

/** Ten columns of a vendor and the members that they show. */
const columns: Record<string, string> = {
  Name: 'name',
  Description: 'description',
  'VAT number': 'vatId',
  'Company number': 'identifier',
  Email: 'email',
  Website: 'website',
  Address: 'address',
  'Postal code': 'zipcode',
  City: 'city',
  Picture: 'avatarUrl',
};
const heads = Object.keys(columns);
type Row = Record<string, string>;
const textIn = (record: JsonObject | undefined, head: string): string => {
  const value = record?.[columns[head] ?? ''];
  return typeof value === 'string' ? value : '';
};
const same = (one: string, other: string): boolean => one.trim().replaceAll(/\s+/g, ' ') === other.trim().replaceAll(/\s+/g, ' ');

/** The plain rule: what left, what the sheet says and what is so today decide. */
function verdict(base: string, sheet: string, today: string): 'untouched' | 'already' | 'emptied' | 'changed' | 'conflict' {
  if (same(sheet, base)) return 'untouched';
  if (same(sheet, today)) return 'already';
  if (!same(today, base)) return 'conflict';
  return sheet.trim() === '' ? 'emptied' : 'changed';
}

/** Compares `count` × 10 cells of records that moved meanwhile with the plain rule, drafts a part, and compares every record with it again. */
export async function threeWay(store: Store, count: number, seed: number): Promise<Record<string, number>> {
  const draws = new Draws(seed);
  fill(store, 'vendor', count);
  const ids = Array.from({ length: count }, (_, at) => idOf(at + 1, 'd'));
  const view = (id: string) => {
    const ref = { kind: 'vendor' as const, id };
    return overlayOf(recordOf(store, ref)?.value ?? null, openEditsOf(store, ref)).view;
  };
  const rowOf = (record: JsonObject): Row => Object.fromEntries(heads.map((head) => [head, textIn(record, head)]));
  const base = new Map(ids.map((id) => [id, rowOf(view(id))]));
  const sheets = await opened(await out(store, 'vendor'));
  const [main] = sheets;
  const at = (head: string) => main?.data[0]?.indexOf(head) ?? -1;
  const rows = new Map(main?.data.slice(1).map((row) => [String(row[at('Id')]), row]));

  // The record moves: at the service, and by edits of our own that still wait.
  for (const [n, id] of ids.entries()) {
    const ref = { kind: 'vendor' as const, id };
    const known = recordOf(store, ref)?.value ?? {};
    const moved = heads
      .filter(() => draws.below(4) === 0)
      .map((head) => [columns[head] ?? '', draws.below(5) === 0 ? '' : `moved ${n} ${draws.below(3)}`]);
    if (moved.length > 0) put(store, 'vendor', { ...known, ...Object.fromEntries(moved), version: 2 }, 2);
    if (n % 4 === 0) recordEdit(store, { kind: 'updateVendor', recordKind: 'vendor', recordId: id, body: { city: `own ${n}` } }, {});
  }
  const today = new Map(ids.map((id) => [id, rowOf(view(id))]));

  const sheet = new Map<string, Row>();
  for (const [n, id] of ids.entries()) {
    const said: Row = { ...base.get(id) };
    for (const head of heads) {
      const [left = '', now = ''] = [base.get(id)?.[head], today.get(id)?.[head]];
      const kinds = [left, left, left, now, `typed ${n} ${head}`, `typed ${n} ${head}`, `  ${left.replaceAll(' ', '\u00a0')} `, ''];
      said[head] = kinds[draws.below(head === 'Name' ? 6 : 8)] ?? '';
      const row = rows.get(id);
      if (row) row[at(head)] = said[head] === '' ? null : said[head];
    }
    sheet.set(id, said);
  }

  const { changes, problems, draft } = await comparison(store, await saved(sheets));
  expect(problems).toEqual([]);
  const wanted = new Map<string, string>();
  for (const id of ids)
    for (const head of heads) {
      const state = verdict(base.get(id)?.[head] ?? '', sheet.get(id)?.[head] ?? '', today.get(id)?.[head] ?? '');
      if (state !== 'untouched' && state !== 'already') wanted.set(`${id} ${head}`, state);
    }
  expect(new Map(changes.map(({ id, field, state }) => [`${id} ${field}`, state]))).toEqual(wanted);

  // Each is taken as the sheet says, as it left, or not at all: every record says exactly that, and no other field of it is in an edit.
  const expected = new Map(ids.map((id) => [id, { ...today.get(id) }]));
  const mine = new Map(
    ids.map((id) => [id, new Set(openEditsOf(store, { kind: 'vendor', id }).flatMap((row) => Object.keys(bodyOf(row) ?? {})))]),
  );
  const taken = changes.flatMap(({ at: place, id, field, state, restorable }): TakenChange[] => {
    const as = ([null, 'sheet', 'exported'] as const)[draws.below(3)] ?? null;
    if (as === null || (as === 'exported' && (state !== 'conflict' || !restorable))) return [];
    const row = expected.get(id);
    if (row) row[field] = (as === 'sheet' ? sheet : base).get(id)?.[field] ?? '';
    mine.get(id)?.add(columns[field] ?? '');
    return [{ at: place, as }];
  });
  const drafted = draft(taken);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.issues));
  expect(drafted.ids.map((id) => editById(store, id)).filter((edit) => edit?.state !== 'draft' || edit.review === 'automatic')).toEqual([]);
  for (const id of ids) {
    const row = rowOf(view(id));
    for (const head of heads)
      if (!same(row[head] ?? '', expected.get(id)?.[head] ?? ''))
        expect([id, head, row[head]]).toEqual([id, head, expected.get(id)?.[head]]);
    const bodies = openEditsOf(store, { kind: 'vendor', id }).flatMap((edit) => Object.keys(bodyOf(edit) ?? {}));
    expect(new Set(bodies)).toEqual(mine.get(id));
  }
  const counts: Record<string, number> = { cells: ids.length * heads.length, drafted: taken.length };
  for (const state of wanted.values()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
