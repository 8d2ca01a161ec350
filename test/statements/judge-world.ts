import { founded, type Payer } from './judge-company.ts';
import {
  asBanksWrite,
  cite,
  creditorReference,
  dayAfter,
  decorated,
  Dice,
  FIRST,
  FORMS,
  ibanOf,
  luhnReference,
  slipped,
  swissReference,
  type NumberForm,
} from './judge-spelling.ts';

/**
 * A made company, its customers and one month of receipts with the right answer for every receipt. Written from the design page and public
 * knowledge of banks' files alone, by somebody who had not read the matcher or its first world.
 */

export interface JudgeInvoice {
  id: string;
  number: string;
  customer: string;
  total: bigint;
  /** The part recorded from this laptop before the month. */
  paid: bigint;
  currency: string;
  issued: string;
  due: string;
  poNumber: string | null;
  reference: string | null;
  state: 'OPEN' | 'PARTIALLY_PAID' | 'PAID';
}

export interface JudgeReceipt {
  key: string;
  day: string;
  minor: bigint;
  currency: string;
  payer: string;
  iban: string | null;
  /** The remittance text in one piece; a bank wraps it. */
  text: string;
  endToEnd: string | null;
  /** A creditor reference that the bank delivers in a field of its own. */
  structured: string | null;
  /** The invoices a careful clerk records, with amounts; empty for money that pays none of these invoices. */
  truth: { invoice: string; minor: bigint }[];
  /** The invoice that its payer paid twice: this receipt or the other one pays it, and nothing tells which. */
  twinOf: string | null;
  story: string;
}

export interface JudgeWorld {
  invoices: JudgeInvoice[];
  customers: { id: string; name: string; inBook: boolean }[];
  learned: { iban: string; customer: string }[];
  receipts: JudgeReceipt[];
}

export interface JudgeShape {
  seed: number;
  hard: boolean;
  customers?: number;
  invoices?: number;
  receipts?: number;
}

const UNKNOWING = ['Rechnung', 'Zahlung', 'payment', 'Danke', 'Ihre Rechnung', 'Miete und NK', 'Invoice', 'November', 'Abrechnung 10/26', 'Ueberweisung', 'Rg. lt. Vereinbarung', ''] as const; // prettier-ignore

const issued = (dice: Dice, shape: JudgeShape, payers: readonly Payer[], form: NumberForm): JudgeInvoice[] => {
  const hard = shape.hard;
  const prices = Array.from({ length: hard ? 14 : 60 }, () => BigInt(dice.between(20, 900)) * 500n - (dice.chance(0.5) ? 100n : 0n));
  const subscription = new Map(payers.map((payer) => [payer.id, dice.of(prices)]));
  const invoices: JudgeInvoice[] = [];
  const count = shape.invoices ?? 2000;
  for (let at = 0; at < count; at += 1) {
    const payer = hard && dice.chance(0.7) ? (payers[at % payers.length] as Payer) : dice.of(payers);
    const equal = dice.chance(hard ? 0.9 : 0.12);
    const total = equal
      ? (subscription.get(payer.id) ?? 10_000n)
      : dice.chance(0.2)
        ? BigInt(dice.between(1, 400)) * 5000n
        : BigInt(Math.round(Math.exp(7 + dice.real() * 7)));
    const number = form(120 + at);
    const tail = number.replaceAll(/\D/gu, '');
    const issued = dayAfter('2026-06-01', Math.floor((at / count) * 165));
    const currency = Number(payer.id.slice(9)) % 6 === 0 ? 'CHF' : 'EUR';
    const state = dice.weighted<JudgeInvoice['state']>([[93, 'OPEN'], [4, 'PARTIALLY_PAID'], [3, 'PAID']]); // prettier-ignore
    invoices.push({
      id: `invoice-${String(at)}`,
      number,
      customer: payer.id,
      total,
      paid: state === 'PAID' ? total : state === 'PARTIALLY_PAID' ? (total * BigInt(dice.between(2, 8))) / 10n : 0n,
      currency,
      issued,
      due: dayAfter(issued, dice.of([14, 14, 30, 30, 60])),
      poNumber: dice.chance(0.3) ? dice.weighted([[3, `45${dice.digits(8)}`], [2, `PO-${dice.digits(5)}`], [1, `B${dice.digits(6)}/26`]]) : null, // prettier-ignore
      reference: dice.chance(0.15)
        ? dice.weighted([[3, creditorReference(tail)], [3, swissReference(tail)], [2, luhnReference(tail)], [3, `REF ${dice.digits(3)}`], [2, `Projekt ${dice.of(FIRST)}${dice.digits(2)}`]]) // prettier-ignore
        : null,
      state,
    });
  }

  return invoices;
};

