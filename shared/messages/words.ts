import type { ClosedRecord, EditState, Reason } from '#shared/edit.ts';
import { readableState } from '#shared/values/readable.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { isErrorType, type ErrorType, type ServiceError } from '#shared/service/service-error.ts';

/** Red, amber, grey-blue, green, or none. Never the only sign: a word and an icon stand with it. */
export type Severity = 'needsYou' | 'unsure' | 'waiting' | 'confirmed' | 'neutral';

/** The actor that moves an edit out of its state. */
export type Actor = 'you' | 'layover' | 'service' | 'nobody';

/** The one vocabulary of edit states; lists, pages, exports and reports all take their words from here. */
export interface StateWords {
  label: string;
  /** The consequence for the user's data. */
  meaning: string;
  /** The next step, and whose it is. */
  next: string;
  actor: Actor;
  severity: Severity;
}

const over = { next: 'Nothing to do.', actor: 'nobody' } as const;

const stateWords: Record<EditState, StateWords> = {
  draft: {
    label: 'To review',
    meaning: 'Saved on this laptop. It’s sent after you approve it.',
    next: 'Approve it in the Outbox, under To review.',
    actor: 'you',
    severity: 'neutral',
  },
  waiting: {
    label: 'Queued',
    meaning: 'Saved on this laptop. It waits to be sent.',
    next: 'It is sent as soon as it can be.',
    actor: 'layover',
    severity: 'waiting',
  },
  sending: {
    label: 'Sending',
    meaning: 'On its way to the service.',
    next: 'Wait for the answer.',
    actor: 'service',
    severity: 'waiting',
  },
  checking: {
    label: 'Checking',
    meaning: 'Sent, but no clear answer came. We do not know yet whether it was applied.',
    next: 'Layover waits until no late request can arrive, then looks. What cannot be read is sent again with the same values.',
    actor: 'layover',
    severity: 'unsure',
  },
  applied: {
    label: 'Confirmed',
    meaning: 'The service confirmed it.',
    ...over,
    severity: 'confirmed',
  },
  rejected: {
    label: 'Rejected',
    meaning: 'The service refused it and changed nothing. What you entered is kept.',
    next: 'Correct it or discard it.',
    actor: 'you',
    severity: 'needsYou',
  },
  conflict: {
    label: 'Conflict',
    meaning: 'The record changed on the service in the same place. What you entered is kept.',
    next: 'Choose mine, theirs or a new value.',
    actor: 'you',
    severity: 'needsYou',
  },
  inDoubt: {
    label: 'In doubt',
    meaning: 'Sent, but we do not know whether the service recorded it.',
    next: 'Look it up in the service, then say whether it is recorded.',
    actor: 'you',
    severity: 'unsure',
  },
  held: {
    label: 'Held',
    meaning: 'Kept here. It is not sent while it is held.',
    next: 'Release it or discard it.',
    actor: 'you',
    severity: 'neutral',
  },
  confirmed: {
    label: 'Recorded, you confirmed',
    meaning: 'You said that the service has it. The service itself gave no clear answer.',
    ...over,
    severity: 'neutral',
  },
  superseded: {
    label: 'Replaced',
    meaning: 'A newer edit took its place.',
    ...over,
    severity: 'neutral',
  },
  discarded: {
    label: 'Discarded',
    meaning: 'You discarded it. It was not sent after that.',
    ...over,
    severity: 'neutral',
  },
};

const changedByService: StateWords = {
  label: 'Confirmed, changed by the service',
  meaning: 'The service applied it and shows something else than was sent.',
  next: 'Look at the differences.',
  actor: 'you',
  severity: 'unsure',
};

/** Whoever moved the version: the answer may well show everything as it was sent, and no value of theirs. */
const versionJump: StateWords = {
  ...changedByService,
  label: 'Confirmed, may have replaced somebody’s change',
  meaning: 'The service applied it. Somebody else may have changed the record too.',
  next: 'Look at the record.',
};

const setBack: StateWords = {
  ...versionJump,
  label: 'Confirmed, on an older record',
  meaning: 'The service applied it to an older record than the one that was here.',
};

const bankMoved: StateWords = {
  ...stateWords.conflict,
  meaning: 'The bank data of the record changed on the service. What you entered is kept.',
};

const currencyMoved: StateWords = {
  ...stateWords.conflict,
  label: 'Currency changed',
  meaning: 'Nothing was sent.',
  next: 'Enter the amount again, or discard it.',
};

const shownByReading: StateWords = {
  ...stateWords.applied,
  meaning: 'No clear answer came, but the record on the service shows it.',
};

