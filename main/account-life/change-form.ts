import { noteChange } from '#main/cache/accounts/form-change.ts';
import { writeKeyFile, type KeyFile } from '#main/cache/accounts/key-file.ts';
import { accountFile, accountFolder } from '#main/cache/accounts/registry.ts';
import { resealDatabase } from '#main/cache/database/reseal.ts';
import type { Seal } from '#main/cache/database/seal.ts';
import type { World } from '#shared/world.ts';

export interface FormChanging {
  world: World;
  dataFolder: string;
  accountId: string;
  from: Seal | null;
  to: Seal | null;
  /** What is written before anything is sealed with it; null when the files become plain. */
  keys: KeyFile | null;
}

/**
 * Gives a closed account's database its other form; documents and backups follow once it is open (finish-change.ts). Cut off at any point, one
 * whole database stands there, and the next opening finds the rest. Throws the disk's error; `CopyDiffers` when the two are not the same.
 */
export function changeForm({ world, dataFolder, accountId, from, to, keys }: FormChanging): void {
  const folder = accountFolder(dataFolder, accountId);
  world.passing('before noting the change');
  noteChange(folder, to ? 'sealed' : 'plain');
  world.passing('before writing keys');
  if (keys) writeKeyFile(folder, keys);
  world.passing('before changing the form');
  resealDatabase({ file: accountFile(dataFolder, accountId), world, from, to });
}
