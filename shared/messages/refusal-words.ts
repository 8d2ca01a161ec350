import type { SituationWords } from './situation-words.ts';

/** The meaning of a failed read or connection; null when only the service's error code tells. */
const unreachable = {
  dns: 'There is no network, or the address of the service is not known to it.',
  refused: 'The computer at this address refused the connection.',
  unreachable: 'The service cannot be reached from this network.',
  connectTimeout: 'The service did not answer in time.',
  timeout: 'The service did not answer in time.',
  noAnswer: 'The service did not answer in time.',
  reset: 'The connection broke.',
  closed: 'The connection was closed.',
  tls: 'The service’s certificate is not one that this laptop trusts.',
  plainHttp: 'Only https is accepted.',
  badAddress: 'This is not an address that can be called.',
  proxyUnreachable: 'The proxy on the way to the service cannot be reached.',
  proxyRefused: 'The proxy on the way refuses the way to the service.',
  proxyPassword: 'The proxy on the way asks for a name and a password.',
  proxyUnsupported: 'The proxy on the way is of a kind that Layover cannot use.',
  proxyPortal: 'The network asks for its own sign-in.',
  captivePortal: 'This network asks for its own sign-in.',
  rateLimited: 'The service asks to wait a little.',
  serviceTrouble: 'The service has trouble.',
  unreadable: 'The service’s reply can’t be read.',
  truncated: 'The answer was cut off.',
  malformed: 'The service’s reply can’t be read.',
  tooLarge: 'The answer is larger than Layover accepts.',
  cancelled: 'The request was cancelled.',
  workingOffline: 'You are working offline: nothing leaves this laptop until you go online.',
  untrustedRedirect: 'The service sends this request to a host that you have not trusted yet.',
  redirected: 'The service sends this request on in a way that Layover does not follow.',
  serviceRefused: null,
  signInTrouble: 'The service did not take your sign-in, and a new one could not be had just now.',
};

/** Why nobody is signed in, or an account was not connected. */
const signIn = {
  cancelled: 'You cancelled the sign-in.',
  notKept: 'This sign-in was not kept. Nothing of it was stored.',
  timedOut: 'The browser did not come back within five minutes.',
  portInUse: 'Another program uses the port for the way back.',
  cannotListen: 'This computer does not let Layover wait for the browser.',
  browserDidNotOpen: 'The browser did not open.',
  refused: 'The service refused the sign-in.',
  serviceError: 'The service reported an error instead of a sign-in.',
  missingCode: 'The answer of the service was incomplete.',
  malformedCallback: 'The answer of the service was incomplete.',
  otherIssuer: 'The browser signed in at another service than this account names, so nothing of it was used.',
  codeRefused: 'The service did not accept the sign-in that it had just given.',
  applicationRefused: 'The service does not know this client id, or the secret is wrong.',
  noTokens: 'The service gave no sign-in that could be used.',
  notAnAddress: 'This is not an address. It starts with https://.',
  plainHttp: 'Only https is accepted: over plain HTTP your sign-in would travel unprotected.',
  userinfo: 'The address must not hold a name or a password.',
  queryOrFragment: 'The address must end before “?” and “#”.',
  badCertificate: 'The extra certificate is not a certificate in PEM text.',
  badApiKey: 'This cannot be an API key: it holds characters that no key has.',
  keyRefused: 'The service does not accept this API key.',
  managedMethod: 'Your company has set other ways of signing in.',
  managedAddress: 'Your company has set the address of the service; another cannot be connected here.',
  otherPlace: 'The address or the certificate of this account is not the one that you signed in to. Nothing was sent there.',
  noSecret: 'The client secret is not in the keychain any more.',
  never: 'You are not signed in yet.',
  expired: 'Your sign-in has expired. Nothing is lost.',
  keychainLocked: 'The keychain is locked, so your sign-in cannot be read.',
  keychainUnavailable: 'There is no keychain here. A sign-in lasts until Layover is closed.',
  otherUser: 'The sign-in belongs to somebody else, not to this account, so it is not used here.',
};

/** The next step for the user. */
const steps = {
  tryAgain: 'Try again.',
  checkNetwork: 'Check the network and the address, then try again.',
  openNetworkSignIn: 'Open any web page, sign in to the network, then try again.',
  addCertificate: 'Add your company’s CA certificate, if your operator gave you one.',
  signInAgain: 'Sign in again.',
  unlockKeychain: 'Unlock it with your system’s password, then try again.',
  connectAgain: 'Connect the account again.',
  askAdministrator: 'Ask your administrator.',
  answerTrust: 'Settings, Trusted hosts, asks you about it.',
  goOnline: 'Go online, then try again.',
  freeDiskSpace: 'Free some space on the disk, then try again.',
};

