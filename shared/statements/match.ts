import { likeness, nameWords } from './names-alike.ts';

/** An invoice that a payment may be for. */
export interface OpenInvoice {
  id: string;
  number: string;
  reference: string;
  poNumber: string;
  customerId: string;
  /** As the names directory calls the customer; empty without a name. */
  customerName: string;
  currency: string;
  /** The amount still open as known here, in minor units. */
  openMinor: bigint;
  dueDate: string;
}

/** A line with the amount that no payment uses yet. */
export interface PayableLine {
  id: number;
  restMinor: bigint;
  currency: string;
  payer: string;
  payerAccount: string;
  reference: string;
  text: string;
}

export const matchReasons = [
  'numberAndSum',
  'payerAndSum',
  'numberOtherPayer',
  'numberUnknownBeside',
  'numberLess',
  'numberMore',
  'numbersLess',
  'payerSameSums',
  'payerTogether',
  'sumAlone',
] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Invoices that a line may pay, with the part of the line for each, and why. */
export interface Candidate {
  uses: { invoiceId: string; minor: bigint }[];
  why: MatchReason;
}

/** Two independent signals prove a ticked match; anything else is asked, with at most three candidates. */
export interface Match {
  line: number;
  ticked: Candidate | null;
  asked: Candidate[];
}

const mostAsked = 3;
const mostTogether = 4;
/** Invoices of one payer among which sums are looked for: 4 of 24 are 12,950 sets. */
const mostForSums = 24;
const longestNumber = 8;

/** Splits a text into runs of letters and digits: "DE01-2026 00102" is DE, 01, 2026, 00102. */
const piecesOf = (text: string): string[] => text.toUpperCase().match(/[A-Z]+|\d+/g) ?? [];
const shapeOf = (pieces: readonly string[]): string => pieces.map((piece) => (/\d/.test(piece) ? `9${piece.length}` : piece)).join(' ');

class Invoices {
  readonly byId: Map<string, OpenInvoice>;
  readonly open: Map<string, bigint>;
  readonly #byKey = new Map<string, Set<string>>();
  readonly #shapes = new Set<string>();
  readonly #byCustomer = new Map<string, OpenInvoice[]>();
  readonly #bySum = new Map<string, Set<string>>();
  readonly #words = new Map<string, string[]>();
  readonly #customersByWord = new Map<string, Set<string>>();

  constructor(invoices: readonly OpenInvoice[]) {
    this.byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    this.open = new Map(invoices.map(({ id, openMinor }) => [id, openMinor]));
    for (const invoice of invoices) this.#add(invoice);
  }

  #add(invoice: OpenInvoice): void {
    const { id, number, customerId, customerName } = invoice;
    const pieces = piecesOf(number);
    if (pieces.length > 1) this.#shapes.add(shapeOf(pieces));
    for (const key of keysOf(invoice)) grow(this.#byKey, key).add(id);
    grow(this.#bySum, this.#sumKey(invoice.currency, invoice.openMinor)).add(id);
    const siblings = this.#byCustomer.get(customerId);
    if (siblings) siblings.push(invoice);
    else {
      this.#byCustomer.set(customerId, [invoice]);
      const words = nameWords(customerName);
      this.#words.set(customerId, words);
      for (const word of words) grow(this.#customersByWord, word.slice(0, 4)).add(customerId);
    }
  }

  #sumKey = (currency: string, minor: bigint): string => `${currency} ${minor}`;

  /** Subtracts a line's uses from the open amounts, so that a later line does not match them again. */
  pay(uses: Candidate['uses']): void {
    for (const { invoiceId, minor } of uses) {
      const invoice = this.byId.get(invoiceId);
      const open = this.open.get(invoiceId) ?? 0n;
      if (!invoice) continue;
      this.#bySum.get(this.#sumKey(invoice.currency, open))?.delete(invoiceId);
      this.open.set(invoiceId, open - minor);
      grow(this.#bySum, this.#sumKey(invoice.currency, open - minor)).add(invoiceId);
    }
  }

  ofSum(currency: string, minor: bigint): OpenInvoice[] {
    return this.#sorted(this.#bySum.get(this.#sumKey(currency, minor)) ?? []);
  }

  ofCustomer(customerId: string, currency: string): OpenInvoice[] {
    const all = this.#byCustomer.get(customerId) ?? [];
    return this.#sorted(all.filter((each) => each.currency === currency && (this.open.get(each.id) ?? 0n) > 0n).map(({ id }) => id));
  }

  #sorted(ids: Iterable<string>): OpenInvoice[] {
    const found = [...ids].flatMap((id) => this.byId.get(id) ?? []);
    return found.sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id < b.id ? -1 : 1));
  }

