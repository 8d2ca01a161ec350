import type { SituationWords } from './situation-words.ts';
import { isPlain, t, type PlainId } from './t.ts';
import { z } from '#shared/zod.ts';

/** The meaning of a failed read or connection; null when only the service's error code tells. */
const unreachable = {
  dns: 'refusals.unreachable.dns',
  refused: 'refusals.unreachable.refused',
  unreachable: 'refusals.unreachable.network',
  connectTimeout: 'refusals.unreachable.late',
  timeout: 'refusals.unreachable.late',
  noAnswer: 'refusals.unreachable.late',
  reset: 'refusals.unreachable.reset',
  closed: 'refusals.unreachable.closed',
  tls: 'refusals.unreachable.tls',
  plainHttp: 'refusals.unreachable.plainHttp',
  badAddress: 'refusals.unreachable.badAddress',
  proxyUnreachable: 'refusals.unreachable.proxyUnreachable',
  proxyRefused: 'refusals.unreachable.proxyRefused',
  proxyPassword: 'refusals.unreachable.proxyPassword',
  proxyUnsupported: 'refusals.unreachable.proxyUnsupported',
  proxyPortal: 'refusals.unreachable.proxyPortal',
  captivePortal: 'refusals.unreachable.captivePortal',
  rateLimited: 'refusals.unreachable.rateLimited',
  serviceTrouble: 'refusals.unreachable.serviceTrouble',
  unreadable: 'refusals.unreachable.unreadable',
  truncated: 'refusals.unreachable.truncated',
  malformed: 'refusals.unreachable.unreadable',
  tooLarge: 'refusals.unreachable.tooLarge',
  cancelled: 'refusals.unreachable.cancelled',
  workingOffline: 'refusals.unreachable.workingOffline',
  untrustedRedirect: 'refusals.unreachable.untrustedRedirect',
  redirected: 'refusals.unreachable.redirected',
  serviceRefused: null,
  signInTrouble: 'refusals.unreachable.signInTrouble',
} as const satisfies Record<string, PlainId | null>;

/** Why nobody is signed in, or an account was not connected. */
const signIn = {
  cancelled: 'refusals.signIn.cancelled',
  notKept: 'refusals.signIn.notKept',
  timedOut: 'refusals.signIn.timedOut',
  portInUse: 'refusals.signIn.portInUse',
  cannotListen: 'refusals.signIn.cannotListen',
  browserDidNotOpen: 'refusals.signIn.browserDidNotOpen',
  refused: 'refusals.signIn.refused',
  serviceError: 'refusals.signIn.serviceError',
  missingCode: 'refusals.signIn.incomplete',
  malformedCallback: 'refusals.signIn.incomplete',
  otherIssuer: 'refusals.signIn.otherIssuer',
  codeRefused: 'refusals.signIn.codeRefused',
  applicationRefused: 'refusals.signIn.applicationRefused',
  noTokens: 'refusals.signIn.noTokens',
  notAnAddress: 'refusals.signIn.notAnAddress',
  plainHttp: 'refusals.signIn.plainHttp',
  userinfo: 'refusals.signIn.userinfo',
  queryOrFragment: 'refusals.signIn.queryOrFragment',
  badCertificate: 'refusals.signIn.badCertificate',
  badApiKey: 'refusals.signIn.badApiKey',
  keyRefused: 'refusals.signIn.keyRefused',
  managedMethod: 'refusals.signIn.managedMethod',
  managedAddress: 'refusals.signIn.managedAddress',
  otherPlace: 'refusals.signIn.otherPlace',
  noSecret: 'refusals.signIn.noSecret',
  never: 'refusals.signIn.never',
  expired: 'refusals.signIn.expired',
  keychainLocked: 'refusals.signIn.keychainLocked',
  keychainUnavailable: 'refusals.signIn.keychainUnavailable',
  otherUser: 'refusals.signIn.otherUser',
} as const satisfies Record<string, PlainId>;

/** The next steps for the user. */
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

