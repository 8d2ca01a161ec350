import type { AccountEntry } from '#main/cache/registry.ts';
import type { RepairView } from '#shared/contract/views.ts';
import type { Desk } from './desk.ts';

/** The outbox's own backups, newest first, for Repair to offer. */
export function backupsOf(_desk: Desk, _entry: AccountEntry): RepairView['backups'] {
  return [];
}

export async function repair(_desk: Desk, _act: string, _backupId: string | null): Promise<never> {
  throw new Error('notYet');
}
