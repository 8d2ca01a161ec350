import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupOutbox, withForeignBackup, wrapsOfBackup } from '#main/recovery/backup.ts';
import { compile, isStorageTrouble, openSqlite, troubleOf } from '#main/storage/driver.ts';
import type { Migration } from '#main/storage/open/migrations.ts';
import { openStore } from '#main/storage/open/open.ts';
import { CopyDiffers, resealDatabase } from '#main/storage/sealing/reseal.ts';
import { formOf } from '#main/storage/sealing/seal.ts';
import { setAside, setAsideFiles } from '#main/storage/open/set-aside.ts';
import { syncFolder } from '#main/storage/open/sync-folder.ts';
import { allEdits } from '#main/outbox/outbox.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putEdits } from './many-edits.ts';
import { stillWorld } from './world-for-cache.ts';

/** Behaviour of files under a failing disk or another version. */

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const file = () => path.join(folder, 'account.db');

describe('the driver', () => {
  it('creates no file where one must exist, and writes nothing to a read-only one', () => {
    expect(() => openSqlite(file(), { fileMustExist: true })).toThrow();
    expect(existsSync(file())).toBe(false);
    openTestStore(stillWorld(), file()).close();
    const read = openSqlite(file(), { readonly: true, fileMustExist: true });
    expect(() => read.exec('CREATE TABLE other (id)')).toThrow('readonly');
    read.close();
  });

  it('opens nothing under a seal where SQLite has no ciphers: it would write plain text', () => {
    expect(() => openSqlite(file(), { seal: testSeal, ciphers: false })).toThrow('this SQLite cannot encrypt: nothing was opened');
  });

  it('hides every bound value from the planner, and changes nothing else of a statement', () => {
    const sql = openSqlite(':memory:');
    const text = "SELECT 1 AS a WHERE 1 = ? AND 2 >=? AND '?' <> ? AND 3 LIKE ? LIMIT ? OFFSET ?";
    expect(compile(sql, text).source).toBe("SELECT 1 AS a WHERE 1 = +? AND 2 >= +? AND '?' <> +? AND 3 LIKE ? LIMIT +? OFFSET +?");
    sql.close();
  });

  it.each([
    ['SQLITE_BUSY_SNAPSHOT', 'held', true],
    ['SQLITE_CORRUPT_VTAB', 'damaged', false],
    ['SQLITE_FULL', 'full', true],
    ['ENOSPC', 'full', false],
    ['SQLITE_IOERR_WRITE', 'failing', true],
    ['EACCES', 'refused', false],
    ['SQLITE_CONSTRAINT_UNIQUE', 'rule', false],
    ['SQLITE_FULLER', null, false],
    ['', null, false],
  ])('tells a trouble of the disk from a bug by its code: %s', (code, trouble, isStorage) => {
    const error = Object.assign(new Error('some words'), code === '' ? {} : { code });
    expect([troubleOf(error), isStorageTrouble(error)]).toEqual([trouble, isStorage]);
  });

  it('a missing folder is reported, not skipped', () => {
    syncFolder(folder);
    expect(() => syncFolder(path.join(folder, 'gone'))).toThrow('ENOENT');
  });
});

describe('a damaged file that is set aside', () => {
  const damage = (n: number, suffixes = ['']) => {
    for (const suffix of suffixes) writeFileSync(file() + suffix, `damaged ${n}`);
    return path.basename(setAside(file()) ?? '');
  };
  const saysWhat = (name: string) => readFileSync(path.join(folder, name), 'utf8');

  it('takes the next number, its log with it, the tenth after the ninth', () => {
    const all = Array.from({ length: 11 }, (_, n) => damage(n + 1, ['', '-wal']));
    expect(all).toEqual(all.map((_, n) => `account.db.damaged-${n + 1}`));
    writeFileSync(`${file()}.damaged-copy2`, '');
    expect(setAsideFiles(file()).map((name) => path.basename(name))).toEqual(all);
    expect([saysWhat('account.db.damaged-9'), saysWhat('account.db.damaged-11-wal')]).toEqual(['damaged 9', 'damaged 11']);
    expect(setAside(':memory:')).toBeNull();
    expect(setAsideFiles(path.join(folder, 'gone', 'account.db'))).toEqual([]);
  });

  it('never takes the place of another one, though somebody removed an older one', () => {
    for (const n of [1, 2]) damage(n);
    rmSync(`${file()}.damaged-1`);
    expect(damage(3)).toBe('account.db.damaged-3');
    expect(saysWhat('account.db.damaged-2')).toBe('damaged 2');
  });
});

