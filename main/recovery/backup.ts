import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { count, eq, max, sql as text } from 'drizzle-orm';
import type { EpochMs } from '#shared/world.ts';
import { attachSqlite, execute } from '#main/storage/driver.ts';
import { fixed, runOnce, selectFrom } from '#main/storage/prepared.ts';
import { attempts, engineFacts, isOpen, outbox } from '#main/storage/schema/outbox.ts';
import { audit } from '#main/storage/schema/audit.ts';
import { isDoubt } from './past-of.ts';
import type { Store } from '#main/storage/store.ts';
import { renameHeld } from '#main/storage/rename-held.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';

/** The seal of an encrypted account's backups: a key of their own and its wraps, so that one backup and the code are enough. */
export interface BackupSeal {
  seal: Seal;
  /** The text of `keys.json`. */
  wraps: string;
}

/** One backup of the open edits. `id` is its file name. */
export interface Backup {
  id: string;
  at: EpochMs;
  edits: number;
}

const backupName = /^outbox-(\d+)-(\d+)-(\d+)-(\d+)\.backup$/;

interface FoundBackup extends Backup {
  n: number;
  auditSeq: number;
}

function foundBackups(folder: string): FoundBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((id) => ({ id, parts: backupName.exec(id) }))
    .flatMap(({ id, parts }) =>
      parts ? [{ id, n: Number(parts[1]), auditSeq: Number(parts[2]), at: Number(parts[3]), edits: Number(parts[4]) }] : [],
    )
    .sort((a, b) => b.n - a.n);
}

/** The backups in a folder, newest first. */
export function listBackups(folder: string): Backup[] {
  return foundBackups(folder).map(({ id, at, edits }) => ({ id, at, edits }));
}

const lastLine = selectFrom(audit, { fields: { seq: max(audit.seq) } });

export interface BackupOptions {
  /** The number of files kept; ten when absent. */
  keep?: number;
  sealed?: BackupSeal | null;
  /** Though nothing happened since the newest one: its form is another. */
  always?: boolean;
}

/**
 * Writes the open edits, what may be there already of theirs, all their attempts and the counter of requests to a file of their own, and keeps the newest `keep` files.
 * Answers null when nothing happened since the newest one. Throws when the disk refuses; the outbox itself is not touched.
 */
export function backupOutbox(
  store: Store,
  folder: string,
  { keep = 10, sealed = null, always = false }: BackupOptions = {},
): Backup | null {
  const before = foundBackups(folder);
  const auditSeq = lastLine(store).get()?.seq ?? 0;
  if (before[0]?.auditSeq === auditSeq && !always) return null;
  mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, 'outbox.unfinished');
  rmSync(unfinished, { force: true });
  const edits = writeOpenEdits(store, unfinished, sealed?.seal ?? null);
  if (sealed) appendWraps(unfinished, sealed.wraps);
  const at = store.world.now();
  const id = `outbox-${(before[0]?.n ?? 0) + 1}-${auditSeq}-${at}-${edits}.backup`;
  renameHeld(unfinished, path.join(folder, id));
  for (const old of before.slice(Math.max(0, keep - 1))) rmSync(path.join(folder, old.id), { force: true });
  return { id, at, edits };
}

const openCount = selectFrom(outbox, { fields: { n: count() }, where: isOpen(outbox) });

function writeOpenEdits(store: Store, file: string, seal: Seal | null): number {
  const { sql } = store;
  attachSqlite(sql, 'copy', file, seal);
  try {
    execute(sql, 'BEGIN');
    carryPast(store);
    const edits = text`SELECT ${outbox.id} FROM copy.${outbox}`;
    runOnce(store, text`CREATE TABLE copy.${attempts} AS SELECT * FROM main.${attempts} WHERE ${attempts.editId} IN (${edits})`);
    runOnce(store, text`CREATE TABLE copy.${engineFacts} AS SELECT * FROM main.${engineFacts}`);
    execute(sql, 'COMMIT');
    return openCount(store).get()?.n ?? 0;
  } finally {
    if (sql.inTransaction) execute(sql, 'ROLLBACK');
    execute(sql, 'DETACH copy');
  }
}

/** Open edits, and, of those that create something, the closed ones that they correct or bring back: requests of these may have arrived (law 12). */
function carryPast(store: Store): void {
  const open = text`FROM main.${outbox} WHERE ${isOpen(outbox)}`;
  const creating = text`${open} AND ${fixed(eq(outbox.repeat, 'creates'))}`;
  const records = text`SELECT ${outbox.recordId} ${creating}`;
  const ofRecords = text`SELECT ${outbox.id} FROM main.${outbox} WHERE ${outbox.recordId} IN (${records})`;
  const doubts = text`SELECT ${audit.seq}, ${audit.editId}, ${audit.facts} FROM main.${audit} WHERE ${audit.editId} IN (${ofRecords}) AND ${isDoubt}`;
  runOnce(store, text`CREATE TABLE copy.${audit} AS ${doubts}`);
  const edit = text`SELECT ${outbox.id}, ${outbox.supersedes}`;
  runOnce(
    store,
    text`CREATE TABLE copy.${outbox} AS WITH RECURSIVE past (id, supersedes) AS (
        ${edit} ${creating}
        UNION ${edit} FROM past CROSS JOIN main.${outbox} ON ${outbox.id} = past.supersedes
      ) SELECT * FROM main.${outbox} WHERE ${outbox.id} IN (SELECT ${outbox.id} ${open} UNION SELECT id FROM past) ORDER BY ${outbox.seq}`,
  );
}

/** The mark at the end of a sealed backup, after the length of the wraps before it. SQLite reads no further than its own last page. */
const wrapsMark = 'LAYOVER-WRAPS';
const LENGTH_BYTES = 4;
const tailBytes = LENGTH_BYTES + wrapsMark.length;
const MOST_WRAP_BYTES = 100_000;

function appendWraps(file: string, wraps: string): void {
  const bytes = Buffer.from(wraps);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  appendFileSync(file, Buffer.concat([bytes, length, Buffer.from(wrapsMark)]), { flush: true });
}

/** Lays a backup from elsewhere beside the account's own for as long as `use` reads it. */
export async function withForeignBackup<T>(folder: string, bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'outbox.foreign');
  writeFileSync(file, bytes, { mode: 0o600 });
  try {
    return await use(file);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  }
}

/** The text of `keys.json` that a sealed backup carries; null when it carries none. */
export function wrapsOfBackup(file: string): string | null {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const tail = Buffer.alloc(tailBytes);
    if (size < tailBytes || readSync(descriptor, tail, 0, tailBytes, size - tailBytes) < tailBytes) return null;
    const length = tail.readUInt32BE();
    if (tail.toString('latin1', LENGTH_BYTES) !== wrapsMark || length > MOST_WRAP_BYTES || length > size - tailBytes) return null;
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, size - tailBytes - length);
    return bytes.toString();
  } finally {
    closeSync(descriptor);
  }
}
