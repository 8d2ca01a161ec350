import type { EpochMs } from '#shared/world.ts';

/**
 * Why an encrypted account's key is not there: the keychain is `locked`, its entry is gone (`absent`) or is of another key (`wrong`), it cannot
 * be asked (`unavailable`), or what wraps the key is not readable any more (`damaged`). None of them says anything of the data. `notEncrypted`: plain
 * files, or none, lie where the keychain knows of encrypted ones.
 */
export type KeyTrouble = 'locked' | 'absent' | 'wrong' | 'unavailable' | 'damaged' | 'notEncrypted';

/** The problem of a code: too short, a slip in it, another account's, or nothing here is whole that a code could open. */
export type CodeRefused = 'incomplete' | 'mistyped' | 'wrongCode' | 'damaged';

/** The protection of the active account's files. */
export interface ProtectionView {
  /** `noKey`: encrypted, and not open. `none`: there is no account. */
  form: 'plain' | 'sealed' | 'noKey' | 'none';
  why: KeyTrouble | null;
  /** Documents in the new form, while an encryption or its end is being finished. */
  progress: { done: number; total: number } | null;
  /** The company's way in, where IT's policy made one: what IT decrypts, and the fingerprint of its key. */
  company: { sealedCode: string; fingerprint: string } | null;
  /** True when the company can open it too: it has a key in IT's policy, or had one when it was encrypted. */
  companyOpens: boolean;
  /** True when the keychain opens it; otherwise each start asks for the code. */
  inKeychain: boolean;
  /** Unsent edits in files that do not open, by their own note; null when unknown. */
  leftBehind: LeftBehind | null;
  /** True when the user may continue without the files that do not open. */
  mayStartOver: boolean;
  /** Accounts that were set aside before, oldest first. */
  setAside: SetAside[];
}

/** The number of unsent edits at `at`; `inDoubt` are among the `unfinished`. */
export interface LeftBehind {
  at: EpochMs;
  unfinished: number;
  inDoubt: number;
}

/** Encrypted files of this account that were set aside when it started over. */
export type SetAside = { id: string } & { [Name in keyof LeftBehind]: LeftBehind[Name] | null };

/** A new recovery code, shown once, and which of its groups are to be typed back, counted from 0. */
export interface NewCode {
  code: string;
  asked: number[];
}

/**
 * Outcome of an encryption, of its end or of a new code. `storage`: the disk refused, `keychain`: it takes no notes now, `noKey`: it does not give the
 * key for a new code; nothing was changed.
 */
export type ProtectionChanged =
  | { kind: 'changed'; view: ProtectionView }
  | { kind: 'storage'; code: string }
  | { kind: 'differs' }
  | { kind: 'keychain' }
  | { kind: 'noKey' };

/** The result of opening a backup from another computer. `noBackup`: the file is no encrypted backup of Layover. */
export type BroughtFromBackup = { kind: 'broughtBack'; returned: number; held: number } | { kind: CodeRefused | 'noBackup' };
