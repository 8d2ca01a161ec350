import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { keyText, type Seal } from '#main/storage/sealing/seal.ts';

/** One open SQLite file. This file alone knows which SQLite it is, and lint lets no other one prepare or execute a text of SQL. */
export type Sqlite = Database.Database;
export type Statement<Row = unknown> = Database.Statement<unknown[], Row>;
export type RunResult = Database.RunResult;

const require = createRequire(import.meta.url);

export interface SqliteOptions {
  readonly?: boolean;
  fileMustExist?: boolean;
  /** The key of a sealed file, or of one that is made sealed; absent for a plain one. */
  seal?: Seal | null;
  /** To read sealed files beside itself, where it is none. */
  ciphers?: boolean;
}

/**
 * SQLite as it is, for plain files. The one with ciphers puts a layer of its own over every file, which takes a read that the disk refused for a
 * good one: a checkpoint then wrote the page before over page 1, with nothing said. A seal notices that, a plain file cannot.
 */
const Plain = require('better-sqlite3-plain') as typeof Database;

/**
 * The native half of a module. By itself it asks the system for a whole report first, to tell one Linux from another: 4 ms of every start. The one
 * Linux that we ship for is tried at once; where it does not load, the module looks on its own.
 */
function nativeHalf(name: string): { nativeBinding?: string } {
  if (platform() !== 'linux') return {};
  const nativeBinding = path.join(path.dirname(require.resolve(name)), '../prebuilds', `linux-${arch()}.node`);
  try {
    require(nativeBinding);
    return { nativeBinding };
  } catch {
    return {};
  }
}

let [plainHalf, cipherHalf]: (ReturnType<typeof nativeHalf> | null)[] = [null, null];
const halfOf = (ciphers: boolean) =>
  ciphers ? (cipherHalf ??= nativeHalf('better-sqlite3')) : (plainHalf ??= nativeHalf('better-sqlite3-plain'));

const cipher = 'aegis';
/** Of the cipher's family the one with keys and nonces of 256 bits. */
const algorithm = 'aegis-256';

/** Opens a file (or ':memory:'), for up to 250 ms if another process holds it. Throws SQLite's own error. */
export function openSqlite(file: string, { seal = null, ciphers = seal !== null, ...options }: SqliteOptions = {}): Sqlite {
  const sqlite = new (ciphers ? Database : Plain)(file, { timeout: 250, ...halfOf(ciphers), ...options });
  if (seal) giveKey(sqlite, seal);
  return sqlite;
}

/** Attaches a file under a name, plain where `seal` is null. Throws SQLite's own error. */
export function attachSqlite(sqlite: Sqlite, name: string, file: string, seal: Seal | null): void {
  if (seal) chooseCipher(sqlite);
  sqlite.prepare(`ATTACH ? AS ${name} KEY ?`).run(file, seal ? keyText(seal) : '');
}

function giveKey(sqlite: Sqlite, seal: Seal): void {
  try {
    chooseCipher(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const bytes = Buffer.from(keyText(seal), 'latin1');
  (sqlite as Sqlite & { key(bytes: Uint8Array): number }).key(bytes);
  bytes.fill(0);
}

/** A SQLite without ciphers would take the key for nothing and write plain text: that is looked at first. */
function chooseCipher(sqlite: Sqlite): void {
  for (const [name, value] of Object.entries({ cipher, algorithm })) {
    sqlite.pragma(`${name} = '${value}'`);
    if (sqlite.pragma(name, { simple: true }) !== value) throw new Error('this SQLite cannot encrypt: nothing was opened');
  }
}

/**
 * A statement that is compiled once. `= ?` is written `= +?`: a plan that looked at a bound value (to order by a column that equals it, to
 * join by it) is thrown away by SQLite whenever that value is bound again; looking up one record's edits took 15 µs of compiling and 1 µs of
 * looking. `+` changes no value and keeps every index in use, but hides from the planner that there is a value to look at. The same for `limit ?`.
 */
export function compile(sqlite: Sqlite, text: string): Statement {
  return sqlite.prepare(text.replace(/([=<>]|\blimit|\boffset) ?\?/gi, '$1 +?'));
}

/** Runs statements without parameters: transactions, migrations, pragmas. */
export function execute(sqlite: Sqlite, text: string): void {
  sqlite.exec(text);
}

/** SQLite's own error, with its code; anything else is a bug. */
export function isSqliteError(error: unknown): error is Error & { code: string } {
  return error instanceof Database.SqliteError || error instanceof Plain.SqliteError;
}

/** The code of an error of SQLite or of the system, '' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Errors of the disk or of SQLite; `rule` is a constraint or a unique key. */
export type Trouble = 'held' | 'damaged' | 'full' | 'failing' | 'refused' | 'rule';

const starts: Record<Trouble, readonly string[]> = {
  held: ['SQLITE_BUSY', 'SQLITE_LOCKED'],
  damaged: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'],
  full: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'],
  failing: ['SQLITE_IOERR', 'EIO', 'EMFILE', 'ENFILE'],
  refused: [
    ...['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'SQLITE_AUTH'],
    ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'],
  ],
  rule: ['SQLITE_CONSTRAINT'],
};

/** Which trouble an error tells of; null when it is a bug. By its code (`SQLITE_IOERR_WRITE` is one of `SQLITE_IOERR`), never by its text. */
export function troubleOf(error: unknown): Trouble | null {
  const code = codeOf(error);
  const told = (Object.keys(starts) as Trouble[]).find((kind) => starts[kind].some((start) => `${code}_`.startsWith(`${start}_`)));
  return told ?? null;
}

/** True for an error of the disk (full, failing) rather than a bug: nothing is lost and a retry is possible. */
export function isStorageTrouble(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_') && ['full', 'failing', 'held'].includes(troubleOf(error) ?? '');
}
