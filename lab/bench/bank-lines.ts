// Plans payments of 10,000 bank lines against 100,000 open invoices: time in all and on the main thread, and its longest stop.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { planOf } from '#main/edits/statements/plan.ts';
import { overviewOfLines, pageOfBankLines, readyChoices } from '#main/edits/statements/propose.ts';
import { matchIn } from '#main/library/statements/match-elsewhere.ts';
import { giveName } from '#main/names/book.ts';
import { putRecord } from '#main/records/records.ts';
import { confirmAccount } from '#main/statements/bank-lines.ts';
import { importLines } from '#main/statements/import-lines.ts';
import { countLines } from '#main/statements/line-pages.ts';
import type { Store } from '#main/storage/store.ts';
import type { StatementLine } from '#shared/statements/statement.ts';
import { openTestStore } from '#test/cache.ts';
import { nodeReader } from '#main/host/browser/node-reader.ts';
import { readInProcesses } from '#main/host/reading/reading-processes.ts';
import { build } from '#scripts/build.mjs';
import { realWorld } from '#test/world.ts';

const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const customers = 5_000;
const numberOf = (n: number) => `DE01-2026-${String(n + 1).padStart(6, '0')}`;
const minorOf = (n: number) => BigInt(10_000 + ((n * 7_919) % 900_000));
const nameOf = (n: number) => `Customer ${['Alder', 'Birke', 'Ceder', 'Dorn', 'Esche'][n % 5] ?? ''}${String(n)} GmbH`;
const bankAccountId = uuid(9, 1);

/** Puts open invoices of 5,000 named customers into a store. */
export function fillInvoices(store: Store, count: number): void {
  for (let start = 0; start < customers; start += 1_000)
    store.commit('fill', () => {
      for (let n = start; n < start + 1_000; n += 1)
        giveName(store, { kind: 'customer', id: uuid(1, n), name: nameOf(n), code: '', note: '', currency: '', inUse: true }, 'learned');
    });
  for (let start = 0; start < count; start += 5_000)
    store.commit('fill', () => {
      for (let n = start; n < Math.min(count, start + 5_000); n += 1) {
        const id = uuid(2, n);
        const value = {
          ...{ id, invoiceNumber: numberOf(n), customerId: uuid(1, n % customers), state: 'OPEN', currency: 'EUR', amount: minorOf(n) },
          ...{ dueDate: `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`, invoiceDate: '2026-10-01', reference: '', poNumber: '' },
          lineItems: [{ id: uuid(3, n), description: 'Services', amount: minorOf(n) }],
        };
        const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each));
        const ref = { kind: 'invoiceReceivable' as const, id };
        putRecord(store, { ref, text, value, provenance: 'import', asOf: store.world.now(), complete: true });
      }
    });
}

/** Imports a statement: of ten receipts six name their invoice, one pays a part, one has no number, one is mistyped, one is a stranger's. */
export async function fillLines(store: Store, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n): StatementLine => {
    const of = (n * 9) % 100_000;
    const way = n % 10;
    const text =
      way < 7 ? `RG ${numberOf(of)}` : way === 7 ? 'SAGT DANKE' : way === 8 ? `INV ${numberOf(of).slice(0, -1)}9` : 'HABENZINSEN';
    const minor = way === 6 ? minorOf(of) / 2n : way === 9 ? BigInt(1_000_000 + n) : minorOf(of);
    return {
      ...{ bookedOn: `2026-11-${String(1 + (n % 24)).padStart(2, '0')}`, valueOn: '2026-11-24', minor, currency: 'EUR', announced: false },
      ...{
        reversal: false,
        payer: way === 9 ? 'SEB' : nameOf(of % customers).toUpperCase(),
        payerAccount: `DE${String(10 ** 19 + (of % customers))}`,
      },
      ...{ endToEnd: '', reference: '', text: `${text} ${way === 9 ? n : ''}`.trim(), bankReference: '' },
    };
  });
  const openingMinor = 0n;
  const closingMinor = lines.reduce((sum, { minor }) => sum + minor, 0n);
  const head = { account: 'DE89370400440532013000', bank: '', currency: 'EUR', from: '2026-11-01', to: '2026-11-24', sequence: '1' };
  const statement = { ...head, openingMinor, closingMinor, lines, format: 'camt.053' as const, inFile: 0 };
  await importLines(store, { name: 'november.xml', sha256: 'bench', statements: [statement] });
  confirmAccount(store, 1, bankAccountId);
}

interface Took {
  wallMs: number;
  /** Processor time of the main thread. */
  mainMs: number;
  longestStopMs: number;
}

async function timed(act: () => unknown): Promise<Took> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.reset();
  const [began, before] = [performance.now(), process.threadCpuUsage()];
  await act();
  const wallMs = performance.now() - began;
  const { user, system } = process.threadCpuUsage(before);
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { wallMs, mainMs: (user + system) / 1000, longestStopMs: delay.max / 1e6 };
}

/** Measures import, plan, list, counts and the drafting and approval of 200 payments over a store on disk. */
export async function measureBankLines({ invoices = 100_000, lines = 10_000 } = {}): Promise<Record<string, Took & { done?: number }>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bank-lines-'));
  const file = path.join(folder, 'account.db');
  const store = openTestStore(realWorld(), file);
  await build();
  const reading = readInProcesses((memoryMb, native) => nodeReader('out/reading/reader-program.mjs', memoryMb, native));
  const elsewhere = matchIn(reading);
  store.sql.pragma('synchronous = OFF');
  fillInvoices(store, invoices);
  store.sql.pragma('synchronous = FULL');
  // Else the first commit that is measured waits for all of it.
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  const found: Record<string, Took & { done?: number }> = {};
  found['import'] = await timed(() => fillLines(store, lines));
  const plan = planOf(store, elsewhere);
  found['plan, first'] = await timed(() => plan.made());
  store.changed({ kind: 'bankLines' });
  found['plan, again'] = await timed(() => plan.made());
  const filter = { query: '', locale: 'en' };
  const portion = { after: null, skip: 0, limit: 50, descending: true };
  found['overview'] = await timed(() => overviewOfLines(store, elsewhere));
  found['page'] = await timed(() => pageOfBankLines(store, elsewhere, { ...portion, filter }));
  found['page, middle'] = await timed(() => pageOfBankLines(store, elsewhere, { ...portion, skip: lines / 2, filter }));
  const words = { query: 'customer state:open', locale: 'en' };
  found['page, words and state'] = await timed(() => pageOfBankLines(store, elsewhere, { ...portion, filter: words }));
  found['count, words and state'] = await timed(() => countLines(store, words));
  const choices = readyChoices(store, elsewhere);
  let ids: string[] = [];
  const draft = await timed(() => {
    const answer = draftPayments(store, choices.slice(0, 200), {});
    if (!answer.ok) throw new Error(JSON.stringify(answer.issues.slice(0, 3)));
    ids = answer.ids;
  });
  found['draft 200'] = { ...draft, done: ids.length };
  found['approve 200'] = await timed(() => {
    const answer = approve(store, { ids, fingerprint: fingerprintOf(store), secondConfirmation: true });
    if (!answer.ok) throw new Error(JSON.stringify(answer));
  });
  found['plan, first'].done = choices.length;
  reading.close();
  store.close();
  rmSync(folder, { recursive: true });
  return found;
}
