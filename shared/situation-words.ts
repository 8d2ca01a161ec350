import { assertNever } from './assert-never.ts';
import { sentenceOfDoubt } from './references/reference-doubt.ts';
import type { Connection, Provenance, ReviewWarning, WaitingWhy } from './contract/views.ts';
import { formatAmount } from './money.ts';
import { durationText, sentenceOfReason } from './reason-words.ts';
import { wordsOfState, type Tone } from './words.ts';

/** A sentence about a situation and the one thing to do about it, if there is one. */
export interface SituationWords {
  says: string;
  next: string | null;
}

/** "Why is this waiting": one sentence and one next action. */
export function wordsOfWaiting(why: WaitingWhy['why']): SituationWords {
  switch (why.kind) {
    case 'offline':
      return { says: 'There is no connection to the service.', next: null };
    case 'workingOffline':
      return { says: 'You chose to work offline.', next: 'Go online' };
    case 'signIn':
      return signedOutWords(why.signedOut);
    case 'approval':
      return { says: 'It needs your review before it is sent.', next: 'Review it' };
    case 'behind':
      return { says: `An earlier edit of the same record comes first: ${wordsOfState(why.state).label.toLowerCase()}.`, next: 'Show it' };
    case 'timer':
      return {
        says: `${why.reason === null ? '' : `${sentenceOfReason(why.reason)} `}The next try is in ${durationText(why.inMs)}.`,
        next: 'Try now',
      };
    case 'paymentInDoubt':
      return {
        says: 'Another payment is in doubt. This one leaves once the service has shown that it answers.',
        next: 'Show that payment',
      };
    case 'person':
      return { says: why.reason === null ? 'It waits for you.' : sentenceOfReason(why.reason), next: 'Decide' };
    case 'trust':
      return { says: `The service sends this request to ${why.host}, which you have not trusted yet.`, next: 'Decide about this host' };
    case 'next':
      return { says: 'It is next in line.', next: null };
    default:
      return assertNever(why);
  }
}

export interface ConnectionWords extends SituationWords {
  label: string;
  tone: Tone;
}

/** What the connection pill says, and whose problem it is. */
export function wordsOfConnection(connection: Connection): ConnectionWords {
  switch (connection.kind) {
    case 'online':
      return { label: 'Online', tone: 'confirmed', says: 'The service answers.', next: null };
    case 'connecting':
      return { label: 'Connecting', tone: 'neutral', says: 'Asking the service. Your work is saved here.', next: null };
    case 'offline':
      return { label: 'Offline', tone: 'waiting', says: 'The service cannot be reached. Your work is saved here.', next: null };
    case 'workingOffline':
      return { label: 'Working offline', tone: 'waiting', says: 'Nothing is sent until you go online.', next: 'Go online' };
    case 'captivePortal':
      return {
        label: 'Network sign-in',
        tone: 'unsure',
        says: 'This network asks for its own sign-in.',
        next: 'Open a page in your browser to sign in to the network',
      };
    case 'slow':
      return { label: 'Slow connection', tone: 'unsure', says: 'The service answers slowly. Sending goes on.', next: null };
    case 'serviceDown':
      return { label: 'Service trouble', tone: 'unsure', says: 'The service has trouble. Layover tries again by itself.', next: null };
    case 'rateLimited':
      return {
        label: 'Asked to wait',
        tone: 'waiting',
        says: 'The service asks to wait a little. Layover goes on by itself.',
        next: null,
      };
    case 'signedOut':
      return { label: 'Signed out', tone: 'needsYou', ...signedOutWords(connection) };
    case 'broken':
      return {
        label: 'Stopped',
        tone: 'needsYou',
        says: 'Sending stopped because of a fault in Layover. Your work is saved.',
        next: 'Restart Layover',
      };
    default:
      return assertNever(connection);
  }
}

function signedOutWords(signedOut: Extract<Connection, { kind: 'signedOut' }>): SituationWords {
  switch (signedOut.why) {
    case 'otherUser':
      return { says: otherUserSentence(signedOut), next: 'Sign in' };
    case 'never':
      return { says: 'You are not signed in yet.', next: 'Sign in' };
    case 'expired':
      return { says: 'Your sign-in has expired. Nothing is lost.', next: 'Sign in' };
    case 'refused':
      return { says: 'The service no longer accepts your sign-in. Nothing is lost.', next: 'Sign in' };
    case 'keychainLocked':
      return { says: 'The keychain is locked, so your sign-in cannot be read.', next: 'Unlock the keychain' };
    case 'keychainUnavailable':
      return { says: 'There is no keychain here. A sign-in lasts until Layover is closed.', next: 'Sign in' };
    default:
      return assertNever(signedOut);
  }
}

/** Names both: whose account it is, and who came instead. */
export function otherUserSentence({ account, heard }: Extract<Connection, { why: 'otherUser' }>): string {
  const came = heard === null ? 'The service no longer says who is signed in.' : `The service signed ${heard} in.`;
  return `${came} This account belongs to ${account}, so nothing is sent. Sign in again as ${account}; nothing is lost.`;
}

/** A warning beside an edit under review. Warnings never forbid. */
export function sentenceOfWarning(warning: ReviewWarning, locale: string): string {
  switch (warning.kind) {
    case 'samePayment':
      return 'Another payment has the same invoice, date, account and amount.';
    case 'overpayment':
      return `This is more than what is open as far as is known here: ${formatAmount(warning.openMinor, warning.currency, locale)}.`;
    case 'notPositive':
      return 'This is not more than zero. Is it what you mean?';
    case 'mayBeThere':
      return 'An earlier request of this had no clear answer and may have been recorded. Look it up in the service before it is sent again.';
    case 'lockedInvoice':
      return `The invoice is ${warning.state} and locked: the service will probably refuse this.`;
    case 'unusualState':
      return `The invoice is ${warning.state}: whether the service takes a payment now is not known.`;
    case 'bankChange':
      return 'This changes bank data. Compare old and new with the vendor’s own letter.';
    case 'otherCurrency':
    case 'notInUse':
    case 'otherKind':
    case 'recordId':
    case 'neverSeen':
      return sentenceOfDoubt(warning);
    case 'incompleteBase':
      return 'The full record is not known here: only the changed fields would be sent, and the service may clear the others.';
    case 'staleBase':
      return 'This record was last read a while ago and may have changed since.';
    default:
      return assertNever(warning);
  }
}

/** Where what is known of a record came from, to stand after "as of 14:20,". */
export function wordsOfProvenance(provenance: Provenance): string {
  switch (provenance) {
    case 'read':
      return 'read from the service';
    case 'writeResponse':
      return "from a write's response";
    case 'import':
      return 'from an import';
    case 'stub':
      return 'only its id is known';
    default:
      return assertNever(provenance);
  }
}
