import { sql, type SQL } from 'drizzle-orm';
import { given, kept } from '#main/storage/kept.ts';
import { recordWords } from '#main/storage/schema/words.ts';

/** Writes the words of a record, by its row. */
export const putWords = kept((db) =>
  db.text(sql`INSERT OR REPLACE INTO ${recordWords} (rowid, words) VALUES (${given('rowid')}, ${given('words')})`),
);

/** Takes the words of a row out of the index; `tidy` is what removes them from the file. */
export const deleteWords = kept((db) => db.text(sql`DELETE FROM ${recordWords} WHERE rowid = ${given('rowid')}`));
/** One step of writing the index anew without what was taken out; `-pages` begins it. */
export const mergeWords = kept((db) => db.text(sql`INSERT INTO ${recordWords} (${recordWords}, rank) VALUES ('merge', ${given('pages')})`));

/** The rows of one kind that have all words: `match`, and the kind's `first` and `last` row. */
export const withWords: SQL = sql`FROM ${recordWords} WHERE ${recordWords} MATCH ${given('match')}
  AND ${recordWords.rowid} BETWEEN ${given('first')} AND ${given('last')}`;
