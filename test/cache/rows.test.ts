import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveName } from '#main/names/book.ts';
import { findNames } from '#main/names/find.ts';
import { idsNamed } from '#main/names/ids-named.ts';
import { matchNaming } from '#main/names/match-names.ts';
import { personIn, personText } from '#main/names/people.ts';
import { checkColumns, remakeColumns } from '#main/projections/columns/remake-columns.ts';
import { entriesOf, factsIn } from '#main/projections/columns/fact-entries.ts';
import {
  bringViewBack,
  keepLayout,
  removeView,
  renameView,
  saveView,
  savedLists,
  viewCounts,
} from '#main/projections/query/saved-lists.ts';
import { knownTextOf, putRecord, putStub, recordOf } from '#main/records/records.ts';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { countOf, facets } from '#main/projections/lists/list-counts.ts';
import { listIds } from '#main/projections/lists/lists.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { findNamesInput } from '#shared/contract/names-contract.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf, putExpenses } from './many-records.ts';
import { stillWorld, type StillWorld } from './world-for-cache.ts';

let world: StillWorld;
let store: Store;
let heard: Change[];
beforeEach(() => {
  world = stillWorld();
  store = openTestStore(world);
  heard = [];
  store.subscribe((changes) => heard.push(...changes));
});
afterEach(() => store.close());

const ref = { kind: 'expense', id: idOf(1) } as const;

it('an id that nothing is known of is noted and told once', () => {
  putStub(store, ref, 1);
  expect(heard.splice(0)).toEqual([{ kind: 'records', refs: [ref] }]);
  putStub(store, { ...ref, id: ref.id.toUpperCase() }, 2);
  expect(heard).toEqual([]);
});

it('a record is stored byte for byte as received, with omitted lines kept', () => {
  const hear = (value: Record<string, unknown>, text: string) =>
    putRecord(store, { ref, text, value: value as never, provenance: 'read', asOf: 1, complete: true });
  hear({ id: ref.id }, `{ "id" :  "${ref.id}" }`);
  hear({ id: ref.id, status: 'CREATED' }, `{ "id" : "${ref.id}",  "status":"CREATED" }`);
  expect(knownTextOf(store, ref)).toBe(`{ "id" : "${ref.id}",  "status":"CREATED" }`);
  const lineItems = [{ id: idOf(1, 'f') }];
  hear({ id: ref.id, lineItems }, JSON.stringify({ id: ref.id, lineItems }));
  hear({ id: ref.id, status: 'PAID' }, `{"id":"${ref.id}","status":"PAID"}`);
  expect(recordOf(store, ref)?.value).toEqual({ id: ref.id, status: 'PAID', lineItems });
});

it('rebuilt rows are published, and nothing is when none were left', () => {
  checkColumns(store);
  putExpenses(store, 200);
  writeSetting(store, 'columns', { by: 'columns of last year', after: null });
  checkColumns(store);
  heard.splice(0);
  expect(remakeColumns(store)).toBe(false);
  const of = () => heard.splice(0).filter(({ kind }) => kind === 'records');
  expect(of()).toEqual([{ kind: 'records', refs: [{ kind: 'expense', id: idOf(199) }] }]);
  expect(remakeColumns(store)).toBe(true);
  expect(of()).toEqual([]);
});

it('records are found by the day of their last change, and by there being none', () => {
  putExpenses(store, 40);
  putRecord(store, { ref, value: { id: ref.id, updatedAt: null }, provenance: 'read', asOf: 2e12, complete: true });
  const found = (query: string) => listIds(store, { kind: 'expense', query }, 'date', true);
  expect(found('updated:2025')).toEqual(found('date:2025'));
  expect(found('updated:2025').length).toBeGreaterThan(5);
  expect(found('updated:none')).toEqual([ref.id]);
});

it('a filter counts what is left when most records of a kind were forgotten', () => {
  putExpenses(store, 101);
  for (let n = 0; n < 86; n += 1) forgetRecord(store, { kind: 'expense', id: idOf(n) });
  for (let n = 86; n < 101; n += 1) {
    const value = { ...expense(n), status: n === 86 ? 'CANCELLED' : 'CREATED' };
    putRecord(store, { ref: { kind: 'expense', id: idOf(n) }, value, provenance: 'read', asOf: 2e12, complete: true });
  }
  expect(countOf(store, { kind: 'expense', query: 'status:created amount>0' })).toBe(14);
});

