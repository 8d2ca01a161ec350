import { backupOutbox, type BackupSeal } from '#main/cache/database/backup.ts';
import type { Store } from '#main/cache/database/store.ts';

/** How often the outbox is copied while people work, in milliseconds; nothing is written when nothing happened. */
const EVERY_MS = 5 * 60_000;

/**
 * Keeps the rolling backups of an outbox: every few minutes, after every sync, and at the end. A disk that refuses is logged: the outbox
 * itself is not touched.
 */
export function keepBackups(store: Store, folder: string, sealed: () => BackupSeal | null): { stop(): void } {
  const clock = new AbortController();
  const backup = () => {
    try {
      backupOutbox(store, folder, { sealed: sealed() });
    } catch (error) {
      store.world.log.error('backupFailed', { message: error instanceof Error ? error.message : String(error) });
    }
  };
  const unsubscribe = store.subscribe((changes) => {
    if (changes.some((change) => change.kind === 'syncFinished')) backup();
  });
  void (async () => {
    while (!clock.signal.aborted) {
      await store.world.sleep(EVERY_MS, clock.signal);
      if (!clock.signal.aborted) backup();
    }
  })();
  return {
    stop: () => {
      clock.abort();
      unsubscribe();
      backup();
    },
  };
}
