import type { ListKind } from '#shared/columns/columns.ts';
import type { KeptLayout } from '#shared/contract/list-inputs.ts';
import type { Query } from '#shared/query/query.ts';

type Facet = { value: string; label?: string; count: number }[];

/** A list with a query, for its search box and its saved views. */
export interface QueriedList {
  readonly kind: ListKind;
  readonly query: string;
  readonly read: Query;
  /** The user's own day, YYYY-MM-DD. */
  readonly today: string;
  /** The values of status and currency with their counts, for completions; `label` where the value is not the word for it. */
  readonly facets: { status: Facet; currency: Facet };
  /** Columns and order, as a saved view stores them. */
  readonly standing: KeptLayout;
  ask(query: string): void;
  show(view: KeptLayout & { query: string }): void;
}