type Month = ReturnType<typeof begun>;
const begun = (dice: Dice, shape: JudgeShape) => {
  const form = dice.of(FORMS);
  const { payers, drawName, germanIban } = founded(dice, shape);
  const invoices = issued(dice, shape, payers, form);
  const open = new Map(invoices.map((invoice) => [invoice.id, invoice.total - invoice.paid]));
  const openOf = (invoice: JudgeInvoice): bigint => open.get(invoice.id) ?? 0n;
  const byCustomer = new Map<string, JudgeInvoice[]>();
  for (const invoice of invoices) byCustomer.set(invoice.customer, [...(byCustomer.get(invoice.customer) ?? []), invoice]);
  const numbers = new Map(invoices.map((invoice) => [invoice.number, invoice]));
  const stillOpen = (payer: Payer): JudgeInvoice[] => (byCustomer.get(payer.id) ?? []).filter((invoice) => openOf(invoice) > 0n);

  const receipts: JudgeReceipt[] = [];
  const factor = { name: 'Hanse Factoring Bank AG', iban: germanIban() };
  const provider = { name: 'PAYGATE EUROPE S.A.', iban: ibanOf('LU', dice.digits(16)) };
  const add = (
    payer: { bankName: string; ibans: string[] } | null,
    fields: Partial<JudgeReceipt> & { minor: bigint; text: string; story: string; currency: string },
  ): void => {
    receipts.push({
      key: `JW${String(shape.seed)}X${String(receipts.length).padStart(6, '0')}`,
      day: dayAfter('2026-11-02', dice.between(0, 21)),
      payer: payer?.bankName ?? '',
      iban: payer === null ? null : dice.chance(0.05) ? null : dice.of(payer.ibans),
      endToEnd: dice.chance(0.6) ? 'NOTPROVIDED' : dice.chance(0.3) ? `${dice.digits(8)}-${dice.digits(4)}` : null,
      structured: null,
      truth: [],
      twinOf: null,
      ...fields,
    });
  };

  const settle = (
    payer: Payer,
    invoice: JudgeInvoice,
    minor: bigint,
    text: string,
    story: string,
    more: Partial<JudgeReceipt> = {},
  ): void => {
    if (minor <= 0n) return;
    open.set(invoice.id, openOf(invoice) - minor);
    add(payer, { minor, currency: invoice.currency, text, story, truth: [{ invoice: invoice.id, minor }], ...more });
  };
  const lump = (payer: Payer, several: JudgeInvoice[], text: string, story: string): void => {
    const truth = several.map((invoice) => ({ invoice: invoice.id, minor: openOf(invoice) }));
    for (const invoice of several) open.set(invoice.id, 0n);
    add(payer, { minor: truth.reduce((sum, use) => sum + use.minor, 0n), currency: several[0]?.currency ?? 'EUR', text, story, truth });
  };

  return {
    dice,
    form,
    payers,
    invoices,
    count: invoices.length,
    drawName,
    germanIban,
    open,
    openOf,
    byCustomer,
    numbers,
    stillOpen,
    receipts,
    factor,
    provider,
    add,
    settle,
    lump,
  };
};

