import { invoicesFor, matchLines } from '#shared/statements/match.ts';
import type { OpenInvoice, PayableLine } from '#shared/statements/match-types.ts';
import { chance } from './made-statements.ts';

/** Receipts with the invoices that their payers meant; null for what is no payment of an invoice. */
export interface MatchWorld {
  invoices: OpenInvoice[];
  lines: (PayableLine & { meant: string[] | null })[];
}

const syllables = ['NOR', 'DAL', 'VIK', 'STERN', 'MAR', 'LUX', 'TEK', 'BERG', 'HOLM', 'SOL', 'GRAN', 'ELB', 'KAL', 'RHEIN', 'ALM', 'OST'];
const forms = ['GmbH', 'AG', 'AB', 'Lda', 'Ltd', 'SA', 'Oy'];

/**
 * Makes payers who leave numbers out, mistype them, pay parts and lump sums, pay for others, and strangers. In the hard world nine of ten invoices are
 * equal monthly sums.
 */
export function matchWorld(seed: number, hard: boolean): MatchWorld {
  const draw = chance(seed);
  const odds = (percent: number) => draw(100) < percent;
  const pick = <Of>(all: readonly Of[]): Of => all[draw(all.length)] as Of;
  const customers = Array.from({ length: 300 }, (_, at) => ({
    id: `customer-${at}`,
    name: `${pick(syllables)}${pick(syllables).toLowerCase()} ${pick(syllables)}${at} ${pick(forms)}`,
    account: `DE${String(10 ** 19 + at)}`,
    monthly: BigInt(10_000 + draw(20) * 5_000),
  }));
  const invoices = Array.from({ length: 2_000 }, (_, at): OpenInvoice => {
    const customer = pick(customers);
    const openMinor = hard && odds(90) ? customer.monthly : BigInt(1_000 + draw(5_000_000));
    const number = `DE01-2026-${String(at + 1).padStart(5, '0')}`;
    return {
      ...{ id: `invoice-${at}`, number, reference: '', poNumber: odds(30) ? `PO-${10_000 + draw(89_999)}` : '', customerId: customer.id },
      ...{ customerName: customer.name, currency: 'EUR', openMinor, dueDate: `2026-11-${String(1 + draw(28)).padStart(2, '0')}` },
    };
  });
  const unpaid = [...invoices].sort(() => draw(3) - 1);
  const spell = (number: string) =>
    pick([
      number,
      number.replaceAll('-', ' '),
      `RG ${number.slice(-5)}`,
      `INV.${number}`,
      number.replaceAll('-', '/'),
      `RE ${number} VOM 01.11.`,
    ]);
  const slip = (number: string) => number.slice(0, -1) + String((Number(number.slice(-1)) + 1 + draw(8)) % 10);
  const lines = Array.from({ length: 1_500 }, (_, id): MatchWorld['lines'][number] => {
    const line = { id, currency: 'EUR', reference: '', endToEnd: '', bookedOn: '2026-11-20' };
    if (odds(15)) {
      const text = pick(['KARTENUMSATZ 60118', 'HABENZINSEN', 'ERSTATTUNG 20261101', `KD ${10_000 + draw(80_000)}`]);
      return {
        ...line,
        restMinor: BigInt(100 + draw(900_000)),
        payer: `${pick(syllables)} ${pick(forms)}`,
        payerAccount: '',
        text,
        meant: null,
      };
    }
    const first = unpaid.pop() ?? pick(invoices);
    const customer = customers.find(({ id: known }) => known === first.customerId);
    const lump = odds(8) ? unpaid.find(({ customerId }) => customerId === first.customerId) : undefined;
    if (lump) unpaid.splice(unpaid.indexOf(lump), 1);
    const meant = lump ? [first, lump] : [first];
    const sum = meant.reduce((total, { openMinor }) => total + openMinor, 0n);
    const restMinor = odds(5) ? sum / 2n : odds(5) ? sum - 500n : sum;
    const names = odds(25) ? 'SAGT DANKE' : meant.map(({ number }) => (odds(5) ? slip(spell(number)) : spell(number))).join(' UND ');
    const payer = odds(5) ? `TREUHAND ${pick(syllables)}` : (customer?.name ?? '').toUpperCase().slice(0, 27);
    return { ...line, restMinor, payer, payerAccount: customer?.account ?? '', text: names, meant: meant.map(({ id: known }) => known) };
  });
  return { invoices, lines };
}

const same = (uses: readonly { invoiceId: string }[], meant: readonly string[] | null) =>
  meant !== null &&
  uses
    .map(({ invoiceId }) => invoiceId)
    .sort()
    .join() === [...meant].sort().join();

/** Judges the matches of the first so many seeds. */
export function pooledFirst(seeds: number, hard: boolean) {
  const sum = { payable: 0, ticked: 0, wrong: 0, asked: 0, askedRight: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { invoices, lines } = matchWorld(seed, hard);
    const all = invoicesFor(lines);
    for (const invoice of invoices) all.add(invoice);
    for (const [at, { ticked, asked }] of matchLines(lines, all, new Map()).entries()) {
      const meant = lines[at]?.meant ?? null;
      if (meant !== null) sum.payable += 1;
      if (ticked) {
        sum.ticked += 1;
        if (!same(ticked.uses, meant)) sum.wrong += 1;
      } else if (meant !== null && asked.length > 0) {
        sum.asked += 1;
        if (asked.some(({ uses }) => same(uses, meant))) sum.askedRight += 1;
      }
    }
  }
  return sum;
}
