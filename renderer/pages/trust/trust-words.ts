import type { TrustAnswer } from './trusting.svelte.ts';

/** The consequence of the decision about a host, after the host's name. */
export const trustedWords: Record<TrustAnswer, string> = {
  withSignIn: 'is trusted with your sign-in.',
  withoutSignIn: 'may be read from, without your sign-in.',
  no: 'is not trusted. What waits for it stays held.',
};
