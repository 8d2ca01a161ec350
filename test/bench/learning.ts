// What learning references costs beside an import and the answers of a replay: learning alone (the walk, the counts, the ids in the word index),
// over the same records in the same commits, as a share of the whole, in one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '#main/cache/database/open.ts';
import type { Store } from '#main/cache/database/store.ts';
import { learnReferences } from '#main/cache/names/learn.ts';
import { dayOf } from '#main/cache/names/rank.ts';
import { putRecord } from '#main/cache/records/records.ts';
import { putWords } from '#main/cache/records/record-words.ts';
import { wordsOfRecord } from '#main/cache/records/words.ts';
import { perCommit } from '#main/library/imports/import-place.ts';
import { importRecords } from '#main/library/imports/imports.ts';
import { parseJson, stringifyJson, type JsonObject } from '#shared/json.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { readingHere } from '#test/reading.ts';
import { realWorld } from '#test/world.ts';

const id = (n: number, prefix: string) => `${prefix.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Numbers a sequence by chance, the same at each run. */
const spread = (n: number, of: number) => ((n * 2_654_435_761) >>> 7) % of;

/** A company's records: 300 people, 200 accounts, 100 cost centres, 5,000 customers, 400 products. */
function expense(n: number, day: string): JsonObject {
  const shared = { companyId: id(1, 'c'), createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T10:00:00Z` };
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
    ...{ id: id(n * 9 + k, 'f1'), companyId: id(1, 'c'), invoiceReceivableId: id(n, 'e1'), productId: id(spread(n + k, 400), 'b5') },
    ...{ quantity: 1 + k, taxCodeId: id(spread(n, 5), 'b6'), accountId: id(spread(n + k, 200), 'b'), netAmount: 1000, taxAmount: 250 },
    ...{ priceOverwrite: 1000, productNameOverwrite: null, createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T09:00:00Z` },
  });
  return {
    ...{ id: id(n, 'e1'), companyId: id(1, 'c'), companyEntityId: id(spread(n, 3), 'b7'), amount: 2500, paymentType: 'BANK_TRANSFER' },
    ...{ payeeBankAccountId: id(spread(n, 6), 'b8'), invoiceDate: day, postingDate: day, dueDate: day, netTerms: 30 },
    ...{ customerId: id(spread(n, 5000), 'b9'), invoiceNumber: `SE01-2026-${n}`, state: 'OPEN', reference: `REF ${n}`, currency: 'EUR' },
    ...{
      taxEngineName: 'BUILT_IN',
      areLinesWithTax: false,
      lines: [line(0), line(1), line(2)],
      description: `Support in week ${spread(n, 52)}`,
    },
    ...{ createdAt: `${day}T09:00:00Z`, updatedAt: `${day}T10:00:00Z`, updatedBy: id(spread(n, 300), 'a') },
  };
}

const days = Array.from({ length: 300 }, (_, n) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10));
const dayOfRecord = (n: number) => days[spread(n, 300)] ?? '2026-01-01';

function openBench(folder: string, name: string): Store {
  const answer = openStore({
    file: path.join(folder, `${name}.sqlite`),
    world: realWorld(),
    account: { origin: 'https://service.test', companyId: null, userId: null },
  });
  if (answer.kind !== 'open') throw new Error(`the bench's database did not open: ${answer.kind}`);
  return answer.store;
}

type Kind = 'expense' | 'invoiceReceivable';
type Records = { ref: { kind: Kind; id: string }; text: string; value: JsonObject }[];

/** Processor time, µs. */
async function spent(work: () => unknown): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

function inCommits<T>(store: Store, items: readonly T[], size: number, work: (item: T, n: number) => void): void {
  for (let at = 0; at < items.length; at += size)
    store.commit('bench', () => items.slice(at, at + size).forEach((item, n) => work(item, at + n)));
}

/** Learning alone, without the commits and the words that happen anyway. */
async function learningAlone(open: () => Store, records: Records, size: number, before: boolean): Promise<number> {
  const nothing = () => spent(() => inCommits(open(), records, size, () => undefined));
  const counts = (store: Store) => () =>
    inCommits(store, records, size, ({ ref, value }, n) => {
      const now = referencesIn(ref.kind, value);
      learnReferences(store, {
        row: n,
        day: dayOf(String(value['performedDate'] ?? value['invoiceDate'])),
        now,
        before: before ? referencesIn(ref.kind, value) : [],
      });
    });
  const words = (withIds: boolean) => {
    const store = open();
    const texts = records.map(({ ref, value }) =>
      wordsOfRecord({ title: '', subtitle: null, value, held: withIds ? referencesIn(ref.kind, value) : [] }),
    );
    return spent(() => inCommits(store, texts, size, (text, n) => putWords(store).run({ rowid: n + 1, words: text })));
  };
  const store = open();
  if (before) counts(store)();
  const counting = (await spent(counts(store))) - (await nothing());
  // The words of an answer's record follow behind its commit, with or without ids.
  return before ? counting : counting + (await words(true)) - (await words(false));
}

/**
 * Learning as a share, in percent, of what it follows; the median of rounds. `count` each of expenses and of invoices. An import waits for none
 * of it: it is learned from behind, so its share is what comes after.
 */
export async function learningCosts(count: number, rounds: number): Promise<{ what: string; percent: number; micros: number }[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-learning-'));
  let opened = 0;
  const stores: Store[] = [];
  const open = () => {
    const store = openBench(folder, `bench-${(opened += 1)}`);
    stores.push(store);
    return store;
  };
  const recordsOf = (kind: Kind): Records =>
    Array.from({ length: count }, (_, n) => {
      const value = (kind === 'expense' ? expense : invoice)(n, dayOfRecord(n));
      return { ref: { kind, id: String(value['id']) }, text: stringifyJson(value), value };
    });
  const imported = (kind: Kind) => async () => {
    const records = recordsOf(kind);
    const text = records.map((each) => each.text).join('\n');
    const store = open();
    const whole = await spent(() =>
      importRecords({ store, reading: readingHere }, { name: 'bench.ndjson', text, kind }, { complete: true }),
    );
    return { whole, alone: await learningAlone(open, records, perCommit, false) };
  };
  const replayed = async () => {
    const records = recordsOf('expense');
    const store = open();
    const put = (value: JsonObject, text: string, asOf: number) =>
      putRecord(store, {
        ref: { kind: 'expense', id: String(value['id']) },
        text,
        value,
        provenance: 'writeResponse',
        asOf,
        complete: true,
      });
    store.commit('fill', () => records.forEach(({ value, text }) => put(value, text, 1)));
    const answers = records.map(({ text }) => text.replace(/"performedDate":"[^"]+"/, '"performedDate":"2026-11-20"'));
    const take = (text: string) => {
      const parsed = parseJson(text);
      if (parsed.ok) put(parsed.value as JsonObject, text, 2);
    };
    const whole = await spent(() => inCommits(store, answers, answersPerCommit, take));
    return { whole, alone: await learningAlone(open, records, answersPerCommit, true) };
  };
  const measures = {
    'behind an import of expenses': imported('expense'),
    'behind an import of invoices': imported('invoiceReceivable'),
    'with the answers of a replay': replayed,
  };
  try {
    const found = [];
    for (const [what, measure] of Object.entries(measures)) {
      const rows = [];
      for (let round = 0; round < rounds; round += 1) rows.push(await measure());
      const percent = median(rows.map(({ whole, alone }) => (alone / whole) * 100));
      found.push({ what, percent, micros: median(rows.map(({ whole }) => whole / count)) });
    }
    return found;
  } finally {
    for (const store of stores) store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const answersPerCommit = 16;
const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
