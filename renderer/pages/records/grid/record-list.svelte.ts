import type { Api } from '#renderer/state/connection/connect.ts';
import type { ListFilter } from '#shared/contract/inputs.ts';
import type { Change, RecordRow } from '#shared/contract/views/views.ts';
import type { AmountTotal } from '#shared/values/money.ts';
import type { KeptLayout, SavedView } from '#shared/contract/list-inputs.ts';
import type { Column } from '#shared/columns/column.ts';
import { columnOf } from '#shared/columns/columns.ts';
import { dateOfEpoch } from '#shared/values/dates.ts';
import { wordsOfProblem } from '#shared/messages/query-words.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import { wordsIn } from '#shared/query/write-term.ts';
import { ListLayout } from './list-layout.svelte.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { firstReferences } from '#shared/references/first-references.ts';
import { Ahead } from '#renderer/state/data/ahead.ts';
import { firstPortion, type Portion } from '#renderer/state/data/page-cursor.svelte.ts';
import type { ListConfig } from '#renderer/pages/records/list-config.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Names } from '#renderer/state/data/names.svelte.ts';
import { Reading } from '#renderer/state/connection/reading.ts';
import { Selection } from '#renderer/pages/records/selection/selection.svelte.ts';
import { WindowedRows } from '#renderer/state/data/windowed-rows.svelte.ts';

export type Facets = Awaited<ReturnType<Api['records']['facets']>>;

/** More rows than anybody prints; more would only stop the window. */
const mostOnPaper = 20_000;

/** Sums follow a search after this long without another letter, in milliseconds: longer than most people take from key to key. */
const pauseInTypingMs = 400;
/** While changes come one after the other, sums and filters are read at most this often, in milliseconds. */
const sumsEveryMs = 400;

/** A list as it is printed: what was asked for, in which columns and order, and what answers. */
export interface ListSheet {
  query: string;
  /** The head of the column that it stands by. */
  sort: string;
  descending: boolean;
  columns: Column[];
  rows: RecordRow[];
  /** The number of matching records, including those that are not printed. */
  total: number;
  /** It holds what happened to be read, not all that answers from the first on. */
  part?: boolean;
}

/** One list of records: what it is filtered and sorted by, its rows, totals, facets, and what is selected in it. */
export class RecordList {
  readonly config: ListConfig;
  readonly kind: RecordKind;
  /** The user's query (docs/query.md), as typed. */
  query = $state('');
  /** The name of the column that the list stands by. */
  sort = $state('date');
  descending = $state(true);
  totals = $state.raw<AmountTotal[]>([]);
  facets = $state.raw<Facets>({ status: [], currency: [] });
  selected = $state.raw<AmountTotal[]>([]);
  /** The scroll position at which the list was left. */
  scrolled = 0;

  readonly rows: WindowedRows<RecordRow>;
  readonly selection: Selection;
  readonly layout: ListLayout;
  readonly #app: AppState;
  /** Sums and filters after a change: rows come first, and the user's next command waits for none of them. */
  readonly #sums = new Reading(() => Promise.all([this.#readFacets(), this.#sumUp(), this.sumSelected()]), sumsEveryMs);
  readonly #wordsOf = new WeakMap<RecordRow, readonly string[]>();
  #asked = 0;
  #summed = 0;
  #standsAsKept = false;
  readonly #ahead: Ahead<Parameters<Api['records']['list']>[0], Awaited<ReturnType<Api['records']['list']>>>;

