import type { Candidate, OpenInvoice } from './match-types.ts';
import { CustomerNames } from './customer-names.ts';
import { figuresOf, isFigures, isSlip, longestNumber, looseKey, piecesOf, shapeOf, withoutZeros } from './number-texts.ts';

/** Equal sums beyond which the sum alone says nothing. */
const mostOfSum = 200;

/** Open invoices by number, customer and sum. */
export class Invoices {
  readonly byId: Map<string, OpenInvoice>;
  readonly open: Map<string, bigint>;
  /** One id, or several: most spellings name one invoice of many thousands. */
  readonly #byKey = new Map<string, string | string[]>();
  readonly #shapes = new Set<string>();
  readonly #patterns = new Set<string>();
  readonly #byCustomer = new Map<string, OpenInvoice[]>();
  readonly #bySum = new Map<string, Map<bigint, OpenInvoice[]>>();
  /** The first two characters of every spelling. */
  readonly #begins = new Set<string>();
  readonly #sorted = new Set<string>();
  readonly #figures = new Map<string, { whole: string; last: string }>();
  readonly customers = new CustomerNames();

  constructor(invoices: readonly OpenInvoice[]) {
    this.byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    this.open = new Map(invoices.map(({ id, openMinor }) => [id, openMinor]));
    for (const invoice of invoices) this.#add(invoice);
  }

  #add(invoice: OpenInvoice): void {
    const { id, number, customerId, customerName } = invoice;
    const pieces = piecesOf(number);
    const bare = withoutLetters(pieces);
    const pattern = `${shapeOf(pieces)} ${bare[0]?.slice(0, 2) ?? ''}`;
    // Numbers of one series have one shape: a set of all would cost as much as the keys.
    if (!this.#patterns.has(pattern)) {
      this.#patterns.add(pattern);
      for (const form of [pieces, bare, [pieces.join('')]]) if (form.join('').length > 5) this.#shapes.add(shapeOf(form));
    }
    for (const key of keysOf(invoice, bare)) {
      this.#begins.add(key.slice(0, 2));
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, id);
      else if (typeof known === 'string') this.#byKey.set(key, [known, id]);
      else known.push(id);
    }
    this.#addSum(invoice, invoice.openMinor);
    const siblings = this.#byCustomer.get(customerId);
    if (siblings) siblings.push(invoice);
    else {
      this.#byCustomer.set(customerId, [invoice]);
      this.customers.add(customerId, customerName);
    }
  }

  #addSum(invoice: OpenInvoice, minor: bigint): void {
    const sums = this.#bySum.get(invoice.currency) ?? new Map<bigint, OpenInvoice[]>();
    this.#bySum.set(invoice.currency, sums);
    const known = sums.get(minor);
    if (known) known.push(invoice);
    else sums.set(minor, [invoice]);
  }

  /** Subtracts a line's uses from the open amounts, so that a later line does not match them again. */
  pay(uses: Candidate['uses']): void {
    for (const { invoiceId, minor } of uses) {
      const invoice = this.byId.get(invoiceId);
      const open = this.open.get(invoiceId) ?? 0n;
      if (!invoice) continue;
      const sums = this.#bySum.get(invoice.currency);
      sums?.set(open, sums.get(open)?.filter((each) => each !== invoice) ?? []);
      this.open.set(invoiceId, open - minor);
      this.#addSum(invoice, open - minor);
    }
  }

  /** Invoices with exactly this open; null where they are so many that the sum says nothing. */
  ofSum(currency: string, minor: bigint): OpenInvoice[] | null {
    const found = this.#bySum.get(currency)?.get(minor) ?? [];
    return found.length > mostOfSum ? null : found.toSorted(byDue);
  }

  /** The open invoices of a customer, oldest first. */
  ofCustomer(customerId: string, currency: string): OpenInvoice[] {
    const all = this.#byCustomer.get(customerId) ?? [];
    if (!this.#sorted.has(customerId)) all.sort(byDue);
    this.#sorted.add(customerId);
    return all.filter((each) => each.currency === currency && (this.open.get(each.id) ?? 0n) > 0n);
  }

  /** The figures of a number, and its last run of figures, without leading zeros. */
  figures(id: string): { whole: string; last: string } {
    const known = this.#figures.get(id);
    if (known) return known;
    const number = this.byId.get(id)?.number ?? '';
    const figures = { whole: figuresOf(number), last: withoutZeros(piecesOf(number).at(-1) ?? '') };
    this.#figures.set(id, figures);
    return figures;
  }

  /** Tells whether written figures are this number with one slip. */
  slipOf(id: string, written: readonly string[]): boolean {
    const { whole, last } = this.figures(id);
    return [withoutZeros(whole), last].some((meant) => meant.length > 3 && written.some((run) => isSlip(run, meant)));
  }

  /** Finds invoice numbers in a text, each with the ids that it may mean; `unknown` when it has a number of the same form that is not here. */
  named(text: string): { names: string[][]; unknown: boolean } {
    const names: string[][] = [];
    let unknown = false;
    const pieces = piecesOf(text);
    for (let at = 0; at < pieces.length;) {
      const [length, ids] = this.#longestName(pieces, at);
      // The letters before a number are no part of its spellings.
      const begins = length === 0 && !isFigures(pieces[at] ?? '') && this.#longestName(pieces, at + 1)[0] > 0;
      if (length === 0 && !begins && this.#looksLikeNumber(pieces, at)) unknown = true;
      if (length > 0) names.push(ids);
      at += Math.max(1, length);
    }
    return { names, unknown };
  }

  /** The invoices that a whole field names: another id may have a number inside by chance. */
  namedWhole(field: string): string[] {
    const pieces = piecesOf(field);
    return this.#keyed(pieces.join('')) ?? this.#keyed(withoutLetters(pieces).join('')) ?? [];
  }

  #keyed(key: string): string[] | undefined {
    const known = this.#byKey.get(key);
    return typeof known === 'string' ? [known] : known;
  }

  #longestName(pieces: readonly string[], at: number): [number, string[]] {
    const first = pieces[at] ?? '';
    if (first.length > 1 && !this.#begins.has(first.slice(0, 2)) && !this.#begins.has(withoutZeros(first).slice(0, 2))) return [0, []];
    let best: [number, string[]] = [0, []];
    let joined = '';
    let loose = '';
    for (let length = 1; length <= longestNumber && at + length <= pieces.length; length += 1) {
      const piece = pieces[at + length - 1] ?? '';
      joined += piece;
      loose += length === 1 ? withoutZeros(piece) : ` ${withoutZeros(piece)}`;
      const ids = this.#keyed(joined) ?? (length > 1 ? this.#keyed(loose) : undefined);
      if (ids) best = [length, ids];
    }
    return best;
  }

  #looksLikeNumber(pieces: readonly string[], at: number): boolean {
    for (let length = 1; length <= longestNumber && at + length <= pieces.length; length += 1)
      if (this.#shapes.has(shapeOf(pieces.slice(at, at + length)))) return true;
    return false;
  }
}