/** Why an act does not fit what is true by now. */
export const nowReasons = [
  'alreadySent',
  'earlierTried',
  'lineUsed',
  'mayBeSent',
  'wrongState',
  'tooEarly',
  'needsSecondConfirmation',
  'needsCorrection',
  'needsFullRecord',
  'conflictMoved',
  'nothingLost',
  'noReverse',
  'workingOffline',
  'managed',
  'otherIdentity',
  'damaged',
  'noBackup',
  'noAccount',
  'needsPin',
  'lockScreen',
  'closing',
  'encrypted',
  'repairFirst',
  'keychainLocked',
  'nothingToUndo',
  'unfinishedMoved',
  'nothingToRedo',
] as const;

/** Why a file could not be read at all; nothing of it was kept. */
export const notReadReasons = ['tooLarge', 'takesTooLong', 'needsTooMuchMemory', 'failed', 'cancelled'] as const;

export type NotReadReason = (typeof notReadReasons)[number];
export type NowReason = (typeof nowReasons)[number];
export type UnreachableFailure = keyof typeof unreachable;
export type SignInRefusal = keyof typeof signIn;
export type NextStep = (typeof nextSteps)[number];

/** The keys of a table, typed. */
const keysOf = <Key extends string>(words: Record<Key, unknown>): Key[] => Object.keys(words) as Key[];

/** The reasons that the contract's errors may carry: those with a sentence, and no others. */
export const unreachableFailures = keysOf(unreachable);
export const signInReasons = keysOf(signIn);

/** `code` is the service's or TLS's own; `status` of HTTP, where there was one. */
export const unreachableFacts = z.object({
  failure: z.enum(unreachableFailures),
  code: z.string().nullable(),
  status: z.number().nullable(),
  next: z.enum(nextSteps),
});

/** `code` is what the service said of it. */
export const signInFacts = z.object({ reason: z.enum(signInReasons), code: z.string().nullable(), next: z.enum(nextSteps) });

/** Why something could not be read or connected, and what to do; nothing was changed. */
export function wordsOfUnreachable({ failure, code, status, next }: z.infer<typeof unreachableFacts>): SituationWords {
  const known = unreachable[failure] ?? (code === 'FORBIDDEN' ? 'refusals.unreachable.forbidden' : null);
  return {
    message: known === null ? unknownAnswer(code ?? (status === null ? failure : null), status) : t(known),
    next: wordsOfStep(next),
  };
}

const unknownAnswer = (code: string | null, status: number | null): string =>
  code === null ? t('refusals.unreachable.status', { status: String(status) }) : t('refusals.unreachable.code', { code });

/** Why signing in or connecting did not work, and what to do. A code of the service is shown as it came. */
export function wordsOfSignIn({ reason, code, next }: z.infer<typeof signInFacts>): SituationWords {
  // some steps follow from the reason itself
  const step = reason === 'noSecret' ? 'refusals.step.connectAgain' : `refusals.step.${reason}`;
  return { message: signInSentence(reason, code), next: reason === 'cancelled' ? null : isPlain(step) ? t(step) : wordsOfStep(next) };
}

function signInSentence(reason: SignInRefusal, code: string | null): string {
  if (code !== null && reason === 'serviceError') return t('refusals.signIn.serviceErrorSaid', { code });
  if (code !== null && reason === 'otherIssuer') return t('refusals.signIn.otherIssuerNamed', { code });
  return t(signIn[reason]);
}

/** "Free some space on the disk, then try again." */
export const wordsOfStep = (next: NextStep): string => t(`refusals.step.${next}`);

/** The sentence for each reason of "not now". */
export const wordsOfNow = (why: NowReason): string => t(`refusals.now.${why}`);

/** Why a file, or a pasted text, was not read. */
export const wordsOfNotRead = (why: NotReadReason): string => t(`refusals.notRead.${why}`);

/** Both halves as one text. */
export function asText({ message, next }: SituationWords): string {
  return next === null ? message : `${message} ${next}`;
}
