import type { House } from '#main/app/house.ts';
import { refuseNow } from '#main/app/refuse.ts';
import { appStatus } from '#main/app/views/status.ts';
import type { AppStatus } from '#shared/contract/views.ts';

/**
 * What a person decides in Repair: bring a backup's edits back (all are held), or go on with what is here. Exporting is the outbox's own
 * export: the edits are in it already.
 */
export async function repair(house: House, act: 'restore' | 'continue' | 'export', backupId: string | null): Promise<AppStatus> {
  if (act === 'restore' && !house.life.restore(house.account(), backupId ?? '')) refuseNow('noBackup');
  if (act === 'continue') await house.life.goOn();
  house.changes.publish({ kind: 'status' });
  return appStatus(house);
}
