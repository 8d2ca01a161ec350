// A large book: 100,000 named ids, 1,000,000 references learned from 100,000 invoices; what the core answers to each key of a picker.
import { giveName } from '#main/names/book.ts';
import { findNames } from '#main/names/find.ts';
import { indexRecords } from '#main/projections/search/word-index.ts';
import { putRecord } from '#main/records/records.ts';
import { search } from '#main/projections/search/search.ts';
import type { Store } from '#main/storage/store.ts';
import { findNamesInput } from '#shared/contract/names-contract.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { percentiles, processorTime } from './workload.mjs';

const id = (n: number, prefix: string) => `${prefix.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const spread = (n: number, of: number) => ((n * 2_654_435_761) >>> 7) % of;

const roots = 'Norrvik Adlerbrück Rheinholt Tallgrens Kestrel Halyard Björkesund Silbertal Lautenbach Petrel Kornfeld Mälarö'.split(' ');
const trades = 'Packaging Instruments Coffee Marine Travel Timber Optics Paper Foods Energy'.split(' ');
const forms = ['AB', 'GmbH', 'Lda.', 'K.K.', 'Ltd'];

/** The number of named references per kind, for every hundred thousand. */
const shares: [ReferenceKind, string, number][] = [
  ['customer', 'b9', 0.6],
  ['product', 'b5', 0.3],
  ['ledgerAccount', 'b1', 0.06],
  ['costCenter', 'b2', 0.0395],
  ['bankAccount', 'b8', 0.0005],
];

function nameAll(store: Store, names: number): Map<ReferenceKind, number> {
  const sizes = new Map(shares.map(([kind, , share]) => [kind, Math.max(5, Math.round(names * share))]));
  store.commit('names', () => {
    for (const [kind, prefix] of shares)
      for (let n = 0; n < (sizes.get(kind) ?? 0); n += 1) {
        const name = `${roots[spread(n, roots.length)]} ${trades[spread(n * 7, trades.length)]} ${n} ${forms[n % forms.length]}`;
        giveName(store, { kind, id: id(n, prefix), name, code: String(1000 + n), note: '', currency: '', inUse: n % 50 !== 0 }, 'file');
      }
  });
  return sizes;
}

function learnAll(store: Store, references: number, sizes: Map<ReferenceKind, number>): void {
  const of = (kind: ReferenceKind, prefix: string, n: number) => id(spread(n, sizes.get(kind) ?? 1), prefix);
  const records = Math.round(references / 10);
  for (let from = 0; from < records; from += 2000)
    store.commit('records', () => {
      for (let n = from; n < Math.min(records, from + 2000); n += 1) {
        const line = (k: number) => ({
          productId: of('product', 'b5', n * 3 + k),
          accountId: of('ledgerAccount', 'b1', n + k),
          netAmount: 1000,
        });
        const invoiceDate = new Date(Date.UTC(2026, 0, 1) + spread(n, 300) * 86_400_000).toISOString().slice(0, 10);
        const head = { id: id(n, 'e1'), invoiceNumber: `SE01-${n}`, state: 'DRAFT', currency: 'EUR', amount: 3000, invoiceDate };
        const held = { customerId: of('customer', 'b9', n), payeeBankAccountId: of('bankAccount', 'b8', n), lines: [0, 1, 2, 3].map(line) };
        const value = { ...head, ...held };
        const ref = { kind: 'invoiceReceivable' as const, id: id(n, 'e1') };
        putRecord(store, { ref, text: JSON.stringify(value), value, provenance: 'import', asOf: n, complete: true });
      }
    });
  while (!indexRecords(store));
}

/** Milliseconds of processor time of each: a busy machine makes the clock useless for a few milliseconds. */
const timed = (count: number, work: (n: number) => void): number[] =>
  Array.from({ length: count }, (_, n) => {
    const spent = processorTime();
    work(n);
    return spent().cpuUs / 1000;
  });

/** Input for the pickers of customers, products and bank accounts. */
const typed = 'r re rei rein reinh rheinholt_4 gmbh_12 10 105 marine_77 nobody zz q kestrel_timber_9'
  .split(' ')
  .map((text) => text.replaceAll('_', ' '));

/** Fills a store with `names` names, and invoices that refer to ten things each: `references` of them are learned. */
export function fillNames(store: Store, names: number, references: number): void {
  learnAll(store, references, nameAll(store, names));
}

/** An invoice of the filled store. */
export const namedInvoice = (n: number): string => id(n, 'e1');

/** Milliseconds at p95 of each moment in the core of a filled store; a key is asked for again each time, as a user types it. */
export function nameMoments(store: Store): { moment: string; p95: number; budget: number | null }[] {
  const find = (kind: ReferenceKind, text: string, n: number) =>
    findNames(store, findNamesInput.parse({ kind, text, limit: 30, record: { kind: 'invoiceReceivable', id: namedInvoice(n * 37) } }));
  const p95 = (figures: number[]) => percentiles(figures).p95;
  const kinds = ['customer', 'product', 'bankAccount'] as const;
  const rename = (n: number) =>
    giveName(store, { kind: 'customer', id: id(n, 'b9'), name: `Renamed ${n}`, code: '', note: '', currency: '', inUse: true }, 'typed');
  const word = (n: number) => typed[n % typed.length] ?? '';
  return [
    {
      moment: 'the names of a kind are read, behind the start',
      budget: null,
      p95: p95(timed(3, (n) => find(kinds[n] ?? 'customer', 'r', 1))),
    },
    { moment: 'the first key after a name changed', budget: 16, p95: p95(timed(60, (n) => (rename(n), find('customer', word(n), n)))) },
    { moment: 'a picker opens', budget: 5, p95: p95(timed(300, (n) => find(kinds[n % 3] ?? 'customer', '', n))) },
    { moment: 'a picker filters, a key', budget: 5, p95: p95(timed(420, (n) => find(kinds[n % 3] ?? 'customer', word(n), 5))) },
    {
      moment: 'a page of Names',
      budget: 50,
      p95: p95(timed(50, (n) => findNames(store, findNamesInput.parse({ only: 'unnamed', order: 'uses', after: n * 50 })))),
    },
    { moment: 'a search by a name', budget: 50, p95: p95(timed(140, (n) => search(store, word(n), 20))) },
  ];
}
