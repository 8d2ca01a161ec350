import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '#main/storage/driver.ts';
import { committedFrames, Misread, openWhole } from '#main/storage/open/open-whole.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putEdits } from './many-edits.ts';
import { stillWorld } from './world-for-cache.ts';

// Cases without a failing disk; the proof io-faults covers failing calls.

let folder: string;
beforeEach(() => void (folder = tempFolder()));

const forms = [
  ['plain', null],
  ['encrypted', testSeal],
] as const;

/** A database that a process left without closing it, with what an earlier round left behind in its log. */
function leftOpen(seal: typeof testSeal | null): string {
  const file = path.join(folder, 'account.db');
  const store = openTestStore(stillWorld(), file, testAccount, seal);
  store.sql.pragma('wal_autocheckpoint = 60');
  putEdits(store, 12);
  const left = path.join(folder, 'left.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix);
  store.close();
  return left;
}

/** The number of pages that SQLite reads from the log. */
function framesOfSqlite(file: string, seal: typeof testSeal | null): number {
  const sqlite = openSqlite(file, { seal });
  sqlite.pragma('user_version');
  const [state] = sqlite.pragma('wal_checkpoint(NOOP)') as { log: number }[];
  sqlite.close();
  return state?.log ?? -1;
}

/** The same log as a big-endian machine sums it. */
function turned(log: Buffer): Buffer {
  log.writeUInt32BE(0x377f0683, 0);
  let sums: [bigint, bigint] = [0n, 0n];
  const add = (part: Buffer) => {
    for (let at = 0; at < part.length; at += 8) {
      const first = BigInt.asUintN(32, sums[0] + BigInt(part.readUInt32BE(at)) + sums[1]);
      sums = [first, BigInt.asUintN(32, sums[1] + BigInt(part.readUInt32BE(at + 4)) + first)];
    }
  };
  const write = (at: number) => sums.forEach((sum, n) => log.writeUInt32BE(Number(sum), at + 4 * n));
  add(log.subarray(0, 24));
  write(24);
  for (let at = 32; at + 4120 <= log.length && log.compare(log, 16, 24, at + 8, at + 16) === 0; at += 4120) {
    add(log.subarray(at, at + 8));
    add(log.subarray(at + 24, at + 4120));
    write(at + 16);
  }
  return log;
}

describe.each(forms)('a log, %s', (_form, seal) => {
  it('is counted as SQLite counts it, wherever it ends', () => {
    const left = leftOpen(seal);
    const log = readFileSync(`${left}-wal`);
    const whole = committedFrames(log);
    // The frames behind it are of an earlier round.
    expect(log.length).toBeGreaterThan(32 + 4120 * (whole + 1));
    const counts = new Set<number>();
    const ends = [0.3, 0.6, 0.8, 1].map((part) => 32 + 4120 * Math.floor(whole * part));
    for (const bytes of [0, 31, 32, 5000, ...ends.flatMap((end) => [end - 8, end]), log.length]) {
      const cut = path.join(folder, `cut-${bytes}.db`);
      for (const suffix of ['', '-wal']) copyFileSync(left + suffix, cut + suffix);
      truncateSync(`${cut}-wal`, bytes);
      const counted = committedFrames(log.subarray(0, bytes));
      expect([bytes, framesOfSqlite(cut, seal)]).toEqual([bytes, counted]);
      counts.add(counted);
    }
    expect(Math.max(...counts)).toBe(whole);
    expect(counts.size).toBeGreaterThan(2);
  });

  it('is counted in the other order of bytes too, in which SQLite reads it as well', () => {
    const left = leftOpen(seal);
    const log = turned(readFileSync(`${left}-wal`));
    const counted = committedFrames(log);
    expect(counted).toBeGreaterThan(0);
    writeFileSync(`${left}-wal`, log);
    expect(framesOfSqlite(left, seal)).toBe(counted);
  });

  it('ends at the first page that is not as it was written', () => {
    const left = leftOpen(seal);
    const log = readFileSync(`${left}-wal`);
    const at = 32 + 4120 * (committedFrames(log) - 1) + 100;
    log.writeUInt8(log.readUInt8(at) ^ 1, at);
    writeFileSync(`${left}-wal`, log);
    const counted = committedFrames(log);
    expect(counted).toBeGreaterThan(0);
    expect(framesOfSqlite(left, seal)).toBe(counted);
  });
});

it('an unreadable database keeps its WAL', () => {
  const left = leftOpen(testSeal);
  const before = [left, `${left}-wal`].map((name) => readFileSync(name));
  expect(() => openWhole(left, { seal: { ...testSeal, key: new Uint8Array(32).fill(8) } })).toThrow('file is not a database');
  expect([left, `${left}-wal`].map((name, index) => before[index]?.equals(readFileSync(name)))).toEqual([true, true]);
  const sqlite = openWhole(left, { seal: testSeal });
  expect(sqlite.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(12);
  sqlite.close();
});

it('a WAL whose database came back without a byte is unchanged', () => {
  const left = leftOpen(null);
  const log = readFileSync(`${left}-wal`);
  truncateSync(left, 0);
  expect(() => openWhole(left, { seal: null })).toThrow(Misread);
  expect(readFileSync(`${left}-wal`).equals(log)).toBe(true);
});

it('a plain database is opened by SQLite itself, never through the layer with the ciphers', () => {
  const plain = openSqlite(path.join(folder, 'plain.db'));
  expect(plain.pragma('cipher')).toEqual([]);
  plain.close();
  const sealed = openSqlite(path.join(folder, 'sealed.db'), { seal: testSeal });
  expect(sealed.pragma('cipher', { simple: true })).toBe('aegis');
  sealed.close();
});
