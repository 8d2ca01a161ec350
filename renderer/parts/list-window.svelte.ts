import { drawNext, type DrawnRow } from './drawn-rows.ts';

/** How far beyond what is seen rows are drawn, in pixels: a turn of the wheel finds them there. */
const beyond = 200;

interface Sizes {
  count: number;
  height: number;
  /** A row that is drawn wherever it is; -1 for none. */
  kept: number;
}

/** What a list of rows of one height shows of itself: which are drawn, and where it stands. It asks its element for nothing that would lay the page out. */
export class ListWindow {
  #top = $state(0);
  #room = $state(0);
  /** A place to go to, once what is drawn there is drawn. */
  #wanted = $state<number | null>(null);
  readonly #sizes: () => Sizes;
  readonly #element: () => HTMLElement | undefined;
  #before: DrawnRow[] = [];
  /** A row to reveal once there is room. */
  #awaited: number | null = null;

  constructor(sizes: () => Sizes, element: () => HTMLElement | undefined) {
    this.#sizes = sizes;
    this.#element = element;
  }

  readonly #first = $derived.by(() => Math.max(0, Math.floor((this.#top - beyond) / this.#sizes().height)));
  readonly #last = $derived.by(() => {
    const { count, height } = this.#sizes();
    return this.#room === 0 ? -1 : Math.min(count - 1, Math.floor((this.#top + this.#room + beyond) / height));
  });
  readonly #kept = $derived.by(() => this.#sizes().kept);
  readonly drawn = $derived.by(() => (this.#before = drawNext(this.#before, this.#first, this.#last, this.#kept)));

  /** Whether it was laid out: what is in no document, or away, has no height. */
  get hasRoom(): boolean {
    return this.#room > 0;
  }
  /** Rows that fit. */
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

  /** For effects: moves the element where it is wanted. */
  move(): void {
    const element = this.#element();
    if (this.#wanted === null || !element) return;
    element.scrollTop = this.#wanted;
    this.#wanted = null;
  }

  /** The element was scrolled. */
  scrolled(): void {
    this.#top = Math.max(0, this.#element()?.scrollTop ?? 0);
  }

  /** For effects: follows the element's height; `sized` is called whenever it is another. */
  follow(element: HTMLElement, sized: () => void): () => void {
    const watching = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      // what was away has lost its place; to ask for it otherwise would lay out what others change just now
      if (this.#room === 0 && height > 0) this.scrolled();
      if (height !== this.#room) this.#room = height;
      if (this.#awaited !== null) this.reveal(this.#awaited);
      sized();
    });
    watching.observe(element);
    return () => watching.disconnect();
  }
}
