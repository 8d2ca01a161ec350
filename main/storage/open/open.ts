import { fold, foldWhole } from '#shared/columns/fold.ts';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { World } from '#shared/world.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import { codeOf, troubleOf, type Sqlite } from '#main/storage/driver.ts';
import { damageIn, lookThroughLater } from './look-through.ts';
import { applicationId, migrate, migrations, versionOf, type Migration } from './migrations.ts';
import { Misread, openWhole } from './open-whole.ts';
import { formOf, type Seal } from '#main/storage/sealing/seal.ts';
import { setAside, setAsideFiles } from './set-aside.ts';
import { createStore, type Store, type StoreAccount } from '#main/storage/store.ts';

export interface OpenOptions {
  /** Path of the database, or ':memory:'. */
  file: string;
  world: World;
  account: StoreAccount;
  /** The key of a database that is, or is made, sealed; a sealed one without its key is never opened, moved or rebuilt. */
  seal?: Seal | null;
  /** True when the registry says that this database was opened before: then a missing or empty file is damage, not a fresh start. */
  expected?: boolean;
  /** The user chose to go on after damage: a missing file is then rebuilt. What was set aside stays where it is. */
  rebuild?: boolean;
  /** The folder of the copy before a migration; beside the file when absent. */
  backupFolder?: string;
  /** The first page may be read before the queue is looked through for damage: `Store.lookThrough` does that then (law 22). */
  later?: boolean;
  /** Only for tests of migrations. */
  steps?: readonly Migration[];
}

export interface OpenFacts {
  /** True when there was no database before. */
  fresh: boolean;
  /** The form it had before, when it was migrated now. */
  migratedFrom: number | null;
  /** The copy that was kept before migrating. */
  copy: string | null;
}

/** The result of opening; only `open` has a store, and every other result left the file unchanged or set aside whole. */
export type OpenAnswer =
  | { kind: 'open'; store: Store; facts: OpenFacts }
  | { kind: 'locked' }
  /** It is sealed with this key, which was not given. Nothing was touched. */
  | { kind: 'sealed'; keyId: string }
  | { kind: 'damaged'; detail: string; setAside: string | null }
  | { kind: 'newer'; version: number }
  | { kind: 'unwritable'; detail: string; full: boolean };

type Failed = Exclude<OpenAnswer, { kind: 'open' }>;

/**
 * Opens one account's database for this process alone: WAL with an effective `synchronous=FULL`, exclusive lock, checked and migrated.
 * A damaged file is set aside whole and never taken for a fresh one.
 */
export function openStore(options: OpenOptions): OpenAnswer {
  const found = options.file === ':memory:' ? ({ kind: 'absent' } as const) : look(options);
  if (found.kind === 'failed') return found.answer;
  const fresh = found.kind === 'absent';
  const first = attempt(options, fresh);
  if (first.kind !== 'suspect') return first;
  // One failed read looks like damage too: only a file that is damaged twice is.
  const second = attempt(options, fresh);
  if (second.kind !== 'suspect') return second;
  if (second.misread) return { kind: 'unwritable', detail: second.detail, full: false };
  return unreadable(options.file) ?? { kind: 'damaged', detail: second.detail, setAside: setAside(options.file) };
}

/** SQLite's check takes a page that the disk does not give for a damaged one: only bytes that can be read are damaged, and set aside. */
function unreadable(file: string): Failed | null {
  const chunk = Buffer.alloc(1 << 20);
  try {
    for (const name of [file, `${file}-wal`].filter((each) => existsSync(each))) {
      const descriptor = openSync(name, 'r');
      try {
        for (let at = 0, read = 1; read > 0; at += read) read = readSync(descriptor, chunk, 0, chunk.length, at);
      } finally {
        closeSync(descriptor);
      }
    }
    return null;
  } catch (error) {
    const answer = judgeOpenError(error);
    if (answer && answer.kind !== 'suspect') return answer;
    throw error;
  }
}

/** A file that looks damaged, or whose log the disk did not give whole. */
interface Suspect {
  kind: 'suspect';
  detail: string;
  misread?: true;
}

function attempt(options: OpenOptions, fresh: boolean): OpenAnswer | Suspect {
  let sql: Sqlite | null = null;
  try {
    sql = openWhole(options.file, { seal: options.seal ?? null });
    return openDatabase(sql, options, fresh);
  } catch (error) {
    if (sql?.open) sql.close();
    const failed = judgeOpenError(error);
    if (failed) return failed;
    throw error;
  }
}

