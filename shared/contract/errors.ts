import { z } from 'zod';
import { editStates } from '#shared/edit.ts';

/** Why an act does not fit what is true by now. */
export const nowReasons = [
  'alreadySent',
  'mayBeSent',
  'wrongState',
  'conflictMoved',
  'tooEarly',
  'needsSecondConfirmation',
  'needsApproval',
  'nothingLost',
  'noReverse',
  'otherIdentity',
  'damaged',
  'noBackup',
  'noAccount',
  'repairFirst',
  'keychainLocked',
  'nothingToUndo',
  'nothingToRedo',
  'unfinishedMoved',
] as const;
export type NowReason = (typeof nowReasons)[number];

/** What kept an answer away, or made it useless. */
export const unreachableFailures = [
  'dns',
  'refused',
  'unreachable',
  'connectTimeout',
  'timeout',
  'noAnswer',
  'reset',
  'closed',
  'tls',
  'plainHttp',
  'badAddress',
  'captivePortal',
  'rateLimited',
  'serviceTrouble',
  'unreadable',
  'truncated',
  'malformed',
  'tooLarge',
  'cancelled',
  'workingOffline',
  'untrustedRedirect',
  'redirected',
  'serviceRefused',
  'signInTrouble',
] as const;
export type UnreachableFailure = (typeof unreachableFailures)[number];

/** Why nobody is signed in, or an account was not connected. */
export const signInReasons = [
  'cancelled',
  'timedOut',
  'portInUse',
  'cannotListen',
  'browserDidNotOpen',
  'refused',
  'serviceError',
  'missingCode',
  'malformedCallback',
  'codeRefused',
  'applicationRefused',
  'noTokens',
  'notAnAddress',
  'plainHttp',
  'userinfo',
  'queryOrFragment',
  'badCertificate',
  'badApiKey',
  'keyRefused',
  'noSecret',
  'never',
  'expired',
  'keychainLocked',
  'keychainUnavailable',
  'otherUser',
] as const;
export type SignInRefusal = (typeof signInReasons)[number];

/** What a person can do about it. */
export const nextSteps = [
  'tryAgain',
  'checkNetwork',
  'openNetworkSignIn',
  'addCertificate',
  'signInAgain',
  'unlockKeychain',
  'connectAgain',
  'askAdministrator',
  'answerTrust',
  'goOnline',
  'freeDiskSpace',
] as const;
export type NextStep = (typeof nextSteps)[number];

/** A body that the kind of edit refuses: the window puts each message beside its field. Nothing was recorded. */
export const invalidBody = {
  INVALID_BODY: {
    status: 422,
    message: 'Nothing was saved: some fields need correcting.',
    data: z.object({ issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })) }),
  },
} as const;

/** The thing named does not exist (any more) in this account. */
export const notFound = { NOT_FOUND: { status: 404, message: 'This is not known here.', data: z.object({ what: z.string() }) } } as const;

/** The act does not fit the state that the edit is in by now; the window reads again. */
export const notNow = {
  NOT_NOW: {
    status: 409,
    message: 'It has moved on since this was shown.',
    data: z.object({ why: z.enum(nowReasons), state: z.enum(editStates).nullable(), unlocksInMs: z.number().nullable() }),
  },
} as const;

/** The data changed between showing a batch and approving it; nothing was approved. */
export const staleBatch = {
  STALE_BATCH: {
    status: 409,
    message: 'The data changed while you were looking. Nothing was approved.',
    data: z.object({ fingerprint: z.string() }),
  },
} as const;

/** The disk or the database refused: nothing was acknowledged. */
export const storageFailed = {
  STORAGE_FAILED: { status: 507, message: 'It could not be saved.', data: z.object({ detail: z.string(), next: z.enum(nextSteps) }) },
} as const;

/** `code` is the service's or TLS's own; `status` of HTTP, where there was one. */
const unreachableFacts = z.object({
  failure: z.enum(unreachableFailures),
  code: z.string().nullable(),
  status: z.number().nullable(),
  next: z.enum(nextSteps),
});
export type UnreachableFacts = z.infer<typeof unreachableFacts>;

/** No answer, or one that cannot be used; nothing was changed. */
export const unreachable = {
  UNREACHABLE: { status: 503, message: 'The service did not answer.', data: unreachableFacts },
} as const;

/** `code` is what the service said of it. */
const signInFacts = z.object({ reason: z.enum(signInReasons), code: z.string().nullable(), next: z.enum(nextSteps) });
export type SignInFacts = z.infer<typeof signInFacts>;

/** Signing in or connecting failed. */
export const signInFailed = {
  SIGN_IN_FAILED: { status: 401, message: 'Signing in did not work.', data: signInFacts },
} as const;

/** An import that was refused whole, with its line numbers. */
export const importRefused = {
  IMPORT_REFUSED: {
    status: 422,
    message: 'Nothing was imported.',
    data: z.object({ problems: z.array(z.object({ line: z.number(), message: z.string() })), total: z.number() }),
  },
} as const;

/** An error that the contract names, as the window hears it. */
export type Refusal =
  | { code: 'NOT_NOW'; data: z.infer<typeof notNow.NOT_NOW.data> }
  | { code: 'UNREACHABLE'; data: UnreachableFacts }
  | { code: 'SIGN_IN_FAILED'; data: SignInFacts }
  | { code: 'STORAGE_FAILED'; data: z.infer<typeof storageFailed.STORAGE_FAILED.data> }
  | { code: 'NOT_FOUND' | 'INVALID_BODY' | 'STALE_BATCH' | 'IMPORT_REFUSED' };
