import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formOf } from '#main/storage/sealing/seal.ts';
import { startDesk, type TestDesk } from './desk.ts';
import { encrypt, everyFile, folderOf, openIds, workOffline } from './encrypting.ts';
import { fullTest } from '#test/full-test.ts';

// The key of an encrypted account can't be had: a user goes on without what is in it, and loses none of it.

let desk: TestDesk;
beforeEach(async () => void (desk = await startDesk()));
afterEach(() => desk.close());

const setAsideFolder = () => path.join(desk.folder, 'set-aside');
const hashesIn = (of: string) => [...everyFile(of)].map(([file, bytes]) => [path.relative(of, file), bytes.toString('base64')]);

/** An encrypted account with two unsent edits, whose keychain was emptied. */
async function keyLost(): Promise<{ code: string; ids: string[]; folder: string }> {
  const ids = await workOffline(desk, 'Left behind');
  const code = await encrypt(desk);
  const folder = await folderOf(desk);
  await desk.app.close();
  desk.secrets.entries.clear();
  await desk.restart();
  return { code, ids, folder };
}

it('names the data that stays behind, keeps every file of it, and starts over', async () => {
  const { ids, folder } = await keyLost();
  const { leftBehind, mayStartOver } = await desk.api.protection.view();
  expect(leftBehind).toMatchObject({ unfinished: ids.length, inDoubt: 0 });
  expect(mayStartOver).toBe(true);
  const before = hashesIn(folder);
  await expect(desk.api.protection.startOver({ unfinishedSeen: 1 })).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(hashesIn(folder)).toEqual(before);
  const after = await desk.api.protection.startOver({ unfinishedSeen: ids.length });
  expect(after.form).toBe('plain');
  expect(await openIds(desk)).toEqual([]);
  expect((await desk.api.app.status()).repair).toBeNull();
  expect(after.setAside).toMatchObject([{ unfinished: ids.length, inDoubt: 0 }]);
  const kept = path.join(setAsideFolder(), after.setAside[0]?.id ?? '');
  expect(hashesIn(kept)).toEqual(before);
  await desk.restart();
  expect((await desk.api.app.status()).repair).toBeNull();
  expect((await desk.api.protection.view()).form).toBe('plain');
  expect(formOf(path.join(folder, 'account.db')).kind).toBe('plain');
});

fullTest('gives the unsent edits back, held, once the code is found', async () => {
  const { ids, code } = await keyLost();
  const { setAside } = await desk.api.protection.startOver({ unfinishedSeen: ids.length });
  const id = setAside[0]?.id ?? '';
  const kept = path.join(setAsideFolder(), id);
  const before = hashesIn(kept);
  expect(await desk.api.protection.bringBackSetAside({ id, code: '0000 0000 0000 0000 0000 0000 0000' })).toEqual({ kind: 'mistyped' });
  expect(await desk.api.protection.bringBackSetAside({ id, code })).toEqual({ kind: 'broughtBack', returned: 2, held: 2 });
  expect(await openIds(desk)).toEqual(ids);
  expect((await desk.api.edits.list({ limit: 50 })).rows.map(({ state }) => state)).toEqual(['held', 'held']);
  // Reading may lay an empty log beside it; what was there is as it was.
  expect(hashesIn(kept)).toEqual(expect.arrayContaining(before));
  await expect(desk.api.protection.bringBackSetAside({ id: '../accounts', code })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

fullTest('is not offered while the keychain is locked, nor for an account that opens', async () => {
  await expect(desk.api.protection.startOver({ unfinishedSeen: 0 })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await encrypt(desk);
  const folder = await folderOf(desk);
  await desk.app.close();
  desk.secrets.locked = true;
  await desk.restart();
  const before = hashesIn(folder);
  expect((await desk.api.protection.view()).mayStartOver).toBe(false);
  await expect(desk.api.protection.startOver({ unfinishedSeen: 0 })).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(hashesIn(folder)).toEqual(before);
  expect(existsSync(setAsideFolder())).toBe(false);
  desk.secrets.locked = false;
});

fullTest('says that nobody knows how much there is where the note is another’s', async () => {
  const { folder, ids } = await keyLost();
  const note = path.join(folder, 'unsent.json');
  const text = readFileSync(note, 'utf8');
  writeFileSync(note, text.replace(`unfinished\\":${ids.length}`, 'unfinished\\":0'));
  expect((await desk.api.protection.view()).leftBehind).toBeNull();
  const { setAside } = await desk.api.protection.startOver({ unfinishedSeen: null });
  expect(setAside).toMatchObject([{ unfinished: null }]);
  expect(readdirSync(setAsideFolder())).toHaveLength(1);
});
