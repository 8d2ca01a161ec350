import { forgetChange, noteChange } from '#main/registry/form-change.ts';
import { removeKeyFile, writeKeyFile, type KeyFile } from '#main/registry/key-file.ts';
import { accountFile, accountFolder } from '#main/registry/registry.ts';
import { codeOf } from '#main/storage/driver.ts';
import { CopyDiffers, forgetResealing, resealDatabase } from '#main/storage/sealing/reseal.ts';
import { formOf, type Seal } from '#main/storage/sealing/seal.ts';
import type { World } from '#shared/world.ts';

export interface FormChanging {
  world: World;
  dataFolder: string;
  accountId: string;
  from: Seal | null;
  to: Seal | null;
  /** The key file, written before anything is encrypted; null when the files become plain. */
  keys: KeyFile | null;
}

/** The result. Every kind but `changed` left the database unchanged. */
export type FormChanged = { kind: 'changed' } | { kind: 'storage'; code: string } | { kind: 'differs' };

/**
 * Gives a closed account's database its other form; documents and backups follow once it is open (finish-change.ts). Cut off at any point, one
 * whole database is there, and the next opening finds the rest.
 */
export function changeForm(changing: FormChanging): FormChanged {
  const { world, dataFolder, accountId, to } = changing;
  try {
    change(changing);
    return { kind: 'changed' };
  } catch (error) {
    if (codeOf(error) === '' && !(error instanceof CopyDiffers)) throw error;
    // The new one may be in its place by now: only what cannot be opened without keys decides about them.
    const sealed = formOf(accountFile(dataFolder, accountId)).kind === 'sealed';
    if (sealed === (to !== null)) return { kind: 'changed' };
    world.log.error('encryptionChangeFailed', { to: to ? 'sealed' : 'plain', code: codeOf(error) });
    const folder = accountFolder(dataFolder, accountId);
    tidy(folder, accountFile(dataFolder, accountId), to !== null);
    return error instanceof CopyDiffers ? { kind: 'differs' } : { kind: 'storage', code: codeOf(error) };
  }
}

/** Removes leftovers of the attempt at once: on a full disk they would take the room of a second database. The next opening removes the rest. */
function tidy(folder: string, file: string, wasPlain: boolean): void {
  try {
    forgetResealing(file);
    if (wasPlain) removeKeyFile(folder);
    if (wasPlain) forgetChange(folder);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

function change({ world, dataFolder, accountId, from, to, keys }: FormChanging): void {
  const folder = accountFolder(dataFolder, accountId);
  world.passing('before noting the change');
  noteChange(folder, to ? 'sealed' : 'plain');
  world.passing('before writing keys');
  if (keys) writeKeyFile(folder, keys);
  world.passing('before changing the form');
  resealDatabase({ file: accountFile(dataFolder, accountId), world, from, to });
}
