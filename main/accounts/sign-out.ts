import { secretNames, type Secrets } from '#main/accounts/keychain/secrets.ts';

export type SignOutAnswer =
  | { kind: 'signedOut' }
  /** Something was recorded since the user saw the count: ask again with this number. */
  | { kind: 'notSeen'; unfinished: number }
  /** A locked keychain keeps what it has: the sign-in would be there again once it is unlocked. */
  | { kind: 'locked' };

/**
 * Signs an account out: its secrets go, its database with every edit stays and is found again by the next sign-in of the same user.
 * Refused while the user has not seen the number of everything that is unfinished. The guard stays: it protects what stays.
 */
export async function signOut(
  secrets: Secrets,
  accountId: string,
  counts: { unfinished: number; unfinishedSeen: number },
): Promise<SignOutAnswer> {
  if (counts.unfinished !== counts.unfinishedSeen) return { kind: 'notSeen', unfinished: counts.unfinished };
  let locked = false;
  for (const name of [secretNames.apiKey(accountId), secretNames.tokens(accountId), secretNames.clientSecret(accountId)])
    locked = (await secrets.remove(name)).kind === 'locked' || locked;
  return { kind: locked ? 'locked' : 'signedOut' };
}
