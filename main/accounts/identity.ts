import { scryptSync } from 'node:crypto';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { keyUser, namesPerson, sameIdentity } from '#shared/service/owner.ts';

/** Company and user as far as the service tells them: any text that it gives. */
export interface Identity {
  companyId: string | null;
  userId: string | null;
}

/** Whose database an account's is. The embedded sandbox has a new port at every start and stays the same service. */
export function originOf(entry: Pick<AccountEntry, 'baseUrl' | 'embedded'>): string {
  return entry.embedded ? 'embedded' : new URL(entry.baseUrl).origin;
}

/** Whether two sign-ins are certainly of two identities. What is not told contradicts nothing. */
export function isSomebodyElse(known: Identity, heard: Identity): boolean {
  const companies = known.companyId !== null && heard.companyId !== null && !sameIdentity(known.companyId, heard.companyId);
  const people = namesPerson(known.userId) && namesPerson(heard.userId) && !sameIdentity(known.userId, heard.userId);
  return companies || people;
}

/** Whether a sign-in may stand in for the known one without a question: it is of nobody else, and says as much as that did. */
export function isSameSignIn(known: Identity, heard: Identity): boolean {
  const forgotten = (namesPerson(known.userId) && heard.userId === null) || (known.companyId !== null && heard.companyId === null);
  return !isSomebodyElse(known, heard) && !forgotten;
}

/** What stands for whoever uses an API key: the service tells nobody's name. Made slowly, so that the key cannot be guessed from it. */
export function userOfKey(baseUrl: string, apiKey: string): string {
  return keyUser(scryptSync(apiKey, `layover ${new URL(baseUrl).origin}`, 6).toString('hex'));
}
