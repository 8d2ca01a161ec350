import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import type { FindNames } from '#shared/contract/names-contract.ts';
import type { NameCount, ReferenceRow } from '#shared/contract/views/names-views.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';

const PAGE = 50;
const GROW = 200;

export const rowKey = ({ kind, id }: Pick<ReferenceRow, 'kind' | 'id'>): string => `${kind} ${id}`;

/** One half of the page: what has no name, or what has one, most used first. */
class Half {
  rows = $state.raw<ReferenceRow[]>([]);
  next = $state<number | null>(null);
  readonly #app: AppState;
  readonly #asked: () => Pick<FindNames, 'kind' | 'text' | 'only'>;
  #turn = 0;

  constructor(app: AppState, asked: () => Pick<FindNames, 'kind' | 'text' | 'only'>) {
    this.#app = app;
    this.#asked = asked;
  }

  /** Reads as many rows as are shown already. */
  async read(): Promise<string | null> {
    const turn = ++this.#turn;
    const answer = await safe(this.#ask(0, Math.min(500, Math.max(PAGE, this.rows.length))));
    if (turn !== this.#turn) return null;
    if (!answer.isSuccess) return sentenceOfUnread(answer.error);
    this.rows = answer.data.rows;
    this.next = answer.data.next;
    return null;
  }

  async more(): Promise<void> {
    const [after, turn] = [this.next, this.#turn];
    if (after === null) return;
    const answer = await safe(this.#ask(after, GROW));
    // pressed twice, it asks twice for the same rows
    if (!answer.isSuccess || turn !== this.#turn || after !== this.next) return;
    this.rows = [...this.rows, ...answer.data.rows];
    this.next = answer.data.next;
  }

  #ask(after: number, limit: number) {
    return this.#app.api.names.find({ ...this.#asked(), order: 'uses', after, limit });
  }
}

/** The book of names as a page: by kind, unnamed first, each named in its row. */
export class NamesPage {
  kind = $state.raw<ReferenceKind | null>(null);
  text = $state('');
  counts = $state.raw<NameCount[] | null>(null);
  problem = $state<string | null>(null);
  /** The row that is being named, with what stands in its fields. */
  editing = $state.raw<ReferenceRow | null>(null);
  name = $state('');
  code = $state('');
  currency = $state('');
  readonly unnamed: Half;
  readonly named: Half;
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.unnamed = new Half(app, () => ({ kind: this.kind, text: this.text, only: 'unnamed' }));
    this.named = new Half(app, () => ({ kind: this.kind, text: this.text, only: 'named' }));
  }

  follow(): () => void {
    return this.#app.follow(
      () => this.read(),
      (change) => change.kind === 'names' || change.kind === 'accounts',
    );
  }

  async read(): Promise<void> {
    const [counts, ...problems] = await Promise.all([safe(this.#app.api.names.counts()), this.unnamed.read(), this.named.read()]);
    this.problem = counts.isSuccess ? (problems.find((problem) => problem !== null) ?? null) : sentenceOfUnread(counts.error);
    if (counts.isSuccess) this.counts = counts.data;
  }

  narrow(changes: { kind?: ReferenceKind | null; text?: string }): void {
    Object.assign(this, changes);
    this.editing = null;
    void this.read();
  }

  open(row: ReferenceRow): void {
    this.editing = row;
    this.name = row.name ?? '';
    this.code = row.code ?? '';
    this.currency = row.currency ?? '';
  }

  putBack(): void {
    this.editing = null;
  }

  /** Keeps what was typed; nothing typed keeps nothing. What could not be kept stands in its row again, unless another is open by then. */
  async keep(next: ReferenceRow | null = null): Promise<void> {
    const row = this.editing;
    if (!row) return;
    // A code alone is all that it is called.
    const typed = {
      name: this.name.trim() || this.code.trim(),
      code: this.name.trim() && this.code.trim(),
      currency: this.currency.trim(),
    };
    const { name, code, currency } = typed;
    // The next key belongs to the next row, however long the saving takes.
    if (next) this.open(next);
    else this.editing = null;
    if (name === '' || (name === row.name && code === (row.code ?? '') && currency === (row.currency ?? ''))) return;
    const { kind, id, note, inUse } = row;
    const answer = await safe(
      this.#app.api.names.give({ kind, id, name, code, currency: currency.toUpperCase(), note: note ?? '', inUse }),
    );
    if (answer.isSuccess) return;
    this.problem = t('names.row.notSaved', { name, why: sentenceOfRefusal(answer.error) });
    if (this.editing === null) Object.assign(this, { editing: row, ...typed });
  }

  /** Keeps what was typed and opens the next one without a name. */
  keepAndNext(): void {
    const row = this.editing;
    const rows = this.unnamed.rows;
    const at = row ? rows.findIndex((each) => rowKey(each) === rowKey(row)) : -1;
    void this.keep(rows[at + 1] ?? null);
  }

  async forget(row: ReferenceRow): Promise<void> {
    await safe(this.#app.api.names.forget({ refs: [{ kind: row.kind, id: row.id }] }));
    this.editing = null;
  }
}
