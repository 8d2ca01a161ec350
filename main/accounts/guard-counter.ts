import { secretNames, type SecretAnswer, type Secrets } from './secrets.ts';

/**
 * A counter outside the database, raised with every claim: a database that is behind it was restored or copied, and sends nothing before a
 * person has looked (docs/laws.md, law 12).
 */
export interface Guard {
  /** The highest count that was ever raised; null when there never was one. `unavailable`: there is none, and none can be kept. */
  read(): Promise<bigint | null | 'locked' | 'unavailable'>;
  /** Makes the counter at least `to`: true when it was read back, else why it could not be kept. */
  raise(to: bigint): Promise<true | 'locked' | 'unavailable'>;
}

/** The guard of one account, in the keychain. It is never kept in memory instead: a guard that forgets is none. */
export function createGuard(secrets: Secrets, accountId: string): Guard {
  const name = secretNames.guard(accountId);
  let raising: ReturnType<Guard['raise']> = Promise.resolve(true);

  const read: Guard['read'] = async () => {
    const answer = await secrets.read(name);
    if (answer.kind === 'found') return countIn(answer.secret) ?? 'unavailable';
    return answer.kind === 'absent' ? knowsNothing(secrets, `${name}:try`) : answer.kind;
  };

  const raise: Guard['raise'] = async (to) => {
    const answer = await secrets.read(name);
    if (answer.kind === 'found' && countIn(answer.secret) === null) return 'unavailable';
    const known = answer.kind === 'found' ? countIn(answer.secret) : null;
    if (known !== null && known >= to) return true;
    return kept(await secrets.write(name, String(to)));
  };

  return {
    read,
    // One after the other: two at once could put the lower count last.
    raise: (to) => (raising = raising.then(() => raise(to))),
  };
}

function countIn(secret: string): bigint | null {
  return /^\d{1,19}$/.test(secret) ? BigInt(secret) : null;
}

/** A keychain that forgot the counter takes it again; one that takes no writes never held any, and says nothing about this database. */
async function knowsNothing(secrets: Secrets, name: string): Promise<null | 'locked' | 'unavailable'> {
  const tried = kept(await secrets.write(name, 'written'));
  if (tried !== true) return tried;
  await secrets.remove(name);
  return null;
}

function kept(answer: SecretAnswer): true | 'locked' | 'unavailable' {
  if (answer.kind === 'found') return true;
  return answer.kind === 'locked' ? 'locked' : 'unavailable';
}
