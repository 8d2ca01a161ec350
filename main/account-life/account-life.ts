import path from 'node:path';
import type { Network } from '#main/api/network/network.ts';
import type { OpenTransport } from '#main/api/undici-transport.ts';
import { keychainState } from '#main/accounts/keychain.ts';
import type { KeyTrouble } from '#shared/contract/protection-views.ts';
import type { Secrets } from '#main/accounts/secrets.ts';
import { sessionSecrets, type SessionSecrets } from '#main/accounts/session-secrets.ts';
import type { AccountEntry, Registry } from '#main/cache/accounts/registry.ts';
import type { OpenAnswer } from '#main/cache/database/open.ts';
import { countersOf } from '#main/cache/records/counters.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { Change, RepairView } from '#shared/contract/views.ts';
import type { World } from '#shared/world.ts';
import { beginsAnew, holdAtOpening } from './account-list.ts';
import { bringBackBackup } from './account-store.ts';
import { CannotOpen } from './cannot-open.ts';
import { openAccount, type OpenAccount } from './open-account.ts';
import { takeNames } from './take-names.ts';
import { noteUnfinished, unfinishedOf } from './unfinished.ts';
import { rememberNoteKey } from './unsent-note.ts';

/** What the life of accounts takes from the app. */
export interface AccountLifeParts {
  world: World;
  dataFolder: string;
  registry: Registry;
  keychain: Secrets;
  /** The ways to a service; the sandbox on this computer is reached straight. */
  network: Network;
  /** HTTPS through undici, in this thread, when absent. */
  openTransport?: OpenTransport;
  reading: Reading;
  /** What IT's policy fixes: hosts that are trusted, certificates besides the system's, room for documents, how long what was read stays. */
  managedHosts: readonly string[];
  managedCa: string | null;
  managedQuotaBytes: number | null;
  managedRetentionDays: number | null;
  /** The names that the company gives, read anew; null when it gives none. */
  companyNames?: () => { name: string; text: string } | null;
  publish(change: Change): void;
}

/** The accounts of this computer and the one that is open: at most one is, and only this class opens and closes it. */
export class AccountLife {
  readonly registry: Registry;
  /** The keychain, with the memory beside it for what it does not take. */
  readonly secrets: SessionSecrets;
  readonly #parts: AccountLifeParts;
  #open: OpenAccount | null = null;
  /** The opening or closing under way: the next one begins when it has ended. */
  #turn: Promise<void> = Promise.resolve();
  #repair: RepairView | null = null;
  #noKey: KeyTrouble | null = null;
  /** What codes gave in this session: a keychain that does not keep it is not asked again until the app ends. */
  readonly #dataKeys = new Map<string, Uint8Array>();
  #keychain: 'ok' | 'locked' | 'unavailable' = 'ok';

  constructor(parts: AccountLifeParts) {
    this.#parts = parts;
    this.registry = parts.registry;
    this.secrets = sessionSecrets(parts.keychain);
  }

  /** The account that is open; null before the first sign-in, and while a database waits for Repair. */
  get open(): OpenAccount | null {
    return this.#open;
  }

  /** Why the active account's database needs a person; null when it does not. */
  get repair(): RepairView | null {
    return this.#repair;
  }

  /** Why the active account's files, which are encrypted, are not open; null when they are open or plain. */
  get noKey(): KeyTrouble | null {
    return this.#noKey;
  }

  /** Opens an account with this data key for as long as the app runs; null forgets it. */
  useKey(accountId: string, dataKey: Uint8Array | null): void {
    this.#dataKeys.get(accountId)?.fill(0);
    if (dataKey) this.#dataKeys.set(accountId, dataKey);
    else this.#dataKeys.delete(accountId);
  }

  /** What the keychain answered when it was last asked; asking can take long, so it is not asked for every status. */
  get keychain(): 'ok' | 'locked' | 'unavailable' {
    return this.#keychain;
  }

