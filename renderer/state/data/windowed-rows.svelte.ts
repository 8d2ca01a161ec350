import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import { pageOf, PageCursor, type ReadPage } from './page-cursor.svelte.ts';

/** The number of rows read ahead in the direction of scrolling, so that they are drawn once, complete. */
const AHEAD = 40;

/** Further abilities of a list source. */
interface Ways<Row> {
  /** The same list in the other order: without it, the far end is reached by walking there. */
  backward?: ReadPage<Row> | null;
  /** Asked when a page does not say how many rows there are. */
  count?: (() => Promise<number>) | null;
  /** Reads leave rows out: the middle is as near as the ends. */
  leaps?: boolean;
}

/**
 * A list of any length behind keyset pages. Rows are read around what is on screen, from the front or, when that is nearer, from the end
 * (the same list in the other order), so that both ends of 100,000 rows are one read away.
 */
export class WindowedRows<Row> {
  /** The row count; a lower bound until `counted`. */
  total = $state(0);
  /** False while the rows are there and their number is not. */
  counted = $state(true);
  /** False until the first page came. */
  ready = $state(false);
  /** Why rows could not be read the last time; null when they could. What was read before stays, unless something else was asked for. */
  problem = $state<string | null>(null);

  readonly #front: PageCursor<Row>;
  readonly #back: PageCursor<Row> | null;
  #view = { first: 0, last: 0 };
  /** The scroll direction: down, up, or none after a jump. */
  #way: -1 | 0 | 1 = 0;
  #turn = 0;
  #filling: Promise<void> | null = null;
  #again = false;
  /** The rows on screen are right, but their places may be off by what came or went before them; put right at the next move. */
  #loose = false;

  readonly #count: (() => Promise<number>) | null;

  constructor(forward: ReadPage<Row>, { backward = null, count = null, leaps = false }: Ways<Row> = {}) {
    this.#front = new PageCursor(forward, leaps);
    this.#back = backward && new PageCursor(backward, leaps);
    this.#count = count;
  }

