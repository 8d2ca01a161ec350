import { paidHere } from '#main/edits/review/ledger.ts';
import { linesToMatch } from '#main/statements/line-pages.ts';
import { learnedPayers, payableAmong, payableInvoices, type PayableInvoice } from '#main/statements/payable-invoices.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { Match, OpenInvoice, PayableLine, ToMatch } from '#shared/statements/match-types.ts';
import { readInvoice } from '#shared/statements/told-invoice.ts';

/** Matches in another process; no match where that fails. `payers` are accounts from which a user said that a customer pays. */
export type MatchElsewhere = (pieces: AsyncIterable<ToMatch>, payers: ReadonlyMap<string, string>) => Promise<readonly Match[]>;

/** Lines or invoices of one piece: about 10 ms. */
const portion = 2_000;
const matters: ReadonlySet<Change['kind']> = new Set(['bankLines', 'edits', 'records', 'names', 'accounts']);

/** The invoices that the open lines may pay. Another process matches them; a change of lines, edits or records makes the plan stale. */
export class LinePlan {
  readonly #store: Store;
  readonly #elsewhere: MatchElsewhere;
  #matches: ReadonlyMap<number, Match> | null = null;
  #stale = true;
  #telling = false;
  #running: Promise<void> | null = null;

  constructor(store: Store, elsewhere: MatchElsewhere) {
    this.#store = store;
    this.#elsewhere = elsewhere;
    store.subscribe((changes) => {
      if (!this.#telling && changes.some(({ kind }) => matters.has(kind))) this.#stale = true;
    });
  }

  /** The newest matches, by line; null before the first. A stale plan is made again in the background and told as `bankLines`. */
  current(): ReadonlyMap<number, Match> | null {
    if (this.#stale) void this.made();
    return this.#matches;
  }

  /** Resolves when the plan is of what is here now. */
  made(): Promise<void> {
    return (this.#running ??= this.#make().finally(() => (this.#running = null)));
  }

  async #make(): Promise<void> {
    while (this.#stale && this.#store.sql.open) {
      this.#stale = false;
      const matches = await this.#matched();
      if (matches === null) continue;
      this.#matches = matches;
      this.#telling = true;
      this.#store.changed({ kind: 'bankLines' });
      this.#telling = false;
    }
  }

  async #matched(): Promise<Map<number, Match> | null> {
    const lines = linesToMatch(this.#store);
    if (lines.length === 0) return new Map();
    const matches = await this.#elsewhere(this.#pieces(lines), learnedPayers(this.#store));
    return this.#store.sql.open ? new Map(matches.map((match) => [match.line, match])) : null;
  }

  /** The lines, then the open invoices, each piece read when it is asked for. */
  async *#pieces(lines: readonly PayableLine[]): AsyncGenerator<ToMatch> {
    for (let at = 0; at < lines.length; at += portion) yield { lines: lines.slice(at, at + portion) };
    for (let after = 0; this.#store.sql.open;) {
      const rows = payableInvoices(this.#store, after, portion);
      yield { invoices: rows.map(({ told }) => told), openMinor: opensOf(this.#store, rows) };
      after = rows.at(-1)?.row ?? after;
      if (rows.length < portion) break;
      await this.#store.world.sleep(0);
    }
  }
}

/** Open amounts: the total less every payment known here, drafts and payments under way included. */
function opensOf(store: Store, rows: readonly PayableInvoice[]): bigint[] {
  const ids = rows.flatMap(({ id, paidHere: paid }) => (paid ? [id] : []));
  const paid = ids.length === 0 ? new Map<string, bigint>() : paidHere(store, ids);
  return rows.map(({ id, totalMinor }) => totalMinor - (paid.get(id) ?? 0n));
}

/** The open ones among these invoices, as they are now. */
export function openAmong(store: Store, ids: readonly string[]): Map<string, OpenInvoice> {
  const rows = payableAmong(store, ids);
  const opens = opensOf(store, rows);
  return new Map(rows.map(({ id, told }, at) => [id, readInvoice(told, opens[at] ?? 0n)]));
}

const plans = new WeakMap<Store, LinePlan>();

/** The plan of an account's store. */
export function planOf(store: Store, elsewhere: MatchElsewhere): LinePlan {
  const known = plans.get(store) ?? new LinePlan(store, elsewhere);
  plans.set(store, known);
  return known;
}
