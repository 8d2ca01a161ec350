import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { openSqlite, troubleOf, type Sqlite } from '#main/storage/driver.ts';
import { versionOf } from './migrations.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';

/** SQLite goes by what the disk did not give: a part of its log, or another mark of the file. File and log stand as they were. */
export class Misread extends Error {
  override readonly name = 'Misread';
}

/**
 * Opens a database for this process alone, with all that its log holds. The layer with the ciphers takes a read that fails for a good one: the
 * log then ends there, closing removes the rest, and a mark that was not read is written over the file's own. So the log is read here first, its
 * commits are counted, and what closing removed before SQLite had them all is put back. Throws the error of SQLite or of the disk, or Misread.
 */
export function openWhole(file: string, options: { seal: Seal | null; fileMustExist?: boolean }): Sqlite {
  const log = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : null;
  const frames = log ? committedFrames(log) : 0;
  const sql = openSqlite(file, options);
  try {
    // Looked at before anything is read: closing would already write it.
    if (options.seal && markOf(sql) !== options.seal.keyId) throw new Misread('the mark of the file was not read');
    sql.pragma('locking_mode = EXCLUSIVE');
    // The first read takes the lock and goes through the log.
    versionOf(sql);
    if (frames > 0 && framesOf(sql) !== frames) throw new Misread(`the log holds ${frames} pages, SQLite read ${framesOf(sql)}`);
    return sql;
  } catch (error) {
    sql.close();
    if (log && frames > 0 && troubleOf(error) !== 'held') putBack(`${file}-wal`, log);
    throw error;
  }
}

/** The number of WAL frames between checkpoints. */
function framesOf(sql: Sqlite): number {
  const [state] = sql.pragma('wal_checkpoint(NOOP)') as { log: number }[];
  return state?.log ?? -1;
}

/** The key's id, as SQLite will write it again with the first page. */
function markOf(sql: Sqlite): string {
  return String(sql.pragma('cipher_salt', { simple: true }))
    .slice(16)
    .toLowerCase();
}

/** Only where it is gone: nothing was written in between, so that its pages are the newest. */
function putBack(name: string, log: Buffer): void {
  if (existsSync(name)) return;
  const descriptor = openSync(name, 'wx', 0o600);
  try {
    for (let at = 0; at < log.length;) at += writeSync(descriptor, log, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const HEADER_BYTES = 32;
const FRAME_BYTES = 24;

/** Frames up to the newest commit, by SQLite's description of its log ("The WAL File Format"). */
export function committedFrames(log: Buffer): number {
  if (log.length < HEADER_BYTES) return 0;
  const magic = log.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return 0;
  // As numbers of four bytes: calls on the buffer take more than twice as long. Every processor that Electron runs on is little-endian.
  const bytes = Buffer.from(log.subarray(0, log.length & ~3));
  if (magic === 0x377f0683) bytes.swap32();
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const pageBytes = log.readUInt32BE(8);
  const sums = new Int32Array(2);
  const add = (from: number, to: number) => {
    let [first = 0, second = 0] = sums;
    for (let n = from >> 2; n < to >> 2; n += 2) {
      first = (first + (words[n] ?? 0) + second) | 0;
      second = (second + (words[n + 1] ?? 0) + first) | 0;
    }
    sums.set([first, second]);
  };
  const sumsAt = (at: number) => log.readInt32BE(at) === sums[0] && log.readInt32BE(at + 4) === sums[1];
  add(0, 24);
  if (!sumsAt(24)) return 0;
  let committed = 0;
  for (let n = 1, at = HEADER_BYTES; at + FRAME_BYTES + pageBytes <= log.length; n += 1, at += FRAME_BYTES + pageBytes) {
    // Frames of an earlier round follow, under other salts.
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0 || log.readUInt32BE(at) === 0) break;
    add(at, at + 8);
    add(at + FRAME_BYTES, at + FRAME_BYTES + pageBytes);
    if (!sumsAt(at + 16)) break;
    if (log.readUInt32BE(at + 4) > 0) committed = n;
  }
  return committed;
}
