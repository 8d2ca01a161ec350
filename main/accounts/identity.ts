import { scryptSync } from 'node:crypto';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { isSomebodyElse, keyUser, namesPerson, type Identity } from '#shared/service/owner.ts';

/** The origin that identifies an account's service. The embedded sandbox has a new port at every start and stays the same service. */
export function originOf(entry: Pick<AccountEntry, 'baseUrl' | 'embedded'>): string {
  return entry.embedded ? 'embedded' : new URL(entry.baseUrl).origin;
}

/** True when a sign-in may replace the known one without a question: the same user, with at least the same claims. */
export function isSameSignIn(known: Identity, heard: Identity): boolean {
  const forgotten = (namesPerson(known.userId) && heard.userId === null) || (known.companyId !== null && heard.companyId === null);
  return !isSomebodyElse(known, heard) && !forgotten;
}

/** A pseudonym for the user of an API key, because the service names none. Derived slowly, so that the key cannot be guessed from it. */
export function userOfKey(baseUrl: string, apiKey: string): string {
  return keyUser(scryptSync(apiKey, `layover ${new URL(baseUrl).origin}`, 6).toString('hex'));
}
