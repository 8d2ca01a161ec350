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

export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0;
    for (let turn = 0; turn < 8; turn += 1) this.real();
  }
  real(): number {
    // Mulberry32, public domain.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  below(limit: number): number {
    return Math.floor(this.real() * limit);
  }
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
  chance(probability: number): boolean {
    return this.real() < probability;
  }
  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to draw from');
    return item;
  }
  weighted<Item>(items: readonly (readonly [number, Item])[]): Item {
    let left = this.real() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      left -= weight;
      if (left <= 0) return item;
    }
    return this.of(items)[1];
  }
  shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items];
    for (let at = mixed.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
    }
    return mixed;
  }
  digits(length: number): string {
    return Array.from({ length }, () => String(this.below(10))).join('');
  }
}

const DAY = 86_400_000;
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const remainder97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
const inDigits = (text: string): string => text.replaceAll(/[A-Z]/gu, (letter) => String(letter.charCodeAt(0) - 55));
const checked = (prefix: string, body: string): string =>
  `${prefix}${String(98 - remainder97(`${inDigits(body + prefix)}00`)).padStart(2, '0')}${body}`;
export const ibanOf = (country: string, body: string): string => checked(country, body);
const creditorReference = (body: string): string => checked('RF', body);
const TEN = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
const swissReference = (body: string): string => {
  const digits = body.padStart(26, '0');
  const carry = [...digits].reduce((rest, digit) => TEN[(rest + Number(digit)) % 10] ?? 0, 0);
  return digits + String((10 - carry) % 10);
};
const luhnReference = (body: string): string => {
  const sum = [...body]
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return body + String((10 - (sum % 10)) % 10);
};

const FIRST = [
  'Adler', 'Baum', 'Birken', 'Brück', 'Drei', 'Eichen', 'Elb', 'Falken', 'Feld', 'Förde', 'Glas', 'Grün', 'Hafen', 'Hansa', 'Heide',
  'Isar', 'Jäger', 'Kessel', 'König', 'Küsten', 'Linden', 'Löwen', 'Main', 'Möwen', 'Nord', 'Ost', 'Rhein', 'Saale', 'Schloß', 'Silber',
  'Stein', 'Süd', 'Tannen', 'Ufer', 'Wald', 'Weser', 'Zirbel',
] as const; // prettier-ignore
const SECOND = ['berg', 'bach', 'brunn', 'dorf', 'feld', 'hof', 'holz', 'mann', 'mühle', 'stätt', 'tal', 'werk', 'wind', 'see'] as const;
const TRADE = [
  'Catering', 'Logistik', 'Maschinenbau', 'Druck', 'Optik', 'Elektro', 'Bau', 'Möbel', 'Medien', 'Consulting', 'Software', 'Packaging',
  'Textil', 'Immobilien', 'Energie', 'Handel', 'Sanitär', 'Reisen', 'Pharma', 'Messtechnik', 'Verlag', 'Kälte', 'Farben', 'Transporte',
] as const; // prettier-ignore
const LEGAL = ['GmbH', 'AG', 'GmbH & Co. KG', 'KG', 'OHG', 'e.K.', 'UG (haftungsbeschränkt)', 'SE', 'Ltd', 'B.V.', 'S.à r.l.'] as const;
const GIVEN = ['Anna', 'Jörg', 'Ines', 'Peter', 'Maria', 'Şule', 'Łukasz', 'René', 'Thomas', 'Ute'] as const;

const asBanksWrite = (name: string): string =>
  name
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('Ä', 'AE')
    .replaceAll('Ö', 'OE')
    .replaceAll('Ü', 'UE')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/gu, '');

type NumberForm = (sequence: number) => string;
const FORMS: readonly NumberForm[] = [
  (sequence) => `RE-2026-${String(sequence).padStart(5, '0')}`,
  (sequence) => `2026${String(sequence).padStart(6, '0')}`,
  (sequence) => `INV-${String(sequence).padStart(6, '0')}`,
  (sequence) => `DE01-2026-${String(sequence).padStart(5, '0')}`,
  (sequence) => String(400_000 + sequence),
];

