import { eq, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { given } from '#main/cache/database/kept.ts';
import { document, packItem } from '#main/cache/database/schema/documents.ts';
import { isOpen, outbox } from '#main/cache/database/schema/outbox.ts';
import { comment, record, recordFact } from '#main/cache/database/schema/records.ts';
import { recordWords } from '#main/cache/database/schema/words.ts';
import type { Bare, MoneyClass, RangeShape } from './shape.ts';

/** Hands out the placeholders of a form's values, in their order. */
export type Next = () => SQL;

/** A shape whose rows one index, or a few, can tell without looking at any other row. */
export type Gatherable = Exclude<Bare, { is: 'rows' | 'nothing' | 'every' }>;

/** The rows (`row`, some of them twice) that a shape is true of, read from the index that holds them together. Binds the kind as `kind`. */
export function rowsOf(shape: Gatherable, next: Next): SQL {
  switch (shape.is) {
    case 'words':
      return sql`SELECT ${recordWords.rowid} AS row FROM ${recordWords} WHERE ${recordWords} MATCH ${next()} AND ${recordWords.rowid} BETWEEN ${next()} AND ${next()}`;
    case 'among':
      return where(shape.slot, sql`${record[shape.slot]} IN ${list(shape.values, next)}`);
    case 'days': {
      const column = record[shape.slot];
      const index = shape.slot === 'date' ? 'date' : 'updated';
      const days = shape.ranges.map((range) => where(index, within(column, range, next)));
      return together([...days, ...(shape.none ? [where(index, sql`${column} = ''`)] : [])]);
    }
    case 'money':
      return together(shape.classes.map((each) => where('money', inClass(each, next))));
    case 'fact':
      return entriesOf(shape, next);
    case 'edits':
      return identified(editedRecords(shape, next));
    case 'beside':
      return together(shape.what.map((what) => (what === 'problem' ? problems : identified(besideOf[what]))));
    case 'pack':
      return identified(packedRecords(next));
  }
}

const where = (index: string, condition: SQL): SQL =>
  sql`SELECT ${record.row} AS row FROM ${record} ${sql.raw(`INDEXED BY record_by_${index}`)} WHERE ${record.kind} = ${given('kind')} AND ${condition}`;

/** Few have a problem, and no index tells which: every row is looked at, once after each change. */
const problems = sql`SELECT ${record.row} AS row FROM ${record} NOT INDEXED WHERE ${record.kind} = ${given('kind')} AND ${record.hasProblem}`;

const identified = (ids: SQL): SQL =>
  sql`SELECT ${record.row} AS row FROM (${ids}) AS known CROSS JOIN ${record} INDEXED BY record_ref ON ${record.kind} = ${given('kind')} AND ${record.recordId} = known.id`;

const together = (selects: SQL[]): SQL => (selects.length === 0 ? sql`SELECT 0 AS row WHERE 0` : sql.join(selects, sql` UNION ALL `));

/** One search for the values and one for each stretch: asked for by OR, SQLite would keep every key that it met. */
function entriesOf({ column, values, ranges }: Extract<Bare, { is: 'fact' }>, next: Next): SQL {
  const conditions = [
    ...(values > 0 ? [sql`${recordFact.value} IN ${list(values, next)}`] : []),
    ...ranges.map((range) => within(recordFact.value, range, next)),
  ];
  return together(conditions.map((each) => sql`SELECT ${recordFact.row} AS row FROM ${recordFact} WHERE ${inColumn(column)} AND ${each}`));
}

export const inColumn = (column: number): SQL => sql`${recordFact.column} = ${sql.raw(String(column))}`;

const editedRecords = ({ states }: Extract<Bare, { is: 'edits' }>, next: Next): SQL =>
  sql`SELECT DISTINCT ${outbox.recordId} AS id FROM ${outbox} WHERE ${outbox.recordKind} = ${next()} AND ${isOpen(outbox)} AND ${outbox.state} IN ${list(states, next)}`;

const packedRecords = (next: Next): SQL =>
  sql`SELECT ${packItem.recordId} AS id FROM ${packItem} WHERE ${packItem.packId} = ${next()} AND ${packItem.kind} = ${next()}`;

const besideOf = {
  comment: sql`SELECT DISTINCT ${comment.resourceId} AS id FROM ${comment}`,
  document: sql`SELECT ${document.recordId} AS id FROM ${document} WHERE ${eq(document.state, 'here').inlineParams()}`,
};

export const list = (count: number, next: Next): SQL => sql`(${sql.join(Array.from({ length: count }, next), sql`, `)})`;

export const any = (conditions: SQL[]): SQL => (conditions.length === 0 ? sql`0` : sql`(${sql.join(conditions, sql` OR `)})`);

export function within(column: SQLiteColumn, { least, most }: RangeShape, next: Next): SQL {
  const ends = [least, most].flatMap((how) => (how === null ? [] : [sql`${column} ${sql.raw(how)} ${next()}`]));
  return ends.length === 0 ? sql`1` : sql`(${sql.join(ends, sql` AND `)})`;
}

/** An index of amounts is searched only by what stands before them: the currencies are named also where there is no amount. */
export const inClass = ({ currencies, range }: MoneyClass, next: Next): SQL =>
  sql`${record.currency} IN ${list(currencies, next)} AND ${range ? within(record.amountMinor, range, next) : sql`${record.amountMinor} IS NULL`}`;