describe('a newer form of the database', () => {
  const steps: Migration[] = [
    { tag: '0000_one', statements: ['CREATE TABLE one (id)', "INSERT INTO one VALUES ('kept')"] },
    { tag: '0001_two', statements: ['CREATE TABLE two (id)'] },
  ];
  const open = (count: number) => openStore({ file: file(), world: stillWorld(), account: testAccount, steps: steps.slice(0, count) });

  it('is made after a copy of the older one, which holds what stood there, and only then', () => {
    const first = open(1);
    if (first.kind !== 'open') throw new Error(first.kind);
    expect(first.facts).toEqual({ fresh: true, migratedFrom: null, copy: null });
    first.store.close();
    const second = open(2);
    if (second.kind !== 'open') throw new Error(second.kind);
    expect(second.facts).toMatchObject({ fresh: false, migratedFrom: 1 });
    second.store.close();
    const copy = openSqlite(second.facts.copy ?? '', { readonly: true, fileMustExist: true });
    expect(copy.prepare('SELECT id FROM one').pluck().all()).toEqual(['kept']);
    expect(copy.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'two'").pluck().get()).toBe(0);
    copy.close();
    const third = open(2);
    if (third.kind !== 'open') throw new Error(third.kind);
    expect(third.facts).toEqual({ fresh: false, migratedFrom: null, copy: null });
    third.store.close();
    expect(open(1)).toEqual({ kind: 'newer', version: 2 });
  });
});

describe('a database that is rewritten', () => {
  it.each([
    ['a line of the trail is missing', 'DROP TRIGGER audit_never_deleted; DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)'],
    ['how many requests ever left is another number', 'UPDATE engine_facts SET creating_intents = 99'],
    ['a table is missing', 'DROP TABLE comment'],
  ])('takes the old one’s place only when it says the same: %s', (_, change) => {
    const store = openTestStore(stillWorld(), file());
    putEdits(store, 3);
    store.close();
    const world = stillWorld();
    world.passing = (point) => {
      if (point !== 'copied') return;
      const copy = openSqlite(`${file()}.resealing`, { seal: testSeal });
      copy.exec(change);
      copy.close();
    };
    expect(() => resealDatabase({ file: file(), world, from: null, to: testSeal })).toThrow(CopyDiffers);
    expect(formOf(file()).kind).toBe('plain');
    resealDatabase({ file: file(), world: stillWorld(), from: null, to: testSeal });
    expect(readdirSync(folder)).toEqual(['account.db']);
    const again = openTestStore(stillWorld(), file(), testAccount, testSeal);
    expect(allEdits(again)).toHaveLength(3);
    again.close();
  });

  it('keeps the old one where the new one cannot replace it', () => {
    const store = openTestStore(stillWorld(), file());
    putEdits(store, 3);
    store.close();
    const world = stillWorld();
    world.passing = (point) => void (point === 'compared' && rmSync(`${file()}.resealing`));
    expect(() => resealDatabase({ file: file(), world, from: null, to: testSeal })).toThrow('ENOENT');
    expect(existsSync(file())).toBe(true);
    const again = openTestStore(stillWorld(), file());
    expect(allEdits(again)).toHaveLength(3);
    again.close();
  });

  it('waits for whoever holds the log of the old one', () => {
    openTestStore(stillWorld(), file()).close();
    const world = stillWorld();
    world.passing = (point) => void (point === 'compared' && writeFileSync(`${file()}-wal`, 'held'));
    expect(() => resealDatabase({ file: file(), world, from: null, to: testSeal })).toThrow(
      expect.objectContaining({ code: 'EBUSY' }) as Error,
    );
    expect(formOf(file()).kind).toBe('plain');
    // One without a byte holds nothing back.
    world.passing = (point) => void (point === 'compared' && writeFileSync(`${file()}-wal`, ''));
    resealDatabase({ file: file(), world, from: null, to: testSeal });
    expect(readdirSync(folder)).toEqual(['account.db']);
  });

  it('a backup from elsewhere lies beside the account’s own for as long as it is read', async () => {
    const backups = path.join(folder, 'account', 'backups');
    const read = async (name: string) => {
      for (const suffix of ['-wal', '-shm']) writeFileSync(name + suffix, '');
      return readFileSync(name, 'utf8');
    };
    expect(await withForeignBackup(backups, Buffer.from('a backup'), read)).toBe('a backup');
    expect(readdirSync(backups)).toEqual([]);
    const fails = async () => Promise.reject(new Error('cannot be read'));
    await expect(withForeignBackup(backups, Buffer.from('a backup'), fails)).rejects.toThrow('cannot be read');
    expect(readdirSync(backups)).toEqual([]);
  });

  it('a sealed backup carries its wraps, and a file without them has none', () => {
    const store = openTestStore(stillWorld(), file(), testAccount, testSeal);
    putEdits(store, 3);
    const wraps = 'wraps of any length, also ä and 漢';
    const backup = backupOutbox(store, folder, { sealed: { seal: testSeal, wraps } });
    store.close();
    expect(wrapsOfBackup(path.join(folder, backup?.id ?? ''))).toBe(wraps);
    expect(wrapsOfBackup(file())).toBeNull();
    // A tail that speaks of more than there is, or than anybody's keys take.
    const tailed = (length: number, bytes: number) => {
      const said = Buffer.alloc(4);
      said.writeUInt32BE(length);
      writeFileSync(path.join(folder, 'tailed'), Buffer.concat([Buffer.alloc(bytes, 'a'), said, Buffer.from('LAYOVER-WRAPS')]));
      return wrapsOfBackup(path.join(folder, 'tailed'));
    };
    expect([tailed(3, 3), tailed(4, 3), tailed(100_001, 100_001)]).toEqual(['aaa', null, null]);
    expect(tailed(100_000, 100_000)).toHaveLength(100_000);
    writeFileSync(path.join(folder, 'short'), 'x');
    expect(wrapsOfBackup(path.join(folder, 'short'))).toBeNull();
  });
});