const refusedRepeat: StateWords = {
  ...stateWords.rejected,
  meaning: 'The service refused the repeat. An earlier request may have been applied: we do not know. What you entered is kept.',
  next: 'Look at the record in the service, then correct it or discard it.',
};

const nouns: Record<RecordKind, string> = {
  expense: 'expense',
  invoiceReceivable: 'invoice',
  cardTransaction: 'card transaction',
  vendor: 'vendor',
  invoicePayable: 'purchase invoice',
};

/** "This expense is cancelled": the state that closes a record to an edit. */
export const sentenceOfClosed = ({ of, state }: ClosedRecord): string => `This ${nouns[of]} is ${readableState(state)}`;

const rejectedAsClosed = (closed: ClosedRecord): StateWords => {
  const [first = '', ...rest] = sentenceOfClosed(closed);
  return {
    ...stateWords.rejected,
    label: `Rejected: ${first.toLowerCase()}${rest.join('')}`,
    next: 'Discard it. Once the record is open again, you can enter it again.',
  };
};

const heldWithoutRecord: StateWords = { ...stateWords.held, next: 'Import the full record, then release it, or discard it.' };

/** The words for an edit's state; an applied edit with a difference or a problem says so in its label. */
export function wordsOfState(state: EditState, reason: Reason | null = null): StateWords {
  if (state === 'rejected' && reason?.kind === 'rejectedByService' && reason.mayBeApplied) return refusedRepeat;
  if (state === 'rejected' && reason?.kind === 'rejectedByService' && reason.closed) return rejectedAsClosed(reason.closed);
  if (state === 'held' && reason?.kind === 'incompleteBase') return heldWithoutRecord;
  if (state === 'conflict' && reason?.kind === 'baseMoved' && reason.hardStop) return bankMoved;
  if (state === 'conflict' && reason?.kind === 'currencyMoved') return currencyMoved;
  if (state !== 'applied' || reason === null) return stateWords[state];
  switch (reason.kind) {
    case 'changedByService':
      return changedByService;
    case 'versionJump':
      return reason.setBack ? setBack : versionJump;
    case 'checkedByReading':
      return shownByReading;
    case 'fieldsLost':
      return {
        ...changedByService,
        label: 'Confirmed, with a loss',
        meaning: 'The service applied it and emptied fields that you did not send. What was known of it here is kept.',
        next: Object.keys(reason.putBack).length === 0 ? 'Look at the record in the service.' : 'Put back what was lost.',
      };
    case 'appliedWithProblem':
      return {
        ...changedByService,
        meaning: 'The service applied it. The record shows a problem now that was not known before.',
        next: 'Look at the problem.',
      };
    case 'duplicateAlarm':
      return {
        ...changedByService,
        meaning: 'The service recorded it, and the invoice’s state does not fit the payments known here: it may have been paid twice.',
        next: 'Check the payments of this invoice in the service.',
      };
    default:
      return stateWords.applied;
  }
}

const errorSentences: Record<ErrorType, string> = {
  BAD_REQUEST: 'The service did not accept a value.',
  UNAUTHORIZED: 'The service wants you to sign in.',
  FORBIDDEN: 'Your account, or the role of your key, may not do this.',
  NOT_FOUND: 'The service does not know this record.',
  CONFLICT: 'The record’s state does not allow this. It may be paid, locked or cancelled: check it.',
  UNPROCESSABLE_CONTENT: 'The service understood it and refused it.',
};

/** A sentence for an error's type; a type that nobody knows yet is shown verbatim. */
export function sentenceOfErrorType(type: string): string {
  return isErrorType(type) ? errorSentences[type] : `The service answered ${type}.`;
}

/** The service's message about a problem; does not claim that anything was refused. */
export function detailsOfError(error: ServiceError | null): string {
  const said = saidIn(error);
  return said.length > 0 ? said.join(' ') : error === null ? 'it does not say which.' : `${error.type}.`;
}

/** The service's messages of an error; empty without any. */
export function saidIn(error: ServiceError | null): string[] {
  const details = (error?.errors ?? []).map((item) => item.clientMessage ?? item.message).filter((detail) => detail !== null);
  return details.length > 0 || error?.message == null ? details : [error.message];
}

/** The service's message after the sentence for its error type. */
export function sentenceOfError(error: ServiceError | null, status: number | null): string {
  if (error === null) return status === null ? 'The service gave no reason.' : `The service answered ${status} without a reason.`;
  return [sentenceOfErrorType(error.type), ...saidIn(error)].join(' ');
}