  at(index: number): Row | undefined {
    return index < 0 ? undefined : (this.#front.at(index) ?? this.#fromBack(index));
  }

  /** The index of a row among those that have been read, or -1. */
  find(matches: (row: Row) => boolean): number {
    const ahead = this.#front.find(matches);
    if (ahead !== -1) return ahead;
    const behind = this.#back?.find(matches) ?? -1;
    return behind === -1 ? -1 : this.#mirrored(behind);
  }

  /** Starts again, for another filter or order. Old rows stay on screen until the new ones are there. */
  async restart(): Promise<void> {
    this.#view = { first: 0, last: 0 };
    this.#loose = false;
    await this.#readAgain(this.#front, 0, 0, this.#back, true);
  }

  /** Shows no rows, for a filter that none can be read for; what was asked before answers something else. */
  refuse(why: string): void {
    this.#turn += 1;
    this.#front.clear();
    this.#back?.clear();
    Object.assign(this, { total: 0, counted: true, ready: false, problem: why });
  }

  /** Reads again what is on screen, after the records changed. */
  async refresh(): Promise<void> {
    const { first, last } = this.#view;
    const onFront = this.#front.at(first) !== undefined || this.total === 0;
    if (onFront || !this.#back) await this.#readAgain(this.#front, pageOf(first), pageOf(last), this.#back);
    else await this.#readAgain(this.#back, pageOf(this.#mirrored(last)), pageOf(this.#mirrored(first)), this.#front);
  }

  /** Says which rows are on screen; reads what is missing there. */
  show(first: number, last: number): void {
    const moved = pageOf(first) !== pageOf(this.#view.first);
    this.#way = wayOf(this.#view, { first, last });
    this.#view = { first: Math.max(0, first), last: Math.max(0, last) };
    if (this.#loose && moved) this.#forget();
    void this.fill();
  }

  /** Resolves when everything on screen has been read. */
  fill(): Promise<void> {
    this.#again = true;
    this.#filling ??= this.#fillAll()
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#filling = null;
      });
    return this.#filling;
  }

  async #fillAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const turn = this.#turn;
      // The visible range may change while a far page is being read: then the read is dropped.
      const stopped = () => turn !== this.#turn || this.#again;
      for (let missing = this.#missing(); missing !== null && !stopped(); missing = this.#missing()) {
        const total = await this.#reach(missing, stopped);
        if (total === undefined) break;
        if (total !== null) this.#hear(total);
        else if (!this.counted) this.total = Math.max(this.total, this.#front.atLeast);
      }
    }
  }

  #reach(index: number, stopped: () => boolean): Promise<number | null | undefined> {
    const ahead = pageOf(index);
    const behind = pageOf(this.#mirrored(index));
    // Nobody knows how far from its end a list is that was not counted.
    return !this.#back || !this.counted || this.#front.costOf(ahead) <= this.#back.costOf(behind)
      ? this.#front.reach(ahead, stopped)
      : this.#back.reach(behind, stopped);
  }

  /** The first row that is seen and was not read, then one that will be seen. */
  #missing(): number | null {
    const { first, last } = this.#view;
    const seen = this.#unread(first, last);
    if (seen !== null || this.#way === 0) return seen;
    return this.#way > 0 ? this.#unread(last + 1, last + AHEAD) : this.#unread(first - AHEAD, first - 1);
  }

  #unread(first: number, last: number): number | null {
    const end = Math.min(last, this.total - 1);
    for (let index = Math.max(0, first); index <= end; index += 1) {
      if (!this.#front.has(pageOf(index)) && !this.#back?.has(pageOf(this.#mirrored(index)))) return index;
    }
    return null;
  }

  async #readAgain(walk: PageCursor<Row>, first: number, last: number, other: PageCursor<Row> | null, anew = false): Promise<void> {
    const turn = (this.#turn += 1);
    const answer = await walk
      .again(first, last, () => turn !== this.#turn)
      .catch((error: unknown) => {
        if (anew && turn === this.#turn) this.refuse(sentenceOfUnread(error));
        else this.#tell(error);
      });
    if (!answer) return;
    this.problem = null;
    other?.clear();
    if (answer.total !== null) this.#hear(answer.total);
    else this.#countBehind(turn, anew);
    this.#loose = !answer.exact;
    this.ready = true;
    void this.fill();
  }

  #hear(total: number): void {
    this.total = total;
    this.counted = true;
  }

  /** Counts the rows after they are shown; after a mere change the old number stays until then. */
  #countBehind(turn: number, anew: boolean): void {
    if (anew || this.total === 0) {
      this.total = this.#front.atLeast;
      this.counted = false;
    }
    void this.#count?.().then(
      (total) => turn === this.#turn && this.#hear(total),
      (error: unknown) => this.#tell(error),
    );
  }

  #tell(error: unknown): void {
    this.problem = sentenceOfUnread(error);
  }

  #forget(): void {
    this.#turn += 1;
    this.#loose = false;
    this.#front.clear();
    this.#back?.clear();
  }

  /** Only this needs to know how many there are: rows that are in front follow nothing but their page. */
  #fromBack(index: number): Row | undefined {
    return index < this.total ? this.#back?.at(this.#mirrored(index)) : undefined;
  }

  #mirrored(index: number): number {
    return this.total - 1 - index;
  }
}

interface Stretch {
  first: number;
  last: number;
}

/** A move of less than two of its lengths is scrolling; any other is a jump. */
function wayOf(before: Stretch, now: Stretch): -1 | 0 | 1 {
  const [length, by] = [now.last - now.first, now.first - before.first];
  const isAsLong = Math.abs(length - (before.last - before.first)) <= 1;
  return isAsLong && Math.abs(by) <= 2 * length ? (Math.sign(by) as -1 | 0 | 1) : 0;
}
