import { eq, sql } from 'drizzle-orm';
import { objectIn } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { codeOf, execute, isSqliteError, isStorageTrouble, troubleOf } from '#main/storage/driver.ts';
import { param, insertNew, prepared } from '#main/storage/prepared.ts';
import { record, recordBody, recordWordsDue } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { totalChanges } from '#main/storage/changes-of.ts';
import { asManyAsFit } from '#main/storage/one-commit.ts';
import { deleteWords, mergeWords, putWords } from './record-words.ts';
import { wordsOfRecord } from './words.ts';

/** Databases in which a word index was found damaged and not yet rebuilt, and those in which that was done. */
const damaged = new WeakSet<object>();
const emptied = new WeakSet<object>();
/** The number of records that one call processes: a few milliseconds. */
const perCall = 300;
/** The time in milliseconds that a search waits for the index of records that just changed. */
const mostWaitMs = 40;

const indexes = ['record_words', 'edit_words'] as const;
const noteDue = insertNew(recordWordsDue);
const everyBodyIsDue = prepared((db) =>
  db.text(
    sql`INSERT OR IGNORE INTO ${recordWordsDue} (${sql.identifier(recordWordsDue.row.name)}) SELECT ${recordBody.row} FROM ${recordBody}`,
  ),
);
const dueRecords = sql`FROM ${recordWordsDue} JOIN ${record} ON ${eq(record.row, recordWordsDue.row)}
  JOIN ${recordBody} ON ${eq(recordBody.row, recordWordsDue.row)} ORDER BY ${recordWordsDue.row} LIMIT ${param('limit')}`;
const { kind, title, subtitle } = record;
const nextDue = prepared((db) => db.rows({ row: recordWordsDue.row, kind, title, subtitle, text: recordBody.text }, dueRecords));
const nextLengths = prepared((db) => db.rows({ length: sql<number>`octet_length(${recordBody.text})` }, dueRecords));
const isDone = prepared((db) => db.delete(recordWordsDue).where(eq(recordWordsDue.row, param('row'))));

const mergePages = 500;

/** The SQL that created a table, verbatim. */
const createdBy = prepared((db) => db.text(sql`SELECT sql FROM sqlite_master WHERE name = ${param('name')}`));

/** True for SQLite's error of a damaged index (or file); notes it, and the index is rebuilt in the background. */
export function isWordDamage(store: Store, error: unknown): boolean {
  if (troubleOf(error) !== 'damaged') return false;
  noteDamage(store, error);
  return true;
}

function noteDamage(store: Store, error: unknown): void {
  if (!damaged.has(store.sql)) store.world.log.info('wordIndexDamaged', { code: codeOf(error) });
  damaged.add(store.sql);
  store.changed({ kind: 'status' });
}

/** Marks a record's words as changed, in the present transaction: the index follows behind the commit. */
export function wordsAreDue(store: Store, row: number): void {
  noteDue(store).run({ row });
}

/** Takes a record's words out, in the transaction under way. A damaged index keeps nothing from leaving: it is rebuilt without them. */
export function removeWords(store: Store, row: number): void {
  isDone(store).run({ row });
  try {
    deleteWords(store).run({ rowid: row });
  } catch (error) {
    if (!isWordDamage(store, error)) throw error;
  }
}

/** Writes the index again without the words that were taken out, a few pages a step; answers whether that was the last step. */
export function tidyWords(store: Store, first: boolean): boolean {
  try {
    const before = totalChanges(store);
    mergeWords(store).run({ pages: first ? -mergePages : mergePages });
    return totalChanges(store) - before < 2;
  } catch (error) {
    if (!isWordDamage(store, error)) throw error;
    return true;
  }
}

/** True when records wait for `indexRecords`. */
export function wordsWait(store: Store): boolean {
  return damaged.has(store.sql) || nextDue(store).get({ limit: 1 }) !== undefined;
}

/**
 * Takes the next records into the word index, a damaged one rebuilt first; answers whether all are in it. The index is an aid that is made
 * from the records: whatever SQLite says of it but a full or failing disk is damage, which is mended once in a process.
 */
export function indexRecords(store: Store, most = perCall): boolean {
  if (damaged.has(store.sql)) emptyIndexes(store);
  const lengths = nextLengths(store).all({ limit: most });
  if (lengths.length === 0) return true;
  const fitting = asManyAsFit(lengths.map(({ length }) => length));
  const due = nextDue(store).all({ limit: fitting });
  try {
    // The index is made from the records: what a power cut takes back is still due.
    store.commitSoon('record words', () => {
      for (const one of due) writeWords(store, one);
    });
  } catch (error) {
    if (!isSqliteError(error) || isStorageTrouble(error) || emptied.has(store.sql)) throw error;
    noteDamage(store, error);
    return false;
  }
  return fitting === lengths.length && fitting < most;
}

function writeWords(store: Store, due: { row: number; kind: RecordKind; title: string; subtitle: string | null; text: string }): void {
  const { row, kind, title, subtitle, text } = due;
  const value = objectIn(text);
  if (value) putWords(store).run({ rowid: row, words: wordsOfRecord({ title, subtitle, value, held: referencesIn(kind, value) }) });
  isDone(store).run({ row });
}

/**
 * Before a question about words: takes in what changed a moment ago, as far as a user would not notice the wait. A disk that refuses keeps
 * the index behind, not the search from answering.
 */
export function catchUpWords(store: Store, atOnce = 50): void {
  const until = store.world.monotonic() + mostWaitMs;
  try {
    while (!indexRecords(store, atOnce) && store.world.monotonic() < until);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    store.world.log.error('searchIndexBehind', { code: error.code });
  }
}

/** Empties the word indexes, in the transaction under way: `indexRecords` and `indexEdits` make them again. */
export function forgetWords(store: Store): void {
  for (const name of indexes) {
    const made = createdBy(store).get({ name })?.['sql'];
    if (typeof made !== 'string') continue;
    execute(store.sql, `DROP TABLE ${name}`);
    execute(store.sql, made);
  }
  everyBodyIsDue(store).run();
  store.changed({ kind: 'status' });
}

function emptyIndexes(store: Store): void {
  store.commit('words emptied', () => forgetWords(store));
  emptied.add(store.sql);
  damaged.delete(store.sql);
}
