import path from 'node:path';
import { openSignIn, type SignedIn } from '#main/accounts/open-sign-in.ts';
import type { Secrets } from '#main/accounts/secrets.ts';
import type { SessionSecrets } from '#main/accounts/session-secrets.ts';
import { createKeptHead, type KeptHead } from '#main/accounts/trail-head.ts';
import { whoSignsIn } from '#main/accounts/who.ts';
import type { Network } from '#main/api/network/network.ts';
import type { OpenTransport } from '#main/api/undici-transport.ts';
import { countersOf } from '#main/cache/records/counters.ts';
import { holdEverything } from '#main/cache/outbox/bring-back.ts';
import type { OpenAnswer } from '#main/cache/database/open.ts';
import { accountFolder, type AccountEntry } from '#main/cache/accounts/registry.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import { finishImport } from '#main/library/imports/import-place.ts';
import type { Store } from '#main/cache/database/store.ts';
import { createDocuments, type Documents } from '#main/library/documents/documents.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { createPacks, type Packs } from '#main/library/packs/packs.ts';
import { createEngine, type Engine } from '#main/sync/engine.ts';
import type { Recovered } from '#main/sync/recover.ts';
import type { Preflight, RepairView } from '#shared/contract/views.ts';
import type { World } from '#shared/world.ts';
import { forgetKeys, type AccountKeys } from '#main/accounts/keys/data-key.ts';
import { backupSealOf, openLock, type NoKey } from './account-lock.ts';
import { backupFolder, brokenTrail, openAccountStore } from './account-store.ts';
import { finishChange, type Finishing, type FinishOptions } from './finish-change.ts';
import { learnedReads } from './learned-reads.ts';
import { compareWithKept, keepTrailHead } from './keep-trail-head.ts';
import { keepDocumentsRead } from './keep-documents-read.ts';
import { keepRetention } from './keep-retention.ts';
import { keepSearchable } from './keep-searchable.ts';
import { keepTrailVerified } from './keep-trail-verified.ts';
import { keepPacksRunning } from './keep-packs-running.ts';
import { keepUnsentNote } from './unsent-note.ts';
import { keepBackups } from './rolling-backup.ts';
import { retentionRule } from '#main/library/retention.ts';
import { documentQuota } from '#main/library/documents/document-quota.ts';

/** Everything of the account that is open: its cache, its sign-in, its way to the service, its engine. */
export interface OpenAccount extends Omit<SignedIn, 'close' | 'guard'> {
  readonly entry: AccountEntry;
  /** Holds the account's database, documents and backups. */
  readonly folder: string;
  readonly store: Store;
  /** What its files are sealed with; null where they are plain. */
  readonly keys: AccountKeys | null;
  /** By which key the notes of what is unsent are known; null where its files are plain. */
  readonly noteKey: string | null;
  /** Ends when what was left of an encryption, or of its end, is done. */
  readonly finishing: Finishing;
  readonly engine: Engine;
  readonly documents: Documents;
  readonly packs: Packs;
  /** What the start found of an earlier process. */
  readonly recovered: Recovered;
  /** Why a person should look at the database, or null. */
  readonly repair: RepairView | null;
  /** What is wrong with the trail, by what the keychain remembers of it; null when nothing is. */
  readonly trail: RepairView | null;
  /** The newest preflight, until something is approved. */
  preflight: Preflight | null;
  /** Whether the person chose to work offline; kept over restarts. */
  worksOffline(): boolean;
  workOffline(on: boolean): void;
  /** Lets what is being sent come to its end, for a few seconds, then closes everything. */
  close(): Promise<void>;
}

/** What opening an account needs. */
export interface OpenAccountOptions {
  world: World;
  dataFolder: string;
  entry: AccountEntry;
  /** The keychain itself, and the same with memory beside it. */
  keychain: Secrets;
  secrets: SessionSecrets;
  /** The data key that a code gave in this session, if one did. */
  dataKey: Uint8Array | null;
  /** Every open edit is held before anything can leave. */
  holdFirst: boolean;
  /** What IT's policy fixes: hosts that are trusted, certificates besides the system's, room for documents, how long what was read stays. */
  managedHosts: readonly string[];
  managedCa: string | null;
  managedQuotaBytes: number | null;
  managedRetentionDays: number | null;
  /** The ways to the service, and what travels on them. */
  network: Network;
  openTransport?: OpenTransport;
  /** Reads files of strangers. */
  reading: Reading;
  /** A person should look at this account, as was found after it was open. */
  noteRepair(repair: RepairView): void;
}

