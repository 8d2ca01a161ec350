import { untrack } from 'svelte';
import { drawNext, type DrawnRow } from './drawn-rows.ts';

/** The overscan in pixels: a turn of the wheel finds rows already drawn. */
const beyond = 200;
/** The maximum layout height of a browser in screen pixels, with a margin. */
const tallest = 32_000_000;

interface Sizes {
  count: number;
  height: number;
  /** A row that is drawn wherever it is; -1 for none. */
  kept: number;
}

/** The window of a list with rows of one height: the drawn rows and the scroll position. It asks its element for nothing that would lay the page out. */
export class ListWindow {
  #top = $state(0);
  #room = $state(0);
  #tallest = $state(tallest / devicePixelRatio);
  /** A place to go to, once what is drawn there is drawn. */
  #wanted = $state<number | null>(null);
  readonly #sizes: () => Sizes;
  readonly #element: () => HTMLElement | undefined;
  #before: DrawnRow[] = [];
  /** A row to reveal once there is room. */
  #awaited: number | null = null;
  /** The scroll position that it set, as the element reports it. */
  #put = -1;
  /** The height and the ratio of its present position. */
  #stoodBy: { height: number; ratio: number } | null = null;

  constructor(sizes: () => Sizes, element: () => HTMLElement | undefined) {
    this.#sizes = sizes;
    this.#element = element;
  }

  readonly #first = $derived.by(() => Math.max(0, Math.floor((this.#top - beyond) / this.#sizes().height)));
  readonly #last = $derived.by(() => {
    const { count, height } = this.#sizes();
    return this.#room === 0 ? -1 : Math.min(count - 1, Math.floor((this.#top + this.#room + beyond) / height));
  });
  /** By how much it goes further than its element: more than 1 only where all rows are taller than an element can be. */
  readonly #ratio = $derived.by(() => {
    const { count, height } = this.#sizes();
    return this.tall === count * height ? 1 : (count * height - this.#room) / (this.tall - this.#room);
  });
  readonly #shift = $derived.by(() => Math.round(this.#top - this.#top / this.#ratio));
  /** The row that is drawn wherever it is; -1 for none. */
  readonly kept = $derived.by(() => this.#sizes().kept);
  readonly drawn = $derived.by(() => (this.#before = drawNext(this.#before, this.#first, this.#last, this.kept)));

  readonly tall = $derived.by(() => Math.min(this.#sizes().count * this.#sizes().height, this.#tallest));
  topOf(place: number): number {
    return place * this.#sizes().height - this.#shift;
  }
  /** True when it was laid out: a detached or hidden element has no height. */
  get hasRoom(): boolean {
    return this.#room > 0;
  }
  get fits(): number {
    return Math.floor(this.#room / this.#sizes().height);
  }
  /** The first row that is seen, and the last. */
  get seen(): [first: number, last: number] {
    const { count, height } = this.#sizes();
    return [Math.floor(this.#top / height), Math.min(Math.floor((this.#top + this.#room) / height), count - 1)];
  }

  /** Moves as little as brings a row into sight; a list that has no height yet does once it has. */
  reveal(place: number): void {
    this.#awaited = this.#room === 0 ? place : null;
    if (this.#room === 0) return;
    const { height } = this.#sizes();
    const [above, below] = [place * height, (place + 1) * height - this.#room];
    if (above < this.#top) this.goTo(above);
    else if (below > this.#top) this.goTo(below);
  }

  /** Moves to a place: its rows are drawn first, so that both are laid out at once. */
  goTo(top: number): void {
    const { count, height } = this.#sizes();
    const within = Math.max(0, Math.min(top, count * height - this.#room));
    this.#awaited = null;
    this.#top = within;
    this.#wanted = within;
  }

  /** For effects: rows of another height, or more of them than an element can be tall, keep what was read in sight. */
  scale(): void {
    const [{ height }, ratio] = [this.#sizes(), this.#ratio];
    const before = this.#stoodBy ?? { height, ratio };
    this.#stoodBy = { height, ratio };
    if (this.#awaited !== null || (before.height === height && before.ratio === ratio)) return;
    untrack(() => this.#standBy(before.height, height));
  }

  #standBy(before: number, height: number): void {
    const { kept } = this;
    const keptWasSeen = kept >= 0 && (kept + 1) * before > this.#top && kept * before < this.#top + this.#room;
    this.goTo((this.#top / before) * height);
    if (keptWasSeen && before !== height) this.reveal(kept);
  }

  /** For effects: moves the element where it is wanted, once it is laid out. */
  move(): void {
    const element = this.#element();
    if (this.#wanted === null || !element || this.#room === 0) return;
    element.scrollTop = this.#wanted / this.#ratio;
    this.#put = this.#ratio === 1 ? -1 : element.scrollTop;
    this.#wanted = null;
  }

  scrolled(): void {
    const element = this.#element();
    // told of it once more when it is gone
    if (!element?.isConnected || element.scrollTop === this.#put) return;
    this.#put = -1;
    this.#top = Math.max(0, element.scrollTop * this.#ratio);
  }

  /** For effects: follows the element's height; `sized` is called whenever it is another. */
  follow(element: HTMLElement, sized: () => void): () => void {
    const watching = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      // what was away has lost its place; to ask for it otherwise would lay out what others change just now
      const wasAway = this.#room === 0 && height > 0;
      if (height !== this.#room) this.#room = height;
      this.#tallest = tallest / devicePixelRatio;
      if (wasAway && this.#wanted === null) this.scrolled();
      if (this.#awaited !== null) this.reveal(this.#awaited);
      sized();
    });
    watching.observe(element);
    return () => watching.disconnect();
  }
}
