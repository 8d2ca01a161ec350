import { asc, eq, gt, sql } from 'drizzle-orm';
import { isJsonObject, parseJson } from '#shared/json.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import { codeOf, execute, isSqliteError, isStorageTrouble, troubleOf } from '#main/cache/database/driver.ts';
import { given, kept } from '#main/cache/database/kept.ts';
import { record, recordBody } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { putWords } from './record-words.ts';
import { wordsOfRecord } from './words.ts';

/** Databases in which a word index was found damaged and not yet made anew. */
const damaged = new WeakSet<object>();
const emptied = new WeakSet<object>();
/** The row after which records are still to be taken into a new index; absent when none are. */
const setting = 'wordsAfterRow';
/** How many records one call takes in: a few milliseconds. */
const perCall = 300;

const indexes = ['record_words', 'edit_words'] as const;
const nextBodies = kept((db) =>
  db
    .select({ row: record.row, kind: record.kind, title: record.title, subtitle: record.subtitle, text: recordBody.text })
    .from(record)
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(gt(record.row, given('after')))
    .orderBy(asc(record.row))
    .limit(given('limit')),
);

/** How a migration made a table, word for word. */
const createdBy = kept((db) => db.text(sql`SELECT sql FROM sqlite_master WHERE name = ${given('name')}`));

/** Whether an error is a damaged index's (or file's), by SQLite's own code; then it is noted, and the index is made anew behind everything else. */
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

/** Writes the words of a record. A damaged index keeps no record from being written: it is an aid, and made from the records again. */
export function keepWords(store: Store, row: number, words: string): void {
  try {
    putWords(store).run({ rowid: row, words });
  } catch (error) {
    // Whatever SQLite says of it: the table has no rule that a row could break.
    if (!isSqliteError(error) || isStorageTrouble(error)) throw error;
    noteDamage(store, error);
  }
}

/**
 * A commit that failed for what may be a damaged word index, whose errors come as late as that: the indexes are emptied, once in a process,
 * and the commit can be tried again. False when it was something else.
 */
export function emptiedDamaged(store: Store, error: unknown): boolean {
  const trouble = troubleOf(error);
  if ((trouble !== 'damaged' && trouble !== 'rule') || emptied.has(store.sql)) return false;
  noteDamage(store, error);
  emptyIndexes(store);
  emptied.add(store.sql);
  store.changed({ kind: 'status' });
  return true;
}

/** Whether an index waits for `mendWords`. */
export function needsWords(store: Store): boolean {
  return damaged.has(store.sql) || readSetting(store, setting) !== null;
}

/** Makes damaged word indexes anew, a portion at a time; answers whether nothing is left to do. Edits come back as after a recording. */
export function mendWords(store: Store): boolean {
  if (damaged.has(store.sql)) emptyIndexes(store);
  const after = readSetting(store, setting);
  if (typeof after !== 'number') return true;
  const rows = nextBodies(store).all({ after, limit: perCall });
  store.commit('words anew', () => {
    for (const { row, kind, title, subtitle, text } of rows) {
      const parsed = parseJson(text);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      keepWords(store, row, wordsOfRecord({ title, subtitle, value: parsed.value, held: referencesIn(kind, parsed.value) }));
    }
    writeSetting(store, setting, rows.length < perCall ? null : (rows.at(-1)?.row ?? null));
  });
  return rows.length < perCall;
}

function emptyIndexes(store: Store): void {
  store.commit('words emptied', () => {
    for (const name of indexes) {
      const made = createdBy(store).get({ name })?.['sql'];
      if (typeof made !== 'string') continue;
      execute(store.sql, `DROP TABLE ${name}`);
      execute(store.sql, made);
    }
    writeSetting(store, setting, -1);
  });
  damaged.delete(store.sql);
}
