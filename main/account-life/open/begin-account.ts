import type { BackupSeal } from '#main/recovery/backup.ts';
import { retentionRule, type Ageing } from '#main/library/retention.ts';
import { finishImport } from '#main/library/imports/import-place.ts';
import type { Packs } from '#main/library/packs/packs.ts';
import type { Engine } from '#main/sync/engine.ts';
import type { Recovered } from '#main/sync/engine-parts.ts';
import type { RepairView } from '#shared/contract/views/views.ts';
import { backupSealOf } from './account-lock.ts';
import { backupFolder, brokenAuditLog } from './account-store.ts';
import { finishChange, type FinishOptions } from '#main/account-life/encryption/finish-change.ts';
import type { Found, OpenAccountOptions } from '#main/account-life/account.ts';
import { keepDocumentsRead } from '#main/account-life/jobs/keep-documents-read.ts';
import { keepPacksRunning } from '#main/account-life/jobs/keep-packs-running.ts';
import { keepRetention } from '#main/account-life/jobs/keep-retention.ts';
import { keepSearchable } from '#main/account-life/jobs/keep-searchable.ts';
import { keepAuditVerified } from '#main/account-life/jobs/keep-audit-verified.ts';
import { keepBackups } from '#main/account-life/jobs/rolling-backup.ts';
import { keepUnsentNote } from './unsent-note.ts';

/** The parts that an account begins with. */
type Beginning = Omit<FinishOptions, 'sealed'> &
  Pick<OpenAccountOptions, 'policy' | 'noteRepair'> & {
    engine: Engine;
    packs: Packs;
    readsAgain: Ageing['readsAgain'];
    repair: RepairView | null;
  };

/**
 * Runs after an account's first page: checks the queue, then the engine compares it with the audit log and the keychain, and everything
 * beside it begins. An end on the way lets nothing further begin.
 */
export function beginAccount(of: Beginning) {
  const { store, engine, folder, repair } = of;
  let ended = false;
  let beside: ReturnType<typeof workBeside> | null = null;
  const begin = async (): Promise<Found> => {
    while (!ended && !store.lookThrough()) await store.world.sleep(0);
    if (ended) return { file: null, kept: null };
    const repairOf = (found: Recovered) => repairOfStart(found, backupFolder(folder));
    const found = await engine.start((later) => {
      const told = repairOf(later);
      if (told && !ended) of.noteRepair(told);
    });
    if (ended) return { file: repair, kept: null };
    void finishImport(store).catch((error: unknown) => store.world.log.error('importNotFinished', { message: String(error) }));
    beside = workBeside(of);
    return { file: repair, kept: repairOf(found) };
  };
  return {
    begin,
    beside: () => beside,
    stop: async (): Promise<void> => {
      ended = true;
      await beside?.stop();
    },
  };
}

/** Notices about the engine's findings at its start, the most important first. */
function repairOfStart({ restored, broken, notAsApproved, trustForgotten }: Recovered, backups: string): RepairView | null {
  if (restored) return { kind: 'restoredBackup', ...restored, backups: [] };
  if (broken) return { ...brokenAuditLog(backups, broken.line), held: broken.held };
  if (notAsApproved > 0) return { kind: 'notAsApproved', held: notAsApproved, backups: [] };
  return trustForgotten.length > 0 ? { kind: 'trustForgotten', hosts: trustForgotten, held: 0, backups: [] } : null;
}

/** Everything that is kept up beside a user's work: backups, the word index, the documents' text, and the end of a change of the files' form. */
function workBeside(of: Beginning) {
  const { store, folder, keys } = of;
  const sealed = (): BackupSeal | null => backupSealOf(folder, keys);
  const finishing = finishChange({ ...of, sealed });
  const backups = keepBackups(store, backupFolder(folder), sealed);
  const searchable = keepSearchable(store);
  const verified = keepAuditVerified(store, (line) => of.noteRepair(brokenAuditLog(backupFolder(folder), line)));
  const documentsRead = keepDocumentsRead(store, of.documents);
  const retention = keepRetention(of, () => retentionRule(store, of.policy));
  const unsent = keys ? keepUnsentNote(store, folder, keys.note) : null;
  const stopPacks = keepPacksRunning(of);
  return {
    finishing,
    noteKey: unsent?.publicKey ?? null,
    stop: async (): Promise<void> => {
      stopPacks();
      await finishing.stop();
      await retention.stop();
      backups.stop();
      searchable.stop();
      verified.stop();
      documentsRead.stop();
      unsent?.stop();
    },
  };
}
