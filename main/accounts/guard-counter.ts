import type { Secrets } from './secrets.ts';

/**
 * A counter outside the database, raised with every intent of a creating edit: a database that is behind it was restored or copied, and
 * sends nothing before a person has looked (docs/laws.md, law 12).
 */
export interface Guard {
  /** The highest count that was ever raised; null when there never was one. */
  read(): Promise<bigint | null | 'locked' | 'unavailable'>;
  /** Makes the counter at least `to`; false when that could not be made certain, and then nothing may be sent. */
  raise(to: bigint): Promise<boolean>;
}

/** The guard of one account, in the keychain. It is never kept in memory instead: a guard that forgets is none. */
export function createGuard(secrets: Secrets, accountId: string): Guard {
  const name = guardName(accountId);
  let raising: Promise<boolean> = Promise.resolve(true);

  const read: Guard['read'] = async () => {
    const answer = await secrets.read(name);
    if (answer.kind === 'found') return /^\d{1,19}$/.test(answer.secret) ? BigInt(answer.secret) : 'unavailable';
    return answer.kind === 'absent' ? null : answer.kind;
  };

  const raise = async (to: bigint): Promise<boolean> => {
    const known = await read();
    if (known === 'locked' || known === 'unavailable') return false;
    if (known !== null && known >= to) return true;
    return (await secrets.write(name, String(to))).kind === 'found';
  };

  return {
    read,
    // One after the other: two at once could put the lower count last.
    raise: (to) => (raising = raising.then(() => raise(to))),
  };
}

/** The entry that holds an account's guard. */
export function guardName(accountId: string): string {
  return `guard:${accountId}`;
}
