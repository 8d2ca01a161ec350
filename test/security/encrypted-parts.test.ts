import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyFileOf } from '#main/account-life/open/account-lock.ts';
import { backupFolder } from '#main/account-life/open/account-store.ts';
import { deriveKeys } from '#main/accounts/keys/data-key.ts';
import { keyFileText } from '#main/registry/key-file.ts';
import { execute, openSqlite } from '#main/storage/driver.ts';
import { CopyDiffers, resealDatabase } from '#main/storage/sealing/reseal.ts';
import { openDocument, sealDocument, sealedName } from '#main/library/documents/document-seal.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { tempFolder } from '#test/temp-folder.ts';

// Attacks by a program that can write the disk: cut, swapped or replaced parts.

const keys = () => deriveKeys(randomBytes(32)).documents;
const breathe = () => Promise.resolve();
const chunk = 64 * 1024 + 16;
const head = 8 + 16;

test('a document’s name needs the key: another account names the same document differently', () => {
  const sha256 = 'ab'.repeat(32);
  const [one, other] = [keys(), keys()];
  expect(sealedName(one, sha256)).toBe(sealedName(one, sha256));
  expect(sealedName(one, sha256)).not.toBe(sealedName(other, sha256));
});

test.each([64 * 1024 * 3, 64 * 1024 * 2 + 5])('a document of %i bytes opens whole, and not without its last chunk', async (length) => {
  const own = keys();
  const bytes = randomBytes(length);
  const sealed = await sealDocument(own, 'name', bytes, breathe);
  expect(await openDocument(own, 'name', sealed, breathe)).toEqual(bytes);
  for (const chunks of [1, 2]) expect(await openDocument(own, 'name', sealed.subarray(0, head + chunks * chunk), breathe)).toBeNull();
  const [first, second] = [sealed.subarray(head, head + chunk), sealed.subarray(head + chunk, head + 2 * chunk)];
  const swapped = Buffer.concat([sealed.subarray(0, head), second, first, sealed.subarray(head + 2 * chunk)]);
  expect(await openDocument(own, 'name', swapped, breathe)).toBeNull();
});

test('a document under the name of another does not open', async () => {
  const own = keys();
  const sealed = await sealDocument(own, 'an invoice', randomBytes(100), breathe);
  expect(await openDocument(own, 'another invoice', sealed, breathe)).toBeNull();
});

test('wraps of another key in a backup are not put back as the account’s own', () => {
  const folder = tempFolder();
  mkdirSync(backupFolder(folder), { recursive: true });
  const put = (n: number, keyId: string) => {
    const wraps = Buffer.from(keyFileText({ keyId, wraps: [] }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(wraps.length);
    const bytes = Buffer.concat([randomBytes(50), wraps, length, Buffer.from('LAYOVER-WRAPS')]);
    writeFileSync(path.join(backupFolder(folder), `outbox-${n}-1-1-0.backup`), bytes);
  };
  put(2, 'ff'.repeat(8));
  expect(keyFileOf(folder, '00'.repeat(8))).toEqual({ kind: 'damaged' });
  expect(existsSync(path.join(folder, 'keys.json'))).toBe(false);
  put(1, '00'.repeat(8));
  expect(keyFileOf(folder, '00'.repeat(8))).toMatchObject({ kind: 'read', keys: { keyId: '00'.repeat(8) } });
  expect(existsSync(path.join(folder, 'keys.json'))).toBe(true);
});

test('encrypting ends untouched when the copy has another row in the place of one', () => {
  const file = path.join(tempFolder(), 'account.db');
  const world = stillWorld();
  const store = openTestStore(world, file, { ...testAccount });
  putEdit(store, 1, 'waiting');
  store.close();
  const passing = (point: string) => {
    if (point !== 'copied') return;
    const copy = openSqlite(`${file}.resealing`, { seal: testSeal });
    execute(copy, `UPDATE outbox SET changed_at = changed_at + 1`);
    copy.close();
  };
  expect(() => resealDatabase({ file, world: { ...world, passing }, from: null, to: testSeal })).toThrow(CopyDiffers);
  const still = openTestStore(stillWorld(), file, { ...testAccount });
  still.close();
});
