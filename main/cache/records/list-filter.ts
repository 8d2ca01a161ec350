import { eq, sql, type SQL } from 'drizzle-orm';
import type { ListFilter } from '#shared/contract/inputs.ts';
import { given } from '#main/cache/database/kept.ts';
import { record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { conditionsOf, type CountedColumns } from '#main/cache/query/condition.ts';
import { planOf, type QueryPlan } from '#main/cache/query/plan-query.ts';
import type { Shape } from '#main/cache/query/shape.ts';
import { catchUpWords } from './word-index.ts';

/** Everything that a query asks of records of one kind, as one condition. */
export function conditionOf(shapes: readonly Shape[], table: CountedColumns = record): SQL {
  return sql.join([eq(table.kind, given('kind')), ...conditionsOf(shapes, table)], sql` AND `);
}

/** What a filter's query asks now; where it asks for words, their index takes in the newest first, and the rest waits for nobody. */
export function planNow(store: Store, filter: ListFilter): QueryPlan {
  const plan = planOf(store, filter);
  if (!plan.terms.some(({ shape }) => asksWords(shape))) return plan;
  catchUpWords(store);
  return planOf(store, filter);
}

const asksWords = (shape: Shape): boolean => shape.is === 'words' || (shape.is === 'every' && shape.parts.some(asksWords));
