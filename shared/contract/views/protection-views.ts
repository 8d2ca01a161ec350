import type { EpochMs } from '#shared/world.ts';

/**
 * Why an encrypted account's key is not there: the keychain is `locked`, its entry is gone (`absent`) or is of another key (`wrong`), it cannot
 * be asked (`unavailable`), or what wraps the key is not readable any more (`damaged`). None of them says anything of the data. `notEncrypted`: plain
 * files, or none, lie where the keychain knows of encrypted ones.
 */
export type KeyTrouble = 'locked' | 'absent' | 'wrong' | 'unavailable' | 'damaged' | 'notEncrypted';

/** What is wrong with a code: too short, a slip in it, another account's, or nothing here is whole that a code could open. */
export type CodeRefused = 'incomplete' | 'mistyped' | 'wrongCode' | 'damaged';

/** How the active account's files lie on this computer. */
export interface ProtectionView {
  /** `noKey`: encrypted, and not open. `none`: there is no account. */
  form: 'plain' | 'sealed' | 'noKey' | 'none';
  why: KeyTrouble | null;
  /** Documents in the new form, while an encryption or its end is being finished. */
  progress: { done: number; total: number } | null;
  /** The company's way in, where IT's policy made one: what IT decrypts, and the fingerprint of its key. */
  company: { sealedCode: string; fingerprint: string } | null;
  /** Whether the company can open it too: it has a key in IT's policy, or had one when it was encrypted. */
  companyOpens: boolean;
  /** Whether it opens by itself here; else the code is asked for at each start. */
  inKeychain: boolean;
  /** What is unsent in files that do not open, as far as their own note can be believed; null where nobody knows. */
  leftBehind: LeftBehind | null;
  /** Whether the person may go on without what does not open. */
  mayStartAnew: boolean;
  /** What was left behind before, oldest first. */
  setAside: SetAside[];
}

/** How much was unsent at `at`; `inDoubt` are among the `unfinished`. */
export interface LeftBehind {
  at: EpochMs;
  unfinished: number;
  inDoubt: number;
}

/** Encrypted files of this account that were set aside when it began anew. */
export type SetAside = { id: string } & { [Name in keyof LeftBehind]: LeftBehind[Name] | null };

/** A new recovery code, shown once, and which of its groups are to be typed back, counted from 0. */
export interface NewCode {
  code: string;
  asked: number[];
}

/** What came of an encryption, or of its end. `storage`: the disk refused, `keychain`: it takes no notes now; nothing was changed. */
export type ProtectionChanged =
  { kind: 'changed'; view: ProtectionView } | { kind: 'storage'; code: string } | { kind: 'differs' } | { kind: 'keychain' };

/** What came of a backup from another computer. `noBackup`: the file is no encrypted backup of Layover. */
export type BroughtFromBackup = { kind: 'broughtBack'; returned: number; held: number } | { kind: CodeRefused | 'noBackup' };
