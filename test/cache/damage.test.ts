import { closeSync, cpSync, existsSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupOutbox, listBackups } from '#main/recovery/backup.ts';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import { openStore, type OpenOptions } from '#main/storage/open/open.ts';
import { allOpenEdits, editById } from '#main/outbox/outbox.ts';
import { openAfterDamage } from '#main/recovery/repair.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { setAsideFiles } from '#main/storage/open/set-aside.ts';
import type { Store } from '#main/storage/store.ts';
import { release } from '#main/edits/decide/hold.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putEdit, putEdits, walkEdit } from './many-edits.ts';
import { idOf } from './many-records.ts';
import { Crash, stillWorld } from './world-for-cache.ts';
import { fullTest } from '#test/full-test.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const file = () => path.join(folder, 'account.db');
const open = (more: Partial<OpenOptions> = {}) => openStore({ file: file(), world: stillWorld(), account: testAccount, ...more });

/** A database with edits, as a clean end leaves it. */
function withEdits(count: number): number {
  const store = openTestStore(stillWorld(), file());
  const open = putEdits(store, count);
  store.close();
  return open;
}

function recordComment(store: Store): { id: string } {
  const answer = recordEdit(store, { kind: 'createUserComment', recordKind: 'expense', recordId: idOf(1), body: { content: 'Why?' } }, {});
  if (!answer.ok) throw new Error('refused');
  return answer;
}

