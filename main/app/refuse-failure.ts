import type { Failure } from '#main/api/result.ts';
import { assertNever } from '#shared/assert-never.ts';
import { refuse, refuseMissing } from './refuse.ts';

/** Answers the window with the promised error for a read that failed: one table for the whole contract. Nothing was changed. */
export function refuseFailure(failure: Failure, what: string): never {
  switch (failure.kind) {
    case 'unauthorized':
      return refuse('SIGN_IN_FAILED', { reason: 'refused', next: 'signInAgain' });
    case 'notSent':
      if (failure.cause === 'signedOut') return refuse('SIGN_IN_FAILED', { reason: failure.detail, next: 'signInAgain' });
      return refuse('UNREACHABLE', { failure: failure.cause, next: failure.cause === 'workingOffline' ? 'goOnline' : 'checkNetwork' });
    case 'refused':
      if (failure.error?.type === 'NOT_FOUND' || (failure.error === null && failure.status === 404)) return refuseMissing(what);
      return refuse('UNREACHABLE', { failure: failure.error?.type ?? `status ${failure.status}`, next: 'askAdministrator' });
    case 'otherCompany':
      return refuseMissing(what);
    case 'redirected':
      return refuse('UNREACHABLE', {
        failure: `redirected: ${failure.why}`,
        next: failure.why === 'untrusted' ? 'answerTrust' : 'askAdministrator',
      });
    case 'captivePortal':
      return refuse('UNREACHABLE', { failure: 'captivePortal', next: 'openNetworkSignIn' });
    case 'noAnswer':
    case 'rateLimited':
    case 'serviceTrouble':
    case 'unreadable':
    case 'tooLarge':
    case 'cancelled':
      return refuse('UNREACHABLE', { failure: failure.kind, next: 'tryAgain' });
    default:
      return assertNever(failure);
  }
}
