import { SvelteMap } from 'svelte/reactivity';
import { mostSkipped, rowsAPage } from '#shared/list-page.ts';

/** One page of a keyset list: rows, the key of the next page, and how many rows match in all; null where that is not known yet. */
export interface KeyedPage<Row> {
  rows: Row[];
  next: string | null;
  total: number | null;
}

/** The number of rows to read, and of rows to skip after the key. */
export interface Portion {
  limit: number;
  skip: number;
}

/** Reads a page after a key; `null` is the beginning. */
export type ReadPage<Row> = (after: string | null, portion: Portion) => Promise<KeyedPage<Row>>;

/** Pages whose rows are kept; the others keep only their key, so a list of 100,000 stays small. */
const KEPT_PAGES = 64;
/** Up to this page a changed list is walked again from its start. */
const WALKED_ANEW = 24;

/** The first page's request of a list. */
export const firstPortion: Portion = { limit: rowsAPage, skip: 0 };

export const pageOf = (index: number): number => Math.floor(index / rowsAPage);

/** Pages that one read may leave out, where any may be. */
const LEAP = mostSkipped / rowsAPage;

/**
 * One direction of a keyset list: the keys of page starts that are known, and the rows of the pages in use. Any other page is reached from
 * the nearest key before it: page by page, or by `leaps`, where a read can leave rows out.
 */
export class PageCursor<Row> {
  readonly #pages = new SvelteMap<number, Row[]>();
  #keys = new Map<number, string | null>([[0, null]]);
  /** A lower bound of the row count, from the rows read so far. */
  atLeast = 0;
  readonly #read: ReadPage<Row>;
  readonly #leap: number;

  constructor(read: ReadPage<Row>, leaps: boolean) {
    this.#read = read;
    this.#leap = leaps ? LEAP : 0;
  }

  at(index: number): Row | undefined {
    return this.#pages.get(pageOf(index))?.[index % rowsAPage];
  }

  /** The index of a row among those that have been read, or -1. */
  find(matches: (row: Row) => boolean): number {
    for (const [page, rows] of this.#pages) {
      const place = rows.findIndex(matches);
      if (place !== -1) return page * rowsAPage + place;
    }
    return -1;
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /** The number of pages to read or skip to reach a page. */
  costOf(page: number): number {
    return page - this.#nearest(page) + 1;
  }

  /** The last page up to this one whose key is known. */
  #nearest(page: number): number {
    let nearest = 0;
    for (const known of this.#keys.keys()) if (known <= page && known > nearest) nearest = known;
    return nearest;
  }

  /** Forgets everything, for another filter or order, or because rows moved. */
  clear(): void {
    this.#pages.clear();
    this.#keys = new Map([[0, null]]);
    this.atLeast = 0;
  }

  #pass(page: number, { rows, next }: KeyedPage<Row>): void {
    this.atLeast = Math.max(this.atLeast, page * rowsAPage + rows.length + (next === null ? 0 : 1));
  }

  /** The total that a page reports, or that its end implies. */
  #totalOf(page: number, { total, next, rows }: KeyedPage<Row>): number | null {
    return total ?? (next === null ? page * rowsAPage + rows.length : null);
  }

  /** Reads a page, and the pages before it where needed. Returns the newest total, null when unknown; undefined when `stopped`, or past the list's end. */
  async reach(page: number, stopped: () => boolean): Promise<number | null | undefined> {
    for (let from = this.#nearest(page); ;) {
      const at = Math.min(page, from + this.#leap);
      const answer = await this.#read(this.#keys.get(from) ?? null, { limit: rowsAPage, skip: (at - from) * rowsAPage });
      const isPastTheEnd = at > from && answer.rows.length === 0;
      if (stopped() || isPastTheEnd) return undefined;
      this.#pass(at, answer);
      if (at >= page - 1) this.#keep(at, answer.rows, page);
      if (answer.next !== null) this.#keys.set(at + 1, answer.next);
      if (at === page || answer.next === null) return this.#totalOf(at, answer);
      from = at + 1;
    }
  }

  /**
   * Reads pages again in their order; what was there stays until all of it came. Near the start the walk starts over, so that places are
   * exact; far from it the rows on screen keep their key, and `exact` is false: rows before them may have come or gone.
   */
  async again(first: number, last: number, stopped: () => boolean): Promise<{ total: number | null; exact: boolean } | null> {
    const reachable = this.#nearest(first);
    const exact = reachable <= WALKED_ANEW;
    const start = exact ? 0 : reachable;
    const keys = new Map([...this.#keys].filter(([page]) => page <= start));
    // Pages after an unknown key are filled in afterwards.
    const end = reachable + last - first;
    const fresh = new Map<number, Row[]>();
    let total: number | null = null;
    let passed: [number, KeyedPage<Row>] | null = null;
    for (let page = start; page <= Math.max(start, end); page += 1) {
      const answer = await this.#read(keys.get(page) ?? null, { limit: rowsAPage, skip: 0 });
      if (stopped()) return null;
      total = this.#totalOf(page, answer);
      passed = [page, answer];
      if (page >= reachable) fresh.set(page, answer.rows);
      if (answer.next === null) break;
      keys.set(page + 1, answer.next);
    }
    this.#keys = keys;
    this.atLeast = 0;
    if (passed) this.#pass(...passed);
    for (const page of [...this.#pages.keys()]) if (!fresh.has(page)) this.#pages.delete(page);
    for (const [page, rows] of fresh) this.#pages.set(page, rows);
    return { total, exact };
  }

  #keep(page: number, rows: Row[], near: number): void {
    this.#pages.set(page, rows);
    while (this.#pages.size > KEPT_PAGES) {
      const farthest = [...this.#pages.keys()].reduce((far, each) => (Math.abs(each - near) > Math.abs(far - near) ? each : far));
      this.#pages.delete(farthest);
    }
  }
}
