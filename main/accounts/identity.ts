import { scryptSync } from 'node:crypto';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { keyUser, namesPerson, sameIdentity } from '#shared/service/owner.ts';

/** Company and user as far as the service tells them: any text that it gives. */
export interface Identity {
  companyId: string | null;
  userId: string | null;
}

/** The origin that identifies an account's service. The embedded sandbox has a new port at every start and stays the same service. */
export function originOf(entry: Pick<AccountEntry, 'baseUrl' | 'embedded'>): string {
  return entry.embedded ? 'embedded' : new URL(entry.baseUrl).origin;
}

/** True when two sign-ins certainly have different identities. A missing claim contradicts nothing. */
export function isSomebodyElse(known: Identity, heard: Identity): boolean {
  const companies = known.companyId !== null && heard.companyId !== null && !sameIdentity(known.companyId, heard.companyId);
  const people = namesPerson(known.userId) && namesPerson(heard.userId) && !sameIdentity(known.userId, heard.userId);
  return companies || people;
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
