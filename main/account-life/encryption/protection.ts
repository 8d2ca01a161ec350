import { deriveKeys, forgetKeys, newDataKey, keyIdOf } from '#main/accounts/keys/data-key.ts';
import { newRecoveryCode } from '#main/accounts/keys/recovery-code.ts';
import { notePlain } from '#main/accounts/keys/noted-form.ts';
import { keepInKeychain, keyFromCode, keyFromKeychain } from '#main/accounts/keys/unlock.ts';
import { wrapForCode, wrapForCompany } from '#main/accounts/keys/wraps.ts';
import { secretNames, type Secrets } from '#main/accounts/keychain/secrets.ts';
import { noteChange } from '#main/registry/form-change.ts';
import { readKeyFile, readKeyTexts, writeKeyFile, type KeyFile, type KeyFileAnswer } from '#main/registry/key-file.ts';
import { accountFile, accountFolder } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { withForeignBackup, wrapsOfBackup } from '#main/recovery/backup.ts';
import { takeFound } from '#main/recovery/bring-back.ts';
import { codeOf } from '#main/storage/driver.ts';
import { formOf, type Seal } from '#main/storage/sealing/seal.ts';
import { foundEdits } from '#main/library/reading/backup-edits.ts';
import type { NotReadReason } from '#shared/messages/refusal-words.ts';
import type {
  BroughtFromBackup,
  CodeRefused,
  NewCode,
  ProtectionChanged,
  ProtectionView,
} from '#shared/contract/views/protection-views.ts';
import { keyFileOf } from '#main/account-life/open/account-lock.ts';
import { backupFolder } from '#main/account-life/open/account-store.ts';
import { changeForm, type FormChanged } from './change-form.ts';
import { mayStartOver, setAsideOf, startOver } from '#main/account-life/open/start-over.ts';
import { unsentNoteOf } from '#main/account-life/open/unsent-note.ts';
import type { AccountLife } from '#main/account-life/account-life.ts';
import type { AccountParts, OpenAccount } from '#main/account-life/account.ts';

export interface ProtectionParts extends Pick<AccountParts, 'world' | 'dataFolder' | 'keychain' | 'reading'> {
  life: AccountLife;
  /** The company's public key (RSA, PEM), where IT's policy gives one. */
  companyKey: string | null;
}

type BroughtFromForeign = BroughtFromBackup | { kind: 'notRead'; why: NotReadReason };

/** A new code and the account that it was made for; in memory only, until it is typed back. */
interface Plan extends NewCode {
  accountId: string;
  confirmed: boolean;
}

function wrapsIn(folder: string): KeyFile['wraps'] {
  const found = readKeyFile(folder);
  return found.kind === 'read' ? found.keys.wraps : [];
}

async function keyIn(found: KeyFileAnswer, keychain: Secrets, accountId: string): Promise<Uint8Array | null> {
  const answer = await keyFromKeychain(found, keychain, accountId);
  return answer.kind === 'key' ? answer.dataKey : null;
}

async function opens(found: KeyFileAnswer, code: string): Promise<boolean> {
  const answer = await keyFromCode(found, code);
  if (answer.kind === 'key') answer.dataKey.fill(0);
  return answer.kind === 'key';
}

async function mustOpen(keys: KeyFile, code: string): Promise<void> {
  const isOpened = await opens({ kind: 'read', keys, damagedKinds: [] }, code);
  if (!isOpened) throw new Error('the code does not open what it was made for');
}

const nothingLeft = { leftBehind: null, mayStartOver: false, setAside: [] };
const GROUPS = 7;
const GROUPS_ASKED = 4;

/** Encrypting the active account's files, ending that, and opening them where the keychain does not. One at a time. */
export class Protection {
  readonly #parts: ProtectionParts;
  #plan: Plan | null = null;

  constructor(parts: ProtectionParts) {
    this.#parts = parts;
  }

