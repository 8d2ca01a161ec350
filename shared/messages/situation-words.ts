import { fieldLabel, valueDoubt } from './change-words.ts';
import { isolated, oddness } from '#shared/odd-characters.ts';
import { invoiceStateSentence, notPositiveSentence } from './payment-words.ts';
import { sentenceOfDoubt } from '#shared/references/reference-doubt.ts';
import type { ReviewWarning } from '#shared/contract/views/review-views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { Provenance, WaitingWhy } from '#shared/contract/views/edit-views.ts';
import { formatEpoch } from '#shared/values/dates.ts';
import { nearlySameSentence, overpaidSentence } from '#shared/edits/payments-here.ts';
import { formatAmount } from '#shared/values/money.ts';
import { inSentence } from '#shared/values/language.ts';
import { t } from './t.ts';
import { durationText, sentenceOfReason } from './reason-words.ts';
import { wordsOfState, type Severity } from './words.ts';

/** A sentence about a situation and the one thing to do about it, if there is one. */
export interface SituationWords {
  message: string;
  next: string | null;
}

type Waiting = WaitingWhy['why'];

const waiting: { [W in Waiting as W['kind']]: (why: W) => SituationWords } = {
  serviceDown: () => ({ message: t('situations.serviceDown.message'), next: null }),
  offline: () => ({ message: t('situations.waiting.offline'), next: null }),
  stopped: () => ({ message: t('situations.broken.message'), next: null }),
  workingOffline: () => ({ message: t('situations.waiting.workingOffline'), next: t('situations.waiting.workingOffline.next') }),
  signIn: ({ signedOut }) => signedOutWords(signedOut),
  approval: () => ({ message: t('situations.waiting.approval'), next: t('situations.waiting.approval.next') }),
  behind: ({ state }) => ({
    message: t('situations.waiting.behind', { state: inSentence(wordsOfState(state).label) }),
    next: t('situations.waiting.behind.next'),
  }),
  timer: ({ reason, inMs }) => {
    const next = t('situations.waiting.timer', { time: durationText(inMs) });
    return { message: reason === null ? next : `${sentenceOfReason(reason)} ${next}`, next: t('situations.waiting.timer.next') };
  },
  paymentInDoubt: () => ({ message: t('situations.waiting.paymentInDoubt'), next: t('situations.waiting.paymentInDoubt.next') }),
  person: ({ reason }) => ({
    message: reason === null ? t('situations.waiting.person') : sentenceOfReason(reason),
    next: t('situations.waiting.person.next'),
  }),
  trust: ({ host }) => ({ message: t('situations.waiting.trust', { host }), next: t('situations.waiting.trust.next') }),
  next: () => ({ message: t('situations.waiting.next'), next: null }),
};

/** "Why is this waiting": one sentence and one next action. */
export function wordsOfWaiting(why: Waiting): SituationWords {
  const words = waiting[why.kind] as (of: Waiting) => SituationWords;
  return words(why);
}

export interface ConnectionWords {
  label: string;
  severity: Severity;
  message: string;
}

const severities: Record<Connection['kind'], Severity> = {
  online: 'confirmed',
  connecting: 'neutral',
  offline: 'waiting',
  workingOffline: 'waiting',
  captivePortal: 'unsure',
  slow: 'unsure',
  serviceDown: 'unsure',
  rateLimited: 'waiting',
  broken: 'needsYou',
  signedOut: 'needsYou',
};

/** The text of the connection pill. */
export function wordsOfConnection(connection: Connection): ConnectionWords {
  const { kind } = connection;
  const message = kind === 'signedOut' ? signedOutWords(connection).message : t(`situations.${kind}.message`);
  if (kind === 'signedOut' && connection.why === 'never') return { label: t('situations.notConnected'), severity: 'waiting', message };
  return { label: t(`situations.${kind}`), severity: severities[kind], message };
}

type SignedOut = Extract<Connection, { kind: 'signedOut' }>;

function signedOutWords(signedOut: SignedOut): SituationWords {
  const message = signedOut.why === 'otherUser' ? otherUserSentence(signedOut) : t(`situations.signedOut.${signedOut.why}`);
  return { message, next: t(signedOut.why === 'keychainLocked' ? 'situations.signedOut.unlock' : 'situations.signedOut.signIn') };
}

/** Names both: whose account it is, and who came instead. */
export function otherUserSentence({ account, heard }: Extract<Connection, { why: 'otherUser' }>): string {
  return heard === null ? t('situations.otherUser.unnamed', { account }) : t('situations.otherUser', { account, heard });
}

type WarningSentences = { [W in ReviewWarning as W['kind']]: (warning: W, locale: string) => string };

const warnings: WarningSentences = {
  samePayment: () => t('situations.warning.samePayment'),
  nearlySamePayment: ({ amountMinor, currency, date }, locale) => nearlySameSentence(formatAmount(amountMinor, currency, locale), date),
  refusedBefore: () => t('situations.warning.refusedBefore'),
  recordedElsewhere: () => t('situations.warning.recordedElsewhere'),
  partlyPaid: () => t('situations.warning.partlyPaid'),
  overpayment: ({ amountMinor, openMinor, currency }, locale) =>
    overpaidSentence(amountMinor, openMinor, (minor) => formatAmount(minor, currency, locale)) ?? '',
  notPositive: ({ amountMinor, currency }, locale) => notPositiveSentence(amountMinor, (minor) => formatAmount(minor, currency, locale)),
  mayBeThere: () => t('situations.warning.mayBeThere'),
  lockedInvoice: ({ state }) => invoiceStateSentence(state) ?? '',
  unusualState: ({ state }) => invoiceStateSentence(state || null) ?? '',
  bankChange: () => t('situations.warning.bankChange'),
  oddValue: ({ of, path, value, from }) => {
    const said = { field: fieldLabel(of, path), doubt: valueDoubt(path, value) ?? '' };
    return from === 'service' ? t('situations.warning.oddValue.service', said) : t('situations.warning.oddValue', said);
  },
  oddName: ({ name }) => t('situations.warning.oddName', { name: isolated(name), oddness: oddness(name) ?? '' }),
  otherCurrency: sentenceOfDoubt,
  notInUse: sentenceOfDoubt,
  otherKind: sentenceOfDoubt,
  recordId: sentenceOfDoubt,
  neverSeen: sentenceOfDoubt,
  incompleteBase: () => t('situations.warning.incompleteBase'),
  sentAsRead: ({ asOf }) => t('situations.warning.sentAsRead', { time: formatEpoch(asOf) }),
  staleBase: () => t('situations.warning.staleBase'),
};

/** A warning beside an edit under review. Warnings never forbid. */
export function sentenceOfWarning(warning: ReviewWarning, locale: string): string {
  const sentence = warnings[warning.kind] as (of: ReviewWarning, locale: string) => string;
  return sentence(warning, locale);
}

/** The origin of a record's values, to follow "as of 14:20,". */
export const wordsOfProvenance = (provenance: Provenance): string => t(`situations.provenance.${provenance}`);
