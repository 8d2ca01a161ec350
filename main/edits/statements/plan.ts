import { paidHere } from '#main/edits/review/ledger.ts';
import { linesToMatch } from '#main/statements/line-pages.ts';
import { learnedPayers, payableAmong, payableInvoices, type PayableInvoice } from '#main/statements/payable-invoices.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { Match, OpenInvoice } from '#shared/statements/match-types.ts';
import { readInvoice } from '#shared/statements/told-invoice.ts';

/** Matches in another process: rows of text (`match-portions.ts`); no match where that fails. */
export type MatchElsewhere = (content: string) => Promise<readonly Match[]>;

/** Invoices read in one turn: about 12 ms. */
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
    const texts: string[] = [];
    for (let after = 0; this.#store.sql.open;) {
      const rows = payableInvoices(this.#store, after, portion);
      const opens = opensOf(this.#store, rows);
      texts.push(...rows.map(({ told }, at) => `${opens[at] ?? 0n}${told}`));
      after = rows.at(-1)?.row ?? after;
      if (rows.length < portion) break;
      await this.#store.world.sleep(0);
    }
    if (!this.#store.sql.open) return null;
    const rest = { lines: lines.map((line) => ({ ...line, restMinor: String(line.restMinor) })), payers: [...learnedPayers(this.#store)] };
    const matches = await this.#elsewhere([...texts, JSON.stringify(rest)].join('\n'));
    return new Map(matches.map((match) => [match.line, match]));
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
