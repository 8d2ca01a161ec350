import { SvelteSet } from 'svelte/reactivity';

/**
 * Which row the keyboard is on, and which rows are selected. Ranges and "everything" may reach beyond the rows that have been read; their
 * ids are then asked for once.
 */
export class Selection {
  cursor = $state(-1);
  readonly ids = new SvelteSet<string>();
  readonly size = $derived(this.ids.size);

  /** The start of a range. */
  #anchor = -1;
  /** Rows that the range selected; earlier selections stay when it shrinks. */
  #ranged = new Set<string>();
  #turn = 0;
  #order: Promise<string[]> | null = null;
  readonly #count: () => number;
  readonly #idAt: (index: number) => string | undefined;
  readonly #allIds: () => Promise<string[]>;

  constructor(count: () => number, idAt: (index: number) => string | undefined, allIds: () => Promise<string[]>) {
    this.#count = count;
    this.#idAt = idAt;
    this.#allIds = allIds;
  }

  reset(): void {
    this.cursor = -1;
    this.clear();
  }

  clear(): void {
    this.ids.clear();
    this.reorder();
  }

  /** The same records are selected in another order: places and ranges mean nothing there. */
  reorder(): void {
    this.#startAt(-1);
    this.#order = null;
  }

  /**
   * Remembers which records the cursor and a range's start are on; call the answer with their new places once rows may have moved, -1 for
   * one that is not read. A cursor that a person moved meanwhile stays where they put it.
   */
  keepPlaces(): (placeOf: (id: string) => number) => void {
    const [cursor, anchor] = [this.cursor, this.#anchor];
    const [at, start] = [this.#idAt(cursor), this.#idAt(anchor)];
    return (placeOf) => {
      this.#order = null;
      if (at !== undefined && this.cursor === cursor && placeOf(at) !== -1) this.cursor = placeOf(at);
      if (start !== undefined && this.#anchor === anchor) this.#anchor = placeOf(start);
    };
  }

  /** Drops what the list does not have any more: nobody acts on what they cannot see. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.ids) if (!ids.has(id)) this.ids.delete(id);
  }

  /** Moves the cursor; the answer is false when the list is empty. */
  move(by: number): boolean {
    return this.moveTo(this.cursor < 0 ? (by < 0 ? this.#count() - 1 : 0) : this.cursor + by);
  }

  moveTo(index: number): boolean {
    if (this.#count() === 0) return false;
    this.cursor = Math.max(0, Math.min(index, this.#count() - 1));
    return true;
  }

  toggle(index = this.cursor): void {
    const id = this.#idAt(index);
    if (id === undefined) return;
    if (!this.ids.delete(id)) this.ids.add(id);
    this.#startAt(index);
    this.cursor = index;
  }

  /** Moves the end of the range, and the cursor with it. */
  extend(by: number): void {
    const from = Math.max(0, this.cursor);
    if (this.#anchor < 0) this.#startAt(from);
    void this.extendTo(Math.max(0, Math.min(from + by, this.#count() - 1)));
  }

  /** Selects from the range's start to a row, as a click with Shift does: what the range had ticked beyond is unticked. */
  async extendTo(index: number): Promise<void> {
    const start = this.#anchor < 0 ? Math.max(0, this.cursor) : this.#anchor;
    this.#anchor = start;
    this.cursor = index;
    const turn = ++this.#turn;
    const [first, last] = start < index ? [start, index] : [index, start];
    const known = Array.from({ length: last - first + 1 }, (_, place) => this.#idAt(first + place));
    const ids = known.every((id) => id !== undefined) ? known : (await this.order()).slice(first, last + 1);
    if (turn === this.#turn) this.#takeRange(ids);
  }

  async selectAll(): Promise<void> {
    this.#startAt(-1);
    this.#order = null;
    for (const id of await this.order()) this.ids.add(id);
  }

  /** Every id of the list in its order, asked for once until the selection is cleared. */
  order(): Promise<string[]> {
    this.#order ??= this.#allIds();
    return this.#order;
  }

  #startAt(index: number): void {
    this.#anchor = index;
    this.#ranged = new Set();
    this.#turn += 1;
  }

  #takeRange(ids: readonly string[]): void {
    const range = new Set(ids);
    for (const id of this.#ranged) if (!range.has(id)) this.ids.delete(id);
    this.#ranged = new Set(ids.filter((id) => this.#ranged.has(id) || !this.ids.has(id)));
    for (const id of ids) this.ids.add(id);
  }
}
