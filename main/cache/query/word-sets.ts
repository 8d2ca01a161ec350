import { sql } from 'drizzle-orm';
import { given, kept } from '#main/cache/database/kept.ts';
import { recordWords } from '#main/cache/database/schema/words.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { RowSet } from './row-set.ts';

/** So many rows are asked again one by one; of more, what was read is forgotten, and reading it anew costs no more. */
const mostWritten = 100;
/** All sets together may have room for so many times 32 rows, four megabytes; the least lately asked for makes it. */
const mostRoom = 1_000_000;

const answering = kept((db) =>
  db.rows(
    { row: recordWords.rowid },
    sql`FROM ${recordWords} WHERE ${recordWords} MATCH ${given('match')} AND ${recordWords.rowid} IN (SELECT value FROM json_each(${given('rows')}))`,
  ),
);

/** The rows of one kind that have words, and how many rows had been written when it was read. */
interface WordSet {
  rows: RowSet;
  written: number;
}

/** What was read of a word index, and the rows whose words were written since, in order. */
interface Known {
  sets: Map<string, WordSet>;
  written: number[];
}
const knownOf = new WeakMap<Store, Known>();

/** Notes, before it is done, that the words of a row are written or taken out: what was read asks it again. */
export function wordsAreWritten(store: Store, row: number): void {
  const known = knownOf.get(store);
  if (!known || known.sets.size === 0) return;
  known.written.push(row);
  if (known.written.length > mostWritten) forgetWordSets(store);
}

/** Forgets what was read of the word index. */
export function forgetWordSets(store: Store): void {
  knownOf.delete(store);
}

/**
 * The rows from `first` to `last` that a query of the word index finds, as `read` reads them. Other than what else is gathered it outlives
 * changes: the index holds nothing but words, so of another change it is the same.
 */
export function setOfWords(
  store: Store,
  match: string,
  [first, last]: [number, number],
  read: (match: string) => RowSet | null,
): RowSet | null {
  // What a rollback takes back must never be remembered.
  if (store.sql.inTransaction) return read(match);
  const key = `${first} ${match}`;
  const before = knownOf.get(store)?.sets.get(key);
  const rows = before ? renewed(store, match, before, last) : read(match);
  const known = knownOf.get(store) ?? { sets: new Map<string, WordSet>(), written: [] };
  knownOf.set(store, known);
  known.sets.delete(key);
  if (!rows) return null;
  known.sets.set(key, { rows, written: known.written.length });
  const most = Math.ceil(mostRoom / rows.bits.length);
  for (const oldest of known.sets.keys()) if (known.sets.size > most) known.sets.delete(oldest);
  return rows;
}

function renewed(store: Store, match: string, { rows, written }: WordSet, last: number): RowSet {
  const since = [...new Set(knownOf.get(store)?.written.slice(written))].filter(
    (row) => row >= rows.first && row <= Math.max(last, rows.last),
  );
  if (since.length === 0 && last <= rows.last) return rows;
  const now = rows.copy(last);
  for (const row of since) now.delete(row);
  for (const { row } of since.length === 0 ? [] : answering(store).all({ match, rows: JSON.stringify(since) })) now.add(row);
  return now;
}
