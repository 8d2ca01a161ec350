import type { ClosedRecord, EditState, Reason } from '#shared/edit.ts';
import { readableState } from '#shared/values/readable.ts';
import { isErrorType, type ServiceError } from '#shared/service/service-error.ts';
import { t, type PlainId } from './t.ts';

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

type Said = [label: PlainId, meaning: PlainId, next: PlainId];
const words = ([label, meaning, next]: Said, actor: Actor, severity: Severity): StateWords => ({
  ...{ label: t(label), meaning: t(meaning), next: t(next) },
  ...{ actor, severity },
});

const stateWords: Record<EditState, () => StateWords> = {
  draft: () => words(['states.draft', 'states.draft.meaning', 'states.draft.next'], 'you', 'neutral'),
  waiting: () => words(['states.waiting', 'states.waiting.meaning', 'states.waiting.next'], 'layover', 'waiting'),
  sending: () => words(['states.sending', 'states.sending.meaning', 'states.sending.next'], 'service', 'waiting'),
  checking: () => words(['states.checking', 'states.checking.meaning', 'states.checking.next'], 'layover', 'unsure'),
  applied: () => words(['states.applied', 'states.applied.meaning', 'states.nothingToDo'], 'nobody', 'confirmed'),
  rejected: () => words(['states.rejected', 'states.rejected.meaning', 'states.rejected.next'], 'you', 'needsYou'),
  conflict: () => words(['states.conflict', 'states.conflict.meaning', 'states.conflict.next'], 'you', 'needsYou'),
  inDoubt: () => words(['states.inDoubt', 'states.inDoubt.meaning', 'states.inDoubt.next'], 'you', 'unsure'),
  held: () => words(['states.held', 'states.held.meaning', 'states.held.next'], 'you', 'neutral'),
  confirmed: () => words(['states.confirmed', 'states.confirmed.meaning', 'states.nothingToDo'], 'nobody', 'neutral'),
  superseded: () => words(['states.superseded', 'states.superseded.meaning', 'states.nothingToDo'], 'nobody', 'neutral'),
  discarded: () => words(['states.discarded', 'states.discarded.meaning', 'states.nothingToDo'], 'nobody', 'neutral'),
};

/** An applied edit that the user has to look at. */
const unsure = (...said: Said): StateWords => words(said, 'you', 'unsure');

/** "This expense is cancelled": the state that closes a record to an edit. */
export const sentenceOfClosed = ({ of, state }: ClosedRecord): string => t('states.closed', { of, state: readableState(state, of) });

/** The words for an edit's state; an applied edit with a difference or a problem says so in its label. */
export function wordsOfState(state: EditState, reason: Reason | null = null): StateWords {
  const plain = stateWords[state]();
  if (state === 'rejected' && reason?.kind === 'rejectedByService') return wordsOfRejected(plain, reason);
  if (state === 'held' && reason?.kind === 'incompleteBase') return { ...plain, next: t('states.heldWithoutRecord.next') };
  if (state === 'conflict' && reason?.kind === 'baseMoved' && reason.hardStop) return { ...plain, meaning: t('states.bankMoved.meaning') };
  if (state === 'conflict' && reason?.kind === 'currencyMoved')
    return words(['states.currencyMoved', 'states.currencyMoved.meaning', 'states.currencyMoved.next'], 'you', 'needsYou');
  return state === 'applied' && reason !== null ? wordsOfApplied(plain, reason) : plain;
}

function wordsOfRejected(plain: StateWords, { mayBeApplied, closed }: Extract<Reason, { kind: 'rejectedByService' }>): StateWords {
  if (mayBeApplied) return { ...plain, meaning: t('states.refusedRepeat.meaning'), next: t('states.refusedRepeat.next') };
  if (!closed) return plain;
  const label = t('states.rejectedAsClosed', { of: closed.of, state: readableState(closed.state, closed.of) });
  return { ...plain, label, next: t('states.rejectedAsClosed.next') };
}

function wordsOfApplied(plain: StateWords, reason: Reason): StateWords {
  switch (reason.kind) {
    case 'changedByService':
      return unsure('states.changedByService', 'states.changedByService.meaning', 'states.changedByService.next');
    // Whoever moved the version: the answer may well show everything as it was sent, and no value of theirs.
    case 'versionJump':
      return reason.setBack
        ? unsure('states.setBack', 'states.setBack.meaning', 'states.versionJump.next')
        : unsure('states.versionJump', 'states.versionJump.meaning', 'states.versionJump.next');
    case 'checkedByReading':
      return { ...plain, meaning: t('states.shownByReading.meaning') };
    case 'fieldsLost': {
      const canPutBack = Object.keys(reason.putBack).length > 0;
      return unsure('states.withLoss', 'states.withLoss.meaning', canPutBack ? 'states.withLoss.next' : 'states.withLoss.look');
    }
    case 'appliedWithProblem':
      return unsure('states.changedByService', 'states.withProblem.meaning', 'states.withProblem.next');
    case 'duplicateAlarm':
      return unsure('states.changedByService', 'states.duplicateAlarm.meaning', 'states.duplicateAlarm.next');
    default:
      return plain;
  }
}

/** A sentence for an error's type; a type that nobody knows yet is shown verbatim. */
export function sentenceOfErrorType(type: string): string {
  return isErrorType(type) ? t(`states.error.${type}`) : t('states.error.other', { type });
}

/** The service's messages of an error; empty without any. */
export function saidIn(error: ServiceError | null): string[] {
  const details = (error?.errors ?? []).map((item) => item.clientMessage ?? item.message).filter((detail) => detail !== null);
  return details.length > 0 || error?.message == null ? details : [error.message];
}

/** The service's message after the sentence for its error type. */
export function sentenceOfError(error: ServiceError | null, status: number | null): string {
  if (error === null) return status === null ? t('states.error.none') : t('states.error.status', { status: String(status) });
  return [sentenceOfErrorType(error.type), ...saidIn(error)].join(' ');
}