/** Why an act does not fit what is true by now. */
const now = {
  alreadySent: 'It was sent already, so it cannot be undone here.',
  earlierTried:
    'It was on its way to the service before, and what was on its way never comes back by undo or redo. Correct it, discard it, or save it again.',
  lineUsed:
    'The bank line that it was drafted from is used by another payment. Discard that payment first, or draft this one again from another line.',
  mayBeSent: 'It may have reached the service, so it cannot be changed here any more.',
  wrongState: 'It has changed since this was shown. Check it again.',
  tooEarly: 'An earlier try may still be on its way. Try again when the countdown ends.',
  needsSecondConfirmation: 'It needs your second confirmation.',
  needsCorrection: 'It always needs you: correct it, then approve it again.',
  needsFullRecord:
    'The full record is not known here, and sent without it this would empty everything else. Import the full record, then release it.',
  conflictMoved: 'The service said something new about this record meanwhile. Look at it again, then choose.',
  nothingLost: 'There is nothing to put back.',
  noReverse: 'There is no reverse of this: what was there before is not known.',
  workingOffline: 'You are working offline: nothing leaves this laptop until you go online.',
  managed: 'Your company has set this; it cannot be changed here.',
  otherIdentity: 'It belongs to someone else’s account. Sign in as them to release it.',
  damaged: 'What was stored of it is unreadable, so it is kept and never sent.',
  noBackup: 'There is no copy to go back to.',
  noAccount: 'Connect an account first.',
  needsPin: 'Choose a PIN first: without one nobody could open the window again.',
  lockScreen: 'The window is locked. Type your PIN first.',
  closing: 'Layover is closing, so nothing was changed. Start it again, then do this once more.',
  encrypted: 'Your data is encrypted, and its key is not here yet.',
  repairFirst: 'Your data needs a look first, in Repair.',
  keychainLocked: 'The keychain is locked, so your sign-in is still in it. Unlock the keychain, then sign out again.',
  nothingToUndo: 'There is nothing to undo.',
  unfinishedMoved: 'Something was recorded meanwhile. Look at the number again.',
  nothingToRedo: 'There is nothing to redo.',
};

/** Why a file could not be read at all; nothing of it was kept. */
const notRead = {
  tooLarge: 'It is larger than Layover reads. Export it in parts, then choose them one after the other.',
  takesTooLong: 'Reading it took too long, so Layover stopped. See whether it is the right file, or export it in parts.',
  needsTooMuchMemory:
    'Reading it takes more memory than Layover gives to one file. See whether it is the right file, or export it in parts.',
  failed: 'Layover could not read it. Choose it once more; if it fails again, save the diagnostics in Settings.',
  cancelled: 'You cancelled it. Nothing was imported.',
};

export type NotReadReason = keyof typeof notRead;
export type NowReason = keyof typeof now;
export type UnreachableFailure = keyof typeof unreachable;
export type SignInRefusal = keyof typeof signIn;
export type NextStep = keyof typeof steps;

/** The keys of a table, typed. */
export const keysOf = <Key extends string>(words: Record<Key, unknown>): Key[] => Object.keys(words) as Key[];

/** The reasons that the contract's errors may carry: those with a sentence, and no others. */
export const nowReasons = keysOf(now);
export const notReadReasons = keysOf(notRead);
export const unreachableFailures = keysOf(unreachable);
export const signInReasons = keysOf(signIn);
export const nextSteps = keysOf(steps);

/** `code` is the service's or TLS's own; `status` of HTTP, where there was one. */
export interface UnreachableFacts {
  failure: UnreachableFailure;
  code: string | null;
  status: number | null;
  next: NextStep;
}

/** `code` is what the service said of it. */
export interface SignInFacts {
  reason: SignInRefusal;
  code: string | null;
  next: NextStep;
}

/** Steps that follow from the reason itself, where the main process names none. */
const nextOfReason: Partial<Record<SignInRefusal, string>> = {
  notKept: 'If it was not yours, sign in again; if that repeats, tell your administrator.',
  portInUse: 'Choose another port, or leave it empty.',
  browserDidNotOpen: 'Set a browser as your system’s default, then try again.',
  applicationRefused: 'Compare both with what your operator gave you.',
  keyRefused: 'Keys are shown once: copy it again, or create another in the service.',
  badApiKey: 'Copy it again, without line breaks.',
  otherPlace: 'Connect the account again at the address that you know.',
  noSecret: 'Connect the account again.',
  otherIssuer: 'Compare the address of the service with what your operator gave you: a wrong one may lead your browser elsewhere.',
};

/** Why something could not be read or connected, and what to do; nothing was changed. */
export function wordsOfUnreachable({ failure, code, status, next }: UnreachableFacts): SituationWords {
  const forbidden = code === 'FORBIDDEN' ? 'Your account, or the role of your key, may not do this.' : null;
  const told = code ?? (status === null ? failure : `status ${status}`);
  return { message: unreachable[failure] ?? forbidden ?? `The service did not give a usable answer (${told}).`, next: steps[next] };
}

/** Why signing in or connecting did not work, and what to do. A code of the service is shown as it came. */
export function wordsOfSignIn({ reason, code, next }: SignInFacts): SituationWords {
  const step = reason === 'cancelled' ? null : (nextOfReason[reason] ?? steps[next]);
  const said = code === null ? '' : reason === 'serviceError' ? ` It said: ${code}.` : reason === 'otherIssuer' ? ` It was ${code}.` : '';
  return { message: signIn[reason] + said, next: step };
}

/** "Free some space on the disk, then try again." */
export const wordsOfStep = (next: NextStep): string => steps[next];

/** The sentence for each reason of "not now". */
export const wordsOfNow = (why: NowReason): string => now[why];

/** Why a file, or a pasted text, was not read. */
export const wordsOfNotRead = (why: NotReadReason): string => notRead[why];

/** Both halves as one text. */
export function asText({ message, next }: SituationWords): string {
  return next === null ? message : `${message} ${next}`;
}