  /** Customers whose name is at least half in the payer's. */
  likePayer(payer: readonly string[]): Set<string> {
    const near = new Set(payer.flatMap((word) => [...(this.#customersByWord.get(word.slice(0, 4)) ?? [])]));
    return new Set([...near].filter((id) => likeness(this.#words.get(id) ?? [], payer) >= 0.5));
  }

  /** Finds invoice numbers in texts, each with the ids that it may mean; `unknown` when a text has a number of the same form that is not here. */
  named(texts: readonly string[]): { names: string[][]; unknown: boolean } {
    const names: string[][] = [];
    let unknown = false;
    for (const text of texts) {
      const pieces = piecesOf(text);
      for (let at = 0; at < pieces.length;) {
        const length = this.#longestName(pieces, at);
        if (length === 0 && this.#looksLikeNumber(pieces, at)) unknown = true;
        if (length > 0) names.push([...(this.#byKey.get(pieces.slice(at, at + length).join('')) ?? [])]);
        at += Math.max(1, length);
      }
    }
    return { names, unknown };
  }

  #longestName(pieces: readonly string[], at: number): number {
    for (let length = Math.min(longestNumber, pieces.length - at); length > 0; length -= 1)
      if (this.#byKey.has(pieces.slice(at, at + length).join(''))) return length;
    return 0;
  }

  #looksLikeNumber(pieces: readonly string[], at: number): boolean {
    for (let length = 2; length <= longestNumber && at + length <= pieces.length; length += 1)
      if (this.#shapes.has(shapeOf(pieces.slice(at, at + length)))) return true;
    return false;
  }
}

function grow<Key, Value>(map: Map<Key, Set<Value>>, key: Key): Set<Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<Value>();
  map.set(key, made);
  return made;
}

/** Spellings by which a text names an invoice: its whole number, its last figures where there are five, its reference and purchase order. */
function keysOf({ number, reference, poNumber }: OpenInvoice): string[] {
  const whole = piecesOf(number);
  const last = whole.at(-1) ?? '';
  const keys = [number, reference, poNumber].map((text) => piecesOf(text).join('')).filter((key) => key.length >= 5 && /\d{3}/.test(key));
  return [...new Set(/^\d{5,}$/.test(last) ? [...keys, last] : keys)];
}

const sumOf = (uses: Candidate['uses']): bigint => uses.reduce((sum, { minor }) => sum + minor, 0n);

/**
 * Matches lines to open invoices, in the order given: what an earlier line pays is not open for a later one. `payers` are accounts from which a user
 * said that a customer pays.
 */
export function matchLines(lines: readonly PayableLine[], invoices: readonly OpenInvoice[], payers: ReadonlyMap<string, string>): Match[] {
  const all = new Invoices(invoices);
  return lines.map((line) => {
    const found = line.restMinor > 0n ? candidatesOf(line, all, payers.get(line.payerAccount) ?? null) : { ticked: null, asked: [] };
    if (found.ticked) all.pay(found.ticked.uses);
    return { line: line.id, ...found };
  });
}

function candidatesOf(line: PayableLine, all: Invoices, payerKnown: string | null): Omit<Match, 'line'> {
  const { restMinor, currency } = line;
  const payer = all.likePayer(nameWords(line.payer));
  const isPayer = (id: string) => (payerKnown === null ? payer.has(id) : payerKnown === id);
  const openOf = ({ id }: OpenInvoice) => all.open.get(id) ?? 0n;
  const whole = (of: readonly OpenInvoice[]) => of.map((invoice) => ({ invoiceId: invoice.id, minor: openOf(invoice) }));
  const sameSum = all.ofSum(currency, restMinor);
  const { names, unknown } = all.named([line.reference.replace(/^RF\d\d/i, ''), line.reference, line.text]);
  const named = meantBy(names, all, { currency, isPayer });
  const asked: Candidate[] = [];
  if (named !== null && named.length > 0) {
    const uses = whole(named);
    const sum = sumOf(uses);
    const open = uses.every(({ minor }) => minor > 0n);
    if (open && sum === restMinor) {
      const others = sameSum.some(({ id }) => !named.some((each) => each.id === id));
      const fits = named.every(({ customerId }) => isPayer(customerId)) || (payerKnown === null && !others);
      if (fits && !unknown) return { ticked: { uses, why: 'numberAndSum' }, asked: [] };
      asked.push({ uses, why: unknown ? 'numberUnknownBeside' : 'numberOtherPayer' });
    } else if (open && sum > restMinor) {
      const uses1 = inOrder(uses, restMinor);
      asked.push({ uses: uses1, why: named.length === 1 ? 'numberLess' : 'numbersLess' });
    } else if (open) asked.push({ uses, why: 'numberMore' });
  }
  const ofPayer = sameSum.filter(({ customerId }) => isPayer(customerId));
  const [only] = ofPayer;
  if (payerKnown !== null && only && ofPayer.length === 1 && names.length === 0 && !unknown)
    return { ticked: { uses: whole([only]), why: 'payerAndSum' }, asked: [] };
  for (const each of ofPayer) asked.push({ uses: whole([each]), why: 'payerSameSums' });
  if (asked.length === 0) {
    const customers = payerKnown === null ? [...payer] : [payerKnown];
    const [customer] = customers;
    const together =
      customers.length === 1 && customer !== undefined ? onlySet(whole(all.ofCustomer(customer, currency)), restMinor) : null;
    if (together) asked.push({ uses: together, why: 'payerTogether' });
  }
  for (const each of sameSum) asked.push({ uses: whole([each]), why: 'sumAlone' });
  return { ticked: null, asked: distinct(asked).slice(0, mostAsked) };
}

/** Resolves each number to one invoice, by itself or among the payer's; null when one stays ambiguous. */
function meantBy(
  names: readonly string[][],
  all: Invoices,
  { currency, isPayer }: { currency: string; isPayer: (id: string) => boolean },
): OpenInvoice[] | null {
  const meant = new Map<string, OpenInvoice>();
  for (const ids of names) {
    const found = ids.flatMap((id) => all.byId.get(id) ?? []).filter((each) => each.currency === currency);
    const ofPayer = found.filter(({ customerId }) => isPayer(customerId));
    const [one] = found.length === 1 ? found : ofPayer;
    if (!one || (found.length > 1 && ofPayer.length !== 1)) return null;
    meant.set(one.id, one);
  }
  return [...meant.values()];
}

/** Allocates the received amount to the invoices in their order. */
function inOrder(uses: Candidate['uses'], restMinor: bigint): Candidate['uses'] {
  let rest = restMinor;
  return uses.flatMap(({ invoiceId, minor }) => {
    const taken = minor < rest ? minor : rest;
    rest -= taken;
    return taken > 0n ? [{ invoiceId, minor: taken }] : [];
  });
}

/** The only set of two to four whose sum is this; null without one, or with several. */
function onlySet(uses: Candidate['uses'], sum: bigint): Candidate['uses'] | null {
  if (uses.length > mostForSums) return null;
  const found: Candidate['uses'][] = [];
  const walk = (from: number, taken: Candidate['uses'], rest: bigint) => {
    if (found.length > 1) return;
    if (rest === 0n && taken.length > 1) return void found.push(taken);
    if (taken.length === mostTogether) return;
    for (let at = from; at < uses.length; at += 1) {
      const use = uses[at];
      if (use && use.minor <= rest) walk(at + 1, [...taken, use], rest - use.minor);
    }
  };
  walk(0, [], sum);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ uses }) => {
    const key = uses.map(({ invoiceId, minor }) => `${invoiceId} ${minor}`).join();
    return !seen.has(key) && seen.add(key);
  });
}