/** The behaviour of customers, with their own open invoices. */
const storiesOf = ({ dice, numbers, openOf, settle, lump }: Month): Record<string, (payer: Payer, own: JudgeInvoice[]) => void> => ({
  'cites the number': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const text = decorated(dice, cite(dice, invoice.number), payer.number, invoice.issued);
    const inReference = dice.chance(0.05);
    settle(
      payer,
      invoice,
      openOf(invoice),
      inReference ? 'Rechnung' : text,
      'cites the number',
      inReference ? { endToEnd: invoice.number } : {},
    );
  },
  'cites the tail': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const tail = /(\d{3,5})$/u.exec(invoice.number)?.[1] ?? invoice.number;
    const shown = dice.chance(0.4) ? tail.replace(/^0+/u, '') : tail;
    settle(payer, invoice, openOf(invoice), `${dice.of(['RG ', 'Rechnung ', 'Nr. ', 'Inv. '])}${shown}`, 'cites the tail');
  },
  'slips in a digit': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    let written = slipped(dice, invoice.number);
    for (let turn = 0; turn < 20 && (written === invoice.number || numbers.get(written)?.customer === payer.id); turn += 1)
      written = slipped(dice, invoice.number);
    if (written === invoice.number || numbers.get(written)?.customer === payer.id) return;
    settle(payer, invoice, openOf(invoice), decorated(dice, cite(dice, written), payer.number, invoice.issued), 'slips in a digit');
  },
  'lists several': (payer, own) => {
    const several = own.slice(0, dice.between(2, Math.min(7, own.length)));
    if (several.length < 2) return;
    const joint = dice.of([', ', ' ', ' + ', '/', ' und ', ';']);
    const shortened = dice.chance(0.25);
    const listed = several.map((invoice, at) =>
      shortened && at > 0 ? (/(\d{3,5})$/u.exec(invoice.number)?.[1] ?? invoice.number) : invoice.number,
    );
    lump(
      payer,
      several,
      `${dice.of(['', 'RG ', 'Rechnungen ', 'Sammelzahlung '])}${listed.join(joint === '/' && listed.join('').includes('/') ? ', ' : joint)}`,
      'lists several',
    );
  },
  'names the first of several': (payer, own) => {
    const several = own.slice(0, dice.between(2, Math.min(4, own.length)));
    if (several.length < 2) return;
    const first = several[0] as JudgeInvoice;
    lump(
      payer,
      several,
      dice.of([`${first.number} u.a.`, `${first.number} ff`, 'Sammelueberweisung', 'lt. Avis', `Zahlungsavis ${dice.digits(7)}`]),
      'names the first of several',
    );
  },
  'pays a part': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const part = (openOf(invoice) * BigInt(dice.of([20, 25, 30, 40, 50, 60]))) / 100n;
    if (part <= 0n) return;
    const text = `${cite(dice, invoice.number)} ${dice.of(['Teilzahlung', 'TEIL 1', 'Rate 1/3', 'Akonto', 'Abschlag', ''])}`;
    settle(payer, invoice, part, text.trim(), 'pays a part');
    if (dice.chance(0.3)) settle(payer, invoice, openOf(invoice), `${invoice.number} Rest`, 'pays the rest');
  },
  'takes a discount or loses a fee': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const whole = openOf(invoice);
    const less = dice.chance(0.6) ? (whole * BigInt(dice.of([2, 2, 3]))) / 100n : BigInt(dice.between(5, 35)) * 100n;
    if (less >= whole || less === 0n) return;
    const text = `${cite(dice, invoice.number)} ${dice.of(['abzgl. 2% Skonto', 'Skonto', '', 'less bank charges'])}`;
    settle(payer, invoice, whole - less, text.trim(), 'takes a discount or loses a fee');
  },
  'gives the structured reference': (payer, own) => {
    const invoice = own.find((one) => one.reference !== null && /^(?:RF)?\d{6,}/u.test(one.reference)) ?? null;
    const chosen = invoice ?? (own[0] as JudgeInvoice);
    const reference = invoice?.reference ?? creditorReference(chosen.number.replaceAll(/\D/gu, ''));
    const inField = dice.chance(0.6);
    settle(
      payer,
      chosen,
      openOf(chosen),
      inField ? '' : reference.replaceAll(/(.{4})/gu, '$1 ').trim(),
      'gives the structured reference',
      inField ? { structured: reference } : {},
    );
  },
  'gives the order or reference': (payer, own) => {
    const invoice = own.find((one) => one.poNumber !== null || one.reference !== null);
    if (invoice === undefined) return;
    const word = invoice.poNumber === null ? '' : dice.of(['PO ', 'Bestellung ', 'Ihre Bestellnr. ', '']);
    settle(payer, invoice, openOf(invoice), word + (invoice.poNumber ?? invoice.reference ?? ''), 'gives the order or reference');
  },
  'says nothing': (payer, own) => {
    const invoice = own[dice.chance(0.8) ? 0 : dice.below(own.length)] as JudgeInvoice;
    settle(payer, invoice, openOf(invoice), dice.of(UNKNOWING), 'says nothing');
  },
});

