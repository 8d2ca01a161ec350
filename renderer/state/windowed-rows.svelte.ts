import { SvelteMap } from 'svelte/reactivity';

/** One page of a keyset list: rows, the key of the next page, and how many rows match in all. */
export interface KeyedPage<Row> {
  rows: Row[];
  next: string | null;
  total: number;
}

/** Reads the page after a key; `null` is the first one. */
export type ReadPage<Row> = (after: string | null, limit: number) => Promise<KeyedPage<Row>>;

const PAGE = 200;
/** Pages whose rows are kept; older ones keep only their key, so a list of 100,000 stays small. */
const KEPT_PAGES = 24;

/**
 * A list of any length behind keyset pages. Rows are read around what is on screen; keys of page starts are remembered, so scrolling back
 * asks for one page, and a jump forward walks the keys between.
 */
export class WindowedRows<Row> {
  total = $state(0);
  /** False until the first page came. */
  ready = $state(false);

  readonly #pages = new SvelteMap<number, Row[]>();
  /** Key of each page's start, from page 0. Without holes: a page is reachable when all before it are. */
  #keys: (string | null)[] = [null];
  #view = { first: 0, last: 0 };
  #turn = 0;
  #running: Promise<void> | null = null;
  #again = false;
  readonly #read: ReadPage<Row>;

  constructor(read: ReadPage<Row>) {
    this.#read = read;
  }

  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** The index of a row among those that have been read, or -1. */
  find(matches: (row: Row) => boolean): number {
    for (const [page, rows] of this.#pages) {
      const place = rows.findIndex(matches);
      if (place !== -1) return page * PAGE + place;
    }
    return -1;
  }

  /** Starts anew, for another filter or order. Old rows stay on screen until the new ones are there. */
  async restart(): Promise<void> {
    this.#turn += 1;
    this.#keys = [null];
    this.#view = { first: 0, last: 0 };
    await this.#readFresh(this.#turn, [0], true);
  }

  /** Reads again what is on screen, after the records changed. Keys beyond are forgotten: rows may have moved. */
  async refresh(): Promise<void> {
    this.#turn += 1;
    const first = Math.floor(this.#view.first / PAGE);
    const last = Math.floor(this.#view.last / PAGE);
    this.#keys.length = Math.min(this.#keys.length, first + 1);
    const start = this.#keys.length - 1;
    await this.#readFresh(this.#turn, range(start, Math.max(start, last)), false);
  }

  /** Says which rows are on screen; reads what is missing there. */
  show(first: number, last: number): void {
    this.#view = { first, last };
    void this.fill();
  }

  /** Resolves when everything on screen has been read. */
  fill(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#fillOnce().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #fillOnce(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const turn = this.#turn;
      for (const page of this.#missing()) {
        await this.#reach(page, turn);
        if (turn !== this.#turn || this.#again) break;
      }
    }
  }

  #missing(): number[] {
    const last = Math.min(this.#view.last, this.total - 1);
    if (last < 0) return [];
    return range(Math.floor(this.#view.first / PAGE), Math.floor(last / PAGE)).filter((page) => !this.#pages.has(page));
  }

  /** Walks the keys up to a page, keeping only that page's rows. */
  async #reach(page: number, turn: number): Promise<void> {
    while (this.#keys.length <= page) {
      const known = this.#keys.length - 1;
      const answer = await this.#read(this.#keys[known] ?? null, PAGE);
      if (turn !== this.#turn) return;
      if (answer.next === null) return;
      this.#keys[known + 1] = answer.next;
      if (known >= page - 1) this.#keep(known, answer.rows);
    }
    const answer = await this.#read(this.#keys[page] ?? null, PAGE);
    if (turn !== this.#turn) return;
    this.#take(page, answer);
  }

  #take(page: number, answer: KeyedPage<Row>): void {
    this.total = answer.total;
    this.#keep(page, answer.rows);
    if (answer.next !== null && this.#keys.length === page + 1) this.#keys.push(answer.next);
  }

  async #readFresh(turn: number, pages: number[], clear: boolean): Promise<void> {
    const fresh = new Map<number, Row[]>();
    let total = 0;
    for (const page of pages) {
      if (page > 0 && this.#keys[page] === undefined) break;
      const answer = await this.#read(this.#keys[page] ?? null, PAGE);
      if (turn !== this.#turn) return;
      total = answer.total;
      fresh.set(page, answer.rows);
      if (answer.next === null) break;
      this.#keys[page + 1] = answer.next;
    }
    const firstFresh = pages[0] ?? 0;
    for (const page of [...this.#pages.keys()]) if (clear || page >= firstFresh) this.#pages.delete(page);
    for (const [page, rows] of fresh) this.#pages.set(page, rows);
    this.total = total;
    this.ready = true;
    void this.fill();
  }

  #keep(page: number, rows: Row[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    const middle = Math.floor((this.#view.first + this.#view.last) / 2 / PAGE);
    while (this.#pages.size > KEPT_PAGES) {
      const farthest = [...this.#pages.keys()].reduce((far, each) => (Math.abs(each - middle) > Math.abs(far - middle) ? each : far));
      this.#pages.delete(farthest);
    }
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}
