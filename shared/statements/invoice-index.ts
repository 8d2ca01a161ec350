import { isOneSlip } from '#shared/query/nearest.ts';
import type { Candidate, OpenInvoice } from './match-types.ts';
import { CustomerNames } from './customer-names.ts';
import { figuresOf, isFigures, longestNumber, looseKey, piecesOf, shapeOf, withoutZeros } from './number-texts.ts';

/** Equal sums beyond which the sum alone says nothing. */
const mostOfSum = 200;

/** Open invoices by number, customer and sum. */
export class Invoices {
  readonly byId = new Map<string, OpenInvoice>();
  /** Open amounts of the invoices that earlier lines pay. */
  readonly #paid = new Map<string, bigint>();
  readonly #spellings: ReadonlySet<string>;
  readonly #sums: ReadonlySet<bigint>;
  /** One id, or several: most spellings name one invoice of many thousands. */
  readonly #byKey = new Map<string, string | string[]>();
  readonly #shapes = new Set<string>();
  readonly #series = new Map<string, NumberSeries>();
  readonly #byCustomer = new Map<string, OpenInvoice[]>();
  readonly #bySum = new Map<string, Map<bigint, OpenInvoice[]>>();
  /** The first two characters of every spelling. */
  readonly #begins = new Set<string>();
  readonly #sorted = new Set<string>();
  readonly #figures = new Map<string, { whole: string; last: string }>();
  readonly customers = new CustomerNames();

  /** The only spellings and sums that will be looked up: the others are not kept. */
  constructor(spellings: ReadonlySet<string>, sums: ReadonlySet<bigint>) {
    this.#spellings = spellings;
    this.#sums = sums;
  }

  add(invoice: OpenInvoice): void {
    const { id, number, customerId, customerName } = invoice;
    this.byId.set(id, invoice);
    const series = this.#seriesOf(number);
    for (const key of keysOf(invoice, series)) {
      if (!this.#spellings.has(key)) continue;
      const known = this.#byKey.get(key);
      if (known === undefined) {
        this.#begins.add(key.slice(0, 2));
        this.#byKey.set(key, id);
      } else if (typeof known === 'string') {
        if (known !== id) this.#byKey.set(key, [known, id]);
      } else if (known.at(-1) !== id) known.push(id);
    }
    this.#addSum(invoice, invoice.openMinor);
    const siblings = this.#byCustomer.get(customerId);
    if (siblings) siblings.push(invoice);
    else {
      this.#byCustomer.set(customerId, [invoice]);
      this.customers.add(customerId, customerName);
    }
  }

  /** Numbers of one series differ in their last figures alone: what is before these is taken apart once. */
  #seriesOf(number: string): NumberSeries {
    const [, last = ''] = lastFigures.exec(number) ?? [];
    const before = last === '' ? number : number.slice(0, number.lastIndexOf(last));
    const key = `${before}${last.length > 5 ? last.slice(0, 2) : ''} ${last.length}`;
    const known = this.#series.get(key);
    if (known) return { ...known, last };
    const made = seriesOf(before, last);
    const pieces = piecesOf(number);
    for (const form of [pieces, withoutLetters(pieces), [pieces.join('')]]) if (form.join('').length > 5) this.#shapes.add(shapeOf(form));
    this.#series.set(key, made);
    return made;
  }

