import { backupOutbox, type BackupSeal } from '#main/recovery/backup.ts';
import type { Store } from '#main/storage/store.ts';
import { every, ofKind, startBackgroundJobs } from './background-jobs.ts';

/** The interval of outbox backups in milliseconds; nothing is written without changes. */
const EVERY_MS = 5 * 60_000;

/**
 * Keeps the rolling backups of an outbox: every few minutes, after every sync, and at the end. A disk that refuses is logged: the outbox
 * itself is not touched.
 */
export function keepBackups(store: Store, folder: string, sealed: () => BackupSeal | null): { stop(): void } {
  const backup = () => {
    try {
      backupOutbox(store, folder, { sealed: sealed() });
    } catch (error) {
      store.world.log.error('backupFailed', { message: error instanceof Error ? error.message : String(error) });
    }
  };
  const keeping = startBackgroundJobs(store, ofKind('syncFinished'), backup);
  void every(store.world, EVERY_MS, keeping.signal, backup);
  return {
    stop: () => {
      keeping.stop();
      backup();
    },
  };
}
