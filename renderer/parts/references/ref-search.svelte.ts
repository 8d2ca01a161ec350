import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { ReferencePage, ReferenceRow } from '#shared/contract/views/names-views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';

/** As many as a user looks through; more are found by typing. */
const SHOWN = 12;

/** The picker's search: the kind, and the record that it is for. */
export interface Sought {
  kind: ReferenceKind;
  record: RecordRef | null;
  /** The selected item: an opened list puts the cursor on it. */
  value: string | null;
}

/** The list of a picker: asked for at every key, of which an answer that was overtaken is dropped; one row is under the cursor. */
export class RefSearch {
  open = $state(false);
  page = $state.raw<ReferencePage>({ rows: [], next: null, around: null });
  /** The row that Enter takes. */
  cursor = $state(0);
  /** True while the answer to the last key is not here: Enter then waits for it. */
  asking = $state(false);
  readonly current = $derived<ReferenceRow | null>(this.page.rows[this.cursor] ?? null);
  readonly #app: AppState;
  readonly #sought: () => Sought;
  #turn = 0;
  #answer: Promise<void> = Promise.resolve();

  constructor(app: AppState, sought: () => Sought) {
    this.#app = app;
    this.#sought = sought;
  }

  /** Opens the list, or narrows it, by what is typed. */
  look(text: string): Promise<void> {
    this.open = true;
    this.asking = true;
    const turn = ++this.#turn;
    this.#answer = this.#ask(text.trim(), turn);
    return this.#answer;
  }

  /** Resolves when the list shows what was typed last. */
  async settled(): Promise<void> {
    while (this.asking) await this.#answer;
  }

  close(): void {
    this.#turn += 1;
    this.asking = false;
    this.open = false;
  }

  move(by: number): void {
    const last = this.page.rows.length - 1;
    this.cursor = Math.max(0, Math.min(last, this.cursor + by));
  }

  async #ask(text: string, turn: number): Promise<void> {
    const page = await this.#find(text, SHOWN);
    const value = text === '' ? this.#sought().value : null;
    const rows =
      page.rows.some(({ id }) => id === value) || value === null ? page.rows : [...(await this.#find(value, 1)).rows, ...page.rows];
    if (turn !== this.#turn) return;
    this.page = { ...page, rows };
    this.cursor = Math.max(
      0,
      rows.findIndex(({ id }) => id === value),
    );
    this.asking = false;
  }

  async #find(text: string, limit: number): Promise<ReferencePage> {
    const { kind, record } = this.#sought();
    return this.#app.api.names.find({ kind, record, text, limit }).catch(() => ({ rows: [], next: null, around: null }));
  }
}
