import { dateOfEpoch } from '#shared/values/dates.ts';
import type { ListFilter } from '#shared/contract/inputs.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Store } from '#main/storage/store.ts';
import { bound } from './condition.ts';
import { planTerm } from './plan-terms.ts';
import { isCountableShape, type Shape } from './shape.ts';

/** A query as SQLite is asked it: one condition a shape, and the values that they bind. */
export interface QueryPlan {
  kind: RecordKind;
  shapes: Shape[];
  values: Record<string, unknown>;
  /** The day counters know how many records match, and their sums. */
  byDays: boolean;
}

/** Plans a filter's query. Terms that the grammar does not understand are left out, as the window says. */
export function planOf(store: Store, { kind, query = '', locale = 'en' }: ListFilter): QueryPlan {
  const today = dateOfEpoch(store.world.now());
  const terms = parseQuery(query, kind, { locale, today }).terms.flatMap((term) => planTerm(store, kind, term, today));
  const shapes = terms.map(({ shape }) => shape);
  return { kind, shapes, values: bound(terms.flatMap(({ values }) => values)), byDays: shapes.every(isCountableShape) };
}
