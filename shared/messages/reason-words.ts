import type { NotAsApproved, Reason } from '#shared/edit.ts';
import { isOtherOwner, nameOfOwner } from '#shared/service/owner.ts';
import { readableState } from '#shared/values/readable.ts';
import { t } from './t.ts';
import { detailsOfError, saidIn, sentenceOfClosed, sentenceOfError } from './words.ts';

type Sentences = { [K in Reason['kind']]: (reason: Extract<Reason, { kind: K }>) => string };

const sentences: Sentences = {
  clean: () => 'The service confirmed it as sent.',
  changedByService: ({ differences }) => `The service applied it and shows ${fieldCount(differences.length)} with another value.`,
  appliedWithProblem: ({ failure }) => `The service applied it. The record shows a problem now: ${detailsOfError(failure)}`,
  versionJump: ({ expected, returned, ownLost, byReading, setBack }) => {
    const moved = `(version ${expected} was expected, ${returned} came back)`;
    if (setBack)
      return `The record is older on the service than it was here ${moved}: what was changed there in between may be gone. Look at the record.`;
    if (ownLost)
      return `The record moved further than by this edit ${moved}. A request of yours whose answer got lost may have done that, or someone else whose change your full record replaced.`;
    return byReading
      ? `Someone else changed the record too ${moved}: before your full record, which then replaced theirs, or after it. Look at the record.`
      : `Someone else changed the record in between ${moved}. Your full record replaced theirs.`;
  },
  fieldsLost: ({ differences }) =>
    `The service applied it, but ${fieldCount(differences.length)} ${differences.length === 1 ? 'is' : 'are'} empty now that you did not send. What was known of it here is kept.`,
  duplicateAlarm: () => 'The invoice’s state after this payment does not fit the payments known here: it may have been paid twice.',
  checkedByReading: ({ notThere, inPart }) => {
    if (inPart) return 'No clear answer came, and reading the record shows only a part of it. All of it is sent again.';
    return notThere
      ? 'No clear answer came, and reading the record shows that it was not applied.'
      : 'No clear answer came, but reading the record shows it.';
  },
  rejectedByService: ({ error, status, mayBeApplied, closed }) => {
    const sentence = status === 412 ? movedSentence : sentenceOfError(error, status);
    const why = closed ? [`${sentenceOfClosed(closed)}.`, ...saidIn(error)].join(' ') : sentence;
    return mayBeApplied
      ? `${why} That was a repeat: the first request had no clear answer and may have been applied. Look at the record in the service.`
      : why;
  },
  changedMeanwhile: () =>
    'The service refused it because the record had changed. Layover reads the record and sends the edit again where nothing that it sets changed.',
  neverTaken: ({ times }) =>
    `Layover sent it ${times} times and got no clear answer. The service, or a proxy on the way, does not take it: ask IT. Release it to try once more.`,
  baseMoved: ({ differences, hardStop, unanswered }) =>
    `${
      hardStop
        ? 'The bank data changed on the service since you looked at it.'
        : `The service has a new value in ${fieldCount(differences.length)} that you changed too.`
    } ${unanswered ? 'A request of yours left before and had no clear answer; nothing was sent after it.' : 'Choose which value to keep.'}`,
  currencyMoved: ({ from, to }) => `The record’s currency changed from ${from} to ${to} after you entered the amount.`,
  invoiceMoved: ({ from, to }) => {
    const was = from === null ? 'not known here' : readableState(from);
    return `The invoice was ${was} when you approved this payment, and it is ${readableState(to)} now. Look in the service whether the payment is recorded already, then release or discard this one.`;
  },
  noAnswer: ({ failure, afterMs }) => {
    if (failure === 'notReadable') return 'No clear answer came, and the record cannot be read. The same values may be sent again.';
    if (failedReads.has(failure)) return 'No clear answer came, and reading the record brought none either. Layover reads it again.';
    return `${sentenceOfFailure(failure)} after ${durationText(afterMs)}.`;
  },
  unreadableAnswer: ({ detail }) =>
    detail === 'unforeseen'
      ? 'A fault in Layover came in between; what became of it is not known.'
      : 'No clear answer: the service’s reply can’t be read.',
  redirectedWrite: ({ to }) => `The service sent the request on to ${to}; whether it was applied is not known.`,
  abandoned: () => 'Layover stopped while it was being sent.',
  offline: ({ failure }) => notSentSentences[failure] ?? 'The service could not be reached. Nothing left this time.',
  rateLimited: ({ retryAfterMs }) => `The service asks to wait ${durationText(retryAfterMs)}. It did not take this request.`,
  serviceTrouble: () => 'The service has trouble.',
  signInNeeded: () => 'It leaves only while you are signed in. Nothing is lost.',
  untrustedHost: ({ host }) => `The service sends this request to ${host}, which you have not trusted yet.`,
  otherIdentity: ({ owner, now }) => {
    const who = `It was recorded by ${nameOfOwner(owner)}. You are signed in as ${now === undefined ? 'someone else' : nameOfOwner(now)}.`;
    return isOtherOwner(owner, now ?? owner)
      ? `${who} It waits for them and is not sent under your name.`
      : `${who} Release it only if it is yours.`;
  },
  restoredBackup: () => 'This data was restored from a backup or copied: it may be older than what was sent. Review it before it is sent.',
  noKeychain: () => 'Layover was restarted and can’t be sure that this wasn’t sent before. Check the record, then send or discard it.',
  notAsApproved: ({ what }) => `${notAsApprovedSentences[what]} It is not sent. Look at it; released, it waits for your approval.`,
  damagedRow: () => 'What was stored of this edit is unreadable. It is kept, and not sent.',
  cannotRead: ({ why, host = '', accepted }) => {
    if (accepted)
      return why === 'whole' ? 'You released it: all fields as they are known here.' : 'You released it without a look at the record.';
    const released = 'If you release the edit, Layover sends it without a look.';
    if (why === 'gone')
      return `${cannotCheck}: the service has no such record, or lets nobody read it. ${released} If the service offers no such reads, switch them off in Settings.`;
    if (why === 'otherCompany') return `${cannotCheck}: the service answered with another company’s record. ${released}`;
    if (why === 'older')
      return `${cannotCheck}: the service keeps answering with an older copy of the record than the one here. ${released}`;
    if (why === 'elsewhere')
      return `${cannotCheck}: the service sends the read on to ${host}, which you do not trust yet. Trust it in Settings, and Layover reads the record there. ${released}`;
    if (why === 'whole')
      return `${cannotCheck}. This service empties fields that an update leaves out. If you release the edit, Layover sends all fields as they are known here and overwrites what someone else changed since. Compare it with the record in the service first.`;
    return `${cannotCheck}: the record cannot be read. ${released}`;
  },
  heldByPerson: ({ mayBeApplied }) =>
    mayBeApplied
      ? 'You held it. The service refused it, but an earlier request may have been applied: look it up in the service.'
      : 'You held it.',
  incompleteBase: ({ accepted }) =>
    accepted === undefined
      ? 'The full record is needed to send this, and it is not known here.'
      : 'You decided to send it without the full record: what it does not carry is emptied.',
  byPerson: ({ note = '' }) => byPersonWords[note] ?? (note === '' ? 'You settled it.' : `You settled it: ${note}`),
  merged: () => 'It was joined with a later edit of the same record.',
  settledBy: () => 'A newer edit of yours settled it.',
};

