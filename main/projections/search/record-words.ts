import { sql, type SQL } from 'drizzle-orm';
import { param, prepared } from '#main/storage/prepared.ts';
import { recordWords } from '#main/storage/schema/words.ts';

/** Writes the words of a record, by its row. */
export const putWords = prepared((db) =>
  db.text(sql`INSERT OR REPLACE INTO ${recordWords} (rowid, words) VALUES (${param('rowid')}, ${param('words')})`),
);

/** Takes the words of a row out of the index; `tidy` is what removes them from the file. */
export const deleteWords = prepared((db) => db.text(sql`DELETE FROM ${recordWords} WHERE rowid = ${param('rowid')}`));
/** One step of writing the index again without what was taken out; `-pages` begins it. */
export const mergeWords = prepared((db) =>
  db.text(sql`INSERT INTO ${recordWords} (${recordWords}, rank) VALUES ('merge', ${param('pages')})`),
);

/** The rows of one kind that have all words: `match`, and the kind's `first` and `last` row. */
export const withWords: SQL = sql`FROM ${recordWords} WHERE ${recordWords} MATCH ${param('match')}
  AND ${recordWords.rowid} BETWEEN ${param('first')} AND ${param('last')}`;