  view(): ProtectionView {
    const { life, dataFolder } = this.#parts;
    const entry = life.registry.active();
    if (!entry) return { form: 'none', why: null, progress: null, company: null, companyOpens: false, inKeychain: false, ...nothingLeft };
    const sealed = life.noKey !== null || life.open?.keys != null;
    const wraps = sealed ? wrapsIn(this.#folder(entry)) : [];
    const company = wraps.find(({ kind }) => kind === 'company')?.company ?? null;
    return {
      form: life.noKey === null ? (life.open?.keys ? 'sealed' : 'plain') : 'noKey',
      why: life.noKey,
      progress: life.open?.finishing.progress() ?? null,
      company,
      companyOpens: sealed ? company !== null : this.#parts.companyKey !== null,
      inKeychain: wraps.some(({ kind }) => kind === 'keychain'),
      leftBehind: life.noKey === null ? null : unsentNoteOf(life.registry, entry.id, this.#folder(entry)),
      mayStartOver: mayStartOver(life.noKey),
      setAside: setAsideOf(life.registry, dataFolder, entry.id),
    };
  }

  /** Makes a code for the open account; null when there is none. An earlier code that was not used is void. */
  begin(): NewCode | null {
    const { life, world } = this.#parts;
    if (!life.open) return null;
    const places = Array.from({ length: GROUPS }, (_, place) => ({ place, by: world.random() })).sort((a, b) => a.by - b.by);
    const asked = places
      .slice(0, GROUPS_ASKED)
      .map(({ place }) => place)
      .sort((a, b) => a - b);
    this.#plan = { code: newRecoveryCode(), asked, accountId: life.open.entry.id, confirmed: false };
    return { code: this.#plan.code, asked };
  }

  /** Compares the typed groups of the code with those shown, and returns one flag for each. */
  confirm(typed: readonly string[]): boolean[] {
    const plan = this.#plan;
    const groups = plan?.code.split(' ') ?? [];
    const right = (plan?.asked ?? []).map((place, at) => (typed[at] ?? '').trim().toUpperCase() === groups[place]);
    if (plan) plan.confirmed = right.length === GROUPS_ASKED && right.every(Boolean);
    return right;
  }

  /** Forgets the code: nothing was changed. */
  cancel(): void {
    this.#plan = null;
  }

  /** Encrypts; null when no code was typed back. The disk's refusal leaves everything plain, as it was. */
  async encrypt(): Promise<ProtectionChanged | null> {
    const { life, keychain, companyKey } = this.#parts;
    const { open } = life;
    const plan = this.#plan;
    if (!open || open.keys || !plan?.confirmed || plan.accountId !== open.entry.id) return null;
    const { entry } = open;
    const dataKey = newDataKey();
    const wraps = [await wrapForCode(dataKey, plan.code), ...(companyKey === null ? [] : [await wrapForCompany(dataKey, companyKey)])];
    const made: KeyFile = { keyId: keyIdOf(dataKey), wraps };
    await mustOpen(made, plan.code);
    const keys = (await keepInKeychain(made, dataKey, keychain, entry.id)) ?? made;
    this.#plan = null;
    await life.closeOpen();
    const changed = this.#change(entry, { from: null, to: deriveKeys(dataKey.slice()).database }, keys);
    if (changed.kind === 'changed') life.useKey(entry.id, dataKey);
    else await keychain.remove(secretNames.diskKey(entry.id));
    await life.openActive();
    return changed.kind === 'changed' ? { kind: 'changed', view: this.view() } : changed;
  }

  /**
   * Puts a new recovery code in the place of the earlier one; null when no code was typed back. The data key stays: the earlier code still opens what
   * was copied before, with its wraps.
   */
  async renewCode(): Promise<ProtectionChanged | null> {
    const { life, keychain } = this.#parts;
    const plan = this.#plan;
    if (!life.open?.keys || !plan?.confirmed || plan.accountId !== life.open.entry.id) return null;
    const { entry } = life.open;
    const found = readKeyFile(this.#folder(entry));
    const dataKey = life.keyInUse(entry.id) ?? (await keyIn(found, keychain, entry.id));
    if (found.kind !== 'read' || !dataKey) return { kind: 'noKey' };
    const others = found.keys.wraps.filter(({ kind }) => kind !== 'code');
    const keys = { ...found.keys, wraps: [...others, await wrapForCode(dataKey, plan.code)] };
    dataKey.fill(0);
    await mustOpen(keys, plan.code);
    try {
      writeKeyFile(this.#folder(entry), keys);
    } catch (error) {
      if (codeOf(error) === '') throw error;
      return { kind: 'storage', code: codeOf(error) };
    }
    this.#plan = null;
    return { kind: 'changed', view: this.view() };
  }

  /** Makes the files plain again; null when they are not encrypted, or not open. */
  async decrypt(): Promise<ProtectionChanged | null> {
    const { life } = this.#parts;
    const { open } = life;
    if (!open?.keys) return null;
    const { entry } = open;
    // A keychain that never took the key knows of no encrypted files either.
    const knows = wrapsIn(this.#folder(entry)).some(({ kind }) => kind === 'keychain');
    if (knows && (await notePlain(this.#parts.keychain, entry.id)) !== 'noted') return { kind: 'keychain' };
    const seal = { ...open.keys.database, key: open.keys.database.key.slice() };
    const readable = await this.#readableDocuments(open);
    await life.closeOpen();
    const changed = readable.kind === 'changed' ? this.#change(entry, { from: seal, to: null }, null) : readable;
    if (changed.kind === 'changed') life.useKey(entry.id, null);
    seal.key.fill(0);
    await life.openActive();
    return changed.kind === 'changed' ? { kind: 'changed', view: this.view() } : changed;
  }

  /** Opens the account with a recovery code, or with what IT read out; the keychain is given the key again where it takes it. */
  async openWithCode(typed: string): Promise<'opened' | CodeRefused | null> {
    const { life, keychain } = this.#parts;
    const entry = life.registry.active();
    if (!entry || life.noKey === null) return null;
    if (life.noKey === 'notEncrypted') return 'damaged';
    const folder = this.#folder(entry);
    const form = formOf(accountFile(this.#parts.dataFolder, entry.id));
    const found = keyFileOf(folder, form.kind === 'sealed' ? form.keyId : null);
    const answer = await keyFromCode(found, typed);
    if (answer.kind !== 'key' || found.kind !== 'read') return answer.kind === 'key' ? 'damaged' : answer.kind;
    const kept = await keepInKeychain(found.keys, answer.dataKey, keychain, entry.id);
    if (kept) writeKeyFile(folder, kept);
    life.useKey(entry.id, answer.dataKey);
    await life.openActive();
    return 'opened';
  }

  /**
   * Brings the edits of a sealed backup from another computer into the open account, all held; null when no account is open. The backup
   * carries its wraps: with the code nothing else of that computer is needed. Somebody else may have made it, so the reader's process reads it.
   */
  async bringBack(bytes: Uint8Array, typed: string): Promise<BroughtFromForeign | null> {
    const { reading, life } = this.#parts;
    const { open } = life;
    if (!open) return null;
    return withForeignBackup(backupFolder(open.folder), bytes, async (file): Promise<BroughtFromForeign | null> => {
      const carried = wrapsOfBackup(file);
      if (carried === null) return { kind: 'noBackup' };
      const answer = await keyFromCode(readKeyTexts([carried]), typed);
      if (answer.kind !== 'key') return { kind: answer.kind };
      const keys = deriveKeys(answer.dataKey);
      const read = await reading.read('backupEdits', '', { file, ...keys.backups }).finally(() => forgetKeys(keys));
      if (!read.ok) return { kind: 'notRead', why: read.why };
      const found = foundEdits(read.portions);
      if (found === null) return { kind: 'noBackup' };
      if (life.open !== open) return null;
      const { returned, held } = takeFound(open.store, found);
      return { kind: 'broughtBack', returned, held };
    });
  }

  /** Begins again where the key can't be had; else why not: nothing was moved. */
  async startOver(unfinishedSeen: number | null): Promise<'began' | 'wrongState' | 'unfinishedMoved'> {
    const { life, dataFolder, keychain } = this.#parts;
    const entry = life.registry.active();
    if (!entry || !mayStartOver(life.noKey)) return 'wrongState';
    const left = unsentNoteOf(life.registry, entry.id, this.#folder(entry));
    if ((left?.unfinished ?? null) !== unfinishedSeen) return 'unfinishedMoved';
    // Without a keychain there is no note either.
    if ((await notePlain(keychain, entry.id)) === 'locked') return 'wrongState';
    await startOver(life, dataFolder, entry.id);
    return 'began';
  }

  /** True when a text is the active account's recovery code; false for plain files. */
  async isCode(typed: string): Promise<boolean> {
    const entry = this.#parts.life.registry.active();
    return entry !== null && opens(readKeyFile(this.#folder(entry)), typed);
  }

  #folder(entry: AccountEntry): string {
    return accountFolder(this.#parts.dataFolder, entry.id);
  }

  /** Writes the documents readable beside the sealed ones; what of it a refusing disk left is removed at the next opening. */
  async #readableDocuments({ folder, finishing, documents }: OpenAccount): Promise<FormChanged> {
    try {
      noteChange(folder, 'plain');
      await finishing.stop();
      await documents.writeAllAs(null, () => true);
      return { kind: 'changed' };
    } catch (error) {
      if (codeOf(error) === '') throw error;
      this.#parts.world.log.error('encryptionChangeFailed', { to: 'plain', code: codeOf(error) });
      return { kind: 'storage', code: codeOf(error) };
    }
  }

  /** The account is closed. `keys` are written before anything is sealed with them. */
  #change(entry: AccountEntry, form: { from: Seal | null; to: Seal | null }, keys: KeyFile | null): FormChanged {
    const { world, dataFolder } = this.#parts;
    return changeForm({ world, dataFolder, accountId: entry.id, ...form, keys });
  }
}