  /**
   * Opens the registry's active account in place of the one that is open. A database that needs a person leaves no account open and sets
   * `repair`; rejects when another process holds the database, or the disk cannot be written.
   */
  openActive(): Promise<void> {
    return this.#next(async () => {
      await this.#closeOpen();
      const entry = this.registry.active();
      if (entry) await this.#openEntry(entry);
      this.#parts.publish({ kind: 'accounts' });
      this.#parts.publish({ kind: 'status' });
      this.askKeychain();
    });
  }

  /** Closes the open account, if any; its edits stay as they are. */
  closeOpen(): Promise<void> {
    return this.#next(() => this.#closeOpen());
  }

  #next(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #closeOpen(): Promise<void> {
    const account = this.#open;
    if (account) noteUnfinished(this.registry, account.entry.id, unfinishedOf(countersOf(account.store)));
    this.#open = null;
    this.#repair = null;
    this.#noKey = null;
    await account?.close();
  }

  /** Closes everything, for good. */
  async close(): Promise<void> {
    await this.closeOpen();
    for (const id of [...this.#dataKeys.keys()]) this.useKey(id, null);
    this.registry.close();
  }

  /** What a person should know, unless something else is said already. */
  noteRepair(repair: RepairView | null): void {
    this.#repair ??= repair;
  }

  /** The person saw why Repair was shown and goes on with what is here; opens the account where none could be opened. */
  async goOn(): Promise<void> {
    if (this.#open) this.#repair = null;
    else await this.openActive();
  }

  /** Brings the edits of one of the open account's backups back, all held; false when it has no such backup. */
  restore(account: OpenAccount, backupId: string): boolean {
    const held = bringBackBackup(this.#parts.dataFolder, account, backupId);
    if (held === null) return false;
    if (this.#repair) this.#repair = { ...this.#repair, held };
    return true;
  }

  async #openEntry(entry: AccountEntry): Promise<void> {
    const { publish, registry, companyNames, ...parts } = this.#parts;
    const holdFirst = registry.readSetting(holdAtOpening(entry.id)) === true;
    const dataKey = this.#dataKeys.get(entry.id) ?? null;
    const noteRepair = (repair: RepairView) => {
      this.noteRepair(repair);
      publish({ kind: 'status' });
    };
    const answer = await openAccount({ ...parts, entry, secrets: this.secrets, dataKey, holdFirst, noteRepair });
    if (answer.kind === 'noKey' || answer.kind === 'sealed') {
      this.#noKey = answer.kind === 'noKey' ? answer.why : 'wrong';
      return;
    }
    if (answer.kind !== 'open') {
      this.#repair = repairOf(answer);
      return;
    }
    const { account } = answer;
    if (holdFirst) registry.writeSetting(holdAtOpening(entry.id), false);
    if (!entry.opened) registry.markOpened(entry.id);
    this.#open = account;
    if (companyNames) void takeNames({ store: account.store, reading: parts.reading }, companyNames);
    account.store.subscribe((changes) => {
      for (const change of changes) publish(change);
      // Counters and pills follow from the outbox: a window that shows them reads the status again.
      if (changes.some((change) => change.kind === 'edits')) publish({ kind: 'status' });
    });
    // What the keychain remembers is of the files that were set aside.
    const anew = registry.readSetting(beginsAnew(entry.id)) === true;
    if (anew) registry.writeSetting(beginsAnew(entry.id), false);
    this.#repair = account.repair ?? (anew ? null : (restoredOf(account) ?? account.trail));
    if (account.noteKey !== null) rememberNoteKey(registry, entry.id, account.noteKey);
  }

  /** Asks the keychain how it is, without waiting: a locked one may take as long as a person does. */
  askKeychain(): void {
    void keychainState(this.#parts.keychain).then((state) => {
      if (this.#keychain === state) return;
      this.#keychain = state;
      this.#parts.publish({ kind: 'status' });
    });
  }
}

function restoredOf({ recovered: { restored } }: OpenAccount): RepairView | null {
  if (!restored) return null;
  return { kind: 'restoredBackup', ...restored, backups: [] };
}

function repairOf(answer: Exclude<OpenAnswer, { kind: 'open' | 'sealed' }>): RepairView {
  if (answer.kind === 'newer') return { kind: 'newer', version: answer.version, held: 0, backups: [] };
  if (answer.kind !== 'damaged') throw new CannotOpen(answer);
  const keptAs = answer.setAside === null ? null : path.basename(answer.setAside);
  return { kind: 'damaged', problem: answer.detail, keptAs, unreadable: 0, held: 0, backups: [] };
}
