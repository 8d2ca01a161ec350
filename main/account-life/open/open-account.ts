import path from 'node:path';
import { tryDocumentParameter } from '#main/accounts/oauth/learn-document-parameter.ts';
import { openSignIn, type SignedIn } from '#main/accounts/oauth/open-sign-in.ts';
import type { Secrets } from '#main/accounts/keychain/secrets.ts';
import type { SessionSecrets } from '#main/accounts/keychain/session-secrets.ts';
import { whoSignsIn } from '#main/accounts/who.ts';
import type { Network } from '#main/api/network/network.ts';
import type { OpenTransport } from '#main/api/transport/undici-transport.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import { holdEverything } from '#main/recovery/bring-back.ts';
import { codeOf } from '#main/storage/driver.ts';
import type { OpenAnswer } from '#main/storage/open.ts';
import { accountFolder, type AccountEntry } from '#main/registry/registry.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { createDocuments, type Documents } from '#main/library/documents/documents.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { createPacks, type Packs } from '#main/library/packs/packs.ts';
import { createEngine, type Engine } from '#main/sync/engine.ts';
import type { Preflight, RepairView } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';
import { forgetKeys, type AccountKeys } from '#main/accounts/keys/data-key.ts';
import { openLock, type AccountLock, type NoKey } from './account-lock.ts';
import { openAccountStore, type StoreAnswer } from './account-store.ts';
import { beginAccount } from './begin-account.ts';
import type { Finishing } from '#main/account-life/encryption/finish-change.ts';
import { learnedReads } from '#main/account-life/first-run/learned-reads.ts';
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
  /**
   * Looks the queue through, then lets the engine and everything beside it begin; once. Answers why a person should look at the account.
   * Throws the disk's errors, `QueueDamaged` among them: then nothing was written and nothing left.
   */
  begin(): Promise<Found>;
  /** The newest preflight and what it spoke of, until something is approved. */
  checked: { preflight: Preflight; fingerprint: string } | null;
  /** Whether the person chose to work offline; kept over restarts. */
  worksOffline(): boolean;
  workOffline(on: boolean): void;
  /** Lets what is being sent come to its end, for a few seconds, then closes everything. */
  close(): Promise<void>;
}

/** What beginning found: of the file and its trail, and by what the keychain remembers of them. */
export interface Found {
  file: RepairView | null;
  kept: RepairView | null;
}

/** What every account of the app is opened with. */
export interface AccountParts {
  world: World;
  dataFolder: string;
  keychain: Secrets;
  /** What IT's policy fixes: hosts that are trusted, certificates besides the system's, room for documents, how long what was read stays. */
  managedHosts: readonly string[];
  managedCa: string | null;
  managedQuotaBytes: number | null;
  managedRetentionDays: number | null;
  /** The ways to a service, and what travels on them; the sandbox on this computer is reached straight. */
  network: Network;
  openTransport: OpenTransport;
  /** Reads files of strangers. */
  reading: Reading;
}

/** What opening one account needs besides. */
export interface OpenAccountOptions extends AccountParts {
  entry: AccountEntry;
  /** The keychain with memory beside it. */
  secrets: SessionSecrets;
  /** The data key that a code gave in this session, if one did. */
  dataKey: Uint8Array | null;
  /** Every open edit is held before anything can leave. */
  holdFirst: boolean;
  /** Pages may be read before the queue is looked through, which `begin` does then. */
  later: boolean;
  /** A person should look at this account, as was found after it was open. */
  noteRepair(repair: RepairView): void;
}

/** What opening can come to. */
export type AccountAnswer = { kind: 'open'; account: OpenAccount } | Exclude<OpenAnswer, { kind: 'open' }> | NoKey;

/** How long closing waits for requests under way: most answer in less, and a payment cut off would be in doubt. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Opens an account's database and everything on top of it; `begin` starts its engine. Any answer but `open` left nothing running. */
export async function openAccount(options: OpenAccountOptions): Promise<AccountAnswer> {
  const { world, dataFolder, entry } = options;
  const lock = await openLock(options);
  if (lock.kind === 'noKey') return lock;
  const later = options.later && !options.holdFirst && lock.change === null;
  const answer = openAccountStore(world, dataFolder, entry, lock.keys, later);
  if (answer.kind !== 'open') return answer;
  try {
    return { kind: 'open', account: await accountOver(answer, lock, options, accountFolder(dataFolder, entry.id)) };
  } catch (error) {
    world.log.error('accountNotOpened', { code: codeOf(error) });
    answer.store.close();
    throw error;
  }
}

async function accountOver(
  { store, repair }: Extract<StoreAnswer, { kind: 'open' }>,
  lock: AccountLock,
  options: OpenAccountOptions,
  folder: string,
): Promise<OpenAccount> {
  const { world, entry } = options;
  const { keys } = lock;
  if (options.holdFirst) holdEverything(store);
  const worksOffline = () => readSetting(store, 'workOffline') === true;
  const { close: closeSignIn, guard, ...signedIn } = await openSignIn({ ...options, store, offline: worksOffline() });
  const { session, client, capabilities } = signedIn;
  store.account.who = () => whoSignsIn(entry, session.identity());
  const engine = createEngine({ store, world, guard, client, ...learnedReads(capabilities) });
  const documents = createDocuments({
    ...{ store, client, reading: options.reading, folder: path.join(folder, 'documents'), parameter: capabilities.parameterUnderstood },
    tryParameter: (id, signal) => tryDocumentParameter(client, store, id, signal),
    keys: keys?.documents ?? null,
    quotaBytes: () => documentQuota(store, options.managedQuotaBytes),
  });
  const packs = createPacks({ store, client, documents, mayRead: capabilities.mayRead, tokenUntil: () => session.endsAt() });
  const stopHearing = session.subscribe((state) => {
    store.changed({ kind: 'status' });
    if (state.kind === 'signedIn') engine.kick();
  });
  if (worksOffline()) engine.workOffline(true);
  const { readsAgain } = capabilities;
  const beginning = beginAccount({ ...options, ...lock, ...{ store, repair, documents, packs, engine, folder, readsAgain } });
  return {
    ...signedIn,
    ...{ entry, folder, store, keys, engine, documents, packs, worksOffline, checked: null, begin: beginning.begin },
    get noteKey() {
      return beginning.beside()?.noteKey ?? null;
    },
    get finishing() {
      return beginning.beside()?.finishing ?? nothingToFinish;
    },
    workOffline: (on) => {
      writeSetting(store, 'workOffline', on);
      signedIn.transport.switchOff(on);
      engine.workOffline(on);
    },
    close: async () => {
      stopHearing();
      packs.stop();
      engine.workOffline(true);
      if (beginning.beside()) await untilNothingLeaves(store, world);
      engine.stop();
      await beginning.stop();
      await closeSignIn();
      await engine.known();
      store.close();
      if (keys) forgetKeys(keys);
    },
  };
}

const nothingToFinish: Finishing = { progress: () => null, done: Promise.resolve(), stop: () => Promise.resolve() };

async function untilNothingLeaves(store: Store, world: World): Promise<void> {
  const until = world.monotonic() + PATIENCE_MS;
  while (countersOf(store).sending > 0 && world.monotonic() < until) await world.sleep(LOOK_EVERY_MS);
}