const byDue = (a: OpenInvoice, b: OpenInvoice): number => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id < b.id ? -1 : 1);
const withoutLetters = (pieces: readonly string[]): readonly string[] => pieces.slice(Math.max(0, pieces.findIndex(isFigures)));
const hasFigures = /\d{3}/;

/**
 * Spellings by which a text names an invoice: its number from the first figure on, also without separators, leading zeros or the century; its last
 * figures where there are five; its reference and purchase order.
 */
function keysOf({ reference, poNumber }: OpenInvoice, bare: readonly string[]): Set<string> {
  const last = bare.at(-1) ?? '';
  const keys = new Set<string>();
  const add = (key: string) => void (key.length >= 5 && keys.add(key));
  if (isFigures(bare[0] ?? '')) add(bare.join(''));
  for (const text of [reference, poNumber]) if (hasFigures.test(text)) add(piecesOf(text).join(''));
  const figures = bare.filter(isFigures).join('');
  add(figures);
  add(withoutZeros(figures));
  if (isFigures(last)) add(last);
  if (bare.length > 1 && last.length > 2) {
    keys.add(looseKey(bare));
    if (bare.some((piece) => isYear.test(piece))) keys.add(looseKey(bare.map((piece) => (isYear.test(piece) ? piece.slice(2) : piece))));
  }
  return keys;
}
const isYear = /^20\d\d$/;
