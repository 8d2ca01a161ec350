import path from 'node:path';
import { originOf } from '#main/accounts/identity.ts';
import type { AccountKeys } from '#main/accounts/keys/data-key.ts';
import { whoSignsIn } from '#main/accounts/who.ts';
import { listBackups } from '#main/recovery/backup.ts';
import { setAsideFiles } from '#main/storage/open/set-aside.ts';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import { openStore, type OpenAnswer, type OpenOptions } from '#main/storage/open/open.ts';
import { accountFile, accountFolder } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { allOpenEdits, refOf } from '#main/outbox/outbox.ts';
import { putStub } from '#main/records/records.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import { openAfterDamage } from '#main/recovery/repair.ts';
import type { Store } from '#main/storage/store.ts';
import type { RepairView } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';
import type { OpenAccount } from '#main/account-life/account.ts';

/** An account's open database, and what a user should know about how it came to be open. */
export type StoreAnswer = { kind: 'open'; store: Store; repair: RepairView | null } | Exclude<OpenAnswer, { kind: 'open' }>;

/**
 * Opens an account's database. A damaged one is set aside whole, and a new one takes in every open edit that it or the newest backup still
 * holds: all held, so that nothing is sent before a user looked. `later` as in `OpenOptions`.
 */
export function openAccountStore(
  world: World,
  dataFolder: string,
  entry: AccountEntry,
  keys: AccountKeys | null = null,
  later = false,
): StoreAnswer {
  const { companyId, userId } = entry;
  const account = { origin: originOf(entry), companyId, userId, who: () => whoSignsIn(entry, null) };
  const seal = keys?.database ?? null;
  const options: OpenOptions = { file: accountFile(dataFolder, entry.id), world, account, seal, expected: entry.opened, later };
  const backups = backupFolder(accountFolder(dataFolder, entry.id));
  const answer = openStore(options);
  if (answer.kind === 'damaged') return openDamaged(options, backups, answer.detail, sealsOf(keys));
  return answer.kind === 'open' ? { ...answer, repair: null } : answer;
}

/** The notice about an audit line that does not chain to the one before. */
export function brokenAuditLog(backups: string, line: number): RepairView {
  return { kind: 'auditBroken', line, held: 0, backups: listBackups(backups) };
}

const sealsOf = (keys: AccountKeys | null): Seal[] => (keys ? [keys.database, keys.backups] : []);

function openDamaged(options: OpenOptions, backups: string, problem: string, seals: readonly Seal[]): StoreAnswer {
  const kept = listBackups(backups);
  const newest = kept[0] ? path.join(backups, kept[0].id) : null;
  const answer = openAfterDamage(options, newest, seals);
  if (answer.kind !== 'open') return answer;
  const { held, unreadable } = answer.broughtBack;
  // Their records are not here any more: an id is enough to show an edit, and to read the record again.
  for (const edit of allOpenEdits(answer.store)) putStub(answer.store, refOf(edit), options.world.now());
  return { kind: 'open', store: answer.store, repair: { kind: 'damaged', problem, keptAs: null, unreadable, held, backups: kept } };
}

/** Brings one backup's edits back, all held, and answers how many are; null when the account has no such backup. */
export function bringBackBackup(dataFolder: string, { store, folder, entry, keys }: OpenAccount, backupId: string) {
  const backups = backupFolder(folder);
  // Only a name that is listed is a file: an id is never a path.
  const backup = listBackups(backups).find((kept) => kept.id === backupId);
  if (!backup) return null;
  const damaged = setAsideFiles(accountFile(dataFolder, entry.id));
  return bringBackEdits(store, path.join(backups, backup.id), damaged, sealsOf(keys)).held;
}

/** The folder of an account's outbox backups. */
export function backupFolder(folder: string): string {
  return path.join(folder, 'backups');
}
