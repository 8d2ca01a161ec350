import { userInfo } from 'node:os';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { nameOfOwner, namesPerson, ownerText } from '#shared/service/owner.ts';
import { originOf } from './identity.ts';
import type { Session } from './session.ts';

/**
 * The actor's name in an account for its audit log, approvals and reports: the user whom the service names, with the name where
 * its sign-in tells one; for an API key, and where nobody is named, the user of this computer and the account.
 */
export function whoSignsIn(entry: AccountEntry, told: ReturnType<Session['identity']> | null): string {
  const subject = told?.userId ?? entry.userId;
  if (namesPerson(subject)) return told?.userName && told.userName !== subject ? `${told.userName} (${subject})` : subject;
  const by = nameOfOwner(ownerText({ ...entry, companyId: null, origin: originOf(entry) }));
  const how = entry.userId === null ? `account ${entry.name}` : `account ${entry.name}, ${by}`;
  return `${computerUser()} (${how})`;
}

function computerUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id that the system has no name for.
    return 'a user of this computer';
  }
}
