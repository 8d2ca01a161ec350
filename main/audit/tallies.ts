import { count, max, ne, sql, sum } from 'drizzle-orm';
import { fixed, prepared } from '#main/storage/prepared.ts';
import { versionOf } from '#main/storage/open/migrations.ts';
import { attempts, outbox } from '#main/storage/schema/outbox.ts';
import { recordCount } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

// Counts for diagnostics: kinds, states and codes, nobody's values.

const { kind, state, reason } = outbox;
const why = sql<string | null>`json_extract(CASE WHEN json_valid(${reason}) THEN ${reason} END, '$.kind')`;
const edits = prepared((db) =>
  db
    .select({ kind, state, reason: why, edits: count(), mostAttempts: max(outbox.attempts) })
    .from(outbox)
    .groupBy(kind, state, why)
    .orderBy(kind, state),
);

/** Edits by kind, state and reason. */
export const editCounts = (store: Store) => edits(store).all();

const statuses = prepared((db) =>
  db
    .select({ kind: recordCount.kind, status: recordCount.status, records: sum(recordCount.count).mapWith(Number) })
    .from(recordCount)
    .where(fixed(ne(recordCount.status, '')))
    .groupBy(recordCount.kind, recordCount.status)
    .orderBy(recordCount.kind, recordCount.status),
);

/** Every status that records have here, known to the specification or not. */
export const statusCounts = (store: Store) => statuses(store).all();

const { method, outcome, status } = attempts;
const requests = prepared((db) =>
  db.select({ method, outcome, status, requests: count() }).from(attempts).groupBy(method, outcome, status),
);

/** Requests by method and how they ended. */
export const attemptCounts = (store: Store) => requests(store).all();

const sqliteVersion = prepared((db) => db.rows({ version: sql<string>`sqlite_version()` }, sql``));

/** The state of the database file. */
export function databaseFacts(store: Store) {
  const pragma = (name: string) => store.sql.pragma(name, { simple: true }) as string | number;
  return {
    form: versionOf(store.sql),
    sqlite: sqliteVersion(store).get()?.version ?? null,
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    pages: pragma('page_count'),
    freePages: pragma('freelist_count'),
    pageSize: pragma('page_size'),
  };
}
