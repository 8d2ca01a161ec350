import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Provenance } from '#shared/contract/views/edit-views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { anyValue, flag, int64 } from './column-types.ts';

/** No amount sorts below every amount. */
export const noAmount = '-9223372036854775808';

/**
 * The columns that lists show of a record, and no others: lists, filters and counts never touch a record's JSON. Absent dates are '' so that
 * keyset pages can compare them. `row` grows with every record first heard of, so the newest come first without sorting.
 */
export const record = sqliteTable('record', {
  row: integer('row').primaryKey(),
  kind: text('kind').$type<RecordKind>().notNull(),
  recordId: text('record_id').notNull(),
  title: text('title').notNull(),
  subtitle: text('subtitle'),
  /** The service's string as it came; '' when it never said. */
  status: text('status').notNull().default(''),
  /** Minor units of `currency`. */
  amountMinor: int64('amount_minor'),
  currency: text('currency').notNull().default(''),
  date: text('date').notNull().default(''),
  updatedAt: text('updated_at').notNull().default(''),
  asOf: integer('as_of').$type<EpochMs>().notNull(),
  provenance: text('provenance').$type<Provenance>().notNull(),
  complete: flag('complete').notNull().default(false),
  hasProblem: flag('has_problem').notNull().default(false),
  /** Null where the word index never had its words. */
  words: integer('words'),
  /** Its values in the kind's other columns (`Facts`), as JSON. */
  facts: text('facts').notNull().default('{}'),
  /** A user said that an edit of it is recorded, and it was not read since: nothing whole is built on it. */
  unsure: flag('unsure').notNull().default(false),
});

/** The service's last word on a record, verbatim; one row for each `record` that is more than a stub. */
export const recordBody = sqliteTable('record_body', {
  row: integer('row').primaryKey(),
  text: text('text').notNull(),
  etag: text('etag'),
});

/**
 * The newest value on each part of a record that a request of ours set, as JSON by the part's key: `true` for the service's answer to us, else the
 * newest audit line when another value arrived (outbox/merge/last-words.ts).
 */
export const recordLastWords = sqliteTable('record_last_words', {
  row: integer('row').primaryKey(),
  words: text('words').notNull(),
});

/** Records whose words are others than the word index has: it is brought up to date behind the commit (word-index.ts). */
export const recordWordsDue = sqliteTable('record_words_due', {
  row: integer('row').primaryKey(),
});

/**
 * Counts and exact sums of `record` by day, kept by triggers, so that no list ever counts its rows. The sum of `amounts` amounts is
 * sum_high · 2³² + sum_low: no sum of int64 amounts overflows. Clustered by its key (WITHOUT ROWID, in the migration by hand).
 */
export const recordCount = sqliteTable(
  'record_count',
  {
    kind: text('kind').$type<RecordKind>().notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull(),
    date: text('date').notNull(),
    count: integer('count').notNull(),
    amounts: integer('amounts').notNull(),
    sumHigh: integer('sum_high').notNull(),
    sumLow: integer('sum_low').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.kind, table.currency, table.status, table.date],
    }),
  ],
);

/**
 * Values of further columns, one row for each, so that an index finds and sorts them. `column` is the
 * column's number (columns/fact-entries.ts); a record that says nothing has one row with the column's empty value. Made again with
 * the columns; clustered by its key (WITHOUT ROWID, in the migration by hand).
 */
export const recordFact = sqliteTable(
  'record_fact',
  {
    column: integer('column').notNull(),
    value: anyValue('value').notNull(),
    row: integer('row').notNull(),
  },
  (table) => [primaryKey({ columns: [table.column, table.value, table.row] })],
);

/** Comments that the service confirmed, by the record they are attached to ("User comment"). */
export const comment = sqliteTable('comment', {
  id: text('id').primaryKey(),
  resourceId: text('resource_id').notNull(),
  text: text('text').notNull(),
  createdAt: text('created_at').notNull(),
});

/** Error codes and enum values that the specification does not list, as they came; counted for diagnostics. */
export const seenValue = sqliteTable(
  'seen_value',
  {
    /** Its path: `error.type`, `expense.status`. */
    place: text('place').notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull(),
    at: integer('at').$type<EpochMs>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.place, table.value] })],
);

/** The records that the newest import replaced, as they were, so that it can be undone; `text` is null for those that it brought. */
export const importBefore = sqliteTable('import_before', {
  position: integer('position').primaryKey(),
  kind: text('kind').$type<RecordKind>().notNull(),
  recordId: text('record_id').notNull(),
  /** The import's own time: a record that carries another one was heard of since. */
  importedAt: integer('imported_at').$type<EpochMs>().notNull(),
  text: text('text'),
  etag: text('etag'),
  provenance: text('provenance').$type<Provenance>(),
  asOf: integer('as_of').$type<EpochMs>(),
  complete: flag('complete'),
});

/** Records of an import that was checked whole, until each is in its place: all or nothing, whatever happens in between. */
export const stagedImport = sqliteTable('staged_import', {
  position: integer('position').primaryKey(),
  kind: text('kind').$type<RecordKind>().notNull(),
  recordId: text('record_id').notNull(),
  text: text('text').notNull(),
  complete: flag('complete').notNull(),
  asOf: integer('as_of').$type<EpochMs>().notNull(),
});
