import type { Api } from '#renderer/state/connect.ts';
import type { ListFilter, ListInput } from '#shared/contract/inputs.ts';
import type { Change, CurrencyTotal, RecordRow } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { Selection } from './selection.svelte.ts';
import { WindowedRows } from '#renderer/state/windowed-rows.svelte.ts';

export type Sort = ListInput['sort'];
export type Facets = Awaited<ReturnType<Api['records']['facets']>>;

/** More rows than anybody prints; more would only stop the window. */
const mostOnPaper = 20_000;

/** Sums follow a search after this long without another letter, in milliseconds: longer than most people take from key to key. */
const pauseInTypingMs = 400;

/** One list of records: what it is filtered and sorted by, its rows, totals, facets, and what is selected in it. */
export class RecordList {
  readonly kind: RecordKind;
  filter = $state.raw<ListFilter>({ kind: 'expense' });
  sort = $state<Sort>('date');
  descending = $state(true);
  totals = $state.raw<CurrencyTotal[]>([]);
  facets = $state.raw<Facets>({ status: [], currency: [] });

  readonly rows: WindowedRows<RecordRow>;
  readonly selection: Selection;
  readonly #desk: Desk;
  #asked = 0;

  constructor(desk: Desk, kind: RecordKind, sort: Sort) {
    this.#desk = desk;
    this.kind = kind;
    this.sort = sort;
    this.descending = sort !== 'title';
    this.filter = { kind };
    const read = (descending: boolean, after: string | null, limit: number) =>
      desk.api.records.list({ filter: this.filter, sort: this.sort, descending, after, limit });
    this.rows = new WindowedRows(
      (after, limit) => read(this.descending, after, limit),
      (after, limit) => read(!this.descending, after, limit),
    );
    this.selection = new Selection(
      () => this.rows.total,
      (index) => this.rows.at(index)?.id,
      () => desk.api.records.ids({ filter: this.filter, sort: this.sort, descending: this.descending }),
    );
  }

  /** True when something narrows the list: an empty one then says so instead of "nothing here yet". */
  readonly narrowed = $derived(Object.keys(this.filter).length > 1);

  /** Reads now and after every change that concerns this kind, until the answer is called. */
  follow(): () => void {
    return this.#desk.follow(
      () => (this.rows.ready ? this.#refresh() : this.#restart()),
      (change) => this.#concerns(change),
    );
  }

  /** Puts the cursor on a record that was opened from elsewhere; its place is asked for when it has not been read. */
  async place(id: string): Promise<void> {
    if (this.rows.at(this.selection.cursor)?.id === id) return;
    const read = this.rows.find((row) => row.id === id);
    const { filter, sort, descending } = this;
    const index = read !== -1 ? read : await this.#desk.api.records.place({ filter, sort, descending, id });
    if (index !== null) this.selection.cursor = index;
  }

  /** The rows of the query in their order, page by page, as many as paper may hold. */
  async all(): Promise<RecordRow[]> {
    const { filter, sort, descending } = this;
    const rows: RecordRow[] = [];
    for (let after: string | null = null; ;) {
      const page = await this.#desk.api.records.list({ filter, sort, descending, after, limit: 500 });
      rows.push(...page.rows);
      after = page.next;
      if (after === null || rows.length >= mostOnPaper) return rows;
    }
  }

  narrow(changes: Partial<ListFilter>): void {
    const merged = Object.entries({ ...this.filter, ...changes }).filter(([, value]) => isSet(value));
    this.filter = { kind: this.kind, ...Object.fromEntries(merged) };
    void this.#restart();
  }

  clear(): void {
    this.filter = { kind: this.kind };
    void this.#restart();
  }

  sortBy(sort: Sort): void {
    this.descending = this.sort === sort ? !this.descending : sort !== 'title';
    this.sort = sort;
    void this.#restart();
  }

  #concerns(change: Change): boolean {
    if (change.kind === 'accounts') return true;
    return change.kind === 'records' && change.refs.some((ref) => ref.kind === this.kind);
  }

  async #refresh(): Promise<void> {
    const moved = this.selection.keepPlaces();
    await this.rows.refresh();
    moved((id) => this.rows.find((row) => row.id === id));
    await Promise.all([this.#readFacets(), this.#sumUp(), this.#dropHidden()]);
  }

  async #restart(): Promise<void> {
    this.selection.reset();
    const first = !this.rows.ready;
    await this.rows.restart();
    await Promise.all([first && this.#readFacets(), this.#sumUp(this.filter.text ? pauseInTypingMs : 0), this.#dropHidden()]);
  }

  /** A selected record may have left a narrowed list, or was taken from the old rows while the new ones were being read. */
  async #dropHidden(): Promise<void> {
    if (this.selection.size === 0 || !this.narrowed) return;
    const { filter, sort, descending } = this;
    const ids = await this.#desk.api.records.ids({ filter, sort, descending });
    if (filter === this.filter) this.selection.keepOnly(new Set(ids));
  }

  /** What there is of a kind does not depend on what the list is narrowed to. */
  async #readFacets(): Promise<void> {
    this.facets = await this.#desk.api.records.facets({ kind: this.kind });
  }

  /** Sums read every row that matches: the next letter must not wait for them. */
  async #sumUp(afterMs = 0): Promise<void> {
    const turn = ++this.#asked;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (turn !== this.#asked) return;
    const totals = await this.#desk.api.records.totals(this.filter);
    if (turn === this.#asked) this.totals = totals;
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}
