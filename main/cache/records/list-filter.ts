import { eq, sql, type SQL } from 'drizzle-orm';
import type { ListFilter } from '#shared/contract/inputs.ts';
import { given } from '#main/cache/database/kept.ts';
import { record } from '#main/cache/database/schema/records.ts';
import { conditionsOf, type CountedColumns } from '#main/cache/query/condition.ts';
import type { Shape } from '#main/cache/query/shape.ts';

/** Everything that a query asks of records of one kind, as one condition. */
export function conditionOf(shapes: readonly Shape[], table: CountedColumns = record): SQL {
  return sql.join([eq(table.kind, given('kind')), ...conditionsOf(shapes, table)], sql` AND `);
}

/** True when something is asked for: maybe words, so that the index must hold the newest. */
export function asksSomething(filter: ListFilter): boolean {
  return (filter.query ?? '').trim() !== '';
}
