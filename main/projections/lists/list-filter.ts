import { eq, sql, type SQL } from 'drizzle-orm';
import type { ListFilter } from '#shared/contract/inputs.ts';
import { param } from '#main/storage/prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import { recordWords } from '#main/storage/schema/words.ts';
import type { Store } from '#main/storage/store.ts';
import { conditionOfShape, conditionsOf, placeholders, withTheseWords, type CountedColumns } from '#main/projections/query/condition.ts';
import { planOf, type QueryPlan } from '#main/projections/query/plan-query.ts';
import type { Shape } from '#main/projections/query/shape.ts';
import { catchUpWords } from '#main/projections/search/word-index.ts';

/** A whole query over the records of one kind, as one condition. Binds the kind as `kind`. */
export function conditionOf(shapes: readonly Shape[], table: CountedColumns = record): SQL {
  return sql.join([eq(table.kind, param('kind')), ...conditionsOf(shapes, table)], sql` AND `);
}

/** All records of a query, read from an index that holds what it compares: no row is fetched. */
export const matching = (shapes: readonly Shape[]): SQL =>
  sql`FROM ${record} INDEXED BY ${sql.raw(shapes.some(comparesUpdates) ? 'record_by_updated' : 'record_by_money')} WHERE ${conditionOf(shapes)}`;

/**
 * As `matching`, where no more than the numbers of the records is wanted, as `row`: words by themselves are read from their index alone, and
 * each alternative from the index that has it.
 */
export function numbersMatching(shapes: readonly Shape[]): { row: SQL<number>; from: SQL } {
  const [only] = shapes;
  if (shapes.length !== 1 || !only || only.not) return { row: sql<number>`${record.row}`, from: matching(shapes) };
  const next = placeholders();
  if (only.is === 'words') return { row: sql<number>`${recordWords.rowid}`, from: sql`FROM ${withTheseWords(next)}` };
  if (only.is !== 'any') return { row: sql<number>`${record.row}`, from: matching(shapes) };
  const alternatives = only.parts.flatMap((part): Shape[] =>
    part.is === 'money' ? part.classes.map((each) => ({ ...part, classes: [each] })) : [part],
  );
  const found = alternatives.map((part) =>
    part.is === 'words'
      ? sql`SELECT ${recordWords.rowid} AS found FROM ${withTheseWords(next)}`
      : sql`SELECT ${record.row} AS found FROM ${record} ${sql.raw(part.is === 'money' ? 'INDEXED BY record_by_money' : 'NOT INDEXED')} WHERE ${eq(record.kind, param('kind'))} AND ${conditionOfShape(part, record, next)}`,
  );
  return { row: sql<number>`found`, from: sql`FROM (${sql.join(found, sql` UNION `)})` };
}

const hasParts = (shape: Shape): shape is Extract<Shape, { parts: Shape[] }> => shape.is === 'every' || shape.is === 'any';

const comparesUpdates = (shape: Shape): boolean =>
  hasParts(shape) ? shape.parts.some(comparesUpdates) : shape.is === 'days' && shape.slot === 'updatedAt';

/** Plans a filter's query now. A query for words first indexes the newest records, for as long as a user does not notice. */
export function planNow(store: Store, filter: ListFilter): QueryPlan {
  const plan = planOf(store, filter);
  if (!plan.shapes.some(asksWords)) return plan;
  catchUpWords(store);
  return planOf(store, filter);
}

const asksWords = (shape: Shape): boolean => shape.is === 'words' || (hasParts(shape) && shape.parts.some(asksWords));