  constructor(app: AppState, names: Names, config: ListConfig) {
    const { kind, sort } = config;
    this.#app = app;
    this.config = config;
    this.kind = kind;
    this.sort = sort;
    this.descending = fallsFirst(kind, sort);
    this.layout = new ListLayout(kind, () => this.#keepLayout());
    this.#ahead = new Ahead((asked) => app.api.records.list(asked));
    const read = async (descending: boolean, after: string | null, portion: Portion) => {
      const asked = { filter: this.filter, sort: this.sort, descending, after, ...portion, named: this.#named };
      const take = names.awaited();
      const page = await (this.#ahead.take(asked) ?? app.api.records.list(asked));
      take(firstReferences(kind, asked.named, page.rows), page.names);
      const words = wordsIn(asked.filter.query ?? '', kind);
      for (const row of page.rows) this.#wordsOf.set(row, words);
      return page;
    };
    this.rows = new WindowedRows((after, portion) => read(this.descending, after, portion), {
      backward: (after, portion) => read(!this.descending, after, portion),
      count: () => app.api.records.count(this.filter),
      leaps: true,
    });
    this.selection = new Selection(
      () => this.rows.total,
      (index) => this.rows.at(index)?.id,
      () => app.api.records.ids({ filter: this.filter, sort: this.sort, descending: this.descending }),
    );
  }

  /** True when something narrows the list: an empty one then says so instead of "nothing here yet". */
  readonly narrowed = $derived(this.query.trim() !== '');

  /** The request to the main process. */
  readonly filter = $derived.by<ListFilter>(() => this.#filterOf(this.query));
  /** The query as it is understood, for what is shown of it. */
  readonly read = $derived.by(() => parseQuery(this.query, this.kind, { locale: this.#app.locale, today: this.today }));

  /** The words that a row was found by: where they stand they are marked. A letter more changes nothing that is drawn until its rows come. */
  wordsOf(row: RecordRow): readonly string[] {
    return this.#wordsOf.get(row) ?? [];
  }

  get today(): string {
    return dateOfEpoch(Date.now());
  }

  /** Columns of references: their names come with the rows, which are drawn once. */
  get #named(): string[] {
    return this.layout.columns.filter(({ column }) => column.refers !== undefined).map(({ column }) => column.name);
  }

  #filterOf(query: string): ListFilter {
    return query.trim() === '' ? { kind: this.kind } : { kind: this.kind, query, locale: this.#app.locale };
  }

  follow(): () => void {
    return this.#app.follow(
      () => (this.rows.ready ? this.#refresh() : this.#begin()),
      (change) => this.#concerns(change),
    );
  }

  /** Puts the cursor on a record that was opened from elsewhere; its place is asked for when it has not been read. Moves nothing once `left` says that it was left. */
  async place(id: string, left: AbortSignal): Promise<void> {
    if (this.rows.at(this.selection.cursor)?.id === id) return;
    const read = this.rows.find((row) => row.id === id);
    const { filter, sort, descending } = this;
    const { cursor } = this.selection;
    const index = read !== -1 ? read : await this.#app.api.records.place({ filter, sort, descending, id });
    if (index === null || left.aborted) return;
    // Its rows come first: the list moves once, to rows that are there.
    this.rows.show(index, index);
    await this.rows.fill();
    const isSameList = filter === this.filter && sort === this.sort && descending === this.descending;
    if (isSameList && !left.aborted && this.selection.cursor === cursor) this.selection.cursor = index;
  }

  /** The list as it stands now, with the rows of its query in their order, portion by portion, as many as paper may hold. */
  async sheet(): Promise<ListSheet> {
    const { filter, sort, descending } = this;
    const standing = this.#asItStands();
    const rows: RecordRow[] = [];
    for (let after: string | null = null; ;) {
      const page = await this.#app.api.records.list({ filter, sort, descending, after, limit: 500 });
      rows.push(...page.rows);
      after = page.next;
      if (after === null) return { ...standing, rows, total: rows.length };
      if (rows.length >= mostOnPaper) return { ...standing, rows, total: await this.#app.api.records.count(filter) };
    }
  }

  /** The same at once, with the rows that were read here. */
  sheetAtOnce(): ListSheet {
    const { total } = this.rows;
    const rows = Array.from({ length: total }, (_, place) => this.rows.at(place)).filter((row) => row !== undefined);
    return { ...this.#asItStands(), rows, total, part: rows.length < total || !this.rows.counted };
  }

  #asItStands(): Omit<ListSheet, 'rows' | 'total'> {
    const { query, sort, descending } = this;
    const columns = this.layout.columns.map(({ column }) => column);
    return { query, sort: columnOf(this.kind, sort)?.label ?? sort, descending, columns };
  }

  ask(query: string): void {
    if (query === this.query) return;
    this.query = query;
    void this.#restart();
  }

  sortBy(sort: string): void {
    this.descending = this.sort === sort ? !this.descending : fallsFirst(this.kind, sort);
    this.sort = sort;
    this.#keepLayout();
    this.selection.cursor = -1;
    this.selection.reorder();
    void this.#read();
  }

  /** Stands as a view says: its query, columns and order. */
  show(view: Pick<SavedView, 'query' | 'columns' | 'sort' | 'descending'>): void {
    this.layout.take(view.columns);
    [this.query, this.sort, this.descending] = [view.query, view.sort, view.descending];
    void this.#restart();
  }

  /** The settings that a saved view of this list stores. */
  get standing(): KeptLayout {
    return { columns: this.layout.kept, sort: this.sort, descending: this.descending };
  }

  #keepLayout(): void {
    void this.#app.api.lists.keepLayout({ kind: this.kind, ...this.standing });
  }

  /** Takes the columns and the order that were kept, before the first rows are shown: these are asked for beside, as they will mostly stand. */
  async #takeLayout(): Promise<void> {
    const all = this.#app.api.lists.all();
    const { filter, sort, descending } = this;
    this.#ahead.ask({ filter, sort, descending, after: null, ...firstPortion, named: this.#named });
    const { layouts } = await all;
    const kept = layouts[this.kind];
    if (!kept) return;
    this.layout.take(kept.columns);
    [this.sort, this.descending] = [kept.sort, kept.descending];
  }

  /** Sums what is selected: of rows that were read here, of all others by a question. */
  async sumSelected(): Promise<void> {
    const ids = [...this.selection.ids];
    const turn = ++this.#summed;
    if (ids.length === 0) return void (this.selected = []);
    const all = this.rows.counted && ids.length === this.rows.total;
    const sums = all ? await this.#app.api.records.totals(this.filter) : await this.#app.api.records.sums({ kind: this.kind, ids });
    if (turn === this.#summed) this.selected = sums;
  }

  #concerns(change: Change): boolean {
    if (change.kind === 'accounts') return true;
    return change.kind === 'records' && change.refs.some((ref) => ref.kind === this.kind);
  }

  async #begin(): Promise<void> {
    if (!this.#standsAsKept) await this.#takeLayout();
    this.#standsAsKept = true;
    await this.#restart();
  }

  async #refresh(): Promise<void> {
    const moved = this.selection.keepPlaces();
    await this.rows.refresh();
    moved((id) => this.rows.find((row) => row.id === id));
    this.#sums.soon();
    await this.#dropHidden();
  }

  async #restart(): Promise<void> {
    this.selection.reset();
    await this.#read();
  }

  async #read(): Promise<void> {
    const first = !this.rows.ready;
    const tooLong = this.read.problems.find(({ why }) => why === 'tooLong');
    if (tooLong) return this.rows.refuse(wordsOfProblem(tooLong));
    await this.rows.restart();
    await Promise.all([
      first && this.#readFacets(),
      this.#sumUp(wordsIn(this.query, this.kind).length > 0 ? pauseInTypingMs : 0),
      this.#dropHidden(),
    ]);
  }

  /** A selected record may have left a narrowed list, or was taken from the old rows while the new ones were being read. */
  async #dropHidden(): Promise<void> {
    if (this.selection.size === 0 || !this.narrowed) return;
    const { filter, sort, descending } = this;
    const ids = await this.#app.api.records.ids({ filter, sort, descending });
    if (filter === this.filter) this.selection.keepOnly(new Set(ids));
  }

  /** The kind's total does not depend on the list's filter. */
  async #readFacets(): Promise<void> {
    this.facets = await this.#app.api.records.facets({ kind: this.kind });
  }

  /** Sums read every row that matches: the next letter must not wait for them. */
  async #sumUp(afterMs = 0): Promise<void> {
    const turn = ++this.#asked;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (turn !== this.#asked) return;
    const totals = await this.#app.api.records.totals(this.filter);
    if (turn === this.#asked) this.totals = totals;
  }
}

/** The newest day and the largest figure come first; names by the alphabet. */
function fallsFirst(kind: RecordKind, sort: string): boolean {
  return ['date', 'instant', 'money', 'count'].includes(columnOf(kind, sort)?.type ?? 'date');
}