/** Writes an invoice's number as customers do: with words, other separators, lost zeros or a lost prefix. */
const cite = (dice: Dice, number: string): string => {
  const written = dice.weighted<(text: string) => string>([
    [46, (text) => text],
    [8, (text) => text.replaceAll('-', '')],
    [8, (text) => text.replaceAll('-', ' ')],
    [6, (text) => text.replaceAll('-', '/')],
    [4, (text) => text.toLowerCase()],
    [6, (text) => text.replace(/^[A-Z]+-/u, '')],
    [4, (text) => text.replace(/-0+(\d+)$/u, '-$1')],
    [3, (text) => text.replace('-2026-', '-26-')],
    [3, (text) => text.replaceAll('-', '.')],
    [2, (text) => text.replaceAll('-', ' - ')],
  ])(number);
  const before = dice.weighted([
    [24, ''], [10, 'Rechnung '], [8, 'RG '], [7, 'Rg.Nr. '], [6, 'Rechn.-Nr. '], [6, 'INV '], [5, 'Invoice no. '], [4, 'RNr:'],
    [3, 'Rechnungsnummer '], [3, 'SAGT DANKE '], [2, 'Beleg '], [2, '/INV/'], [2, 'Fact. '],
  ]); // prettier-ignore
  return before + written;
};

const decorated = (dice: Dice, core: string, customerNumber: string, issued: string): string => {
  const [year, month, day] = issued.split('-') as [string, string, string];
  return dice.weighted<() => string>([
    [50, () => core],
    [9, () => `${core} vom ${day}.${month}.${year}`],
    [5, () => `${core} v. ${day}.${month}.${year.slice(2)}`],
    [9, () => `KD ${customerNumber} ${core}`],
    [6, () => `${core} Kd.-Nr. ${customerNumber}`],
    [4, () => `${core} Vielen Dank`],
    [3, () => `Ueberweisung ${core} ${dice.digits(8)}`],
    [3, () => `${core}, Ihr Zeichen ${dice.of(['ab', 'kl', 'mz'])}/${dice.digits(3)}`],
    [2, () => `Zahlung ${month}/${year} ${core}`],
    [2, () => `Tel. 030 ${dice.digits(7)} ${core}`],
  ])();
};

/** Turns one digit of the last five into another, swaps two neighbours, or drops one. */
const slipped = (dice: Dice, number: string): string => {
  const at = number.length - 1 - dice.below(4);
  const digit = number[at] ?? '0';
  return dice.weighted<() => string>([
    [4, () => number.slice(0, at) + String((Number(digit) + dice.between(1, 9)) % 10) + number.slice(at + 1)],
    [3, () => number.slice(0, at - 1) + digit + (number[at - 1] ?? '') + number.slice(at + 1)],
    [2, () => number.slice(0, at) + number.slice(at + 1)],
    [1, () => number.slice(0, at) + (digit === '0' ? 'O' : digit + digit) + number.slice(at + 1)],
  ])();
};

interface Payer {
  id: string;
  name: string;
  inBook: boolean;
  number: string;
  ibans: string[];
  bankName: string;
  learned: boolean;
}

const UNKNOWING = ['Rechnung', 'Zahlung', 'payment', 'Danke', 'Ihre Rechnung', 'Miete und NK', 'Invoice', 'November', 'Abrechnung 10/26', 'Ueberweisung', 'Rg. lt. Vereinbarung', ''] as const; // prettier-ignore

