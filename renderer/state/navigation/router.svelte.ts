import { createContext } from 'svelte';
import type { ListKind } from '#shared/columns/columns.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';

/** The window's location: `#/expenses/<id>?edit=1` is page `expenses`, id `<id>`, query `edit=1`. */
export interface Place {
  page: string;
  id: string | null;
  query: Record<string, string>;
}

/** The page on which each kind of record lives. */
export const pageOfKind: Record<RecordKind, string> = {
  expense: 'expenses',
  invoiceReceivable: 'invoices',
  cardTransaction: 'card-transactions',
  vendor: 'vendors',
  invoicePayable: 'documents',
};

/** Pages of the first edition, which are in links and bookmarks: each leads to its new place. */
const moved: Record<string, Pick<Place, 'page' | 'query'>> = {
  review: { page: 'outbox', query: { tab: 'review' } },
  conflicts: { page: 'outbox', query: { tab: 'needsYou' } },
  'in-doubt': { page: 'outbox', query: { tab: 'inDoubt' } },
  reports: { page: 'history', query: {} },
  syncs: { page: 'history', query: {} },
  activity: { page: 'history', query: {} },
};

/** The kind of record whose list a page is; undefined for any other page. */
export const kindOfPage = (page: string): RecordKind | undefined => kindsOfPages.get(page);
const kindsOfPages = new Map(
  (Object.entries(pageOfKind) as [RecordKind, string][]).flatMap(([kind, page]) => (kind === 'invoicePayable' ? [] : [[page, kind]])),
);

/** The list of a page: of records, or the bank lines. */
export const listOfPage = (page: string): ListKind | undefined => (page === 'bank-lines' ? 'bankLine' : kindOfPage(page));

/** Reads a hash; anything unreadable is Today. */
export function placeOf(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page, id] = path.split('/').map((part) => decodeURIComponent(part));
  const query = Object.fromEntries(new URLSearchParams(search));
  const now = moved[page ?? ''];
  return now ? { page: now.page, id: id || null, query: { ...now.query, ...query } } : { page: page || 'today', id: id || null, query };
}

export function hrefOf(page: string, id?: string | null, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

export function hrefOfRecord(ref: RecordRef): string {
  return hrefOf(pageOfKind[ref.kind], ref.id);
}

/** The hash as state. The browser's own history is the only history. */
export class Router {
  #hash = location.hash;
  place = $state.raw<Place>(placeOf(this.#hash));
  /** The page's name for its content: a record, a pack. The window's title begins with it. */
  called = $state<string | null>(null);
  readonly #read = () => {
    if (location.hash === this.#hash) return;
    this.#hash = location.hash;
    this.place = placeOf(this.#hash);
  };

  start(): () => void {
    window.addEventListener('hashchange', this.#read);
    this.#read();
    return () => window.removeEventListener('hashchange', this.#read);
  }

  go(page: string, id?: string | null, query?: Record<string, string>): void {
    this.follow(hrefOf(page, id, query));
  }

  /** Changes the address without a new step in the history, for a selection that moves. */
  replace(page: string, id?: string | null, query?: Record<string, string>): void {
    history.replaceState(null, '', hrefOf(page, id, query));
    this.#read();
  }

  /** Going to where one is is another visit: what the link brings along is brought again. */
  follow(href: string): void {
    if (location.hash !== href) location.hash = href;
    else if (this.#isTaken()) {
      history.replaceState(null, '');
      this.place = placeOf(href);
    }
    this.#read();
  }

  /** Says what the page shows, until it shows something else. For an effect. */
  call(name: string | null | undefined): () => void {
    this.called = name ?? null;
    return () => (this.called = null);
  }

  /** The parameters of this visit's link, once; going back restores the earlier state. */
  brought(): Record<string, string> | null {
    const { query } = this.place;
    if (Object.keys(query).length === 0 || this.#isTaken()) return null;
    history.replaceState({ taken: performance.timeOrigin }, '');
    return query;
  }

  /** A window that was opened again has nothing left as it was. */
  #isTaken(): boolean {
    return (history.state as { taken?: unknown } | null)?.taken === performance.timeOrigin;
  }

  open(ref: RecordRef): void {
    this.follow(hrefOfRecord(ref));
  }
}

export const [useRouter, provideRouter] = createContext<Router>();
