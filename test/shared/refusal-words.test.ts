import { describe, expect, it } from 'vitest';
import { asText, wordsOfSignIn, wordsOfStep, wordsOfUnreachable } from '#shared/refusal-words.ts';

const signInReasons = [
  ...['cancelled', 'timedOut', 'portInUse', 'cannotListen', 'browserDidNotOpen', 'refused', 'serviceError'],
  ...['missingCode', 'malformedCallback', 'codeRefused', 'applicationRefused', 'noTokens', 'notAnAddress', 'plainHttp', 'userinfo'],
  ...['queryOrFragment', 'badCertificate', 'badApiKey', 'keyRefused', 'noSecret', 'never', 'expired', 'keychainLocked'],
  'keychainUnavailable',
];
const failures = [
  ...['dns', 'refused', 'unreachable', 'connectTimeout', 'timeout', 'noAnswer', 'reset', 'closed', 'tls', 'plainHttp', 'badAddress'],
  ...['captivePortal', 'rateLimited', 'serviceTrouble', 'unreadable', 'truncated', 'malformed', 'tooLarge', 'cancelled', 'FORBIDDEN'],
  ...['redirected: untrusted', 'tls: DEPTH_ZERO_SELF_SIGNED_CERT'],
];

describe('refusals in words', () => {
  it.each(signInReasons)('sign-in: %s has a sentence of its own and no code in it', (reason) => {
    const said = asText(wordsOfSignIn({ reason, next: 'tryAgain' }));
    expect(said).toMatch(/^[A-Z].*\.$/);
    expect(said).not.toContain(`(${reason})`);
  });

  it.each(failures)('unreachable: %s has a sentence of its own', (failure) => {
    const said = asText(wordsOfUnreachable({ failure, next: 'tryAgain' }));
    expect(said).toMatch(/^[A-Z].* Try again\.$/);
    expect(said).not.toContain('usable answer');
  });

  it('shows what it does not know verbatim, and no code as a step', () => {
    expect(wordsOfUnreachable({ failure: 'status 418', next: 'brewTea' })).toEqual({
      says: 'The service did not give a usable answer (status 418).',
      next: null,
    });
    expect(wordsOfSignIn({ reason: 'moonPhase', next: 'brewTea' })).toEqual({
      says: 'Signing in did not work (moonPhase).',
      next: 'Try again.',
    });
    expect(asText(wordsOfSignIn({ reason: 'serviceError', next: 'temporarily_unavailable' }))).toContain(
      'It said: temporarily_unavailable.',
    );
    expect(wordsOfStep('freeDiskSpace')).toContain('space');
  });
});
