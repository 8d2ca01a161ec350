import type { EditRow } from '#shared/contract/views.ts';
import type { EditState } from '#shared/edit.ts';
import type { Desk } from './desk.svelte.ts';

/** At most this many edits are listed on pages that ask a person for a word; the counters tell the whole. */
const MOST = 500;

/** The edits that are in certain states, kept as they change. */
export class EditList {
  rows = $state.raw<EditRow[]>([]);
  total = $state(0);
  /** False until the first answer: nothing is said about emptiness before that. */
  known = $state(false);
  readonly #desk: Desk;
  readonly #states: EditState[];
  #turn = 0;

  constructor(desk: Desk, states: EditState[]) {
    this.#desk = desk;
    this.#states = states;
  }

  /** Reads now and after every change of edits, until the answer is called. */
  follow(): () => void {
    void this.#read();
    return this.#desk.onChange((change) => {
      if (change.kind === 'edits' || change.kind === 'accounts') void this.#read();
    });
  }

  /** The chosen edit, or the first where that one is gone. */
  chosen(id: string | null): EditRow | null {
    return this.rows.find((row) => row.id === id) ?? this.rows[0] ?? null;
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    const { rows, total } = await this.#desk.api.edits.list({ states: this.#states, after: null, limit: MOST });
    if (turn !== this.#turn) return;
    this.rows = rows;
    this.total = total;
    this.known = true;
  }
}