/** Overwrites one page of the file with noise. */
function spoil(page: number): void {
  const descriptor = openSync(file(), 'r+');
  writeSync(descriptor, new Uint8Array(4096).fill(0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}

/** The page that a table's first leaf lies on. */
function rootPage(table: string): number {
  const store = openTestStore(stillWorld(), file());
  const root =
    store.sql.prepare<unknown[], { rootpage: number }>(`SELECT rootpage FROM sqlite_schema WHERE name = ?`).get(table)?.rootpage ?? 0;
  store.close();
  return root;
}

describe('a file that is not as it was left', () => {
  it('is set aside when its outbox is damaged, and never taken for a fresh one', () => {
    withEdits(60);
    const root = rootPage('outbox');
    const before = readFileSync(file()).length;
    spoil(root);
    const answer = open({ expected: true });
    expect(answer).toMatchObject({ kind: 'damaged', setAside: `${file()}.damaged-1` });
    expect(statSync(`${file()}.damaged-1`).size).toBe(before);
    // Whoever starts again is asked again; nothing opens an empty database in silence.
    expect(open({ expected: true })).toMatchObject({ kind: 'damaged', setAside: `${file()}.damaged-1` });
    expect(open()).toMatchObject({ kind: 'damaged', setAside: `${file()}.damaged-1` });
  });

  it('is distinguished from a fresh one when it is empty', () => {
    writeFileSync(file(), '');
    const fresh = open();
    expect(fresh).toMatchObject({ kind: 'open', facts: { fresh: true } });
    if (fresh.kind === 'open') fresh.store.close();
    truncateSync(file(), 0);
    expect(open({ expected: true })).toMatchObject({ kind: 'damaged' });
    rmSync(`${file()}.damaged-1`);
    writeFileSync(file(), '');
    writeFileSync(`${file()}-wal`, 'something was written once');
    expect(open()).toMatchObject({ kind: 'damaged' });
    expect(existsSync(`${file()}.damaged-1-wal`)).toBe(true);
  });

  it('is damage when it is gone though it was opened before, or is no database', () => {
    expect(open({ expected: true })).toEqual({ kind: 'damaged', detail: 'the database file is missing', setAside: null });
    writeFileSync(file(), 'a letter to the bank');
    expect(open()).toMatchObject({ kind: 'damaged', detail: 'the file is not a database' });
    expect(readFileSync(`${file()}.damaged-1`, 'utf8')).toBe('a letter to the bank');
  });

  it('is refused unchanged when a newer Layover wrote it', () => {
    const store = openTestStore(stillWorld(), file());
    store.sql.pragma('user_version = 9999');
    store.close();
    const before = readFileSync(file());
    expect(open()).toEqual({ kind: 'newer', version: 9999 });
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it('tells a folder that cannot be written from a full disk', () => {
    writeFileSync(path.join(folder, 'not-a-folder'), '');
    const answer = open({ file: path.join(folder, 'not-a-folder', 'account.db') });
    expect(answer).toMatchObject({ kind: 'unwritable', full: false });
    expect(open({ file: folder }).kind).toBe('unwritable');
  });
});

describe('going on after damage', () => {
  it('brings back every open edit that can still be read, all held', () => {
    const openCount = withEdits(600);
    const damagedPages = [rootPage('record'), rootPage('record_by_date')];
    for (const page of damagedPages) spoil(page);
    cpSync(file(), `${file()}.damaged-1`);
    rmSync(file());
    const answer = openAfterDamage({ file: file(), world: stillWorld(2), account: testAccount, expected: true }, null);
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(answer.broughtBack).toEqual({ held: openCount, returned: openCount, unreadable: 0 });
    const edits = allOpenEdits(answer.store);
    expect(edits).toHaveLength(openCount);
    expect(edits.every((edit) => edit.state === 'held')).toBe(true);
    expect(edits.filter((edit) => edit.heldFrom === 'sending')).toEqual([]);
    expect(JSON.parse(edits[0]?.body ?? '')).toEqual({ performedDate: '2026-03-12', note: 'typed 0' });
    expect(existsSync(`${file()}.damaged-1`)).toBe(true);
    answer.store.close();
  });

  fullTest('loses only the rows on a damaged page of the outbox, and says how many', () => {
    const openCount = withEdits(600);
    const store = openTestStore(stillWorld(), file());
    const leaf = store.sql
      .prepare<unknown[], { page: number }>(
        `SELECT pageno AS page FROM dbstat WHERE name = 'outbox' AND pagetype = 'leaf' LIMIT 1 OFFSET 5`,
      )
      .get();
    store.close();
    spoil(leaf?.page ?? 0);
    expect(open({ expected: true }).kind).toBe('damaged');
    const answer = openAfterDamage({ file: file(), world: stillWorld(2), account: testAccount, expected: true }, null);
    if (answer.kind !== 'open') throw new Error(answer.kind);
    const { returned, unreadable } = answer.broughtBack;
    expect(unreadable).toBeGreaterThan(0);
    expect(unreadable).toBeLessThan(30);
    expect(returned + (unreadable ?? 0)).toBeGreaterThanOrEqual(openCount);
    answer.store.close();
  });

  it('says how many edits could not be read when the outbox cannot be read at all, or that nobody knows', () => {
    withEdits(60);
    const pages = [rootPage('outbox'), rootPage('audit')];
    const salvage = (n: number) => {
      spoil(pages[n] ?? 0);
      cpSync(file(), `${file()}.salvaged-${n}`);
      const into = openTestStore(stillWorld(7 + n), path.join(folder, `into-${n}.db`));
      const answer = bringBackEdits(into, `${file()}.salvaged-${n}`);
      into.close();
      return answer;
    };
    expect(salvage(0)).toEqual({ held: 0, returned: 0, unreadable: 60 });
    expect(salvage(1)).toEqual({ held: 0, returned: 0, unreadable: null });
  });

  it('is damage again, never an empty start, when the repair itself is cut off', () => {
    const openCount = withEdits(60);
    spoil(rootPage('outbox_open'));
    cpSync(file(), `${file()}.damaged-1`);
    rmSync(file());
    const world = stillWorld(3);
    world.crashAt = (point) => point === 'committing bring back';
    expect(() => openAfterDamage({ file: file(), world, account: testAccount }, null)).toThrow(Crash);
    expect(open({ expected: true })).toMatchObject({ kind: 'damaged' });
    const answer = openAfterDamage({ file: file(), world: stillWorld(4), account: testAccount }, null);
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(allOpenEdits(answer.store)).toHaveLength(openCount);
    answer.store.close();
  });
});

describe('the readable part of the damaged file', () => {
  it('an edit that it shows as applied is not restored from an older backup, now or when a user restores one', () => {
    const store = openTestStore(stillWorld(), file());
    const backups = path.join(folder, 'backups');
    putEdits(store, 60);
    const id = putEdit(store, 500, 'waiting');
    const still = putEdit(store, 501, 'waiting');
    const backup = backupOutbox(store, backups);
    walkEdit(store, id, 'sending', 'applied');
    store.close();
    spoil(rootPage('record'));
    cpSync(file(), `${file()}.damaged-1`);
    rmSync(file());
    const backupFile = path.join(backups, backup?.id ?? '');
    const answer = openAfterDamage({ file: file(), world: stillWorld(2), account: testAccount }, backupFile);
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(editById(answer.store, still)?.state).toBe('held');
    expect(editById(answer.store, id)).toBeNull();
    bringBackEdits(answer.store, backupFile, setAsideFiles(file()));
    expect(editById(answer.store, id)).toBeNull();
    answer.store.close();
  });

  it('a restored creating edit waits until an earlier request of it could have arrived', () => {
    const store = openTestStore(stillWorld(), file());
    const backups = path.join(folder, 'backups');
    const { id } = recordComment(store);
    const backup = backupOutbox(store, backups);
    store.close();
    const fresh = openTestStore(stillWorld(5), path.join(folder, 'other.db'));
    const here = recordComment(fresh);
    bringBackEdits(fresh, path.join(backups, backup?.id ?? ''));
    expect(release(fresh, [id])).toMatchObject({ ok: false, why: 'tooEarly' });
    expect(release(fresh, [here.id])).toMatchObject({ ok: false, why: 'tooEarly' });
    fresh.close();
  });
});

describe('backups of the outbox', () => {
  it('are kept in turn, skipped when nothing happened, and bring back everything held', () => {
    const world = stillWorld();
    const store = openTestStore(world, file());
    const backups = path.join(folder, 'backups');
    putEdits(store, 24);
    const first = backupOutbox(store, backups, { keep: 3 });
    expect(first).toMatchObject({ edits: 16 });
    expect(backupOutbox(store, backups, { keep: 3 })).toBeNull();
    for (let n = 100; n < 104; n++) {
      putEdit(store, n, 'waiting');
      backupOutbox(store, backups, { keep: 3 });
    }
    expect(listBackups(backups).map((backup) => backup.edits)).toEqual([20, 19, 18]);
    store.close();

    const fresh = openTestStore(stillWorld(5), path.join(folder, 'other.db'));
    putEdit(fresh, 500, 'waiting');
    const newest = listBackups(backups)[0];
    const back = bringBackEdits(fresh, path.join(backups, newest?.id ?? ''));
    expect(back).toEqual({ held: 21, returned: 20, unreadable: 0 });
    expect(allOpenEdits(fresh).every((edit) => edit.state === 'held')).toBe(true);
    expect(editById(fresh, idOf(103, 'ed'))).toMatchObject({ heldFrom: 'waiting', recordedAt: world.now() });
    expect(bringBackEdits(fresh, path.join(backups, newest?.id ?? ''))).toEqual({ held: 21, returned: 0, unreadable: 0 });
    fresh.close();
  });
});
