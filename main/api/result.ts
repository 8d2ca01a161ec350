import type { ServiceError } from '#shared/service/service-error.ts';
import type { WireAnswer, WireCause } from '#main/api/transport/transport.ts';

/** Expected failures are values: only bugs throw. */
/** `answer` is what came in the end, where anything came. */
export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: Failure; answer?: WireAnswer };

/** Causes for which nothing was applied: no byte left, or it was refused for its sign-in and no new one was to be had (`signInTrouble`). */
export type NotSentCause = Exclude<WireCause, 'tooLate'> | 'signedOut' | 'signInTrouble';

/** Why a redirect was not followed to its end ("Authentication", rule 4; docs/laws.md, "Judging an answer"). */
export type RedirectRefusal =
  'untrusted' | 'writeToOtherPath' | 'afterWrite303' | 'tooMany' | 'plainHttp' | 'loop' | 'userinfo' | 'badLocation';

/** Everything that can come back instead of a usable answer; details are codes and facts, never field values or secrets. */
export type Failure =
  /** Certain: the request was not applied; but for `signInTrouble` no byte of it was written. */
  | { kind: 'notSent'; cause: NotSentCause; detail: string }
  /** Its permission to be sent had expired (`leavesWithinMs`): it was certainly not applied. */
  | { kind: 'tooLate' }
  /** Bytes were written, or may have been, and no answer came. */
  | { kind: 'noAnswer'; cause: 'reset' | 'timeout' | 'closed'; afterMs: number }
  /** An answer that cannot be used: HTML, wrong media type, truncated, not JSON, bad UTF-8. */
  | { kind: 'unreadable'; status: number; detail: string }
  /** The service said no: the error's `type` decides, `error` is null when the answer carried none. */
  | { kind: 'refused'; status: number; error: ServiceError | null; retryAfterMs: number | null }
  /** Not applied. `refreshed`: a new token is at hand by now; the request was not repeated on its own (payments). */
  | { kind: 'unauthorized'; status: number; error: ServiceError | null; refreshed: boolean }
  /** Not applied: 429 in the service's error shape. 1 s to 1 h. */
  | { kind: 'rateLimited'; retryAfterMs: number; status: number }
  /** 5xx, 408, 425, and 429 in other words than the service's: whether the request was applied is unknown. */
  | { kind: 'serviceTrouble'; status: number; retryAfterMs: number | null }
  /** `to` is origin and path of the target, `host` its host and port, for the question of trust. */
  | { kind: 'redirected'; status: number; to: string; host: string; why: RedirectRefusal }
  /** The network asks for its own sign-in; answered for reads only. */
  | { kind: 'captivePortal' }
  /** A read brought a record of another company than the account's: it is never kept, and says nothing about the read itself. */
  | { kind: 'otherCompany'; status: number }
  | { kind: 'tooLarge'; status: number }
  /** Cancelled by us. `bytesWritten` says whether the service may have seen the request. */
  | { kind: 'cancelled'; bytesWritten: boolean };

export const succeeded = <T>(value: T): ApiResult<T> => ({ ok: true, value });
export const failed = (failure: Failure, answer?: WireAnswer): ApiResult<never> => ({ ok: false, failure, ...(answer ? { answer } : {}) });
