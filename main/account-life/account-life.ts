import type { FileContent } from '#main/library/tables/read-source.ts';
import { keychainState } from '#main/accounts/keychain/keychain.ts';
import type { KeyTrouble } from '#shared/contract/views/protection-views.ts';
import type { Secrets } from '#main/accounts/keychain/secrets.ts';
import { sessionSecrets } from '#main/accounts/keychain/session-secrets.ts';
import type { Registry } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { codeOf, isStorageTrouble, troubleOf } from '#main/storage/driver.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import type { Change, RepairView } from '#shared/contract/views/views.ts';
import { startsOverSetting, holdAtOpening } from '#main/account-life/open/account-list.ts';
import { bringBackBackup } from '#main/account-life/open/account-store.ts';
import { repairOf } from '#main/account-life/open/cannot-open.ts';
import { openAccount } from '#main/account-life/open/open-account.ts';
import type { AccountParts, OpenAccount } from './account.ts';
import { takeNames } from '#main/account-life/first-run/take-names.ts';
import { noteUnfinished, unfinishedOf } from '#main/account-life/open/unfinished.ts';
import { rememberNoteKey } from '#main/account-life/open/unsent-note.ts';

/** The parts of the app that AccountLife uses. */
export interface AccountLifeParts extends AccountParts {
  registry: Registry;
  /** The names that the company gives, read again; null when it gives none. */
  companyNames?: () => { name: string; content: FileContent } | null;
  publish(change: Change): void;
}

/** The time that the next command waits for an account to begin; a locked keychain may take much longer. */
const BEGINS_WITHIN_MS = 10_000;
/** After a disk refused what a beginning writes. */
const AGAIN_MS = 5_000;

/** The accounts of this computer and the one that is open: at most one is, and only this class opens and closes it. */
export class AccountLife {
  readonly registry: Registry;
  /** The keychain, with the memory beside it for what it does not take. */
  readonly secrets: Secrets;
  readonly #parts: AccountLifeParts;
  #open: OpenAccount | null = null;
  /** The opening or closing under way: the next one begins when it has ended. */
  #turn: Promise<void> = Promise.resolve();
  #begun: Promise<void> = Promise.resolve();
  /** Work that has not begun yet is cancelled. */
  #ending = false;
  #repair: RepairView | null = null;
  #noKey: KeyTrouble | null = null;
  /** Data keys that codes opened in this session, kept until the app ends for keychains that cannot store them. */
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

  /** Why the active account's database needs a user; null when it does not. */
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

  /** A copy of the data key that an account was opened with, where it was not the keychain's. */
  keyInUse(accountId: string): Uint8Array | null {
    return this.#dataKeys.get(accountId)?.slice() ?? null;
  }

  /** The keychain's last state. Asking can take long, so a status does not ask again. */
  get keychain(): 'ok' | 'locked' | 'unavailable' {
    return this.#keychain;
  }

