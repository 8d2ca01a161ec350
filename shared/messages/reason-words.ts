import type { Reason } from '#shared/edit.ts';
import { isOtherOwner, nameOfOwner } from '#shared/service/owner.ts';
import { readableState } from '#shared/values/readable.ts';
import { isPlain, t } from './t.ts';
import { saidIn, sentenceOfClosed, sentenceOfError } from './words.ts';

type Sentences = { [K in Reason['kind']]: (reason: Extract<Reason, { kind: K }>) => string };

const sentences: Sentences = {
  clean: () => t('reasons.clean'),
  changedByService: ({ differences }) => t('reasons.changedByService', { count: differences.length }),
  appliedWithProblem: ({ failure }) =>
    failure === null
      ? t('reasons.appliedWithProblem.untold')
      : t('reasons.appliedWithProblem', { details: saidIn(failure).join(' ') || `${failure.type}.` }),
  versionJump: ({ expected, returned, ownLost, byReading, setBack }) => {
    if (setBack) return t('reasons.versionJump.setBack', { expected, returned });
    if (ownLost) return t('reasons.versionJump.ownLost', { expected, returned });
    return t(byReading ? 'reasons.versionJump.byReading' : 'reasons.versionJump', { expected, returned });
  },
  fieldsLost: ({ differences }) => t('reasons.fieldsLost', { count: differences.length }),
  duplicateAlarm: () => t('reasons.duplicateAlarm'),
  checkedByReading: ({ notThere, inPart }) => {
    if (inPart) return t('reasons.checkedByReading.inPart');
    return t(notThere ? 'reasons.checkedByReading.notThere' : 'reasons.checkedByReading');
  },
  rejectedByService: ({ error, status, mayBeApplied, closed }) => {
    const sentence = status === 412 ? t('reasons.moved') : sentenceOfError(error, status);
    const why = closed ? [`${sentenceOfClosed(closed)}.`, ...saidIn(error)].join(' ') : sentence;
    return mayBeApplied ? t('reasons.repeatRefused', { why }) : why;
  },
  changedMeanwhile: () => t('reasons.changedMeanwhile'),
  neverTaken: ({ times }) => t('reasons.neverTaken', { times }),
  baseMoved: ({ differences, hardStop, unanswered }) => {
    if (hardStop) return t(unanswered ? 'reasons.baseMoved.bankUnanswered' : 'reasons.baseMoved.bank');
    return t(unanswered ? 'reasons.baseMoved.unanswered' : 'reasons.baseMoved', { count: differences.length });
  },
  currencyMoved: ({ from, to }) => t('reasons.currencyMoved', { from, to }),
  invoiceMoved: ({ from, to }) => {
    if (from === null) return t('reasons.invoiceMoved.unknown', { to: readableState(to, 'invoiceReceivable') });
    if (to === null) return t('reasons.invoiceMoved.unsaid', { from: readableState(from, 'invoiceReceivable') });
    return t('reasons.invoiceMoved', { from: readableState(from, 'invoiceReceivable'), to: readableState(to, 'invoiceReceivable') });
  },
  noAnswer: ({ failure, afterMs }) => {
    if (failure === 'notReadable') return t('reasons.noAnswer.notReadable');
    if (failedReads.has(failure)) return t('reasons.noAnswer.unread');
    const time = durationText(afterMs);
    const id = unansweredIds[failure];
    return id === undefined ? t('reasons.noAnswer.other', { failure, time }) : t(id, { time });
  },
  unreadableAnswer: ({ detail }) => t(detail === 'unforeseen' ? 'reasons.unreadableAnswer.unforeseen' : 'reasons.unreadableAnswer'),
  redirectedWrite: ({ to }) => t('reasons.redirectedWrite', { to }),
  abandoned: () => t('reasons.abandoned'),
  // by failure, where no request was accepted though the service may have been reached
  offline: ({ failure }) => {
    const id = `reasons.offline.${failure}`;
    return t(isPlain(id) ? id : 'reasons.offline');
  },
  rateLimited: ({ retryAfterMs }) => t('reasons.rateLimited', { time: durationText(retryAfterMs) }),
  serviceTrouble: () => t('reasons.serviceTrouble'),
  signInNeeded: () => t('reasons.signInNeeded'),
  untrustedHost: ({ host }) => t('reasons.untrustedHost', { host }),
  otherIdentity: ({ owner, now }) =>
    t('reasons.otherIdentity', {
      owner: nameOfOwner(owner),
      known: now === undefined ? 'no' : 'yes',
      now: now === undefined ? '' : nameOfOwner(now),
      theirs: isOtherOwner(owner, now ?? owner) ? 'yes' : 'no',
    }),
  restoredBackup: () => t('reasons.restoredBackup'),
  noKeychain: () => t('reasons.noKeychain'),
  notAsApproved: ({ what }) => t(`reasons.notAsApproved.${what}`),
  damagedRow: () => t('reasons.damagedRow'),
  cannotRead: ({ why, host = '', accepted }) => {
    if (accepted) return t(why === 'whole' ? 'reasons.cannotRead.acceptedWhole' : 'reasons.cannotRead.accepted');
    return why === 'elsewhere' ? t('reasons.cannotRead.elsewhere', { host }) : t(`reasons.cannotRead.${why ?? 'other'}`);
  },
  heldByPerson: ({ mayBeApplied }) => t(mayBeApplied ? 'reasons.heldByPerson.mayBeApplied' : 'reasons.heldByPerson'),
  incompleteBase: ({ accepted }) => t(accepted === undefined ? 'reasons.incompleteBase' : 'reasons.incompleteBase.accepted'),
  byPerson: ({ note }) => {
    if (note === undefined) return t('reasons.byPerson');
    const id = `reasons.byPerson.${note}`;
    return isPlain(id) ? t(id) : t('reasons.byPerson.note', { note });
  },
  merged: () => t('reasons.merged'),
  settledBy: () => t('reasons.settledBy'),
};

