import { sql, type SQL } from 'drizzle-orm';
import { given, kept } from '#main/cache/database/kept.ts';
import { recordWords } from '#main/cache/database/schema/words.ts';

/** Writes the words of a record, by its row. */
export const putWords = kept((db) =>
  db.text(sql`INSERT OR REPLACE INTO ${recordWords} (rowid, words) VALUES (${given('rowid')}, ${given('words')})`),
);

/** The rows of one kind that have all words: `match`, and the kind's `first` and `last` row. */
export const withWords: SQL = sql`FROM ${recordWords} WHERE ${recordWords} MATCH ${given('match')}
  AND ${recordWords.rowid} BETWEEN ${given('first')} AND ${given('last')}`;
