import { readStatements } from '#main/library/statements/read/read-statement.ts';
import { invoicesFor, matchLines } from '#shared/statements/match.ts';
import type { Candidate, OpenInvoice, PayableLine } from '#shared/statements/match-types.ts';
import { plainAccount } from '#shared/statements/statement.ts';
import { writeStatement, type Dialect } from './judge-files.ts';
import { Dice, ibanOf } from './judge-spelling.ts';
import { judgeWorld, type JudgeReceipt, type JudgeWorld } from './judge-world.ts';

export interface Judgement {
  /** Receipts that pay invoices on this laptop. */
  payable: number;
  ticked: number;
  wrong: number;
  /** Payable receipts that are asked, and those with the right answer among the candidates. */
  asked: number;
  askedRight: number;
}

const dialects: readonly Dialect[] = ['camt.053.001.08', 'mt940-german', 'camt.053.001.02', 'mt940-slashes'];

/** Sends the receipts through files of four banks and reads them back: a dialect's truncation is part of the judgement. */
async function throughFiles(world: JudgeWorld, seed: number): Promise<{ line: PayableLine; receipt: JudgeReceipt }[]> {
  const dice = new Dice(seed + 9);
  const found: { line: PayableLine; receipt: JudgeReceipt; bookedOn: string }[] = [];
  for (const currency of ['EUR', 'CHF'])
    for (const [part, dialect] of dialects.entries()) {
      const lines = world.receipts.filter((receipt, at) => receipt.currency === currency && at % dialects.length === part);
      const file = { iban: ibanOf('DE', dice.digits(18)), currency, opening: 1000n, from: '2026-11-02', to: '2026-11-24', lines };
      const byKey = new Map(lines.map((receipt) => [receipt.key, receipt]));
      const statements = await readStatements(new TextEncoder().encode(writeStatement(file, dialect, dice)));
      for (const read of statements.flatMap((each) => each.lines)) {
        const receipt = byKey.get(read.bankReference);
        if (!receipt) throw new Error(`${dialect}: no receipt ${read.bankReference}`);
        found.push({ receipt, bookedOn: read.bookedOn, line: { ...read, id: found.length, restMinor: read.minor } });
      }
    }
  if (found.length !== world.receipts.length) throw new Error(`${String(found.length)} lines of ${String(world.receipts.length)}`);
  return found.sort((a, b) => (a.bookedOn < b.bookedOn ? -1 : a.bookedOn > b.bookedOn ? 1 : 0));
}

/** Matches the receipts of a made world and compares with what their payers meant. */
export async function judged(seed: number, hard: boolean, receipts = 1500): Promise<Judgement> {
  const world = judgeWorld({ seed, hard, receipts });
  const names = new Map(world.customers.map(({ id, name, inBook }) => [id, inBook ? name : '']));
  const invoices = world.invoices
    .filter(({ state }) => state !== 'PAID')
    .map((invoice): OpenInvoice => ({
      ...{ id: invoice.id, number: invoice.number, reference: invoice.reference ?? '', poNumber: invoice.poNumber ?? '' },
      ...{ customerId: invoice.customer, customerName: names.get(invoice.customer) ?? '', currency: invoice.currency },
      ...{ openMinor: invoice.total - invoice.paid, dueDate: invoice.due },
    }));
  const read = await throughFiles(world, seed);
  const payers = new Map(world.learned.map(({ iban, customer }) => [plainAccount(iban), customer]));
  const lines = read.map(({ line }) => line);
  const all = invoicesFor(lines);
  for (const invoice of invoices) all.add(invoice);
  const matches = matchLines(lines, all, payers);
  const sum: Judgement = { payable: 0, ticked: 0, wrong: 0, asked: 0, askedRight: 0 };
  /** A payer who pays twice leaves two receipts of which either pays the invoice, and only one. */
  const paidOnce = new Set<string>();
  for (const [at, { ticked, asked }] of matches.entries()) {
    const { receipt, line } = read[at]!;
    if (receipt.truth.length > 0) sum.payable += 1;
    if (ticked) {
      sum.ticked += 1;
      if (!isExact(ticked, receipt, paidOnce)) {
        sum.wrong += 1;
        if (process.env['SHOW']) console.log(receipt.story, ticked.why, line.text, line.payer, ticked.uses, receipt.truth);
      }
    } else if (receipt.truth.length > 0 && asked.length > 0) {
      sum.asked += 1;
      if (asked.some((candidate) => invoicesOf(candidate) === keyOf(receipt.truth.map(({ invoice }) => invoice)))) sum.askedRight += 1;
    }
  }
  return sum;
}

const keyOf = (ids: readonly string[]): string => [...ids].sort().join();
const invoicesOf = ({ uses }: Candidate): string => keyOf(uses.map(({ invoiceId }) => invoiceId));

function isExact({ uses }: Candidate, { truth, twinOf }: JudgeReceipt, paidOnce: Set<string>): boolean {
  const meant = twinOf === null ? truth : [{ invoice: twinOf, minor: uses[0]?.minor ?? 0n }];
  const fits =
    meant.length > 0 &&
    uses.length === meant.length &&
    uses.every(({ invoiceId, minor }) => meant.some((use) => use.invoice === invoiceId && use.minor === minor));
  const again = twinOf !== null && paidOnce.has(twinOf);
  if (twinOf !== null) paidOnce.add(twinOf);
  return fits && !again;
}

/** Adds up the judgements of several seeds. */
export async function pooled(seeds: readonly number[], hard: boolean, receipts?: number): Promise<Judgement> {
  const sum: Judgement = { payable: 0, ticked: 0, wrong: 0, asked: 0, askedRight: 0 };
  for (const seed of seeds) {
    const one = await judged(seed, hard, receipts);
    for (const key of Object.keys(sum) as (keyof Judgement)[]) sum[key] += one[key];
  }
  return sum;
}