/** The HTTP status behind a reason, for IT; null without one. */
export const statusOfReason = (reason: Reason | null): number | null => (reason !== null && 'status' in reason ? reason.status : null);

/** Why an edit is in its state, in one line: the service's own words come before what they mean. */
export function lineOfReason(reason: Reason): string {
  const refused = reason.kind === 'rejectedByService' && reason.status !== 412 && !reason.closed && !reason.mayBeApplied;
  const said = refused ? saidIn(reason.error) : [];
  return said.length > 0 ? said.join(' ') : sentenceOfReason(reason);
}

/** Why an edit is in its state, as one sentence or two. Facts in, words out; nothing decides by these texts. */
export function sentenceOfReason(reason: Reason): string {
  const sentence = sentences[reason.kind] as (of: Reason) => string;
  return sentence(reason);
}

const unansweredIds = {
  reset: 'reasons.noAnswer.dropped',
  closed: 'reasons.noAnswer.dropped',
  timeout: 'reasons.noAnswer.timeout',
  cancelled: 'reasons.noAnswer.cancelled',
} as Partial<Record<string, 'reasons.noAnswer.dropped' | 'reasons.noAnswer.timeout' | 'reasons.noAnswer.cancelled'>>;

/** Failures of the read that checks an edit. */
const failedReads: ReadonlySet<string> = new Set(['unreadable', 'tooLarge', 'serviceTrouble', 'redirected', 'noAnswer']);

/** The number of later edits of the record that wait for a decision. */
export const sentenceOfHoldingBack = (count: number): string => t('reasons.holdingBack', { count });

/** A time that is counted down, in minutes and seconds: 2:05. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A duration for reading: `12 s`, `3 min`. */
export function durationText(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 1000));
  if (whole < 100) return t('values.duration.seconds', { count: whole });
  return t('values.duration.minutes', { count: Math.round(whole / 60) });
}
