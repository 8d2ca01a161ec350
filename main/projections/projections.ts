import { sql } from 'drizzle-orm';
import { prepared } from '#main/storage/prepared.ts';
import { record, recordCount } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { forgetColumns, remakeColumns } from './columns/remake-columns.ts';
import { indexEdits } from './search/edit-words.ts';
import { forgetWords, indexRecords } from './search/word-index.ts';

/** A set of tables that is made from records and edits alone: thrown away, it is made anew. */
export interface Projection {
  name: string;
  tables: readonly string[];
  /** Throws it away, in the transaction under way. */
  forget(store: Store): void;
  /** Makes the next portion of what is missing, in a commit of its own; answers whether nothing is left. */
  catchUp(store: Store): boolean;
}

const forgetCounts = prepared((db) => db.delete(recordCount));
const countAnew = prepared((db) =>
  db.text(sql`INSERT INTO ${recordCount} SELECT kind, currency, status, date, count(*), count(amount_minor),
    sum(ifnull(amount_minor >> 32, 0)), sum(ifnull(amount_minor & 4294967295, 0)) FROM ${record} GROUP BY kind, currency, status, date`),
);

/** Every projection, in the order in which they are made: the day counters count list rows by what these show. */
export const projections: readonly Projection[] = [
  { name: 'list rows', tables: ['record_fact'], forget: forgetColumns, catchUp: remakeColumns },
  {
    name: 'day counters',
    tables: ['record_count'],
    forget: (store) => {
      forgetCounts(store).run();
      countAnew(store).run();
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

/** Makes one portion of what projections lack; answers whether nothing is left. */
export const catchUpProjections = (store: Store): boolean => projections.every(({ catchUp }) => catchUp(store));

/** Throws every projection away. The next calls of `catchUpProjections` make them anew; until then lists and search find less. */
export function forgetProjections(store: Store): void {
  store.commit('projections forgotten', () => {
    for (const { forget } of projections) forget(store);
  });
}
