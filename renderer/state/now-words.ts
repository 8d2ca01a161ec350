import type { NowReason } from '#shared/contract/errors.ts';

/** What "not now" means to a person, by the main process's own word for it. */
const sentences: Record<NowReason, string> = {
  alreadySent: 'It was sent already, so it cannot be undone here.',
  mayBeSent: 'It may have reached the service, so it cannot be changed here any more.',
  wrongState: 'It has moved on since this was shown. Look again.',
  tooEarly: 'An earlier request may still arrive. Wait until the countdown ends.',
  needsSecondConfirmation: 'It needs your second confirmation.',
  needsApproval: 'It needs your approval first, in Review and send.',
  conflictMoved: 'The service said something new about this record meanwhile. Look at it again, then choose.',
  nothingLost: 'There is nothing to put back.',
  noReverse: 'There is no reverse of this: what was there before is not known.',
  otherIdentity: 'It belongs to someone else’s account. Sign in as them to release it.',
  damaged: 'What was stored of it is unreadable, so it is kept and never sent.',
  noBackup: 'There is no copy to go back to.',
  noAccount: 'Connect an account first.',
  repairFirst: 'Your data needs a look first, in Repair.',
  keychainLocked: 'The keychain is locked, so your sign-in is still in it. Unlock the keychain, then sign out again.',
  nothingToUndo: 'There is nothing to undo.',
  unfinishedMoved: 'Something was recorded meanwhile. Look at the number again.',
  nothingToRedo: 'There is nothing to redo.',
};

export const nowSentence = (why: NowReason): string => sentences[why];
