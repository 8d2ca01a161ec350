import { expect, it } from 'vitest';
import { writeSetting } from '#main/cache/accounts/settings.ts';
import { forgetRecord } from '#main/cache/records/forget-records.ts';
import { countOf } from '#main/cache/records/list-counts.ts';
import { listIds } from '#main/cache/records/lists.ts';
import { putRecord } from '#main/cache/records/records.ts';
import { indexRecords } from '#main/cache/records/word-index.ts';
import type { Store } from '#main/cache/database/store.ts';
import { openTestStore } from '#test/cache.ts';
import { seededRandom } from '#test/world.ts';
import { expense, idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

/** What was read of the word index stays through changes: it must find what a plain look at every record finds, whatever was written since. */

const words = ['hotel', 'hotels', 'hostel', 'harbour', 'håll', 'taxi', 'lunch', 'tram', 'lisbon'];
const asked = [
  'h',
  'ho',
  'hot',
  'hote',
  'hotel',
  'hå',
  'H',
  'hotel h',
  'hotel taxi',
  '-"hotel t"',
  't',
  'ta',
  'tax',
  'taxi',
  'lunch',
  'l',
  'hotel l',
  'taxi tram',
  '-h',
  'h -t',
  'x',
];

/** Records by their numbers, and the words of each. */
type Said = Map<number, string[]>;

function put(store: Store, n: number, said: string[]): void {
  const base = expense(n);
  const value = { ...base, lineItems: [{ ...(base['lineItems'] as object[])[0], description: said.join(' ') }] };
  const ref = { kind: 'expense', id: idOf(n) } as const;
  putRecord(store, { ref, value, text: JSON.stringify(value), provenance: 'read', asOf: 1, complete: true });
}

function answers(said: string[], query: string): boolean {
  const [plain, without] = query.startsWith('-') ? ['', query.slice(1)] : query.split(' -');
  const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const has = (word: string, whole: boolean) =>
    said.map(folded).some((each) => (whole ? each === folded(word) : each.startsWith(folded(word))));
  const hasAll = (text: string) => {
    const parts = text.match(/\p{L}+/gu) ?? [];
    return parts.every((part, at) => has(part, at < parts.length - 1));
  };
  return hasAll(plain ?? '') && (without === undefined || !hasAll(without));
}

function compare(store: Store, known: Said): void {
  for (const query of asked) {
    const found = listIds(store, { kind: 'expense', query }, 'date', true).toSorted();
    const wanted = [...known].filter(([, said]) => answers(said, query)).map(([n]) => idOf(n));
    expect(found, query).toEqual(wanted.toSorted());
    expect(countOf(store, { kind: 'expense', query }), query).toBe(wanted.length);
  }
}

/** Whether what was read is forgotten: a bulk of rows, as an import writes them, is no few. */
const bulk = 130;

it.each([1, 2, 3])('sets of words find after any changes what a look at every record finds (%s)', (seed) => {
  const store = openTestStore(stillWorld());
  const random = seededRandom(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  const some = () => words.filter(() => random() < 0.3);
  let known: Said = new Map();
  const write = (n: number) => {
    const said = some();
    put(store, n, said);
    known.set(n, said);
  };
  const forget = (n: number) => {
    forgetRecord(store, { kind: 'expense', id: idOf(n) });
    known.delete(n);
  };
  const undone = () => {
    const before: Said = new Map(known);
    const work = () =>
      store.commit('undone', () => {
        write(upTo(60));
        forget(upTo(60));
        indexRecords(store);
        compare(store, known);
        throw new Error('undone');
      });
    expect(work).toThrow('undone');
    known = before;
  };
  const changes = [
    () => write(upTo(60)),
    () => write(60 + upTo(400)),
    () => forget(upTo(60)),
    () => forget(Math.max(0, ...known.keys())),
    () => writeSetting(store, 'changed', upTo(1000)),
    undone,
    () => Array.from({ length: bulk }, (_, n) => write(n)),
  ];
  for (let n = 0; n < 40; n += 1) write(n);
  compare(store, known);
  for (let step = 0; step < 60; step += 1) {
    for (let times = upTo(4); times >= 0; times -= 1) changes[step % 12 === 11 ? 6 : upTo(6)]?.();
    compare(store, known);
  }
  store.close();
});