function openDatabase(sql: Sqlite, options: OpenOptions, fresh: boolean): OpenAnswer | Suspect {
  const steps = options.steps ?? migrations;
  const version = versionOf(sql);
  const refused = refuseForeign(sql, version, steps.length);
  if (refused) {
    sql.close();
    return refused;
  }
  makeDurable(sql);
  // Texts are compared in queries as they are in entries (columns/fact-entries.ts).
  sql.function('fold', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? fold(text) : null));
  sql.function('fold_whole', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? foldWhole(text) : null));
  if (options.later && version === steps.length) {
    const lookThrough = lookThroughLater(sql, options.world, () => assertDurable(sql));
    const store = createStore(sql, options.world, options.account, lookThrough);
    return { kind: 'open', store, facts: { fresh, migratedFrom: null, copy: null } };
  }
  const damage = version > 0 ? damageIn(sql) : null;
  if (damage) {
    sql.close();
    return { kind: 'suspect', detail: damage };
  }
  const migrates = version > 0 && version < steps.length;
  const copy = migrates && options.file !== ':memory:' ? copyBeforeMigration(sql, options.file, version, options.backupFolder) : null;
  migrate(sql, options.world, steps);
  assertDurable(sql);
  const store = createStore(sql, options.world, options.account);
  return { kind: 'open', store, facts: { fresh, migratedFrom: migrates ? version : null, copy } };
}

/** WAL alone falls back to `synchronous=NORMAL` after the first write, which loses acknowledged edits in a power cut. */
function makeDurable(sql: Sqlite): void {
  sql.pragma('journal_mode = WAL');
  sql.pragma('synchronous = FULL');
  sql.pragma('foreign_keys = ON');
  sql.pragma('trusted_schema = OFF');
  sql.pragma('temp_store = MEMORY');
  sql.pragma('cache_size = -16000');
  // Pages that are written with every edit are folded in half as often as by default; the log then grows to 8 MB.
  sql.pragma('wal_autocheckpoint = 2000');
  // A large import must not leave a large log behind.
  sql.pragma('journal_size_limit = 67108864');
}

/** A first write that takes the lock for good, then the durability as it truly is. */
function assertDurable(sql: Sqlite): void {
  sql.pragma(`application_id = ${applicationId}`);
  const mode: unknown = sql.pragma('journal_mode', { simple: true });
  const level = Number(sql.pragma('synchronous', { simple: true }));
  if ((mode !== 'wal' && !sql.memory) || level !== 2) throw new Error(`the database is not durable: ${String(mode)}, synchronous=${level}`);
}

function refuseForeign(sql: Sqlite, version: number, known: number): Failed | null {
  if (version > known) return { kind: 'newer', version };
  const id = Number(sql.pragma('application_id', { simple: true }));
  return version > 0 && id !== applicationId ? { kind: 'damaged', detail: 'this file is not a Layover database', setAside: null } : null;
}

type Found = { kind: 'absent' } | { kind: 'database' } | { kind: 'failed'; answer: Failed };

/** Looks before SQLite does: it would open a 0-byte file as a fresh, empty database. */
function look({ file, expected = false, rebuild = false, seal = null }: OpenOptions): Found {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const form = formOf(file);
    switch (form.kind) {
      case 'absent':
        return rebuild ? { kind: 'absent' } : missing(file, expected);
      case 'empty': {
        const siblings = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
        return expected || siblings ? damagedFile(file, 'the database file is empty') : { kind: 'absent' };
      }
      case 'sealed':
        if (!form.knowsCipher) return { kind: 'failed', answer: { kind: 'newer', version: migrations.length + 1 } };
        return seal?.keyId === form.keyId ? { kind: 'database' } : { kind: 'failed', answer: { kind: 'sealed', keyId: form.keyId } };
      case 'plain':
        if (seal) throw new Error('a plain database is never opened with a key');
        return { kind: 'database' };
      case 'other':
        return damagedFile(file, 'the file is not a database');
    }
  } catch (error) {
    const answer = judgeOpenError(error);
    if (answer && answer.kind !== 'suspect') return { kind: 'failed', answer };
    throw error;
  }
}

function missing(file: string, expected: boolean): Found {
  const before = setAsideFiles(file).at(-1) ?? null;
  if (!expected && before === null) return { kind: 'absent' };
  const detail = before === null ? 'the database file is missing' : 'the database was damaged and waits for your decision';
  return { kind: 'failed', answer: { kind: 'damaged', detail, setAside: before } };
}

function damagedFile(file: string, detail: string): Found {
  return { kind: 'failed', answer: { kind: 'damaged', detail, setAside: setAside(file) } };
}

/** Turns what the disk and SQLite can say into an answer; null means a bug. Nothing is decided by an error's text. */
function judgeOpenError(error: unknown): Failed | Suspect | null {
  const detail = error instanceof Error ? error.message : codeOf(error);
  if (error instanceof Misread) return { kind: 'suspect', detail, misread: true };
  switch (troubleOf(error)) {
    case 'held':
      return { kind: 'locked' };
    case 'damaged':
      return { kind: 'suspect', detail };
    case 'full':
      return { kind: 'unwritable', detail, full: true };
    case 'failing':
    case 'refused':
      return { kind: 'unwritable', detail, full: false };
    case 'rule':
    case null:
      return null;
  }
}