it('a row with an empty column sorts below every value, and a damaged one is empty', () => {
  const entries = entriesOf('expense', { title: '', status: '', facts: '{}' });
  expect(entries.filter(({ value }) => value === '').length).toBeGreaterThan(2);
  expect(new Set(entries.map(({ column }) => column)).size).toBe(entries.length);
  const said = entriesOf('expense', { title: 'Tráin', status: 'CREATED', facts: JSON.stringify({ lines: ['2'] }) });
  expect(said.map(({ value }) => value)).toEqual(expect.arrayContaining(['train', 'CREATED', 2n]));
  for (const damaged of ['', 'null', '5', '{"a']) expect(factsIn(damaged)).toEqual({});
});

it('a saved view is written over by its name, counted, and forgotten; one that is not there is left', () => {
  putExpenses(store, 10);
  const layout = { columns: [{ name: 'date' }], sort: 'date', descending: true } as never as Record<string, never>;
  const first = saveView(store, { ...layout, kind: 'expense', name: 'Mine', query: 'status:created' } as never);
  const other = saveView(store, { ...layout, kind: 'vendor', name: 'Mine', query: '' } as never);
  const again = saveView(store, { ...layout, kind: 'expense', name: 'Mine', query: '' } as never);
  expect(again.id).toBe(first.id);
  expect(savedLists(store).views.map(({ id, query }) => [id, query])).toEqual([
    [first.id, ''],
    [other.id, ''],
  ]);
  expect(viewCounts(store, 'en', () => 0)).toEqual({ [first.id]: 10, [other.id]: 0 });
  const before = store.sql.prepare('SELECT total_changes()').pluck().get();
  expect(removeView(store, 'unknown')).toBe(false);
  expect(store.sql.prepare('SELECT total_changes()').pluck().get()).toBe(before);
  expect(removeView(store, first.id)).toBe(true);
  expect(savedLists(store).views.map(({ id }) => id)).toEqual([other.id]);
});

it('a view is renamed in its place, with what a later version kept in it; the name of another of its list is refused', () => {
  const mine = {
    ...{ columns: [{ name: 'date' }], sort: 'date', descending: true },
    kind: 'expense' as const,
    name: 'Mine',
    query: 'hotel',
  };
  const [first, second] = [saveView(store, mine), saveView(store, { ...mine, name: 'Yours' })];
  saveView(store, { ...mine, kind: 'vendor', name: 'Ours' });
  writeSetting(store, 'listViews', [{ ...first, tint: 'blue' }, ...(savedLists(store).views.slice(1) as never[])] as never);
  expect(renameView(store, first.id, 'Ours')).toBe('renamed');
  expect(savedLists(store).views[0]).toEqual({ ...first, name: 'Ours', tint: 'blue' });
  const before = store.sql.prepare('SELECT total_changes()').pluck().get();
  expect(renameView(store, first.id, 'Ours')).toBe('renamed');
  expect(renameView(store, second.id, 'Ours')).toBe('taken');
  expect(renameView(store, 'unknown', 'X')).toBe('unknown');
  expect(store.sql.prepare('SELECT total_changes()').pluck().get()).toBe(before);
});

it('a view that was removed comes back as it was, in its place; not over another of its name, and not twice', () => {
  const mine = {
    ...{ columns: [{ name: 'date', width: 80 }], sort: 'amount', descending: false },
    kind: 'expense' as const,
    query: 'hotel',
  };
  const [, second] = ['a', 'b', 'c'].map((name) => saveView(store, { ...mine, name }));
  const before = savedLists(store).views;
  expect(bringViewBack(store, second!.id)).toBe('unknown');
  removeView(store, second!.id);
  const other = saveView(store, { ...mine, name: 'b', query: 'taxi' });
  expect(bringViewBack(store, second!.id)).toBe('taken');
  removeView(store, other.id);
  expect(bringViewBack(store, second!.id)).toBe('back');
  expect(savedLists(store).views).toEqual(before);
  expect(bringViewBack(store, second!.id)).toBe('unknown');
});

const named = (kind: ReferenceKind, id: string, name: string, code = '') =>
  giveName(store, { kind, id, name, code, note: '', currency: '', inUse: true }, 'typed');

