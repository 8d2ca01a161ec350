import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { codeOf, isSqliteError, openSqlite, type Sqlite } from '#main/cache/database/driver.ts';
import { given, kept, type Opened } from '#main/cache/database/kept.ts';
import { migrate, versionOf, type Migration } from '#main/cache/database/migrations.ts';
import { audit } from '#main/cache/database/schema/trail-lines.ts';
import { formOf } from '#main/cache/database/seal.ts';
import type { ArchivePlace, Store } from '#main/cache/database/store.ts';
import { syncFolder } from '#main/cache/database/sync-folder.ts';
import type { ArchivesView } from '#shared/contract/archive-views.ts';
import type { Archive } from './archives.ts';

const steps: Migration[] = [
  {
    tag: '0000_archive',
    statements: [
      `CREATE TABLE audit (
         seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, edit_id TEXT, record_kind TEXT, record_id TEXT,
         facts TEXT NOT NULL, hash TEXT NOT NULL, version INTEGER NOT NULL, who TEXT
       ) STRICT`,
      'CREATE INDEX audit_by_record ON audit (record_id, seq) WHERE record_id IS NOT NULL',
      `CREATE TRIGGER audit_never_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`,
      `CREATE TRIGGER audit_never_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`,
      'CREATE TABLE archived_edit (id TEXT PRIMARY KEY, record_id TEXT NOT NULL, "row" TEXT NOT NULL) STRICT',
      `CREATE TRIGGER archived_edit_never_deleted BEFORE DELETE ON archived_edit BEGIN SELECT RAISE(ABORT, 'an edit is never deleted'); END`,
      `CREATE TABLE archived_attempt (
         edit_id TEXT NOT NULL, n INTEGER NOT NULL, "row" TEXT NOT NULL, body BLOB NOT NULL, answer BLOB, PRIMARY KEY (edit_id, n)
       ) STRICT, WITHOUT ROWID`,
      `CREATE TRIGGER archived_attempt_never_deleted BEFORE DELETE ON archived_attempt
         BEGIN SELECT RAISE(ABORT, 'an attempt is never deleted'); END`,
    ],
  },
];

const suffix = '.archive';

/** Where the archives of the account in a folder lie. */
export const archiveFolder = (accountFolder: string): string => path.join(accountFolder, 'archive');

/** The file of one year. */
export const archiveFile = (folder: string, name: string): string => path.join(folder, `${name}${suffix}`);

/** The year that a file is named after; null for any other file. */
export const archiveName = (file: string): string | null => /^(\d{4})\.archive$/.exec(file)?.[1] ?? null;

/** Why an archive cannot be read; everything else goes on. */
export type ArchiveProblem = NonNullable<ArchivesView['problem']>;

/** What stands in the way is said, and the rest works. */
class CannotRead extends Error {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem) {
    super(`an archive cannot be read: ${problem}`);
    this.problem = problem;
  }
}

const lineAt = kept((db) =>
  db
    .select({ hash: audit.hash })
    .from(audit)
    .where(eq(audit.seq, given('seq'))),
);

/** Where archives are written. */
export type WritePlace = ArchivePlace & { folder: string };

/** Opens a year's file to write it, makes it where there is none. Throws the error of SQLite or of the disk. */
export function openToWrite({ world }: Store, { folder, seal }: WritePlace, name: string): Sqlite {
  const file = archiveFile(folder, name);
  const form = formOf(file).kind;
  const isNew = form === 'absent';
  // Its form is about to change: nothing is added to a plain file of a sealed account.
  if ((form === 'plain' && seal) || (form === 'sealed' && !seal)) throw new CannotRead('unreadable');
  mkdirSync(folder, { recursive: true });
  const sql = opened(file, seal);
  try {
    sql.pragma('journal_mode = DELETE');
    sql.pragma('synchronous = FULL');
    sql.pragma('trusted_schema = OFF');
    migrate(sql, world, steps);
    if (isNew) syncFolder(folder);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** Each file goes by its own form: in the middle of a change of form some are sealed and others not. */
function opened(file: string, seal: ArchivePlace['seal']): Sqlite {
  const form = formOf(file);
  if (form.kind === 'other') throw new CannotRead('damaged');
  if (form.kind === 'sealed' && form.keyId !== seal?.keyId) throw new CannotRead('sealed');
  return openSqlite(file, { seal: form.kind === 'plain' ? null : seal });
}

/** What reading an archive came to. */
export type ReadArchive<T> = { ok: true; value: T } | { ok: false; problem: ArchiveProblem };

/** Opens one archive for as long as `read` takes, and only where it ends as the account's own file remembers. */
export function readArchive<T>(store: Store, known: Archive, read: (from: Opened) => T): ReadArchive<T> {
  return lookInto(store, known.name, (from) => {
    if (lineAt(from).get({ seq: known.lastLine })?.hash !== known.hash) throw new CannotRead('damaged');
    return read(from);
  });
}

/** The same for one of which nothing is known here. What the file or the disk has against it is an answer. */
export function lookInto<T>(store: Store, name: string, read: (from: Opened) => T): ReadArchive<T> {
  const { folder, seal } = store.archives;
  let sql: Sqlite | null = null;
  try {
    const file = folder === null ? null : archiveFile(folder, name);
    if (file === null || !existsSync(file)) throw new CannotRead('missing');
    // Not opened as read-only: what a crash left half-written is taken back by the first read.
    sql = opened(file, seal);
    versionOf(sql);
    sql.pragma('query_only = ON');
    return { ok: true, value: read({ sql }) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    store.world.log.error('archiveNotRead', { name, problem, code: codeOf(error) });
    return { ok: false, problem };
  } finally {
    sql?.close();
  }
}

/** What the file or the disk has against it; null for a bug. */
export function problemOf(error: unknown): ArchiveProblem | null {
  if (error instanceof CannotRead) return error.problem;
  if (isSqliteError(error)) return /^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(error.code) ? 'damaged' : 'unreadable';
  return codeOf(error) === '' ? null : 'unreadable';
}
