import { countDistinct, eq, max, sql } from 'drizzle-orm';
import { openSqlite, troubleOf, type Sqlite } from '#main/storage/driver.ts';
import { fixed, param, prepared, type Opened, selectFrom } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { audit } from '#main/storage/schema/audit.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import { claimsEver } from '#main/outbox/claim.ts';
import { attemptsIn, namedRow, tried } from './found-rows.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { doubtedIn, type Past } from '#main/recovery/past-of.ts';

/** Rows of another form of the database: what it did not have yet is absent, and takes its default here. */
export interface FoundEdits extends Past {
  edits: OutboxRow[];
  creatingIntents: number;
  unreadable: number | null;
}

const nextRow = prepared((db) =>
  db.text(sql`SELECT rowid AS in_file, * FROM ${outbox} WHERE rowid > ${param('after')} ORDER BY rowid LIMIT 1`),
);
/** Rows in a run that cannot be read before the rest of a file is given up. */
const MOST_LOST = 100_000;
const newestSeq = selectFrom(outbox, { fields: { n: max(outbox.seq) } });
const recordedEdits = selectFrom(audit, { fields: { n: countDistinct(audit.editId) }, where: fixed(eq(audit.what, 'recorded')) });

/** The key, of those that are here, that opens a sealed file: a database and its backups have one id and two keys. */
function sealFor(file: string, seals: readonly Seal[]): Seal | null {
  for (const seal of seals) {
    const source = openSqlite(file, { readonly: true, seal });
    const opens = tried(() => source.pragma('schema_version')) !== null;
    source.close();
    if (opens) return seal;
  }
  return null;
}

/** Reads the edits of a file of our own, a damaged one too. */
export function readEdits(file: string, seals: readonly Seal[]): FoundEdits {
  return (
    readFrom(
      file,
      () => sealFor(file, seals),
      () => true,
    ) ?? nothingFound()
  );
}

/**
 * Reads a backup that somebody else may have made; null where it has anything that a backup of ours has not: a view, a trigger, a virtual table or a
 * computed column would run SQL of its maker's.
 */
export function readForeignEdits(file: string, seal: Seal): FoundEdits | null {
  return readFrom(file, () => seal, hasOnlyPlainTables);
}

const nothingFound = (): FoundEdits => ({ edits: [], attempts: null, doubted: null, creatingIntents: 0, unreadable: null });

function readFrom(file: string, sealOf: () => Seal | null, isTaken: (from: Opened) => boolean): FoundEdits | null {
  const found = nothingFound();
  let source: Sqlite | null = null;
  try {
    source = openSqlite(file, { readonly: true, seal: sealOf() });
    source.pragma('trusted_schema = OFF');
    const from = { sql: source };
    if (!isTaken(from)) return null;
    readRows(from, found);
    found.attempts = attemptsIn(from);
    found.doubted = tried(() => doubtedIn(from));
    found.creatingIntents = tried(() => claimsEver(from)) ?? 0;
  } catch (error) {
    // A disk that refuses even its first bytes is damage too: what else holds edits is still read.
    if (troubleOf(error) === null) throw error;
  } finally {
    source?.close();
  }
  return found;
}

/** Reads from row to row: a damaged page costs its own rows and no others, and a gap in the numbers costs nothing. */
function readRows(from: Opened, found: FoundEdits): void {
  const last = lastSeqOf(from);
  if (last === null) return;
  let unreadable = 0;
  for (let after = 0; after < last && unreadable <= MOST_LOST;) {
    const read = tried(() => ({ row: nextRow(from).get({ after }) }));
    if (read !== null && !read.row) break;
    if (read?.row) found.edits.push(namedRow(outbox, read.row));
    else unreadable += 1;
    const place = read?.row ? read.row['in_file'] : after + 1;
    if (!Number.isSafeInteger(place)) break;
    after = place as number;
  }
  found.unreadable = unreadable > MOST_LOST ? null : unreadable;
}

const notPlain = prepared((db) =>
  db.text(
    sql`SELECT count(*) AS n FROM sqlite_schema AS made WHERE made.type <> 'table' OR made.sql LIKE 'CREATE VIRTUAL%'
      OR EXISTS (SELECT 1 FROM pragma_table_xinfo(made.name) WHERE hidden <> 0)`,
  ),
);
const hasOnlyPlainTables = (from: Opened): boolean => notPlain(from).get()?.['n'] === 0;

/** The newest edit's place in the order, by the outbox or by its audit log; null where neither can be read. */
function lastSeqOf(from: Opened): number | null {
  for (const asked of [newestSeq, recordedEdits]) {
    const last = tried(() => asked(from).get()?.n ?? 0);
    if (last !== null) return last;
  }
  return null;
}