  /**
   * Opens the registry's active account in place of the one that is open. A database that needs a user leaves no account open and sets
   * `repair`; rejects when another process holds the database, or the disk cannot be written. With `firstPage` pages may be read when this
   * resolves; its queue is looked through, and its engine begins, when what that answers resolves (`begun`).
   */
  openActive(firstPage: (() => Promise<unknown>) | null = null): Promise<void> {
    return this.#next(async () => {
      await this.#closeOpen();
      const entry = this.registry.active();
      if (entry) await this.#openEntry(entry, firstPage);
      this.#tell();
      this.askKeychain();
    });
  }

  /** Resolves when the open account has started everything, or a user is shown why it did not. */
  get begun(): Promise<void> {
    return this.#begun;
  }

  #tell(): void {
    this.#parts.publish({ kind: 'accounts' });
    this.#parts.publish({ kind: 'status' });
  }

  /** Closes the open account, if any; its edits stay as they are. */
  closeOpen(): Promise<void> {
    return this.#next(() => this.#closeOpen());
  }

  #next(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act);
    this.#turn = done.then(
      () => Promise.race([this.#begun, this.#parts.world.sleep(BEGINS_WITHIN_MS)]),
      () => undefined,
    );
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
    this.#ending = true;
    await this.closeOpen();
    for (const id of [...this.#dataKeys.keys()]) this.useKey(id, null);
    this.registry.close();
  }

  /** Sets the repair notice unless there is one already. */
  noteRepair(repair: RepairView | null): void {
    this.#repair ??= repair;
  }

  /** The user saw why Repair was shown and goes on with what is here; opens the account where none could be opened. */
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

  async #openEntry(entry: AccountEntry, firstPage: (() => Promise<unknown>) | null): Promise<void> {
    this.#begun = Promise.resolve();
    if (firstPage === null) return this.#openWhole(entry);
    try {
      const account = await this.#openStored(entry, true);
      if (account)
        this.#begun = firstPage()
          .then(() => this.#beginBehind(account))
          .catch((error: unknown) => this.#logFailed(error));
    } catch (error) {
      // Only what was looked through whole is known to be damaged, and set aside.
      if (troubleOf(error) !== 'damaged') throw error;
      await this.#openWhole(entry);
    }
  }

  async #openWhole(entry: AccountEntry): Promise<void> {
    const account = await this.#openStored(entry, false);
    if (!account) return;
    try {
      await this.#begin(account);
    } catch (error) {
      this.#open = null;
      await account.close();
      throw error;
    }
  }

  /** A queue that is found damaged behind the first page is closed, set aside and told of as at any other start; a disk that refuses is tried again. */
  async #beginBehind(account: OpenAccount): Promise<void> {
    while (this.#open === account && !this.#ending) {
      try {
        return await this.#begin(account);
      } catch (error) {
        if (this.#open !== account) return;
        if (troubleOf(error) === 'damaged') return this.#openAgain(account);
        this.#logFailed(error);
        account.engine.notStarted(error);
        if (!isStorageTrouble(error)) return;
        await this.#parts.world.sleep(AGAIN_MS);
      }
    }
  }

  async #openAgain(account: OpenAccount): Promise<void> {
    this.#open = null;
    await account.close();
    await this.#openWhole(account.entry);
    this.#tell();
  }

  #logFailed(error: unknown): void {
    this.#parts.world.log.error('accountNotBegun', { code: codeOf(error), message: String(error) });
  }

  async #begin(account: OpenAccount): Promise<void> {
    const { registry, companyNames, reading } = this.#parts;
    const { id } = account.entry;
    const { file, kept } = await account.begin();
    // The keychain's anchor belongs to the files that were set aside.
    const startsOver = registry.readSetting(startsOverSetting(id)) === true;
    if (startsOver) registry.writeSetting(startsOverSetting(id), false);
    this.noteRepair(file ?? (startsOver ? null : kept));
    if (account.noteKey !== null) rememberNoteKey(registry, id, account.noteKey);
    if (companyNames) void takeNames({ store: account.store, reading }, companyNames);
    if (file ?? kept) this.#tell();
  }

  /** Null when it did not open; a user is shown why. */
  async #openStored(entry: AccountEntry, later: boolean): Promise<OpenAccount | null> {
    const { publish, registry, ...parts } = this.#parts;
    const holdFirst = registry.readSetting(holdAtOpening(entry.id)) === true;
    const dataKey = this.#dataKeys.get(entry.id) ?? null;
    const noteRepair = (repair: RepairView) => {
      this.noteRepair(repair);
      publish({ kind: 'status' });
    };
    const answer = await openAccount({ ...parts, entry, secrets: this.secrets, dataKey, holdFirst, later, noteRepair });
    if (answer.kind === 'noKey' || answer.kind === 'sealed') {
      this.#noKey = answer.kind === 'noKey' ? answer.why : 'wrong';
      return null;
    }
    if (answer.kind !== 'open') {
      this.#repair = repairOf(answer);
      return null;
    }
    const { account } = answer;
    if (holdFirst) registry.writeSetting(holdAtOpening(entry.id), false);
    if (!entry.opened) registry.update(entry.id, { opened: true });
    this.#open = account;
    account.store.subscribe((changes) => {
      for (const change of changes) publish(change);
      // Counters and pills follow from the outbox: a window that shows them reads the status again.
      if (changes.some((change) => change.kind === 'edits')) publish({ kind: 'status' });
    });
    return account;
  }

  /** Asks the keychain how it is, without waiting: a locked one may take as long as a user does. */
  askKeychain(): void {
    void keychainState(this.#parts.keychain).then((state) => {
      if (this.#keychain === state) return;
      this.#keychain = state;
      this.#parts.publish({ kind: 'status' });
    });
  }
}