  #addSum(invoice: OpenInvoice, minor: bigint): void {
    if (!this.#sums.has(minor)) return;
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
      if (!invoice) continue;
      const open = this.openOf(invoice);
      const sums = this.#bySum.get(invoice.currency);
      sums?.set(open, sums.get(open)?.filter((each) => each !== invoice) ?? []);
      this.#paid.set(invoiceId, open - minor);
      this.#addSum(invoice, open - minor);
    }
  }

  /** The open amount, less what earlier lines pay. */
  openOf = ({ id, openMinor }: OpenInvoice): bigint => this.#paid.get(id) ?? openMinor;

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
    return all.filter((each) => each.currency === currency && this.openOf(each) > 0n);
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
    return [withoutZeros(whole), last].some((meant) => meant.length > 3 && written.some((run) => run !== meant && isOneSlip(run, meant)));
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
    const [whole = '', bare = ''] = spellingsOfField(field);
    return this.#keyed(whole) ?? this.#keyed(bare) ?? [];
  }

  #keyed(key: string): string[] | undefined {
    const known = this.#byKey.get(key);
    return typeof known === 'string' ? [known] : known;
  }

  #longestName(pieces: readonly string[], at: number): [number, string[]] {
    const first = pieces[at] ?? '';
    if (first.length > 1 && !this.#begins.has(first.slice(0, 2)) && !this.#begins.has(withoutZeros(first).slice(0, 2))) return [0, []];
    let best: [number, string[]] = [0, []];
    for (const [length, joined, loose] of spellingsAt(pieces, at)) {
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

/** The spellings that begin at a piece, joined and without leading zeros, each with the number of its pieces. */
function* spellingsAt(pieces: readonly string[], at: number): Generator<[number, string, string]> {
  let joined = '';
  let loose = '';
  for (let length = 1; length <= longestNumber && at + length <= pieces.length; length += 1) {
    const piece = pieces[at + length - 1] ?? '';
    joined += piece;
    loose += length === 1 ? withoutZeros(piece) : ` ${withoutZeros(piece)}`;
    yield [length, joined, loose];
  }
}

/** The spellings under which `named` looks up numbers in a text. */
export function* spellingsIn(text: string): Generator<string> {
  const pieces = piecesOf(text);
  for (const at of pieces.keys())
    for (const [, joined, loose] of spellingsAt(pieces, at)) {
      yield joined;
      yield loose;
    }
}

/** The spellings under which `namedWhole` looks up a field. */
export function spellingsOfField(field: string): string[] {
  const pieces = piecesOf(field);
  return [pieces.join(''), withoutLetters(pieces).join('')];
}

const byDue = (a: OpenInvoice, b: OpenInvoice): number => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id < b.id ? -1 : 1);
const withoutLetters = (pieces: readonly string[]): readonly string[] => pieces.slice(Math.max(0, pieces.findIndex(isFigures)));
const hasFigures = /\d{3}/;

interface NumberSeries {
  /** Everything from the first figure to the last figures, joined: letters too, figures alone, and pieces without leading zeros. */
  bare: string;
  figures: string;
  loose: string;
  /** The same without the century, or null without a year. */
  looseYear: string | null;
  /** It has more than one piece. */
  isSplit: boolean;
  /** The length of its last piece. */
  end: number;
  /** Its last figures; empty where it ends otherwise. */
  last: string;
}

function seriesOf(before: string, last: string): NumberSeries {
  const letters = piecesOf(before);
  const from = letters.findIndex(isFigures);
  const pieces = from > 0 ? letters.slice(from) : from < 0 && last !== '' ? [] : letters;
  const gap = last === '' || pieces.length === 0 ? '' : ' ';
  const loose = (of: readonly string[]) => `${looseKey(of)}${gap}`;
  const withoutCentury = pieces.map((piece) => (isYear.test(piece) ? piece.slice(2) : piece));
  return {
    bare: from < 0 ? '' : pieces.join(''),
    figures: pieces.filter(isFigures).join(''),
    loose: loose(pieces),
    looseYear: pieces.some((piece) => isYear.test(piece)) ? loose(withoutCentury) : null,
    isSplit: pieces.length > (last === '' ? 1 : 0),
    end: last === '' ? (pieces.at(-1)?.length ?? 0) : last.length,
    last,
  };
}

/**
 * Spellings by which a text names an invoice: its number from the first figure on, also without separators, leading zeros or the century; its last
 * figures where there are five; its reference and purchase order.
 */
function keysOf({ reference, poNumber }: OpenInvoice, { bare, figures, loose, looseYear, isSplit, end, last }: NumberSeries): string[] {
  const keys: string[] = [];
  const add = (key: string) => void (key.length >= 5 && keys.push(key));
  add(bare + last);
  for (const text of [reference, poNumber]) if (hasFigures.test(text)) add(piecesOf(text).join(''));
  if (figures !== bare) add(figures + last);
  add(withoutZeros(figures + last));
  if (figures !== '') add(last);
  if (isSplit && end > 2) {
    keys.push(loose + withoutZeros(last));
    const year = isYear.test(last);
    if (looseYear !== null || year) keys.push((looseYear ?? loose) + withoutZeros(year ? last.slice(2) : last));
  }
  return keys;
}
const isYear = /^20\d\d$/;
const lastFigures = /(\d*)[^A-Za-z0-9]*$/;
