import { sql } from 'drizzle-orm';
import { prepared } from '#main/storage/prepared.ts';
import { record, recordCount } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { forgetColumns, remakeColumns } from './columns/remake-columns.ts';
import { indexEdits } from './search/edit-words.ts';
import { forgetWords, indexRecords } from './search/word-index.ts';

/** A set of tables computed from records and edits, which can be dropped and rebuilt. */
export interface Projection {
  name: string;
  tables: readonly string[];
  /** Empties its tables in the current transaction. */
  forget(store: Store): void;
  /** Rebuilds the next portion in a commit of its own; true when nothing is missing. */
  catchUp(store: Store): boolean;
}

const forgetCounts = prepared((db) => db.delete(recordCount));
const recountDays = prepared((db) =>
  db.text(sql`INSERT INTO ${recordCount} SELECT kind, currency, status, date, count(*), count(amount_minor),
    sum(ifnull(amount_minor >> 32, 0)), sum(ifnull(amount_minor & 4294967295, 0)) FROM ${record} GROUP BY kind, currency, status, date`),
);

/** Every projection, in the order of rebuilding: the day counters count list rows. */
export const projections: readonly Projection[] = [
  { name: 'list rows', tables: ['record_fact'], forget: forgetColumns, catchUp: remakeColumns },
  {
    name: 'day counters',
    tables: ['record_count'],
    forget: (store) => {
      forgetCounts(store).run();
      recountDays(store).run();
    },
    // Triggers keep them.
    catchUp: () => true,
  },
  {
    name: 'words',
    tables: ['record_words', 'record_words_due', 'edit_words'],
    forget: forgetWords,
    catchUp: (store) => indexRecords(store) && indexEdits(store),
  },
];

/** Rebuilds one portion of what projections lack; true when nothing is missing. */
export const catchUpProjections = (store: Store): boolean => projections.every(({ catchUp }) => catchUp(store));

/** Empties every projection. Later calls of `catchUpProjections` rebuild them; until then lists and search find less. */
export function forgetProjections(store: Store): void {
  store.commit('projections forgotten', () => {
    for (const { forget } of projections) forget(store);
  });
}
