import { eq, sql, type SQL } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { param } from '#main/storage/prepared.ts';
import { document, packItem } from '#main/storage/schema/documents.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import { comment, record, recordFact } from '#main/storage/schema/records.ts';
import { recordWords } from '#main/storage/schema/words.ts';
import type { Bare, MoneyClass, RangeShape, Shape } from './shape.ts';

/** The columns that a countable shape is about: of `record`, or of its day counters. */
export type CountedColumns = Record<'kind' | 'status' | 'currency' | 'date', SQLiteColumn>;

/** Hands out the placeholders of a statement's values, in their order. */
type Next = () => SQL;

/** The placeholder of the n-th value of all terms together. */
const valueName = (place: number): string => `q${place}`;

/** The values of all terms by the names of their placeholders. */
export const bound = (values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(values.map((value, place) => [valueName(place), value]));

export function placeholders(): Next {
  let place = 0;
  return () => sql`${param(valueName(place++))}`;
}

/** The rows of the word index that a shape `words` asks for. */
export const withTheseWords = (next: Next): SQL =>
  sql`${recordWords} WHERE ${recordWords} MATCH ${next()} AND ${recordWords.rowid} BETWEEN ${next()} AND ${next()}`;

/** One condition for each shape. */
export function conditionsOf(shapes: readonly Shape[], table: CountedColumns = record): SQL[] {
  const next = placeholders();
  return shapes.map((shape) => conditionOfShape(shape, table, next));
}

export function conditionOfShape(shape: Shape, table: CountedColumns, next: Next): SQL {
  const condition = positive(shape, table, next);
  // NULL never matches a term, so a negated term must include NULL rows.
  return shape.not ? sql`((${condition}) IS NOT TRUE)` : condition;
}

function positive(shape: Shape, table: CountedColumns, next: Next): SQL {
  switch (shape.is) {
    case 'nothing':
      return sql`0`;
    case 'words':
      return sql`${record.row} IN (SELECT ${recordWords.rowid} FROM ${withTheseWords(next)})`;
    case 'edits':
      return identified(editedRecords(shape, next));
    case 'beside':
      return any(shape.what.map((what) => besideOf[what]));
    case 'pack':
      return identified(packedRecords(next));
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
    case 'rows':
      return sql`${record.row} IN (SELECT value FROM json_each(${next()}))`;
    case 'any':
      return any(shape.parts.map((part) => conditionOfShape(part, table, next)));
    case 'every':
      return sql`(${sql.join(
        shape.parts.map((part) => conditionOfShape(part, table, next)),
        sql` AND `,
      )})`;
  }
}

/** Reads a set: entries are stored by value, and looking one up for each record costs more than the longest set. */
function fact({ column, values, ranges }: Extract<Bare, { is: 'fact' }>, next: Next): SQL {
  const wanted = [
    ...(values === 0 ? [] : [sql`${recordFact.value} IN ${list(values, next)}`]),
    ...ranges.map((range) => within(recordFact.value, range, next)),
  ];
  return sql`${record.row} IN (SELECT ${recordFact.row} FROM ${recordFact} WHERE ${recordFact.column} = ${sql.raw(String(column))} AND ${any(wanted)})`;
}

/** Records by their ids, as row numbers: no index that a list walks holds the ids. */
function identified(ids: SQL): SQL {
  const of = alias(record, 'identified');
  return sql`${record.row} IN (SELECT ${of.row} FROM (${ids}) AS known CROSS JOIN ${record} AS identified INDEXED BY record_ref ON ${of.kind} = ${param('kind')} AND ${of.recordId} = known.id)`;
}

const editedRecords = ({ states }: Extract<Bare, { is: 'edits' }>, next: Next): SQL =>
  sql`SELECT DISTINCT ${outbox.recordId} AS id FROM ${outbox} WHERE ${outbox.recordKind} = ${next()} AND ${isOpen(outbox)} AND ${outbox.state} IN ${list(states, next)}`;

const packedRecords = (next: Next): SQL =>
  sql`SELECT ${packItem.recordId} AS id FROM ${packItem} WHERE ${packItem.packId} = ${next()} AND ${packItem.kind} = ${next()}`;

const besideOf = {
  comment: identified(sql`SELECT DISTINCT ${comment.resourceId} AS id FROM ${comment}`),
  document: identified(sql`SELECT ${document.recordId} AS id FROM ${document} WHERE ${eq(document.state, 'here').inlineParams()}`),
  problem: sql`${record.hasProblem}`,
};

const list = (count: number, next: Next): SQL => sql`(${sql.join(Array.from({ length: count }, next), sql`, `)})`;

const any = (conditions: SQL[]): SQL => (conditions.length === 0 ? sql`0` : sql`(${sql.join(conditions, sql` OR `)})`);

function within(column: SQLiteColumn, { least, most }: RangeShape, next: Next): SQL {
  const ends = [least, most].flatMap((how) => (how === null ? [] : [sql`${column} ${sql.raw(how)} ${next()}`]));
  return ends.length === 0 ? sql`1` : sql`(${sql.join(ends, sql` AND `)})`;
}

/** An amount means something only beside its currency, so the currencies are named also where there is no amount. */
const inClass = ({ currencies, range }: MoneyClass, next: Next): SQL =>
  sql`${record.currency} IN ${list(currencies, next)} AND ${range ? within(record.amountMinor, range, next) : sql`${record.amountMinor} IS NULL`}`;
