import type { LockScreenAnswer } from '#shared/contract/views/lock-screen-views.ts';
import type {
  CodeRefused,
  KeyTrouble,
  LeftBehind,
  ProtectionChanged,
  ProtectionView,
  SetAside,
} from '#shared/contract/views/protection-views.ts';
import type { AppStatus } from '#shared/contract/views/views.ts';
import { formatEpoch } from '#shared/values/dates.ts';

/** True when this laptop's keychain can keep a key. */
export const keepsKey = (status: AppStatus | null): boolean => status?.keychain.state === 'ok' || status?.keychain.state === 'locked';

/** The protection by encryption, and against whom: one sentence each. `keychain`: whether this laptop's would keep the key. */
export function explained(company: boolean, keychain: boolean): string[] {
  if (!keychain)
    return [
      stolen,
      'This laptop has no keychain that keeps the key, so you type your recovery code at each start: whoever sits at your unlocked screen still sees everything.',
      company
        ? 'Your recovery code or your IT department opens everything, the unsent edits included; without both nobody can.'
        : 'Only your recovery code opens everything, the unsent edits included; without it nobody can.',
      remnants,
    ];
  return [
    stolen,
    'The key is in this laptop’s keychain and you type nothing: whoever knows your system password, or sits at your unlocked screen, still sees everything.',
    company
      ? 'If the keychain is lost, your recovery code or your IT department opens everything again, the unsent edits included; without any of the three nobody can.'
      : 'If the keychain is lost, your recovery code opens everything again, the unsent edits included; without both nobody can, so there is no encryption without a code.',
    remnants,
  ];
}
const stolen =
  'This account’s records, edits, documents and backups are encrypted on the disk, so whoever finds or steals this laptop reads none of them.';
const remnants =
  'Readable copies are removed afterwards, but an SSD may keep remnants of them and what you export stays readable: also turn on your system’s full-disk encryption.';

/** Why the data does not open, and what to do first. Nothing is lost in any of them. */
export const keyTroubles: Record<KeyTrouble, { title: string; message: string }> = {
  locked: {
    title: 'The keychain is locked',
    message:
      'Your data is encrypted, and its key is in this laptop’s keychain. Unlock the keychain, or open the data with your recovery code.',
  },
  absent: {
    title: 'The key is not in the keychain any more',
    message:
      'Your data is encrypted and was not touched, but this laptop’s keychain does not hold its key. Your recovery code opens it, and puts the key back.',
  },
  wrong: {
    title: 'The keychain holds another key',
    message:
      'Your data is encrypted and was not touched, but the key in this laptop’s keychain does not fit it. Your recovery code opens it, and puts the right key back.',
  },
  unavailable: {
    title: 'Enter your recovery code',
    message: 'Your data is encrypted and was not touched. Without a keychain your recovery code is asked for at each start.',
  },
  damaged: {
    title: 'The file with the key is damaged',
    message: 'Your data is encrypted and was not touched. Try the recovery code: another copy of the key may still open it.',
  },
  notEncrypted: {
    title: 'Your encrypted data was replaced',
    message:
      'This laptop’s keychain knows that this account is encrypted, but readable files, or none, lie in its place. Layover did not open them, and nothing of them is sent. Put the encrypted folder back, from a backup of this laptop, and ask again; and tell your administrator.',
  },
};

/** The problem of the input. */
export const codeTroubles: Record<CodeRefused, string> = {
  incomplete: 'That is too short: the code has seven groups of four characters.',
  mistyped: 'There is a slip in it: compare each group with your paper.',
  wrongCode: 'It is a recovery code, but not this account’s. Look for the paper with this account’s name.',
  damaged:
    'The key on this laptop is damaged, so no code can open it. Put a copy of keys.json, or a backup of this account, back in its folder.',
};

/** The number of unsent edits in files that do not open. */
export function leftBehindWords(left: LeftBehind | null): string {
  if (left === null) return 'How much of it is still to be sent is not known.';
  if (left.unfinished === 0) return `Everything in it was sent or settled, as noted ${formatEpoch(left.at)}.`;
  const edits = left.unfinished === 1 ? 'One edit in it is' : `${left.unfinished} edits in it are`;
  const doubt =
    left.inDoubt === 0 ? '' : `, ${left.inDoubt} of them in doubt: the service may have carried ${left.inDoubt === 1 ? 'it' : 'them'} out`;
  return `${edits} not finished, as noted ${formatEpoch(left.at)}${doubt}.`;
}

/** One folder that was set aside, as Settings lists it. */
export function setAsideWords({ at, unfinished }: SetAside): string {
  if (at === null || unfinished === null) return 'Encrypted data that was set aside';
  return `Encrypted data that was set aside, ${unfinished === 1 ? 'one unfinished edit' : `${unfinished} unfinished edits`} as of ${formatEpoch(at)}`;
}

/** The protection of the account's files. */
export function formWords({ form, inKeychain }: ProtectionView): string {
  if (form === 'plain') return 'Not encrypted: whoever reads this disk elsewhere reads your records.';
  if (form !== 'sealed') return '';
  return inKeychain
    ? 'Encrypted. It opens automatically on this laptop.'
    : 'Encrypted. The keychain does not keep the key, so the code is asked for at each start.';
}

/** Reasons for a new recovery code, and its limit. */
export const whyRenew =
  'Make a new one if the paper is lost, or if somebody else may have read it. The old code then opens neither this account nor its next backups. Copies and backups made before still open with the old one: if somebody may have both, end the encryption and encrypt again.';
export const renewedWords =
  'The old code does not open this account any more. Keep the old paper as long as you keep backups that were made before now.';

/** Why nothing came of it. */
export function changeProblem(changed: Exclude<ProtectionChanged, { kind: 'changed' }>): string {
  if (changed.kind === 'differs')
    return 'The new copy was not the same as your data, so it was thrown away. Nothing was changed. Save the diagnostics and tell support.';
  if (changed.kind === 'keychain')
    return 'The keychain is locked or takes nothing, so it cannot note that this account is not encrypted any more. Nothing was changed. Unlock it, then try again.';
  if (changed.kind === 'noKey')
    return 'The keychain does not give the key that the new code is to open. Nothing was changed, and the old code still opens this account. Unlock the keychain, then try again.';
  return `The disk refused (${changed.code}). Nothing was changed. Free as much space as the account takes, then try again.`;
}

/** The paper that a person keeps. */
export function codePaper(code: string, account: string): string {
  return [
    'Layover recovery code',
    `Account: ${account}`,
    '',
    code,
    '',
    'Opens this account’s encrypted data when the keychain does not.',
    'Keep it away from the laptop, and where nobody else reads it.',
    '',
  ].join('\n');
}

/** Why the window stays locked; nothing when it opened. */
export function lockScreenTrouble(answer: LockScreenAnswer): string | undefined {
  switch (answer.kind) {
    case 'opened':
      return undefined;
    case 'refused':
      return 'The system did not confirm that it is you. Try again, or type your PIN.';
    case 'wrong':
      return 'That is not it.';
    case 'locked':
      return 'The keychain, which keeps the PIN, is locked. Unlock it, or type the recovery code.';
    case 'wait':
      return `Too many tries. Wait ${Math.ceil(answer.waitMs / 1000)} seconds.`;
  }
}