/** Rare stories. */
const rareStoriesOf = ({
  dice,
  open,
  openOf,
  add,
  settle,
  factor,
  provider,
  drawName,
  germanIban,
}: Month): Record<string, (payer: Payer, own: JudgeInvoice[]) => void> => ({
  'pays too much': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const extra = dice.chance(0.5) ? BigInt(dice.between(1, 90)) : BigInt(dice.between(1, 50)) * 100n;
    const whole = openOf(invoice);
    open.set(invoice.id, 0n);
    add(payer, { minor: whole + extra, currency: invoice.currency, text: cite(dice, invoice.number), story: 'pays too much', truth: [{ invoice: invoice.id, minor: whole }] }); // prettier-ignore
  },
  'lets another pay': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const other = dice.of([factor, provider, { name: asBanksWrite(drawName()), iban: germanIban() }]);
    settle({ ...payer, bankName: other.name, ibans: [other.iban] }, invoice, openOf(invoice), `${dice.chance(0.3) ? `${asBanksWrite(payer.name)} ` : ''}${cite(dice, invoice.number)}`, 'lets another pay'); // prettier-ignore
  },
  'pays twice': (payer, own) => {
    const invoice = own[0] as JudgeInvoice;
    const text = cite(dice, invoice.number);
    const whole = openOf(invoice);
    settle(payer, invoice, whole, text, 'pays twice, the first', { twinOf: invoice.id });
    add(payer, { minor: whole, currency: invoice.currency, text, twinOf: invoice.id, story: 'pays twice, the second' });
  },
});

