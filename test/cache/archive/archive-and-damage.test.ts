import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archivesOf } from '#main/cache/archive/archives.ts';
import { verifyEverything } from '#main/cache/archive/check-archives.ts';
import { everEditById, everyLineOf } from '#main/cache/archive/ever.ts';
import { moveToArchive } from '#main/cache/archive/move-portion.ts';
import { backupOutbox } from '#main/cache/database/backup.ts';
import { openStore } from '#main/cache/database/open.ts';
import { openAfterDamage } from '#main/cache/database/repair.ts';
import { bringBackEdits } from '#main/cache/outbox/bring-back.ts';
import { editById } from '#main/cache/outbox/outbox.ts';
import { mayBeThere } from '#main/edits/may-be-there.ts';
import { auditOfEdit } from '#main/cache/trail/audit.ts';
import { testAccount } from '#test/cache.ts';
import { putEdit, walkEdit } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { agedStore, everything, type Aged } from './aged-store.ts';

// What a damaged file, a backup and an old copy mean where part of the queue is archived.

let aged: Aged;
beforeEach(() => void (aged = agedStore(10)));
afterEach(() => {
  aged.store.close();
  rmSync(aged.folder, { recursive: true, force: true });
});

const moveAll = () => {
  while (moveToArchive(aged.store, everything(aged.store)).kind === 'moved');
};

test('a file that is made anew after damage knows the archives, and its trail goes on from them', async () => {
  putEdit(aged.store, 30, 'waiting');
  moveAll();
  const { file, world } = aged;
  const [newest] = archivesOf(aged.store);
  aged.store.close();
  writeFileSync(file, Buffer.alloc(40_000, 1));
  const options = { file, world, account: testAccount, expected: true };
  expect(openStore(options).kind).toBe('damaged');
  const answer = openAfterDamage(options, null);
  if (answer.kind !== 'open') throw new Error(answer.kind);
  aged.store = answer.store;
  expect(archivesOf(aged.store)[0]).toEqual(newest);
  putEdit(aged.store, 31, 'applied');
  expect(everEditById(aged.store, idOf(2, 'ed'))?.state).toBe('superseded');
  const lines = everyLineOf(aged.store, null, null, 1_000);
  expect(lines.at(-1)?.seq).toBe(1);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => lines.length - at));
  const whole = verifyEverything(aged.store);
  await world.advance(1_000);
  expect(await whole).toMatchObject({ whole: true, brokenAt: null });
});

test('a backup from before does not bring back what was closed and archived since', () => {
  const { store, folder, world } = aged;
  putEdit(store, 30, 'waiting');
  const kept = backupOutbox(store, path.join(folder, 'backups'));
  walkEdit(store, idOf(30, 'ed'), 'sending', 'applied');
  putEdit(store, 31, 'applied');
  world.turnWallClock(60 * 24 * 3_600_000);
  moveAll();
  expect(editById(store, idOf(30, 'ed'))).toBeNull();
  const file = path.join(folder, 'backups', kept?.id ?? '');
  expect(bringBackEdits(store, file)).toEqual({ held: 0, returned: 0, unreadable: 0 });
});

test('where the archive is gone, what creates something comes back as what may be there already', () => {
  const { store, folder, world } = aged;
  const id = putEdit(store, 30, 'waiting', { repeat: 'creates' });
  const field = putEdit(store, 32, 'waiting');
  const kept = backupOutbox(store, path.join(folder, 'backups'));
  for (const each of [id, field]) walkEdit(store, each, 'sending', 'applied');
  putEdit(store, 31, 'applied');
  world.turnWallClock(60 * 24 * 3_600_000);
  moveAll();
  rmSync(path.join(folder, 'archive'), { recursive: true });
  expect(bringBackEdits(store, path.join(folder, 'backups', kept?.id ?? '')).returned).toBe(2);
  const row = editById(store, id);
  expect(row?.state).toBe('held');
  expect(row && mayBeThere(store, row)).toBe(true);
  // A field that is set once more is as it was.
  expect(auditOfEdit(store, field).at(-1)).toMatchObject({ what: 'broughtBack', facts: { from: 'waiting' } });
  expect(auditOfEdit(store, field).at(-1)?.facts).not.toHaveProperty('mayBeThere');
});

test('no archive, no folder: an account that never archived has none', () => {
  expect(moveToArchive(aged.store, { before: 0, keepLines: 1 })).toEqual({ kind: 'done' });
  expect(existsSync(path.join(aged.folder, 'archive'))).toBe(false);
  expect(readdirSync(aged.folder).some((name) => name.endsWith('.archive'))).toBe(false);
});
