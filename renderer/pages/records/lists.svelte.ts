import { createContext } from 'svelte';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept } from '#renderer/state/data/kept.svelte.ts';
import type { Names } from '#renderer/state/data/names.svelte.ts';
import type { ListsView } from '#shared/contract/list-inputs.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import type { QueriedList } from '#renderer/pages/records/query/queried-list.ts';
import type { ListConfig } from './list-config.ts';
import { RecordList } from '#renderer/pages/records/grid/record-list.svelte.ts';

/** Every list of the window: each stands as it was left when one comes back to it. Also the views that a person named, with their counts. */
export class Lists {
  readonly saved: Kept<ListsView>;
  readonly counts: Kept<Record<string, number>>;
  readonly #app: AppState;
  readonly #names: Names;
  readonly #known = new Map<string, QueriedList>();

  constructor(app: AppState, names: Names) {
    this.#app = app;
    this.#names = names;
    this.saved = new Kept(app, () => app.api.lists.all(), ['settings', 'accounts']);
    this.counts = new Kept(app, () => app.api.lists.counts({ locale: app.locale }), [
      'settings',
      'accounts',
      'records',
      'edits',
      'packs',
      'names',
      'bankLines',
    ]);
  }

  of(config: ListConfig): RecordList {
    return this.known(config.kind, () => new RecordList(this.#app, this.#names, config));
  }

  /** The list of this name in the account that is open, made at the first visit. */
  known<List extends QueriedList>(kind: ListKind, make: () => List): List {
    const key = `${this.#app.status?.account?.id ?? ''} ${kind}`;
    const known = this.#known.get(key);
    if (known) return known as List;
    // Outside of the page that asks first: what is derived within a page stands still once the page is gone.
    $effect.root(() => void this.#known.set(key, make()));
    return this.known(kind, make);
  }

  /** The views of a kind, in the order in which they were named. */
  viewsOf(kind: ListKind) {
    return (this.saved.value?.views ?? []).filter((view) => view.kind === kind);
  }

  /** Lets a list stand as a view says; nothing happens for one that is gone. */
  async showView(list: QueriedList, id: string): Promise<void> {
    const { views } = this.saved.value ?? (await this.#app.api.lists.all());
    const view = views.find((each) => each.id === id);
    if (view) list.show(view);
  }

  follow(): () => void {
    const stops = [this.saved.follow(), this.counts.follow()];
    return () => stops.forEach((stop) => stop());
  }
}

export const [useLists, provideLists] = createContext<Lists>();
