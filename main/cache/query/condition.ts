import { sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { given } from '#main/cache/database/kept.ts';
import { record, recordFact } from '#main/cache/database/schema/records.ts';
import { any, inClass, inColumn, list, rowsOf, within, type Next } from './rows-of.ts';
import type { Bare, Shape } from './shape.ts';

/** The columns that a countable shape is about: of `record`, or of its day counters. */
export type CountedColumns = Record<'kind' | 'status' | 'currency' | 'date', SQLiteColumn>;

/** Names of placeholders: the n-th value of all terms together. */
const valueName = (place: number): string => `q${place}`;

/** Hands out placeholders by their names. */
export function placeholders(): Next {
  let place = 0;
  return () => sql`${given(valueName(place++))}`;
}

/** What placeholders bind, by their names. */
export const bound = (values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(values.map((value, place) => [valueName(place), value]));

/** Everything that shapes ask, one condition each. */
export function conditionsOf(shapes: readonly Shape[], table: CountedColumns = record): SQL[] {
  const next = placeholders();
  return shapes.map((shape) => conditionOf(shape, table, next));
}

function conditionOf(shape: Shape, table: CountedColumns, next: Next): SQL {
  const condition = positive(shape, table, next);
  // What says nothing is not what is asked for, so it is among what is left out of that.
  return shape.not ? sql`((${condition}) IS NOT TRUE)` : condition;
}

function positive(shape: Shape, table: CountedColumns, next: Next): SQL {
  switch (shape.is) {
    case 'nothing':
      return sql`0`;
    case 'rows':
      return sql`${record.row} IN (SELECT value FROM json_each(${next()}))`;
    // These are gathered, however many they are: of a walk's rows none is asked by itself.
    case 'words':
    case 'edits':
    case 'beside':
    case 'pack':
      return sql`${record.row} IN (${rowsOf(shape, next)})`;
    case 'among':
      return sql`${table[shape.slot]} IN ${list(shape.values, next)}`;
    case 'days': {
      const column = shape.slot === 'date' ? table.date : record.updatedAt;
      return any([...shape.ranges.map((range) => within(column, range, next)), ...(shape.none ? [sql`${column} = ''`] : [])]);
    }
    case 'money':
      return any(shape.classes.map((each) => sql`(${inClass(each, next)})`));
    case 'fact':
      return fact(shape, next);
    case 'every':
      return sql`(${sql.join(
        shape.parts.map((part) => conditionOf(part, table, next)),
        sql` AND `,
      )})`;
  }
}

/** Of a value each record of a walk looks up its own entry; no index knows a record's entry within a stretch, so of a stretch all are read once. */
function fact(shape: Extract<Bare, { is: 'fact' }>, next: Next): SQL {
  if (shape.ranges.length > 0) return sql`${record.row} IN (${rowsOf(shape, next)})`;
  const value = sql`${recordFact.value} IN ${list(shape.values, next)}`;
  return sql`EXISTS (SELECT 1 FROM ${recordFact} WHERE ${inColumn(shape.column)} AND ${value} AND ${recordFact.row} = ${record.row})`;
}