/** Money that pays none of these invoices. */
const foreignOf = ({
  dice,
  invoices,
  byCustomer,
  payers,
  add,
  form,
  count,
  provider,
  drawName,
  germanIban,
}: Month): Record<string, () => void> => ({
  'card and provider settlements': () =>
      { add({ bankName: dice.of(['Nordcard Settlement', provider.name]), ibans: [provider.iban] }, { minor: BigInt(dice.between(5000, 900_000)), currency: 'EUR', text: `KARTENUMSATZ ${dice.digits(2)}.11. TERMINAL ${dice.digits(5)} ${dice.digits(10)}`, story: 'card and provider settlements' }); }, // prettier-ignore
  'interest, tax and insurance': () =>
      { add({ bankName: dice.of(['Finanzamt Mitte', 'Allianz Versicherung', 'SEB AG', 'Bundeskasse']), ibans: [germanIban()] }, { minor: BigInt(dice.between(100, 400_000)), currency: 'EUR', text: dice.of([`USt 2026 ${dice.digits(11)}`, `Schaden ${dice.digits(9)}`, 'HABENZINSEN Q4', `Erstattung Az. ${dice.digits(6)}/26`]), story: 'interest, tax and insurance' }); }, // prettier-ignore
  "a supplier's refund in our form of number": () =>
      { add({ bankName: asBanksWrite(drawName()), ibans: [germanIban()] }, { minor: BigInt(dice.between(500, 300_000)), currency: 'EUR', text: `Gutschrift ${form(dice.between(120, 120 + count))}`, story: "a supplier's refund" }); }, // prettier-ignore
  'a stranger with an equal sum': () => {
    const invoice = dice.of(invoices);
    add({ bankName: asBanksWrite(drawName()), ibans: [germanIban()] }, { minor: invoice.total, currency: invoice.currency, text: dice.of(['Umbuchung', 'Darlehen', 'Kaution', `Vertrag ${dice.digits(6)}`]), story: 'a stranger with an equal sum' }); // prettier-ignore
  },
  'an invoice paid before': () => {
    const invoice = dice.of(invoices.filter((one) => one.state === 'PAID'));
    const payer = payers.find((one) => one.id === invoice.customer) as Payer;
    add(payer, { minor: invoice.total, currency: invoice.currency, text: cite(dice, invoice.number), story: 'an invoice paid before' });
  },
  'an invoice that this laptop does not hold': () => {
    const payer = dice.of(payers);
    const like = dice.of(byCustomer.get(payer.id) ?? invoices);
    const sum = dice.chance(0.6) ? like.total : BigInt(dice.between(1000, 500_000));
    add(payer, {
      minor: sum,
      currency: like.currency,
      text: cite(dice, form(120 + count + dice.between(1, 300))),
      story: 'an invoice not held here',
    });
  },
  'an order paid before its invoice': () => {
    const payer = dice.of(payers);
    add(payer, { minor: BigInt(dice.between(1000, 500_000)), currency: 'EUR', text: `Vorkasse Auftrag AB-${dice.digits(5)}`, story: 'an order paid before its invoice' }); // prettier-ignore
  },
  'own money moved': () => { add({ bankName: 'Nordic Instruments GmbH', ibans: [germanIban()] }, { minor: BigInt(dice.between(10, 900)) * 100_000n, currency: 'EUR', text: 'Umbuchung Liquiditaet', story: 'own money moved' }); }, // prettier-ignore
});

export const judgeWorld = (shape: JudgeShape): JudgeWorld => {
  const dice = new Dice(shape.seed * 2 + (shape.hard ? 1 : 0));
  const month = begun(dice, shape);
  const { payers, invoices, receipts, factor, stillOpen } = month;
  const stories = { ...storiesOf(month), ...rareStoriesOf(month) };
  const weights: readonly (readonly [number, string])[] = [
    [46, 'cites the number'], [5, 'cites the tail'], [4, 'slips in a digit'], [7, 'lists several'], [3, 'names the first of several'],
    [4, 'pays a part'], [4, 'takes a discount or loses a fee'], [4, 'gives the structured reference'], [4, 'gives the order or reference'],
    [12, 'says nothing'], [2, 'pays too much'], [3, 'lets another pay'], [0.4, 'pays twice'],
  ]; // prettier-ignore
  const strange = Object.values(foreignOf(month));
  const wanted = shape.receipts ?? 1500;
  for (let turn = 0; receipts.length < wanted && turn < wanted * 20; turn += 1) {
    if (dice.chance(0.15)) {
      dice.of(strange)();
      continue;
    }
    const payer = dice.of(payers);
    const own = stillOpen(payer);
    if (own.length > 0) stories[dice.weighted(weights)]?.(payer, dice.chance(0.75) ? own : dice.shuffled(own));
  }
  const learned = payers.filter((payer) => payer.learned).map((payer) => ({ iban: payer.ibans[0] ?? '', customer: payer.id }));
  // A factor pays for several customers: a clerk once said yes to one of them.
  learned.push({ iban: factor.iban, customer: (payers[0] as Payer).id });
  return {
    invoices,
    customers: payers.map(({ id, name, inBook }) => ({ id, name, inBook })),
    learned,
    receipts: receipts.slice(0, wanted).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  };
};
