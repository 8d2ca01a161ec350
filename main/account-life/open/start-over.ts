import { deriveKeys, forgetKeys } from '#main/accounts/keys/data-key.ts';
import { keyFromCode } from '#main/accounts/keys/unlock.ts';
import { accountsSetAside, setAccountAside, setAsideAccountFolder } from '#main/registry/set-aside-accounts.ts';
import { databaseName, type Registry } from '#main/registry/registry.ts';
import { formOf } from '#main/storage/sealing/seal.ts';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import type { BroughtFromBackup, KeyTrouble, SetAside } from '#shared/contract/views/protection-views.ts';
import { startsOverSetting } from './account-list.ts';
import { keyFileOf } from './account-lock.ts';
import type { AccountLife } from '#main/account-life/account-life.ts';
import type { OpenAccount } from '#main/account-life/account.ts';
import { noteUnfinished } from './unfinished.ts';
import { unsentNoteOf } from './unsent-note.ts';

/** A keychain that is only locked has the key: nobody needs to leave anything behind. */
export function mayStartOver(why: KeyTrouble | null): boolean {
  return why !== null && why !== 'locked';
}

/**
 * Sets an encrypted account's folder aside, whole, and lets the account start empty; it stays signed in. Throws the disk's error: then nothing was
 * moved. After an interruption the folder is in its place and its key is asked for again.
 */
export async function startOver(life: AccountLife, dataFolder: string, accountId: string): Promise<void> {
  const { registry } = life;
  // A missing database is no damage then.
  registry.update(accountId, { opened: false });
  setAccountAside(dataFolder, accountId);
  registry.writeSetting(startsOverSetting(accountId), true);
  noteUnfinished(registry, accountId, 0);
  // The owner of the new folder.
  registry.update(accountId, {});
  await life.openActive();
}

/** Folders of this account that were set aside, oldest first. */
export function setAsideOf(registry: Registry, dataFolder: string, accountId: string): SetAside[] {
  return accountsSetAside(dataFolder, accountId).map((id) => {
    const note = unsentNoteOf(registry, accountId, setAsideAccountFolder(dataFolder, id));
    return { id, at: note?.at ?? null, unfinished: note?.unfinished ?? null, inDoubt: note?.inDoubt ?? null };
  });
}

/** Brings the open edits of what was left behind into the open account, all held; null when there is no such folder. It stays as it is. */
export async function bringBackSetAside(
  { store, entry }: OpenAccount,
  dataFolder: string,
  { id, code }: { id: string; code: string },
): Promise<BroughtFromBackup | null> {
  if (!accountsSetAside(dataFolder, entry.id).includes(id)) return null;
  const folder = setAsideAccountFolder(dataFolder, id);
  const file = databaseName(folder);
  const form = formOf(file);
  if (form.kind !== 'sealed') return { kind: 'noBackup' };
  const answer = await keyFromCode(keyFileOf(folder, form.keyId), code);
  if (answer.kind !== 'key') return { kind: answer.kind };
  const keys = deriveKeys(answer.dataKey);
  const { returned, held } = bringBackEdits(store, file, [], [keys.database]);
  forgetKeys(keys);
  return { kind: 'broughtBack', returned, held };
}
