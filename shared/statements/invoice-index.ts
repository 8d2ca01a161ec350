import type { Candidate, OpenInvoice } from './match-types.ts';
import { CustomerNames, grow } from './customer-names.ts';
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
  readonly #bySum = new Map<string, Set<string>>();
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
    const pattern = `${number.replace(/\d/g, '9')} ${bare.map((piece) => piece.slice(0, 2)).join(' ')}`;
    // Numbers of one series have one shape: a set of all would cost as much as the keys.
    if (!this.#patterns.has(pattern)) {
      this.#patterns.add(pattern);
      for (const form of [pieces, bare, [pieces.join('')]]) if (form.join('').length > 5) this.#shapes.add(shapeOf(form));
    }
    for (const key of keysOf(invoice, bare)) {
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, id);
      else if (typeof known === 'string') this.#byKey.set(key, [known, id]);
      else known.push(id);
    }
    grow(this.#bySum, this.#sumKey(invoice.currency, invoice.openMinor)).add(id);
    const siblings = this.#byCustomer.get(customerId);
    if (siblings) siblings.push(invoice);
    else {
      this.#byCustomer.set(customerId, [invoice]);
      this.customers.add(customerId, customerName);
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

  /** Invoices with exactly this open; null where they are so many that the sum says nothing. */
  ofSum(currency: string, minor: bigint): OpenInvoice[] | null {
    const ids = this.#bySum.get(this.#sumKey(currency, minor));
    return ids && ids.size > mostOfSum ? null : this.#sorted(ids ?? []);
  }

  ofCustomer(customerId: string, currency: string): OpenInvoice[] {
    const all = this.#byCustomer.get(customerId) ?? [];
    return this.#sorted(all.filter((each) => each.currency === currency && (this.open.get(each.id) ?? 0n) > 0n).map(({ id }) => id));
  }

  #sorted(ids: Iterable<string>): OpenInvoice[] {
    const found = [...ids].flatMap((id) => this.byId.get(id) ?? []);
    return found.sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id < b.id ? -1 : 1));
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
    for (let length = Math.min(longestNumber, pieces.length - at); length > 0; length -= 1) {
      const some = pieces.slice(at, at + length);
      const ids = this.#keyed(some.join('')) ?? (length > 1 ? this.#keyed(looseKey(some)) : undefined);
      if (ids) return [length, ids];
    }
    return [0, []];
  }

  #looksLikeNumber(pieces: readonly string[], at: number): boolean {
    for (let length = 1; length <= longestNumber && at + length <= pieces.length; length += 1)
      if (this.#shapes.has(shapeOf(pieces.slice(at, at + length)))) return true;
    return false;
  }
}

const withoutLetters = (pieces: readonly string[]): readonly string[] => pieces.slice(Math.max(0, pieces.findIndex(isFigures)));
const hasFigures = /\d{3}/;

/**
 * Spellings by which a text names an invoice: its number from the first figure on, also without separators, leading zeros or the century; its last
 * figures where there are five; its reference and purchase order.
 */
function keysOf({ number, reference, poNumber }: OpenInvoice, bare: readonly string[]): Set<string> {
  const last = bare.at(-1) ?? '';
  const keys = new Set<string>();
  const add = (key: string) => void (key.length >= 5 && hasFigures.test(key) && keys.add(key));
  add(bare.join(''));
  for (const text of [reference, poNumber]) if (text !== '') add(piecesOf(text).join(''));
  const figures = figuresOf(number);
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