const movedSentence =
  'The record changed on the service since Layover last heard of it, so nothing was sent over it. Look at it there: tried again, this edit replaces it.';

const notAsApprovedSentences: Record<NotAsApproved, string> = {
  body: 'Its content is not what was recorded and approved: it was changed outside Layover.',
  state:
    'The history says that it was not waiting to be sent: the data was changed outside Layover, or an older copy was put back in parts.',
  approver: 'The history names another approver: it was changed outside Layover.',
  confirmation: 'The history has no second confirmation of it.',
  approval: 'This laptop’s keychain does not know its approval: Layover stopped right after it, or it was written outside Layover.',
  history: 'The history does not add up, so it cannot tell what was approved.',
};

/** The user's decisions, by the engine's names for them. */
const byPersonWords: Record<string, string> = {
  undo: 'You undid it.',
  reopened: 'You brought it back.',
  theirs: 'You settled it: the service’s values stay.',
  sendAgain: 'You decided to send it again.',
  recorded: 'You confirmed that it is recorded.',
  notThere: 'You looked, it is not there, and you left it.',
};

const cannotCheck = 'Cannot check for newer changes';

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

/** Failures in which no request was accepted, though the service may have been reached. */
const notSentSentences: Record<string, string> = {
  keychain: 'This laptop’s keychain is locked. Nothing left this time.',
  workingOffline: 'You chose to work offline. Nothing left this time.',
  cancelled: 'Sending was stopped. Nothing left this time.',
  signInTrouble: 'A sign-in that the service takes could not be had just then. This request was not taken.',
};

const failureSentences: Record<string, string> = {
  reset: 'No answer: the connection dropped',
  closed: 'No answer: the connection dropped',
  timeout: 'No answer came',
  cancelled: 'The request was cancelled',
};

/** Failures of the read that checks an edit. */
const failedReads: ReadonlySet<string> = new Set(['unreadable', 'tooLarge', 'serviceTrouble', 'redirected', 'noAnswer']);

function sentenceOfFailure(failure: string): string {
  return failureSentences[failure] ?? `No answer came (${failure})`;
}

function fieldCount(count: number): string {
  return count === 1 ? 'one field' : `${count} fields`;
}

/** The number of later edits of the record that wait for a decision. */
export const sentenceOfHoldingBack = (count: number): string =>
  count === 1
    ? 'A later edit of the same record waits until this one is decided.'
    : `${count} later edits of the same record wait until this one is decided.`;

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
