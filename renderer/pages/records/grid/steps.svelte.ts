import type { RecordList } from './record-list.svelte.ts';

/** From an opened record to its neighbours in the list, and where it stands there: for where the list is not beside it to show that. */
export class Steps {
  /** The button that was pressed last: the page that comes gives it the focus, until it is painted. */
  pressed: -1 | 1 | null = null;
  readonly #list: RecordList;
  readonly #opened: () => string | null;
  readonly #open: (id: string) => void;

  constructor(list: RecordList, opened: () => string | null, open: (id: string) => void) {
    this.#list = list;
    this.#opened = opened;
    this.#open = open;
  }

  /** The opened record's place among the rows that were read; -1 for one that is not in the list, or not read. */
  readonly place = $derived.by(() => {
    const { rows, selection } = this.#list;
    const id = this.#opened();
    if (id === null || !rows.ready) return -1;
    return rows.at(selection.cursor)?.id === id ? selection.cursor : rows.find((row) => row.id === id);
  });
  /** The count; null until counted. */
  readonly total = $derived.by(() => (this.#list.rows.counted ? this.#list.rows.total : null));

  /** Opens the record before or after this one; false where there is none. */
  step(by: -1 | 1): boolean {
    const next = this.place + by;
    if (this.place === -1 || next < 0 || next >= this.#list.rows.total) return false;
    this.#list.selection.moveTo(next);
    void this.#openAt(next);
    return true;
  }

  /** A list that is away reads no rows of its own. */
  async #openAt(index: number): Promise<void> {
    const { rows, selection } = this.#list;
    if (!rows.at(index)) {
      rows.show(index, index);
      await rows.fill();
    }
    const row = rows.at(index);
    if (row && selection.cursor === index && this.#opened() !== null) this.#open(row.id);
  }
}