export const judgeWorld = (shape: JudgeShape): JudgeWorld => {
  const dice = new Dice(shape.seed * 2 + (shape.hard ? 1 : 0));
  const hard = shape.hard;
  const form = dice.of(FORMS);
  const germanIban = (): string => ibanOf('DE', dice.digits(18));
  const swissIban = (): string => ibanOf('CH', dice.digits(17));

  const names = new Set<string>();
  const drawName = (): string => {
    for (;;) {
      const name = dice.chance(0.06)
        ? `${dice.of(GIVEN)} ${dice.of(FIRST)}${dice.of(SECOND)}`
        : `${dice.of(FIRST)}${dice.of(SECOND)} ${dice.of(TRADE)} ${dice.of(LEGAL)}`;
      if (!names.has(name)) {
        names.add(name);
        return name;
      }
    }
  };
  const payers: Payer[] = Array.from({ length: shape.customers ?? 300 }, (_, at) => {
    const name = drawName();
    const bankName = dice.weighted<() => string>([
      [60, () => asBanksWrite(name)],
      [12, () => asBanksWrite(name).toUpperCase()],
      [10, () => asBanksWrite(name).replace(/ (?:GmbH & Co\. KG|GmbH|AG|KG|OHG|e\.K\.|SE|Ltd|B\.V\.)$/u, '')],
      [6, () => `${asBanksWrite(name).split(' ')[0] ?? ''} Holding AG`],
      [4, () => `${dice.of(GIVEN)} ${asBanksWrite(name).split(' ')[0] ?? ''}`],
      [4, () => asBanksWrite(name).replace('mann', 'man').replace('ae', 'a')],
      [4, () => asBanksWrite(drawName())],
    ])();
    return {
      id: `customer-${String(at)}`,
      name,
      inBook: dice.chance(hard ? 0.7 : 0.85),
      number: String(10_000 + at * 3),
      ibans: Array.from({ length: dice.chance(0.12) ? 2 : 1 }, () => (dice.chance(0.8) ? germanIban() : swissIban())),
      bankName,
      learned: dice.chance(0.55),
    };
  });

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
      ...fields,
    });
  };

  const stories: Record<string, (payer: Payer, own: JudgeInvoice[]) => void> = {
    'cites the number': (payer, own) => {
      const invoice = own[0] as JudgeInvoice;
      const text = decorated(dice, cite(dice, invoice.number), payer.number, invoice.issued);
      const inReference = dice.chance(0.05);
      settle(payer, invoice, openOf(invoice), inReference ? 'Rechnung' : text, 'cites the number', inReference ? { endToEnd: invoice.number } : {});
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
      const listed = several.map((invoice, at) => (shortened && at > 0 ? (/(\d{3,5})$/u.exec(invoice.number)?.[1] ?? invoice.number) : invoice.number));
      lump(payer, several, `${dice.of(['', 'RG ', 'Rechnungen ', 'Sammelzahlung '])}${listed.join(joint === '/' && listed.join('').includes('/') ? ', ' : joint)}`, 'lists several');
    },
    'names the first of several': (payer, own) => {
      const several = own.slice(0, dice.between(2, Math.min(4, own.length)));
      if (several.length < 2) return;
      const first = several[0] as JudgeInvoice;
      lump(payer, several, dice.of([`${first.number} u.a.`, `${first.number} ff`, 'Sammelueberweisung', 'lt. Avis', `Zahlungsavis ${dice.digits(7)}`]), 'names the first of several');
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
      settle(payer, chosen, openOf(chosen), inField ? '' : reference.replaceAll(/(.{4})/gu, '$1 ').trim(), 'gives the structured reference', inField ? { structured: reference } : {});
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
      settle(payer, invoice, whole, text, 'pays twice, the first');
      add(payer, { minor: whole, currency: invoice.currency, text, story: 'pays twice, the second' });
    },
  };
  const settle = (payer: Payer, invoice: JudgeInvoice, minor: bigint, text: string, story: string, more: Partial<JudgeReceipt> = {}): void => {
    if (minor <= 0n) return;
    open.set(invoice.id, openOf(invoice) - minor);
    add(payer, { minor, currency: invoice.currency, text, story, truth: [{ invoice: invoice.id, minor }], ...more });
  };
  const lump = (payer: Payer, several: JudgeInvoice[], text: string, story: string): void => {
    const truth = several.map((invoice) => ({ invoice: invoice.id, minor: openOf(invoice) }));
    for (const invoice of several) open.set(invoice.id, 0n);
    add(payer, { minor: truth.reduce((sum, use) => sum + use.minor, 0n), currency: several[0]?.currency ?? 'EUR', text, story, truth });
  };

  const foreign: Record<string, () => void> = {
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
      add(payer, { minor: sum, currency: like.currency, text: cite(dice, form(120 + count + dice.between(1, 300))), story: 'an invoice not held here' });
    },
    'an order paid before its invoice': () => {
      const payer = dice.of(payers);
      add(payer, { minor: BigInt(dice.between(1000, 500_000)), currency: 'EUR', text: `Vorkasse Auftrag AB-${dice.digits(5)}`, story: 'an order paid before its invoice' }); // prettier-ignore
    },
    'own money moved': () => { add({ bankName: 'Nordic Instruments GmbH', ibans: [germanIban()] }, { minor: BigInt(dice.between(10, 900)) * 100_000n, currency: 'EUR', text: 'Umbuchung Liquiditaet', story: 'own money moved' }); }, // prettier-ignore
  };

  const weights: readonly (readonly [number, string])[] = [
    [46, 'cites the number'], [5, 'cites the tail'], [4, 'slips in a digit'], [7, 'lists several'], [3, 'names the first of several'],
    [4, 'pays a part'], [4, 'takes a discount or loses a fee'], [4, 'gives the structured reference'], [4, 'gives the order or reference'],
    [12, 'says nothing'], [2, 'pays too much'], [3, 'lets another pay'], [0.4, 'pays twice'],
  ]; // prettier-ignore
  const strange = Object.values(foreign);
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
