import { SvelteMap } from 'svelte/reactivity';

/** One page of a keyset list: rows, the key of the next page, and how many rows match in all; null where that is not known yet. */
export interface KeyedPage<Row> {
  rows: Row[];
  next: string | null;
  total: number | null;
}

/** Reads the page after a key; `null` is the first one. */
export type ReadPage<Row> = (after: string | null, limit: number) => Promise<KeyedPage<Row>>;

/** Rows a page. */
export const PAGE = 100;
/** Pages whose rows are kept; the others keep only their key, so a list of 100,000 stays small. */
const KEPT_PAGES = 32;
/** Up to this page a changed list is walked anew from its start. */
const WALKED_ANEW = 12;

export const pageOf = (index: number): number => Math.floor(index / PAGE);

/**
 * One direction of a keyset list: the keys of page starts that have been passed, without holes, and the rows of the pages in use. A page
 * beyond the known keys is reached by walking there.
 */
export class Walk<Row> {
  readonly #pages = new SvelteMap<number, Row[]>();
  #keys: (string | null)[] = [null];
  /** How many rows there are at least, as far as was read. */
  #passed = 0;
  readonly #read: ReadPage<Row>;

  constructor(read: ReadPage<Row>) {
    this.#read = read;
  }

  at(index: number): Row | undefined {
    return this.#pages.get(pageOf(index))?.[index % PAGE];
  }

  /** The index of a row among those that have been read, or -1. */
  find(matches: (row: Row) => boolean): number {
    for (const [page, rows] of this.#pages) {
      const place = rows.findIndex(matches);
      if (place !== -1) return page * PAGE + place;
    }
    return -1;
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /** How many reads it takes to have a page. */
  costOf(page: number): number {
    return Math.max(1, page - this.#keys.length + 2);
  }

  /** Forgets everything, for another filter or order, or because rows moved. */
  clear(): void {
    this.#pages.clear();
    this.#keys = [null];
    this.#passed = 0;
  }

  /** How many rows there are at least. */
  get atLeast(): number {
    return this.#passed;
  }

  #pass(page: number, { rows, next }: KeyedPage<Row>): void {
    this.#passed = Math.max(this.#passed, page * PAGE + rows.length + (next === null ? 0 : 1));
  }

  /** What a page says of the whole, or what its end says. */
  #totalOf(page: number, { total, next, rows }: KeyedPage<Row>): number | null {
    return total ?? (next === null ? page * PAGE + rows.length : null);
  }

  /** Reads a page, walking there if need be. The total as last heard, null when it is not known; undefined when `stopped`. */
  async reach(page: number, stopped: () => boolean): Promise<number | null | undefined> {
    let total: number | null = null;
    for (let at = Math.min(page, this.#keys.length - 1); at <= page; at += 1) {
      const answer = await this.#read(this.#keys[at] ?? null, PAGE);
      if (stopped()) return undefined;
      total = this.#totalOf(at, answer);
      this.#pass(at, answer);
      if (at >= page - 1) this.#keep(at, answer.rows, page);
      if (answer.next === null) return total;
      this.#keys[at + 1] = answer.next;
    }
    return total;
  }

  /**
   * Reads pages again in their order; what was there stays until all of it came. Near the start the walk begins anew, so that places are
   * exact; far from it the rows on screen keep their key, and `exact` is false: rows before them may have come or gone.
   */
  async again(first: number, last: number, stopped: () => boolean): Promise<{ total: number | null; exact: boolean } | null> {
    const reachable = Math.min(first, this.#keys.length - 1);
    const exact = reachable <= WALKED_ANEW;
    const start = exact ? 0 : reachable;
    const keys = this.#keys.slice(0, start + 1);
    const fresh = new Map<number, Row[]>();
    let total: number | null = null;
    let passed: [number, KeyedPage<Row>] | null = null;
    for (let page = start; page <= Math.max(start, last); page += 1) {
      const answer = await this.#read(keys[page] ?? null, PAGE);
      if (stopped()) return null;
      total = this.#totalOf(page, answer);
      passed = [page, answer];
      if (page >= reachable) fresh.set(page, answer.rows);
      if (answer.next === null) break;
      keys[page + 1] = answer.next;
    }
    this.#keys = keys;
    this.#passed = 0;
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
