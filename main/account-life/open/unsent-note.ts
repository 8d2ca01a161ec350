import { isSigned, noteSigner } from '#main/accounts/keys/note-seal.ts';
import { readUnsentFile, writeUnsentFile } from '#main/registry/unsent-file.ts';
import type { Registry } from '#main/registry/registry.ts';
import { codeOf } from '#main/storage/driver.ts';
import type { Store } from '#main/storage/store.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import type { LeftBehind } from '#shared/contract/views/protection-views.ts';
import { objectIn, stringifyJson } from '#shared/json/json.ts';
import { ofKind, startBackgroundJobs } from '#main/account-life/jobs/background-jobs.ts';
import { unfinishedOf } from './unfinished.ts';

/** After the newest edit, in milliseconds: the note is for a lost key, and need not be of this second. */
const QUIET_MS = 2_000;
const keySetting = (accountId: string): string => `noteKey.${accountId}`;

/** Keeps the note of what is unsent beside an encrypted database. A disk that refuses is logged: the next one may be written. */
export function keepUnsentNote(store: Store, folder: string, seed: Uint8Array): { publicKey: string; stop(): void } {
  const signer = noteSigner(seed);
  let noted = '';
  let waiting = false;
  const write = () => {
    const counters = countersOf(store);
    const counts = { unfinished: unfinishedOf(counters), inDoubt: counters.inDoubt };
    const said = stringifyJson(counts);
    if (said === noted) return;
    try {
      const text = stringifyJson({ at: store.world.now(), ...counts });
      writeUnsentFile(folder, { text, signature: signer.sign(text) });
      noted = said;
    } catch (error) {
      store.world.log.error('unsentNotNoted', { code: codeOf(error) });
    }
  };
  const later = async () => {
    waiting = true;
    await store.world.sleep(QUIET_MS, keeping.signal);
    waiting = false;
    if (!keeping.signal.aborted) write();
  };
  const keeping = startBackgroundJobs(store, ofKind('edits'), () => {
    if (!waiting) void later();
  });
  write();
  return {
    publicKey: signer.publicKey,
    stop: () => {
      keeping.stop();
      write();
    },
  };
}

/** The note about unsent edits in an account's folder; null without a note of this account. */
export function unsentNoteOf(registry: Registry, accountId: string, folder: string): LeftBehind | null {
  const file = readUnsentFile(folder);
  const publicKey = registry.readSetting(keySetting(accountId));
  if (!file || typeof publicKey !== 'string' || !isSigned(publicKey, file.text, file.signature)) return null;
  const { at, unfinished, inDoubt } = objectIn(file.text) ?? {};
  return typeof at === 'number' && typeof unfinished === 'number' && typeof inDoubt === 'number' ? { at, unfinished, inDoubt } : null;
}

/** Remembers, apart from the account's own files, by which key its notes are known. */
export function rememberNoteKey(registry: Registry, accountId: string, publicKey: string): void {
  const name = keySetting(accountId);
  if (registry.readSetting(name) !== publicKey) registry.writeSetting(name, publicKey);
}
