import type { PolicySettings } from '#shared/setting-rows.ts';
import type { SignedIn } from '#main/accounts/oauth/open-sign-in.ts';
import type { Secrets } from '#main/accounts/keychain/secrets.ts';
import type { Network } from '#main/api/network/network.ts';
import type { OpenTransport } from '#main/api/transport/undici-transport.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import type { Store } from '#main/storage/store.ts';
import type { Documents } from '#main/library/documents/documents.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { Packs } from '#main/library/packs/packs.ts';
import type { Engine } from '#main/sync/engine.ts';
import type { Preflight, RepairView } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';
import type { AccountKeys } from '#main/accounts/keys/data-key.ts';

/** Everything of the account that is open: its cache, its sign-in, its way to the service, its engine. */
export interface OpenAccount extends Omit<SignedIn, 'close' | 'guard'> {
  readonly entry: AccountEntry;
  /** Holds the account's database, documents and backups. */
  readonly folder: string;
  readonly store: Store;
  /** The keys of encrypted files; null for plain ones. */
  readonly keys: AccountKeys | null;
  /** By which key the notes of what is unsent are known; null where its files are plain. */
  readonly noteKey: string | null;
  /** Ends when what was left of an encryption, or of its end, is done. */
  readonly finishing: Finishing;
  readonly engine: Engine;
  readonly documents: Documents;
  readonly packs: Packs;
  /**
   * Looks the queue through, then lets the engine and everything beside it begin; once. Answers why a user should look at the account.
   * Throws the disk's errors, `QueueDamaged` among them: then nothing was written and nothing left.
   */
  begin(): Promise<Found>;
  /** The newest preflight and what it spoke of, until something is approved. */
  checked: { preflight: Preflight; fingerprint: string } | null;
  /** True when the user chose to work offline; kept over restarts. */
  worksOffline(): boolean;
  workOffline(on: boolean): void;
  /** Lets what is being sent come to its end, for a few seconds, then closes everything. */
  close(): Promise<void>;
}

/** Problems found at the start: of the file and its audit log, and against the keychain's anchor. */
export interface Found {
  file: RepairView | null;
  kept: RepairView | null;
}

/** Parts that every account is opened with. */
export interface AccountParts {
  world: World;
  dataFolder: string;
  keychain: Secrets;
  /** Values that IT's policy sets: trusted hosts, further certificates, settings. */
  managedHosts: readonly string[];
  managedCa: string | null;
  policy: Partial<PolicySettings>;
  /** The ways to a service, and what travels on them; the sandbox on this computer is reached straight. */
  network: Network;
  openTransport: OpenTransport;
  /** Reads files of strangers. */
  reading: Reading;
}

export interface OpenAccountOptions extends AccountParts {
  entry: AccountEntry;
  /** The keychain with memory beside it. */
  secrets: Secrets;
  /** The data key that a code gave in this session, if one did. */
  dataKey: Uint8Array | null;
  /** Every open edit is held before anything can be sent. */
  holdFirst: boolean;
  /** Pages may be read before the queue is looked through, which `begin` does then. */
  later: boolean;
  /** A user should look at this account, as was found after it was open. */
  noteRepair(repair: RepairView): void;
}

/** Background work after an account was encrypted or decrypted. */
export interface Finishing {
  /** The number of converted documents and the total; null when idle. */
  progress(): { done: number; total: number } | null;
  /** Resolves when it is done, or was stopped; what is left is done at the next start. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}
