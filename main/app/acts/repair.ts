import path from 'node:path';
import { listBackups } from '#main/cache/database/backup.ts';
import { bringBackEdits } from '#main/cache/outbox/bring-back.ts';
import { accountFile } from '#main/cache/accounts/registry.ts';
import { setAsideFiles } from '#main/cache/database/set-aside.ts';
import type { AppStatus } from '#shared/contract/views.ts';
import { backupFolder } from '#main/app/account-store.ts';
import type { Desk } from '#main/app/desk.ts';
import { refuseNow } from '#main/app/refuse.ts';
import { appStatus } from '#main/app/views/status.ts';
import { openActiveAccount } from '#main/app/switch-account.ts';

/**
 * What a person decides in Repair: bring a backup's edits back (all are held), or go on with what is here. Exporting is the outbox's own
 * export: the edits are in it already.
 */
export async function repair(desk: Desk, act: 'restore' | 'continue' | 'export', backupId: string | null): Promise<AppStatus> {
  switch (act) {
    case 'restore':
      restore(desk, backupId ?? refuseNow('noBackup'));
      break;
    case 'continue':
      if (desk.open) desk.repair = null;
      else await openActiveAccount(desk);
      break;
    case 'export':
      break;
  }
  desk.changes.publish({ kind: 'status' });
  return appStatus(desk);
}

function restore(desk: Desk, backupId: string): void {
  const { store, folder, entry } = desk.account();
  const backups = backupFolder(folder);
  // Only a name that is listed is a file: an id is never a path.
  const backup = listBackups(backups).find((kept) => kept.id === backupId) ?? refuseNow('noBackup');
  const damaged = setAsideFiles(accountFile(desk.options.dataFolder, entry.id));
  const { held } = bringBackEdits(store, path.join(backups, backup.id), damaged);
  if (desk.repair) desk.repair = { ...desk.repair, held };
}