it('a user in the audit log has the name of the names directory, else the log’s; a company its name or none', () => {
  const [ines, acme] = [idOf(1, 'a'), idOf(1, 'c')];
  expect(personIn(store, null)).toEqual({ name: null, id: null });
  expect(personIn(store, 'rule')).toEqual({ name: 'rule', id: null });
  expect(personIn(store, `Inês   Carvalho (${ines.toUpperCase()}) , company ${acme}`)).toEqual({ name: 'Inês Carvalho', id: ines });
  expect(personIn(store, `Inês (${ines}), of   Lisbon`)).toEqual({ name: 'Inês, of Lisbon', id: ines });
  expect(personIn(store, ines)).toEqual({ name: null, id: ines });
  expect([personText(store, ines), personText(store, null), personText(store, 'rule')]).toEqual([ines, null, 'rule']);
  named('company', acme, 'Acme');
  expect(personIn(store, `Inês (${ines}), company ${acme}`).name).toBe('Inês, Acme');
  named('user', ines, 'Inês Carvalho');
  expect(personIn(store, `somebody (${ines})`)).toEqual({ name: 'Inês Carvalho', id: ines });
});

it('a text without words names nothing; words are looked for in what a record holds, and in what that is called', () => {
  const freight = idOf(1, 'b');
  named('ledgerAccount', freight, 'Nordvåg freight', '5710');
  expect([idsNamed(store, 'ledgerAccount', ' '), idsNamed(store, 'ledgerAccount', 'FREIGHT 57')]).toEqual([[], [freight]]);
  expect(matchNaming(store, 'expense', ' .- ')).toEqual([]);
  expect(matchNaming(store, 'expense', 'taxi hotel')).toEqual(['"taxi"', '"hotel"*']);
  expect(matchNaming(store, 'expense', 'taxi', true)).toEqual(['"taxi"']);
  expect(matchNaming(store, 'expense', 'nordvåg')).toEqual([expect.stringMatching(/^\("nordvåg"\* OR \("[^"]+"\)\)$/)]);
});

it('a picker shows beside a record only what is asked for, named or not, the most lately used of its neighbours first', () => {
  for (const [n, day] of [
    [1, '2026-01-01'],
    [2, '2026-02-01'],
    [3, '2026-03-01'],
  ] as const) {
    const lineItems = [{ id: idOf(n, 'f'), accountId: idOf(n, 'b') }];
    const value = { ...expense(n), userId: idOf(1, 'a'), performedDate: day, lineItems };
    putRecord(store, { ref: { kind: 'expense', id: idOf(n) }, value, provenance: 'read', asOf: n, complete: true });
  }
  named('ledgerAccount', idOf(2, 'b'), 'Travel');
  const shown = (only: 'all' | 'named' | 'unnamed') =>
    findNames(store, findNamesInput.parse({ kind: 'ledgerAccount', record: { kind: 'expense', id: idOf(3) }, only })).rows.map(
      ({ id }) => id,
    );
  expect(shown('all').toSorted()).toEqual([1, 2, 3].map((n) => idOf(n, 'b')));
  expect(shown('named')).toEqual([idOf(2, 'b')]);
  expect(shown('unnamed').toSorted()).toEqual([idOf(1, 'b'), idOf(3, 'b')]);
  expect(shown('all').filter((id) => id !== idOf(3, 'b'))).toEqual([idOf(2, 'b'), idOf(1, 'b')]);
});

it('of what neighbours used on the same day, what is used most comes first', () => {
  const [often, seldom] = [idOf(8, 'b'), idOf(9, 'b')];
  const use = (n: number, user: number, ...accounts: string[]) => {
    const lineItems = accounts.map((accountId, at) => ({ id: idOf(n * 10 + at, 'f'), accountId }));
    const value = { ...expense(n), userId: idOf(user, 'a'), performedDate: '2026-03-01', lineItems };
    putRecord(store, { ref: { kind: 'expense', id: idOf(n) }, value, provenance: 'read', asOf: n, complete: true });
  };
  for (const n of [11, 12, 13]) use(n, 2, often);
  use(1, 1, idOf(1, 'b'));
  use(2, 1, seldom, often);
  use(3, 3, idOf(1, 'b'));
  use(4, 3, often, seldom);
  for (const n of [1, 3]) {
    const asked = findNamesInput.parse({ kind: 'ledgerAccount', record: { kind: 'expense', id: idOf(n) } });
    expect(
      findNames(store, asked)
        .rows.map(({ id }) => id)
        .filter((id) => id !== idOf(1, 'b')),
    ).toEqual([often, seldom]);
  }
});

it('a status is the one of that name, where there is one, and else each that begins a word so', () => {
  for (const [n, status] of ['PAID', 'PAID_OUT', 'NOT_PAID', 'UNPAID'].entries()) {
    const value = { ...expense(n), status };
    putRecord(store, { ref: { kind: 'expense', id: idOf(n) }, value, provenance: 'read', asOf: n, complete: true });
  }
  const ids = (query: string) =>
    listIds(store, { kind: 'expense', query }, 'date', true)
      .map((id) => Number(id.slice(-3)))
      .toSorted();
  expect([ids('status:paid'), ids('status:pai'), ids('status:"not paid"'), ids('status:none')]).toEqual([[0], [0, 1, 2], [2], []]);
});

it('saved views and layouts that are damaged, or of a later version, are left out, and the others stay', () => {
  const layout = { columns: [{ name: 'date' }], sort: 'date', descending: true };
  const view = { ...layout, id: 'v1', kind: 'expense', name: 'Mine', query: 'taxi' };
  const wrong: Record<string, unknown>[] = [
    ...[{ sort: 5 }, { descending: 'no' }, { columns: {} }, { columns: [5] }, { columns: [{ name: 5 }] }],
    ...[{ kind: 'invoice' }, { id: 5 }, { name: null }, { query: 5 }],
  ];
  const [views, layouts] = [
    [view, ...wrong.map((part) => ({ ...view, ...part })), 5, null],
    { expense: layout, invoice: layout, vendor: {} },
  ];
  writeSetting(store, 'listViews', views);
  writeSetting(store, 'listLayouts', layouts);
  expect(savedLists(store)).toEqual({ views: [view], layouts: { expense: layout } });
  writeSetting(store, 'listViews', 'damaged');
  writeSetting(store, 'listLayouts', []);
  expect(savedLists(store)).toEqual({ views: [], layouts: {} });
});

it('views and layouts of a later version survive saving, replacing, removing and rearranging others', () => {
  const layout = { columns: [{ name: 'date' }], sort: 'date', descending: true };
  const later = { id: 'later', kind: 'mileage', name: 'Trips', query: '', ...layout };
  writeSetting(store, 'listViews', [later]);
  writeSetting(store, 'listLayouts', { mileage: layout });
  const mine = { ...layout, kind: 'expense' as const, name: 'Mine', query: 'taxi' };
  const { id } = saveView(store, mine);
  expect(saveView(store, { ...mine, query: 'train' }).id).toBe(id);
  keepLayout(store, 'expense', layout);
  expect(readSetting(store, 'listViews')).toEqual([later, { ...mine, id, query: 'train' }]);
  expect(removeView(store, id)).toBe(true);
  expect(removeView(store, id)).toBe(false);
  expect(readSetting(store, 'listViews')).toEqual([later]);
  expect(readSetting(store, 'listLayouts')).toEqual({ mileage: layout, expense: layout });
});

it('a filter lists frequent values first, and cuts a long title', () => {
  const statuses = ['SELDOM', 'OFTEN', 'OFTEN', 'SOMETIMES', 'OFTEN', 'SOMETIMES'];
  for (const [n, status] of statuses.entries()) {
    const value = { ...expense(n), status, lineItems: [{ id: idOf(n, 'f'), description: 'long '.repeat(100) }] };
    putRecord(store, { ref: { kind: 'expense', id: idOf(n) }, value, provenance: 'read', asOf: n, complete: true });
  }
  expect(facets(store, 'expense').status).toEqual([
    { value: 'OFTEN', count: 3 },
    { value: 'SOMETIMES', count: 2 },
    { value: 'SELDOM', count: 1 },
  ]);
  expect(store.sql.prepare('SELECT max(length(title)) FROM record').pluck().get()).toBe(200);
});

it('the page of names is in the order that was asked for, also while somebody types', () => {
  const use = (n: number, accountId: string) => {
    const value = { ...expense(n), performedDate: '2026-03-01', lineItems: [{ id: idOf(n, 'f'), accountId }] };
    putRecord(store, { ref: { kind: 'expense', id: idOf(n) }, value, provenance: 'read', asOf: n, complete: true });
  };
  const [often, seldom, never] = [8, 9, 10].map((n) => idOf(n, 'b')) as [string, string, string];
  for (const n of [1, 2, 3]) use(n, often);
  use(4, seldom);
  for (const [n, id] of [never, seldom, often].entries())
    giveName(store, { kind: 'ledgerAccount', id, name: `Travel ${n}`, code: '', note: '', currency: '', inUse: id !== often }, 'typed');
  const shown = (order: 'uses' | 'rank', limit = 9, after = 0) =>
    findNames(store, findNamesInput.parse({ kind: 'ledgerAccount', text: 'travel', order, limit, after })).rows.map(({ id }) => id);
  expect(shown('uses')).toEqual([often, seldom, never]);
  expect(shown('rank')).toEqual([seldom, never, often]);
  expect([0, 1, 2].flatMap((after) => shown('rank', 1, after))).toEqual([seldom, never, often]);
});
