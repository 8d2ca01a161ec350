import { fieldLabel, valueDoubt } from './change-words.ts';
import { isolated, oddness } from '#shared/odd-characters.ts';
import { invoiceStateSentence, notPositiveSentence } from './payment-words.ts';
import { sentenceOfDoubt } from '#shared/references/reference-doubt.ts';
import type { ReviewWarning } from '#shared/contract/views/review-views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { Provenance, WaitingWhy } from '#shared/contract/views/edit-views.ts';
import { formatEpoch } from '#shared/values/dates.ts';
import { nearlySameSentence, overpaidSentence, partlyPaidSentence } from '#shared/edits/payments-here.ts';
import { formatAmount } from '#shared/values/money.ts';
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
  offline: () => ({ message: 'There is no connection to the service.', next: null }),
  stopped: () => ({ message: t('situations.broken.message'), next: null }),
  workingOffline: () => ({ message: 'You chose to work offline.', next: 'Go online' }),
  signIn: ({ signedOut }) => signedOutWords(signedOut),
  approval: () => ({ message: 'It needs your review before it is sent.', next: 'Review it' }),
  behind: ({ state }) => ({
    message: `An earlier edit of the same record comes first: ${wordsOfState(state).label.toLowerCase()}.`,
    next: 'Show it',
  }),
  timer: ({ reason, inMs }) => ({
    message: `${reason === null ? '' : `${sentenceOfReason(reason)} `}The next try is in ${durationText(inMs)}.`,
    next: 'Try now',
  }),
  paymentInDoubt: () => ({
    message: 'Another payment is in doubt. This one leaves once the service has shown that it answers.',
    next: 'Show that payment',
  }),
  person: ({ reason }) => ({ message: reason === null ? 'It waits for you.' : sentenceOfReason(reason), next: 'Decide' }),
  trust: ({ host }) => ({
    message: `The service sends this request to ${host}, which you have not trusted yet.`,
    next: 'Decide about this host',
  }),
  next: () => ({ message: 'It is next in line.', next: null }),
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
  samePayment: () => 'Another payment has the same invoice, date, account and amount.',
  nearlySamePayment: ({ amountMinor, currency, date }, locale) => nearlySameSentence(formatAmount(amountMinor, currency, locale), date),
  refusedBefore: () =>
    'The service refused nearly the same payment before. It may be recorded already: look it up in the service before this one is sent.',
  recordedElsewhere: () =>
    'Another laptop records the receipts of this bank account by now. Check there that this payment is not recorded already.',
  partlyPaid: () => partlyPaidSentence,
  overpayment: ({ amountMinor, openMinor, currency }, locale) =>
    overpaidSentence(amountMinor, openMinor, (minor) => formatAmount(minor, currency, locale)) ?? '',
  notPositive: ({ amountMinor, currency }, locale) => notPositiveSentence(amountMinor, (minor) => formatAmount(minor, currency, locale)),
  mayBeThere: () =>
    'An earlier request of this had no clear answer and may have been recorded. Look it up in the service before it is sent again.',
  lockedInvoice: ({ state }) => invoiceStateSentence(state) ?? '',
  unusualState: ({ state }) => invoiceStateSentence(state || null) ?? '',
  bankChange: () => 'This changes bank data. Compare old and new with the vendor’s own letter.',
  oddValue: ({ of, path, value, from }) =>
    `${fieldLabel(of, path)}${from === 'service' ? ', as the service has it' : ''}: ${valueDoubt(path, value) ?? ''}`,
  oddName: ({ name }) => `The name “${isolated(name)}” ${oddness(name) ?? ''}. Compare it with a source of your own.`,
  otherCurrency: sentenceOfDoubt,
  notInUse: sentenceOfDoubt,
  otherKind: sentenceOfDoubt,
  recordId: sentenceOfDoubt,
  neverSeen: sentenceOfDoubt,
  incompleteBase: () =>
    'The full record is not known here. Approved, this is held until it is, since sent without it everything else would be emptied.',
  sentAsRead: ({ asOf }) =>
    `We can’t check whether someone else has changed this vendor since ${formatEpoch(asOf)}. All its fields are sent as they were then.`,
  staleBase: () => 'This record was last read a while ago and may have changed since.',
};

/** A warning beside an edit under review. Warnings never forbid. */
export function sentenceOfWarning(warning: ReviewWarning, locale: string): string {
  const sentence = warnings[warning.kind] as (of: ReviewWarning, locale: string) => string;
  return sentence(warning, locale);
}

const provenances: Record<Provenance, string> = {
  read: 'read from the service',
  writeResponse: 'updated by an edit',
  import: 'from an import',
  stub: 'not read yet',
};

/** The origin of a record's values, to follow "as of 14:20,". */
export const wordsOfProvenance = (provenance: Provenance): string => provenances[provenance];
