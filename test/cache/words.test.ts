import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { titlesOf } from '#main/projections/lists/lists.ts';
import { putRecord, putStub, recordOf } from '#main/records/records.ts';
import { dropPartOfImport, importIsStaged, placeStaged, stageRecords } from '#main/records/staged-import.ts';
import { matchOf, referenceWord, searchedWords, wordsOf, wordsOfRecord } from '#main/projections/search/words.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { JsonDecimal } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

let store: Store;
let heard: Change[];
beforeEach(() => {
  store = openTestStore(stillWorld());
  heard = [];
  store.subscribe((changes) => heard.push(...changes));
});
afterEach(() => store.close());

it('a record is found by every text and number in it, not by ids, instants and what nobody looks for', () => {
  const record = {
    ...{ id: idOf(1), createdAt: '2026-01-02T03:04:05Z', day: '2026-01-02', avatarUrl: 'https://pictures.test' },
    ...{ note: 'Taxi', empty: '', none: null, yes: true, count: 7, big: 9_007_199_254_740_993n },
    ...{ lines: [{ description: 'Porto', stackTrace: 'at line 5' }, 'loose'], exact: new JsonDecimal('0.10000000000000000001') },
  };
  expect(wordsOf(record as never)).toBe('2026-01-02 Taxi 7 9007199254740993 Porto loose');
  expect(wordsOf({ note: 'exactly thirty-six characters, no id' })).toBe('exactly thirty-six characters, no id');
});

it('a long text is found by its start, and not by words beyond the limit', () => {
  expect(wordsOf({ a: 'x'.repeat(5_000) })).toBe('x'.repeat(2_000));
  expect(wordsOf({ a: 'x'.repeat(1_999), b: 'seen', c: 'unseen' })).toBe(`${'x'.repeat(1_999)} seen`);
});

it('it is found by its title and by what it refers to, each once, but not by the company of all', () => {
  const [account, company] = [idOf(1, 'b'), idOf(1, 'c')];
  const held = [
    { kind: 'ledgerAccount', id: account },
    { kind: 'ledgerAccount', id: account },
    { kind: 'company', id: company },
  ] as never;
  const words = wordsOfRecord({ title: 'Taxi', subtitle: null, value: { note: 'Porto' }, held });
  expect(words).toBe(`Taxi  Porto ${referenceWord(account)}`);
  expect(wordsOfRecord({ title: 'Taxi', subtitle: 'Anna', value: {}, held: [] })).toBe('Taxi Anna  ');
});

it('of what somebody types letters and digits count, eight words at most, the last one as a beginning', () => {
  expect(searchedWords('Café, "x" OR 5*')).toEqual(['Café', 'x', 'OR', '5']);
  expect(searchedWords('a b c d e f g h i j')).toHaveLength(8);
  expect([matchOf('taxi por'), matchOf('taxi'), matchOf(' * ')]).toEqual(['"taxi" "por"*', '"taxi"*', null]);
});

it('a removed record is reported; a bare id is called by its kind', () => {
  const ref = { kind: 'expense', id: idOf(1) } as const;
  putRecord(store, { ref, value: expense(1), provenance: 'read', asOf: 1, complete: true });
  putStub(store, { kind: 'vendor', id: idOf(2) }, 1);
  const titles = titlesOf(store, [ref, { kind: 'vendor', id: idOf(2) }, { kind: 'vendor', id: idOf(3) }]);
  expect(titles.map(({ kind, id }) => [kind, id])).toEqual([
    ['expense', idOf(1)],
    ['vendor', idOf(2)],
  ]);
  expect(titles[1]?.title).not.toBe(idOf(2));
  heard.splice(0);
  expect(forgetRecord(store, ref)).toBe('record');
  expect(heard.filter(({ kind }) => kind === 'records')).toEqual([{ kind: 'records', refs: [ref] }]);
  expect([forgetRecord(store, ref), recordOf(store, ref)]).toEqual([null, null]);
  expect(forgetRecord(store, { kind: 'vendor', id: idOf(2) })).toBe('stub');
});

it('part of an import is forgotten, a whole one comes to its place whatever happens', () => {
  const staged = (n: number) => ({
    ref: { kind: 'expense' as const, id: idOf(n) },
    text: JSON.stringify(expense(n)),
    complete: true,
    asOf: 1,
  });
  stageRecords(store, [staged(1), staged(2)], false);
  expect(importIsStaged(store)).toBe(false);
  dropPartOfImport(store);
  expect(placeStaged(store, 9).more).toBe(false);
  expect(recordOf(store, staged(1).ref)).toBeNull();
  stageRecords(store, [staged(1)], false);
  stageRecords(store, [staged(2)], true);
  dropPartOfImport(store);
  expect(importIsStaged(store)).toBe(true);
  expect(placeStaged(store, 1)).toMatchObject({ kept: 0, more: true });
  expect(placeStaged(store, 1)).toMatchObject({ kept: 0, more: false });
  expect(importIsStaged(store)).toBe(false);
  for (const n of [1, 2]) expect(recordOf(store, staged(n).ref)).not.toBeNull();
});
