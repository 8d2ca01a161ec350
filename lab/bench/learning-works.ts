// One import, or one taking in of a replay's answers, to the very end: words and what is learned behind it included. A subject of `learning.ts`.
import path from 'node:path';
import { learnBehind } from '#main/projections/usage/learn-behind.ts';
import { putRecord } from '#main/records/records.ts';
import { indexRecords } from '#main/projections/search/word-index.ts';
import type { Store } from '#main/storage/store.ts';
import { importRecords } from '#main/library/imports/imports.ts';
import { parseJson, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { readingHere } from '#test/reading.ts';
import { realWorld } from '#test/world.ts';
import { eachOf, processorTime, runSubject } from './workload.mjs';

interface Options {
  dir: string;
  count: number;
}
type Kind = 'expense' | 'invoiceReceivable';

const id = (n: number, prefix: string) => `${prefix.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Numbers a sequence by chance, the same at each run. */
const spread = (n: number, of: number) => ((n * 2_654_435_761) >>> 7) % of;

/** A company's records: 300 people, 200 accounts, 100 cost centres, 5,000 customers, 400 products. */
function expense(n: number, day: string): JsonObject {
  const shared = { companyId: testAccount.companyId, createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T10:00:00Z` };
  const line = (k: number) => ({
    ...{ id: id(n * 3 + k, 'f'), accountId: id(spread(n + k, 200), 'b'), costCenterId: id(spread(n * 3 + k, 100), 'd') },
    ...{ originalAmount: spread(n, 90_000), billingAmount: spread(n, 90_000), description: `Taxi to visit ${spread(n, 977)}` },
    ...{ reimbursementCategoryId: id(spread(n, 12), 'ca'), createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T09:00:00Z` },
  });
  return {
    ...{ id: id(n, 'e'), receiptDocumentKey: `receipts/${n}.jpg`, originalCurrency: 'EUR', billingCurrency: 'EUR', status: 'CREATED' },
    ...{ userId: id(spread(n, 300), 'a'), performedDate: day, lineItems: [line(0), line(1)] },
    ...shared,
  };
}

function invoice(n: number, day: string): JsonObject {
  const line = (k: number) => ({
    ...{
      id: id(n * 9 + k, 'f1'),
      companyId: testAccount.companyId,
      invoiceReceivableId: id(n, 'e1'),
      productId: id(spread(n + k, 400), 'b5'),
    },
    ...{ quantity: 1 + k, taxCodeId: id(spread(n, 5), 'b6'), accountId: id(spread(n + k, 200), 'b'), netAmount: 1000, taxAmount: 250 },
    ...{ priceOverwrite: 1000, productNameOverwrite: null, createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T09:00:00Z` },
  });
  return {
    ...{
      id: id(n, 'e1'),
      companyId: testAccount.companyId,
      companyEntityId: id(spread(n, 3), 'b7'),
      amount: 2500,
      paymentType: 'BANK_TRANSFER',
    },
    ...{ payeeBankAccountId: id(spread(n, 6), 'b8'), invoiceDate: day, postingDate: day, dueDate: day, netTerms: 30 },
    ...{ customerId: id(spread(n, 5000), 'b9'), invoiceNumber: `SE01-2026-${n}`, state: 'OPEN', reference: `REF ${n}`, currency: 'EUR' },
    ...{ taxEngineName: 'BUILT_IN', areLinesWithTax: false, lines: [line(0), line(1), line(2)] },
    ...{ description: `Support in week ${spread(n, 52)}`, createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T10:00:00Z` },
    updatedBy: id(spread(n, 300), 'a'),
  };
}

const days = Array.from({ length: 300 }, (_, n) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10));

const texts = (kind: Kind, count: number): string[] =>
  Array.from({ length: count }, (_, n) => stringifyJson((kind === 'expense' ? expense : invoice)(n, days[spread(n, 300)] ?? '')));

const open = (file: string): Store => openTestStore(realWorld(), file);

/** Processor time a record, µs: of this process, ours and the kernel's for us. */
async function spent(count: number, work: () => unknown): Promise<{ cpuUs: number; learnedUs: number }> {
  const time = processorTime();
  await work();
  return eachOf(time(), count);
}

function followBehind(store: Store): void {
  while (!learnBehind(store));
  while (!indexRecords(store));
}

/** A whole import: what the reader's process does, done here, and what the main process does with it. */
const imported =
  (kind: Kind) =>
  async ({ dir, count }: Options) => {
    await importAll(path.join(dir, 'warm.sqlite'), kind, texts(kind, Math.ceil(count / 4)));
    return importAll(path.join(dir, 'import.sqlite'), kind, texts(kind, count));
  };

async function importAll(file: string, kind: Kind, all: string[]) {
  const store = open(file);
  const text = all.join('\n');
  const figures = await spent(all.length, async () => {
    const answer = await importRecords({ store, reading: readingHere }, { name: 'bench.ndjson', content: text, kind }, { complete: true });
    if (!answer.ok || answer.imported !== all.length) throw new Error('the bench was not imported');
    followBehind(store);
  });
  store.close();
  return figures;
}

/** As many answers as come together when a replay is under way. */
const perTurn = 16;

/** Stores the answers of a replay: each record with another date. */
async function answers({ dir, count }: Options) {
  const store = open(path.join(dir, 'answers.sqlite'));
  const put = (text: string, asOf: number) => {
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error('an answer is JSON');
    const value = parsed.value as JsonObject;
    const ref = { kind: 'expense' as const, id: String(value['id']) };
    putRecord(store, { ref, text, value, provenance: 'writeResponse', asOf, complete: true });
  };
  const inTurns = (all: string[], asOf: number) => {
    for (let at = 0; at < all.length; at += perTurn)
      store.commit('turn', () => {
        for (const text of all.slice(at, at + perTurn)) put(text, asOf);
      });
    followBehind(store);
  };
  const known = texts('expense', count);
  inTurns(known, 1);
  const said = known.map((text, n) => text.replace(/"performedDate":"[^"]+"/, `"performedDate":"2026-11-${10 + (n % 20)}"`));
  const figures = await spent(count, () => inTurns(said, 2));
  store.close();
  return figures;
}

await runSubject({ expenses: imported('expense'), invoices: imported('invoiceReceivable'), answers });
