import path from 'node:path';
import { deriveKeys, type AccountKeys } from '#main/accounts/keys/data-key.ts';
import { isNotedSealed, noteSealed } from '#main/accounts/keys/noted-form.ts';
import { keyFromKeychain } from '#main/accounts/keys/unlock.ts';
import { forgetChange, forgetHalfNote, noteChange, readChange, type FormChange } from '#main/registry/form-change.ts';
import { keyFileText, readKeyFile, readKeyTexts, writeKeyFile, type KeyFileAnswer } from '#main/registry/key-file.ts';
import { accountFile, accountFolder } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { listBackups, wrapsOfBackup, type BackupSeal } from '#main/recovery/backup.ts';
import { codeOf } from '#main/storage/driver.ts';
import { forgetResealing, resealDatabase } from '#main/storage/sealing/reseal.ts';
import { formOf } from '#main/storage/sealing/seal.ts';
import type { KeyTrouble } from '#shared/contract/views/protection-views.ts';
import type { World } from '#shared/world.ts';
import { backupFolder } from './account-store.ts';
import type { OpenAccountOptions } from '#main/account-life/account.ts';

/** The form of an account's files: plain, or encrypted with these keys. `change` is under way and is finished once the account is open. */
export interface AccountLock {
  kind: 'open';
  keys: AccountKeys | null;
  change: FormChange | null;
}

/** The account's files are sealed and the key is not here: nothing was touched. */
export interface NoKey {
  kind: 'noKey';
  why: KeyTrouble;
}

type LockOptions = Pick<OpenAccountOptions, 'world' | 'dataFolder' | 'keychain' | 'dataKey'> & { entry: Pick<AccountEntry, 'id'> };

/**
 * Decides from the account's own files, before SQLite sees one, how they are opened, and goes on with an encryption that was cut off. Without
 * its key an account is never opened, repaired, rebuilt or moved.
 */
export async function openLock(options: LockOptions): Promise<AccountLock | NoKey> {
  const { world, dataFolder, entry } = options;
  const folder = accountFolder(dataFolder, entry.id);
  const file = accountFile(dataFolder, entry.id);
  const form = formOf(file);
  const found = keyFileOf(folder, form.kind === 'sealed' ? form.keyId : null);
  const change = readChange(folder);
  if (form.kind === 'plain' || (found.kind === 'absent' && form.kind !== 'sealed')) {
    if (await isNotedSealed(options.keychain, entry.id)) return { kind: 'noKey', why: 'notEncrypted' };
    // Noted, and cut off before its key was written: it never began.
    if (change?.to === 'sealed' && found.kind === 'absent') forgetChange(folder);
    const keys = change?.to === 'sealed' && form.kind === 'plain' ? await keysOf(options, found) : null;
    if (keys?.kind !== 'open' || !sealed(world, folder, file, keys.keys)) {
      tidied(world, file);
      return { kind: 'open', keys: null, change: change?.to === 'plain' ? change : null };
    }
    await noteSealed(options.keychain, entry.id);
    return { ...keys, change: readChange(folder) };
  }
  const answer = await keysOf(options, found);
  if (answer.kind === 'noKey') return answer;
  await noteSealed(options.keychain, entry.id);
  tidied(world, file);
  // Still sealed: making it plain was cut off before it took hold, and may have left plain documents.
  return { ...answer, change: change?.to === 'plain' ? { to: 'sealed', leaving: [] } : change };
}

/** The seal of an open account's backups. */
export function backupSealOf(folder: string, keys: AccountKeys | null): BackupSeal | null {
  if (!keys) return null;
  const found = readKeyFile(folder);
  return { seal: keys.backups, wraps: found.kind === 'read' ? keyFileText(found.keys) : '' };
}

/** The account's wraps; where both copies are gone or unreadable, those that its newest backup carries, which are put back. */
export function keyFileOf(folder: string, keyId: string | null): KeyFileAnswer {
  const found = readKeyFile(folder);
  if (found.kind === 'read' || keyId === null) return found;
  const backups = backupFolder(folder);
  for (const { id } of listBackups(backups)) {
    const carried = wrapsOfBackup(path.join(backups, id));
    const read = carried === null ? null : readKeyTexts([carried]);
    if (read?.kind !== 'read' || read.keys.keyId !== keyId) continue;
    writeKeyFile(folder, read.keys);
    return read;
  }
  return { kind: 'damaged' };
}

async function keysOf({ dataKey, keychain, entry }: LockOptions, found: KeyFileAnswer): Promise<Omit<AccountLock, 'change'> | NoKey> {
  if (dataKey) return { kind: 'open', keys: deriveKeys(dataKey.slice()) };
  const answer = await keyFromKeychain(found, keychain, entry.id);
  return answer.kind === 'key' ? { kind: 'open', keys: deriveKeys(answer.dataKey) } : answer;
}

/** Removes leftovers of an earlier attempt; a disk error does not keep the account from opening. */
function tidied(world: World, file: string): void {
  forgetHalfNote(path.dirname(file));
  try {
    forgetResealing(file);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    world.log.error('encryptionNotTidied', { code: codeOf(error) });
  }
}

/** False where the disk refuses: the account then stays plain, whole, and opens. */
function sealed(world: World, folder: string, file: string, keys: AccountKeys | null): boolean {
  try {
    noteChange(folder, 'sealed');
    resealDatabase({ file, world, from: null, to: keys?.database ?? null });
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    world.log.error('encryptionNotFinished', { code: codeOf(error) });
    return false;
  }
}