/** What opening can come to. */
export type AccountAnswer = { kind: 'open'; account: OpenAccount } | Exclude<OpenAnswer, { kind: 'open' }> | NoKey;

/** How long closing waits for requests under way: most answer in less, and a payment cut off would be in doubt. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Opens an account's database and everything on top of it, and starts its engine. Any answer but `open` left nothing running. */
export async function openAccount(options: OpenAccountOptions): Promise<AccountAnswer> {
  const { world, dataFolder, entry } = options;
  const lock = await openLock({ ...options, accountId: entry.id, secrets: options.keychain });
  if (lock.kind === 'noKey') return lock;
  const { keys } = lock;
  const answer = openAccountStore(world, dataFolder, entry, keys);
  if (answer.kind !== 'open') return answer;
  const { store, repair } = answer;
  if (options.holdFirst) holdEverything(store);
  const worksOffline = () => readSetting(store, 'workOffline') === true;
  const { close: closeSignIn, guard, ...signedIn } = await openSignIn({ ...options, store, offline: worksOffline() });
  const { session, client, capabilities } = signedIn;
  store.account.who = () => whoSignsIn(entry, session.identity());
  const keptHead = createKeptHead(options.keychain, entry.id);
  const trail = repair ? null : await compareWithKept(store, keptHead);
  const engine = createEngine({ store, world, guard, client, ...learnedReads(capabilities) });
  const folder = accountFolder(dataFolder, entry.id);
  const documents = createDocuments({
    ...{ store, client, reading: options.reading, folder: path.join(folder, 'documents') },
    keys: keys?.documents ?? null,
    quotaBytes: () => documentQuota(store, options.managedQuotaBytes),
  });
  const packs = createPacks({ store, client, documents, mayRead: capabilities.mayRead, tokenUntil: () => session.endsAt() });
  const stopHearing = session.subscribe((state) => {
    store.changed({ kind: 'status' });
    if (state.kind === 'signedIn') engine.kick();
  });
  if (worksOffline()) engine.workOffline(true);
  const recovered = await engine.start();
  void finishImport(store).catch((error: unknown) => store.world.log.error('importNotFinished', { message: String(error) }));
  const beside = workBeside({ ...options, store, documents, engine, folder, ...lock }, keptHead);
  const { finishing, noteKey } = beside;
  const stopPacks = keepPacksRunning({ packs, store, engine });
  const account: OpenAccount = {
    ...signedIn,
    ...{ entry, folder, store, keys, noteKey, finishing, engine, documents, packs, recovered, repair, trail, worksOffline },
    preflight: null,
    workOffline: (on) => {
      writeSetting(store, 'workOffline', on);
      signedIn.transport.switchOff(on);
      engine.workOffline(on);
    },
    close: async () => {
      stopHearing();
      stopPacks();
      packs.stop();
      engine.workOffline(true);
      await untilNothingLeaves(store, world);
      engine.stop();
      await beside.stop();
      await closeSignIn();
      store.close();
      if (keys) forgetKeys(keys);
    },
  };
  return { kind: 'open', account };
}

/** What is kept up beside a person's work: backups, the word index, the documents' text, the trail's head, and the end of a change of the files' form. */
function workBeside(
  of: Omit<FinishOptions, 'sealed'> & Pick<OpenAccountOptions, 'managedRetentionDays' | 'noteRepair'> & { engine: Engine },
  keptHead: KeptHead,
) {
  const { store, folder, keys } = of;
  const sealed = () => backupSealOf(folder, keys);
  const finishing = finishChange({ ...of, sealed });
  const backups = keepBackups(store, backupFolder(folder), sealed);
  const searchable = keepSearchable(store);
  const verified = keepTrailVerified(store, (line) => of.noteRepair(brokenTrail(backupFolder(folder), line)));
  const documentsRead = keepDocumentsRead(store, of.documents);
  const retention = keepRetention(of, () => retentionRule(store, of.managedRetentionDays));
  const head = keepTrailHead(store, keptHead);
  const unsent = keys ? keepUnsentNote(store, folder, keys.note) : null;
  return {
    finishing,
    noteKey: unsent?.publicKey ?? null,
    stop: async () => {
      await finishing.stop();
      await retention.stop();
      backups.stop();
      searchable.stop();
      verified.stop();
      documentsRead.stop();
      unsent?.stop();
      await head.stop();
    },
  };
}

async function untilNothingLeaves(store: Store, world: World): Promise<void> {
  const until = world.monotonic() + PATIENCE_MS;
  while (countersOf(store).sending > 0 && world.monotonic() < until) await world.sleep(LOOK_EVERY_MS);
}
