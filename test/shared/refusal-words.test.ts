import { describe, expect, it } from 'vitest';
import {
  asText,
  nextSteps,
  signInReasons,
  unreachableFailures,
  wordsOfSignIn,
  wordsOfStep,
  wordsOfUnreachable,
} from '#shared/messages/refusal-words.ts';

const unreachable = { code: null, status: null, next: 'tryAgain' } as const;

describe('refusals in words', () => {
  it.each(signInReasons)('sign-in: %s has a sentence of its own and no code in it', (reason) => {
    const said = asText(wordsOfSignIn({ reason, code: null, next: 'tryAgain' }));
    expect(said).toMatch(/^[A-Z].*\.$/);
    expect(said).not.toContain(`(${reason})`);
  });

  it.each(unreachableFailures.filter((failure) => failure !== 'serviceRefused'))('unreachable: %s has a sentence of its own', (failure) => {
    const said = asText(wordsOfUnreachable({ ...unreachable, failure }));
    expect(said).toMatch(/^[A-Z].* Try again\.$/);
    expect(said).not.toContain('usable answer');
  });

  it.each(nextSteps)('step: %s is a sentence', (next) => {
    expect(wordsOfStep(next)).toMatch(/^[A-Z].*\.$/);
  });

  it('shows what the service said of it, verbatim', () => {
    const wordsOf = (code: string | null, status: number | null) =>
      wordsOfUnreachable({ ...unreachable, failure: 'serviceRefused', code, status }).message;
    expect(wordsOf('FORBIDDEN', 403)).toBe('Your account, or the role of your key, may not do this.');
    expect(wordsOf('TEAPOT', 418)).toBe('The service did not give a usable answer (TEAPOT).');
    expect(wordsOf(null, 418)).toBe('The service did not give a usable answer (status 418).');
    expect(asText(wordsOfSignIn({ reason: 'serviceError', code: 'temporarily_unavailable', next: 'tryAgain' }))).toContain(
      'It said: temporarily_unavailable.',
    );
  });
});
