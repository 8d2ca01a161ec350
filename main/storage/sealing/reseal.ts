import { createHash } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { getTableName, sql as text } from 'drizzle-orm';
import type { World } from '#shared/world.ts';
import { attachSqlite, execute, openSqlite, type Sqlite } from '#main/storage/driver.ts';
import { param, prepared, runOnce } from '#main/storage/prepared.ts';
import { openWhole } from '#main/storage/open/open-whole.ts';
import { renameHeld } from '#main/storage/rename-held.ts';
import { setting } from '#main/storage/schema/accounts.ts';
import { answers, attempts, batches, engineFacts, outbox } from '#main/storage/schema/outbox.ts';
import { audit } from '#main/storage/schema/audit.ts';
import type { Seal } from './seal.ts';
import { syncFile, syncFolder } from '#main/storage/open/sync-folder.ts';

export interface Reseal {
  /** A database that nobody has open. */
  file: string;
  world: World;
  /** Its present key; null when plain. */
  from: Seal | null;
  to: Seal | null;
}

const siblings = ['', '-wal', '-shm', '-journal'];

/**
 * Writes a database again, sealed or plain, beside itself, compares the two, and puts the new one in its place: whenever it ends early, one
 * whole database is under the name. Throws the error of SQLite or of the disk; the old one is then untouched.
 */
export function resealDatabase(reseal: Reseal): void {
  const { file, world, from, to } = reseal;
  forgetResealing(file);
  world.passing('before settling the log');
  const before = settled(file, from);
  world.passing('before copying');
  copyInto(reseal);
  world.passing('copied');
  syncFile(copyOf(file));
  const copy = openSqlite(copyOf(file), { seal: to });
  try {
    if (copy.pragma('integrity_check', { simple: true }) !== 'ok' || digestOf(copy) !== before) throw new CopyDiffers();
  } finally {
    copy.close();
  }
  world.passing('compared');
  // A log of the old form beside the new file would be taken for its own.
  for (const suffix of ['-wal', '-journal'])
    if (existsSync(file + suffix) && statSync(file + suffix).size > 0)
      throw Object.assign(new Error(`${suffix} could not be removed, or somebody holds it`), { code: 'EBUSY' });
  for (const suffix of siblings.slice(1)) rmSync(file + suffix, { force: true });
  renameHeld(copyOf(file), file);
  world.passing('renamed');
  syncFolder(path.dirname(file));
  forgetResealing(file);
}

/** The new file does not say what the old one says. Nothing was changed. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}

/** Removes what an earlier try left behind. */
export function forgetResealing(file: string): void {
  for (const name of [copyOf(file), keyHolderOf(file)]) for (const suffix of siblings) rmSync(name + suffix, { force: true });
}

const copyOf = (file: string): string => `${file}.resealing`;
/** A small sealed database: what is attached to one takes its key, and a plain one cannot be vacuumed into a sealed one otherwise. */
const keyHolderOf = (file: string): string => `${file}.resealing-key`;

/** Everything of a database in its one file; answers what it says. */
function settled(file: string, seal: Seal | null): string {
  const database = openWhole(file, { seal, fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    database.pragma('synchronous = FULL');
    return digestOf(database);
  } finally {
    database.close();
  }
}

function copyInto({ file, from, to }: Reseal): void {
  const holder = openSqlite(to ? keyHolderOf(file) : ':memory:', { seal: to, ciphers: true });
  try {
    holder.pragma('temp_store = MEMORY');
    if (to) execute(holder, 'CREATE TABLE key_holder (id)');
    attachSqlite(holder, 'source', file, from);
    runOnce({ sql: holder }, text`VACUUM source INTO ${param('file')}`, { file: copyOf(file) });
  } finally {
    holder.close();
  }
}

/** Tables with user input and its audit: compared row by row. Other tables: compared by row count. */
const comparedWhole: ReadonlySet<string> = new Set(
  [outbox, attempts, answers, batches, engineFacts, audit, setting].map((table) => getTableName(table)),
);

const tables = prepared((db) => db.rows({ name: text<string>`name` }, text`FROM sqlite_schema WHERE type = 'table' ORDER BY name`));

function digestOf(sql: Sqlite): string {
  const digest = createHash('sha256').update(`${String(sql.pragma('user_version', { simple: true }))}\n`);
  for (const { name } of tables({ sql }).all()) {
    const table = text.identifier(name);
    const rows = comparedWhole.has(name) ? text`SELECT * FROM ${table}` : text`SELECT count(*) FROM ${table}`;
    digest.update(`${name}\n`);
    for (const row of eachRow(sql, rows)) digest.update(row);
  }
  return digest.digest('hex');
}

function* eachRow(sql: Sqlite, statement: ReturnType<typeof text>): Generator<string> {
  const rows = prepared((db) => db.text(statement))({ sql }).each();
  for (const row of rows) yield `${JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}\n`;
}
