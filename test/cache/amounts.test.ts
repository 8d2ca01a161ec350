import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveName } from '#main/names/book.ts';
import { listIds } from '#main/projections/lists/lists.ts';
import { search } from '#main/projections/search/search.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { putEdit } from './many-edits.ts';
import type { EditState } from '#shared/edit.ts';
import { stillWorld } from './world-for-cache.ts';

const customer = idOf(1, 'c');
let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

function put(kind: RecordKind, n: number, value: JsonObject): string {
  const id = idOf(n);
  putRecord(store, { ref: { kind, id }, value: { id, ...value }, provenance: 'read', asOf: 1, complete: true });
  return id;
}
const invoice = (n: number, amount: number, currency = 'EUR', other: JsonObject = {}) =>
  put('invoiceReceivable', n, { invoiceNumber: `SE01-${n}`, customerId: customer, state: 'OPEN', amount, currency, ...other });
const pay = (n: number, id: string, state: EditState, amountInInvoiceCurrency: number) =>
  putEdit(store, n, state, {
    ...{
      kind: 'recordInvoicePayment',
      record: { kind: 'invoiceReceivable', id },
      repeat: 'creates',
      priority: 'payment',
      review: 'person',
    },
    ...{ body: { paymentDate: '2026-11-20', bankAccountId: idOf(1, 'ba'), amountInInvoiceCurrency }, base: null },
  });
const listed = (query: string, locale = 'en') => listIds(store, { kind: 'invoiceReceivable', query, locale }, 'date', true).toSorted();

it('finds an invoice by its amount in any writing, in the list and in the search, whatever the locale', () => {
  const wanted = invoice(1, 162_375);
  invoice(2, 162_475);
  invoice(3, 1_623_750);
  for (const locale of ['en', 'de', 'fr', 'de-CH'])
    for (const typed of ['1,623.75', '1.623,75', '1623.75', '1623,75', '1 623,75', '1’623.75', '1.623,75 EUR', '€1,623.75']) {
      const found = search(store, typed, 12, locale);
      expect([typed, locale, found[0]?.record?.id, found[0]?.amount?.exact]).toEqual([typed, locale, wanted, true]);
      if (!/[€E]/.test(typed)) expect([typed, locale, listed(typed, locale)]).toEqual([typed, locale, [wanted]]);
    }
});

it('reads a number by each currency’s decimals', () => {
  const [euro, yen, dinar] = [invoice(1, 162_300), invoice(2, 1623, 'JPY'), invoice(3, 1_623_000, 'KWD')];
  invoice(4, 16_230_000);
  expect(listed('1,623')).toEqual([euro, yen, dinar]);
  expect(listed('1.623,00')).toEqual([euro, yen, dinar]);
});

it('finds by prefix, by a line, by a payment recorded here and by its remainder, and never by a rejected payment', () => {
  const begins = invoice(1, 162_375);
  const line = invoice(2, 900_000, 'EUR', { lines: [{ id: idOf(9), unitPrice: 500_150 }] });
  const paid = invoice(3, 1_000_000);
  pay(31, paid, 'waiting', 250_025);
  pay(32, begins, 'rejected', 77_777);
  expect(listed('1623.7')).toEqual([begins]);
  expect(listed('5,001.50')).toEqual([line]);
  expect(listed('2.500,25')).toEqual([paid]);
  expect(listed('7499.75')).toEqual([paid]);
  expect(listed('777.77')).toEqual([]);
  expect(listed('-1623.75')).toEqual([line, paid]);
  const what = (typed: string) => search(store, typed, 5)[0]?.amount;
  expect(what('5001.50')).toMatchObject({ what: 'line', minor: 500_150n });
  expect(what('2500.25')).toMatchObject({ what: 'payment', minor: 250_025n });
  expect(what('7499.75')).toMatchObject({ what: 'open', minor: 749_975n });
});

it('puts what is exact first, then what begins so, then what is within one percent, the nearest first', () => {
  const near = invoice(1, 162_000);
  const nearer = invoice(2, 162_350);
  const exact = put('expense', 3, { originalCurrency: 'EUR', lineItems: [{ description: 'Car', originalAmount: 162_375 }] });
  invoice(4, 170_000);
  giveName(store, { kind: 'customer', id: customer, name: 'Solar Alentejo', code: '', note: '', currency: '', inUse: true }, 'typed');
  const hits = search(store, '1.623,75', 12);
  expect(hits.map((hit) => [hit.record?.id, hit.amount?.exact])).toEqual([
    [exact, true],
    [nearer, false],
    [near, false],
  ]);
  expect(hits[1]?.party).toBe('Solar Alentejo');
});

it('asks for the amount of any list by amount or total, and keeps figures of a number as words', () => {
  const wanted = invoice(144, 162_375);
  expect(listed('amount:1623.75')).toEqual([wanted]);
  expect(listed('total:1623.75')).toEqual([wanted]);
  expect(listed('144')).toEqual([wanted]);
});
