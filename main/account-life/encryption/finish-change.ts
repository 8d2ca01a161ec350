import type { Finishing, AccountParts, OpenAccount } from '#main/account-life/account.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';
import { forgetChange, removeLeaving, type FormChange } from '#main/registry/form-change.ts';
import { removeKeyFile } from '#main/registry/key-file.ts';
import { removeUnsentFile } from '#main/registry/unsent-file.ts';
import { backupOutbox, type BackupSeal } from '#main/recovery/backup.ts';
import { codeOf } from '#main/storage/driver.ts';
import type { AccountLock } from '#main/account-life/open/account-lock.ts';
import { backupFolder } from '#main/account-life/open/account-store.ts';

export interface FinishOptions
  extends
    Pick<OpenAccount, 'store' | 'documents' | 'folder' | 'keys' | 'entry'>,
    Pick<AccountLock, 'change'>,
    Pick<AccountParts, 'keychain'> {
  sealed: () => BackupSeal | null;
}

/**
 * Brings an account's documents and backups into the form that its database has, then removes everything in the old one. Each step can be
 * done again: a crash anywhere leaves it for the next start. A disk that refuses is logged, and it is tried again then.
 */
export function finishChange(options: FinishOptions): Finishing {
  const { change, store } = options;
  let progress: { done: number; total: number } | null = change ? { done: 0, total: 0 } : null;
  let stopped = false;
  const run = async (): Promise<void> => {
    if (!change) return;
    try {
      await finish(options, change, (done, total) => {
        progress = { done, total };
        store.changed({ kind: 'status' });
        return !stopped;
      });
    } catch (error) {
      if (codeOf(error) === '') throw error;
      store.world.log.error('encryptionNotTidied', { code: codeOf(error) });
    }
    progress = null;
    if (!stopped) store.changed({ kind: 'status' });
  };
  const done = run();
  return {
    progress: () => progress,
    done,
    stop: () => {
      stopped = true;
      return done.catch(() => undefined);
    },
  };
}

async function finish(options: FinishOptions, change: FormChange, tell: (done: number, total: number) => boolean): Promise<void> {
  const { store, documents, folder, keys, sealed } = options;
  const { world } = store;
  if (keys && !(await documents.writeAllAs(keys.documents, tell))) return;
  world.passing('before sweeping documents');
  documents.sweep();
  world.passing('before the backup');
  backupOutbox(store, backupFolder(folder), { sealed: sealed(), always: true });
  world.passing('before removing the old form');
  removeLeaving(folder, change);
  if (change.to === 'plain') {
    world.passing('before removing keys');
    removeKeyFile(folder);
    removeUnsentFile(folder);
    await options.keychain.remove(secretNames.diskKey(options.entry.id));
  }
  world.passing('before forgetting the change');
  forgetChange(folder);
}
