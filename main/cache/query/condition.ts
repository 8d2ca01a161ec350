import { eq, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { given } from '#main/cache/database/kept.ts';
import { document, packItem } from '#main/cache/database/schema/documents.ts';
import { isOpen, outbox } from '#main/cache/database/schema/outbox.ts';
import { comment, record, recordFact } from '#main/cache/database/schema/records.ts';
import { recordWords } from '#main/cache/database/schema/words.ts';
import type { RangeShape, Shape } from './shape.ts';

/** The columns that a countable shape is about: of `record`, or of its day counters. */
export type CountedColumns = Record<'kind' | 'status' | 'currency' | 'date', SQLiteColumn>;

/** Hands out the placeholders of a form's values, in their order. */
type Next = () => SQL;

/** Names of placeholders: the n-th value of all terms together. */
export const valueName = (place: number): string => `q${place}`;

/** Everything that shapes ask, one condition each. */
export function conditionsOf(shapes: readonly Shape[], table: CountedColumns = record): SQL[] {
  let place = 0;
  const next = () => sql`${given(valueName(place++))}`;
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
    case 'words':
      return sql`${record.row} IN (SELECT ${recordWords.rowid} FROM ${recordWords} WHERE ${recordWords} MATCH ${next()} AND ${recordWords.rowid} BETWEEN ${next()} AND ${next()})`;
    case 'among':
      return sql`${table[shape.slot]} IN ${list(shape.values, next)}`;
    case 'days': {
      const column = shape.slot === 'date' ? table.date : record.updatedAt;
      return any([...shape.ranges.map((range) => within(column, range, next)), ...(shape.none ? [sql`${column} = ''`] : [])]);
    }
    case 'money':
      return money(shape, next);
    case 'fact':
      return fact(shape, next);
    case 'edits':
      return sql`${record.recordId} IN (SELECT ${outbox.recordId} FROM ${outbox} WHERE ${outbox.recordKind} = ${next()} AND ${isOpen(outbox)} AND ${outbox.state} IN ${list(shape.states, next)})`;
    case 'beside':
      return any(shape.what.map((what) => beside[what]()));
    case 'pack':
      return sql`${record.recordId} IN (SELECT ${packItem.recordId} FROM ${packItem} WHERE ${packItem.packId} = ${next()} AND ${packItem.kind} = ${next()})`;
    case 'every':
      return sql`(${sql.join(
        shape.parts.map((part) => conditionOf(part, table, next)),
        sql` AND `,
      )})`;
  }
}

const beside = {
  comment: () => sql`${record.recordId} IN (SELECT ${comment.resourceId} FROM ${comment})`,
  document: () =>
    sql`${record.recordId} IN (SELECT ${document.recordId} FROM ${document} WHERE ${eq(document.state, 'here').inlineParams()})`,
  problem: () => sql`${record.hasProblem}`,
};

const list = (count: number, next: Next): SQL => sql`(${sql.join(Array.from({ length: count }, next), sql`, `)})`;

const any = (conditions: SQL[]): SQL => (conditions.length === 0 ? sql`0` : sql`(${sql.join(conditions, sql` OR `)})`);

function within(column: SQLiteColumn, { least, most }: RangeShape, next: Next): SQL {
  const ends = [least, most].flatMap((how) => (how === null ? [] : [sql`${column} ${sql.raw(how)} ${next()}`]));
  return ends.length === 0 ? sql`1` : sql`(${sql.join(ends, sql` AND `)})`;
}

/** By the index over exact amounts where few have them; else while a list is walked. */
function money({ classes, none, few }: Extract<Shape, { is: 'money' }>, next: Next): SQL {
  const of = classes.map(
    ({ currencies, range }) => sql`(${record.currency} IN ${list(currencies, next)} AND ${within(record.amountMinor, range, next)})`,
  );
  const absent = none ? [sql`${record.amountMinor} IS NULL`] : [];
  if (!few) return any([...of, ...absent]);
  const rows = [...of, ...absent].map(
    (each) => sql`SELECT ${record.row} FROM ${record} INDEXED BY record_by_money WHERE ${record.kind} = ${given('kind')} AND ${each}`,
  );
  return sql`${record.row} IN (${sql.join(rows, sql` UNION ALL `)})`;
}

/** The entries of a fact's values, of whichever records. */
export function entriesWhere({ values, ranges }: Extract<Shape, { is: 'fact' }>, next: Next): SQL {
  const column = sql`${recordFact.column} = ${next()}`;
  const among = values > 0 ? [sql`${recordFact.value} IN ${list(values, next)}`] : [];
  return sql`${column} AND ${any([...among, ...ranges.map((range) => within(recordFact.value, range, next))])}`;
}

/** Of a value that many have, each record of a walk looks up its own entry; of a stretch, and of few, the entries are read once. */
function fact(shape: Extract<Shape, { is: 'fact' }>, next: Next): SQL {
  const entries = entriesWhere(shape, next);
  if (shape.few || shape.ranges.length > 0) return sql`${record.row} IN (SELECT ${recordFact.row} FROM ${recordFact} WHERE ${entries})`;
  return sql`EXISTS (SELECT 1 FROM ${recordFact} WHERE ${entries} AND ${recordFact.row} = ${record.row})`;
}
