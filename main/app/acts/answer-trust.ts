import type { TrustAnswer } from '#main/cache/accounts/trust.ts';
import { releaseForHost } from '#main/edits/hold.ts';
import type { TrustedHost } from '#shared/contract/views.ts';
import type { OpenAccount } from '#main/account-life/open-account.ts';

/** Keeps a person's answer about a host; what was held for it goes on after a yes and stays held after a no. */
export function answerTrust({ trust, store, engine }: OpenAccount, host: string, answer: TrustAnswer): TrustedHost[] {
  if (trust.answer(host, answer) && answer !== 'no') releaseForHost(store, host);
  engine.kick();
  return trust.list();
}
