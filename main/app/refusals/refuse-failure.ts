import type { Failure } from '#main/api/result.ts';
import { assertNever } from '#shared/assert-never.ts';
import { signInReasons, type SignInRefusal } from '#shared/messages/refusal-words.ts';
import { refuseMissing, refuseSignIn, refuseUnreachable } from './refuse.ts';

/** Answers the window with the promised error for a read that failed: one table for the whole contract. Nothing was changed. */
export function refuseFailure(failure: Failure, what: string): never {
  switch (failure.kind) {
    case 'unauthorized':
      return refuseSignIn('refused', 'signInAgain');
    case 'notSent':
      if (failure.cause === 'signedOut') return refuseSignIn(signedOutBecause(failure.detail), 'signInAgain');
      return refuseUnreachable(failure.cause, failure.cause === 'workingOffline' ? 'goOnline' : 'checkNetwork');
    case 'refused':
      if (failure.error?.type === 'NOT_FOUND' || (failure.error === null && failure.status === 404)) return refuseMissing(what);
      return refuseUnreachable('serviceRefused', 'askAdministrator', { code: failure.error?.type ?? null, status: failure.status });
    case 'otherCompany':
      return refuseMissing(what);
    case 'redirected':
      if (failure.why === 'untrusted') return refuseUnreachable('untrustedRedirect', 'answerTrust');
      return refuseUnreachable('redirected', 'askAdministrator', { code: failure.why });
    case 'captivePortal':
      return refuseUnreachable('captivePortal', 'openNetworkSignIn');
    case 'noAnswer':
    case 'rateLimited':
    case 'serviceTrouble':
    case 'unreadable':
    case 'tooLarge':
    case 'cancelled':
      return refuseUnreachable(failure.kind, 'tryAgain');
    case 'tooLate':
      return refuseUnreachable('cancelled', 'tryAgain');
    default:
      return assertNever(failure);
  }
}

const signedOutBecause = (detail: string): SignInRefusal => signInReasons.find((reason) => reason === detail) ?? 'expired';
