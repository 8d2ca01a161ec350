import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgetNames, giveName, namesOf } from '#main/names/book.ts';
import { findNames } from '#main/names/find.ts';
import { readNamesAhead } from '#main/names/named.ts';
import type { Store } from '#main/storage/store.ts';
import { putRecord } from '#main/records/records.ts';
import { search } from '#main/projections/search/search.ts';
import { findNamesInput } from '#shared/contract/names-contract.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

const words = 'alba albatros brim bristol kestrel kestrels marine mar norrvik oslo packaging coffee'.split(' ');
const kinds = ['customer', 'bankAccount', 'product'] as const;

/** The forms of identifiers: random, UUIDv7, consecutive numbers. */
const idForms = [
  (n: number) => `${((n + 1) * 2_654_435_761).toString(16).slice(-8).padStart(8, '0')}-4a2c-4000-8000-000000000abc`,
  (n: number) => `019a1b2c-3d4e-7000-8000-${String(n * 7_919).padStart(12, '0')}`,
  (n: number) => idOf(n, 'b9'),
];

const name = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 });
const things = fc.array(fc.record({ kind: fc.constantFrom(...kinds), form: fc.nat(2), name }), { minLength: 1, maxLength: 12 });
const invoices = fc.array(
  fc.record({ own: fc.array(fc.constantFrom(...words), { maxLength: 2 }), held: fc.array(fc.nat(30), { maxLength: 4 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);
const asked = fc.record({
  whole: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  last: fc.constantFrom(...words),
  letters: fc.integer({ min: 2, max: 9 }),
});
const step = fc.oneof(
  fc.record({ is: fc.constant('ask' as const), asked }),
  fc.record({ is: fc.constant('name' as const), thing: fc.nat(30), name }),
  fc.record({ is: fc.constant('forget' as const), thing: fc.nat(30) }),
  fc.record({ is: fc.constant('undone' as const), thing: fc.nat(30), name }),
  fc.record({ is: fc.constant('ahead' as const) }),
);

interface Thing {
  kind: ReferenceKind;
  id: string;
  words: string[];
}

const call = (store: Store, { kind, id }: Thing, called: string[]) =>
  giveName(store, { kind, id, name: called.join(' '), code: '', note: '', currency: '', inUse: true }, 'typed');

const hear = (store: Store, n: number, own: string[], held: Thing[]) => {
  const of = (kind: ReferenceKind) => held.filter((thing) => thing.kind === kind).map(({ id }) => id);
  const value = {
    ...{ id: idOf(n, 'f0'), description: own.join(' '), invoiceDate: '2026-01-01', customerId: of('customer')[0] ?? null },
    ...{ payeeBankAccountId: of('bankAccount')[0] ?? null, lines: of('product').map((productId) => ({ productId })) },
  };
  putRecord(store, { ref: { kind: 'invoiceReceivable', id: value.id }, value, provenance: 'read', asOf: 1, complete: true });
  const first = (kind: ReferenceKind) => held.filter((thing) => thing.kind === kind).slice(0, 1);
  return { id: value.id, own, held: [...first('customer'), ...first('bankAccount'), ...held.filter(({ kind }) => kind === 'product')] };
};

describe('search by a name', () => {
  it('finds what a plain scan of records and names finds, whatever the ids are made of and whatever was renamed', () => {
    fc.assert(
      fc.property(things, invoices, fc.array(step, { minLength: 4, maxLength: 12 }), (drawn, heard, steps) => {
        const store = openTestStore(stillWorld());
        const known: Thing[] = drawn.map(({ kind, form, name }, n) => ({ kind, id: idForms[form]?.(n) ?? '', words: name }));
        for (const thing of known) call(store, thing, thing.words);
        const thingAt = (n: number) => known[n % known.length] as Thing;
        const records = heard.map(({ own, held }, n) => hear(store, n, own, [...new Set(held.map(thingAt))]));
        for (const does of steps) {
          if (does.is === 'ask') {
            const last = does.asked.last.slice(0, does.asked.letters);
            const has = (said: string[]) => (word: string) => said.includes(word);
            const begins = (said: string[]) => said.some((word) => word.startsWith(last));
            const scanned = records.filter(({ own, held }) => {
              const said = [...own, ...held.flatMap((thing) => thing.words)];
              return does.asked.whole.every(has(said)) && begins(said);
            });
            const text = [...does.asked.whole, last].join(' ');
            const found = search(store, text, 1000).filter((hit) => hit.kind === 'record');
            expect(found.map((hit) => hit.record?.id).toSorted()).toEqual(scanned.map(({ id }) => id).toSorted());
            for (const kind of kinds) {
              const listed = findNames(store, findNamesInput.parse({ kind, text: last, only: 'named' })).rows;
              const fit = known.filter((thing) => thing.kind === kind && thing.words.some((word) => word.includes(last)));
              expect(listed.map(({ id }) => id).toSorted()).toEqual(fit.map(({ id }) => id).toSorted());
            }
          } else if (does.is === 'ahead') while (!readNamesAhead(store));
          else if (does.is === 'undone')
            expect(() =>
              store.commit('undone', () => {
                call(store, thingAt(does.thing), does.name);
                throw new Error('cut off');
              }),
            ).toThrow('cut off');
          else {
            const thing = thingAt(does.thing);
            if (does.is === 'name') call(store, thing, (thing.words = does.name));
            else forgetNames(store, [thing]);
            if (does.is === 'forget') thing.words = [];
          }
        }
        store.close();
      }),
      { numRuns: 50 },
    );
  });

  it('takes a single letter for the beginning of no name, which nearly every name would answer', () => {
    const store = openTestStore(stillWorld());
    const kestrel: Thing = { kind: 'customer', id: idOf(1, 'b9'), words: ['kestrel'] };
    call(store, kestrel, kestrel.words);
    const { id } = hear(store, 1, [], [kestrel]);
    const found = (text: string) => search(store, text, 20).map((hit) => hit.record?.id);
    expect([found('k'), found('ke')]).toEqual([[], [id]]);
    store.close();
  });

  it('finds a thing of thousands by its whole name, where every word of it is in thousands', () => {
    const store = openTestStore(stillWorld());
    const [roots, trades] = ['Norrvik Kestrel Petrel Halyard'.split(' '), 'Coffee Marine Timber Optics'.split(' ')];
    const customers: Thing[] = [];
    for (let n = 0; n < 3200; n += 1) {
      const words = [roots[n % 4] ?? '', trades[(n >> 2) % 4] ?? '', `${n >> 4}`];
      customers.push({ kind: 'customer', id: idOf(n, 'b9'), words });
    }
    store.commit('names', () => customers.forEach((each) => call(store, each, each.words)));
    for (const n of [0, 777, 3199]) {
      const customer = customers[n] as Thing;
      const { id } = hear(store, n, [], [customer]);
      expect(search(store, customer.words.join(' '), 20).map((hit) => hit.record?.id)).toEqual([id]);
      expect(namesOf(store, [customer])).toHaveLength(1);
    }
    store.close();
  });
});
