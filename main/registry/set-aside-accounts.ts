import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { renameHeld } from '#main/storage/rename-held.ts';
import { syncFolder } from '#main/storage/open/sync-folder.ts';
import { accountFolder } from './registry.ts';

const asideFolder = (dataFolder: string): string => path.join(dataFolder, 'set-aside');

/** Names of the folders that were set aside when an account started over, oldest first. */
export function accountsSetAside(dataFolder: string, accountId: string): string[] {
  const folder = asideFolder(dataFolder);
  if (!existsSync(folder)) return [];
  const placeOf = (name: string) => Number(name.slice(accountId.length + 1));
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${accountId}-`) && Number.isInteger(placeOf(name)))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

export function setAsideAccountFolder(dataFolder: string, name: string): string {
  return path.join(asideFolder(dataFolder), name);
}

/** Moves an account's whole folder to where nothing opens it on its own and nothing ever deletes it. Throws the system's error: then nothing moved. */
export function setAccountAside(dataFolder: string, accountId: string): string {
  mkdirSync(asideFolder(dataFolder), { recursive: true, mode: 0o700 });
  const last = Number(
    accountsSetAside(dataFolder, accountId)
      .at(-1)
      ?.slice(accountId.length + 1) ?? 0,
  );
  const name = `${accountId}-${last + 1}`;
  renameHeld(accountFolder(dataFolder, accountId), setAsideAccountFolder(dataFolder, name));
  syncFolder(asideFolder(dataFolder));
  return name;
}
