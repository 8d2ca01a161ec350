import type { Anchor } from '#main/audit/anchor.ts';
import { secretNames, type SecretAnswer, type Secrets } from './secrets.ts';

/**
 * The anchor of a database outside of it, written with every claim and after whatever takes an approval or a trust back: a database that does
 * not agree with it was restored, copied or spliced, and sends nothing before a user has looked (docs/laws.md, law 12).
 */
export interface Guard {
  /** The newest anchor; null when there never was one. `unavailable`: there is none, and none can be kept. */
  read(): Promise<Anchor | null | 'locked' | 'unavailable'>;
  /** Keeps this anchor, with the highest count that was ever kept: true when it was read back, else why it could not be kept. */
  raise(to: Anchor): Promise<true | 'locked' | 'unavailable'>;
}

/** The guard of one account, in the keychain. It is never kept in memory instead: a guard that forgets is none. */
export function createGuard(secrets: Secrets, accountId: string): Guard {
  const name = secretNames.guard(accountId);
  let raising: ReturnType<Guard['raise']> = Promise.resolve(true);

  const read: Guard['read'] = async () => {
    const answer = await secrets.read(name);
    if (answer.kind === 'found') return anchorIn(answer.secret) ?? 'unavailable';
    return answer.kind === 'absent' ? knowsNothing(secrets, `${name}:try`) : answer.kind;
  };

  const raise: Guard['raise'] = async (to) => {
    const answer = await secrets.read(name);
    const known = answer.kind === 'found' ? anchorIn(answer.secret) : null;
    if (answer.kind === 'found' && known === null) return 'unavailable';
    const text = textOf({ ...to, claims: Math.max(to.claims, known?.claims ?? 0) });
    if (answer.kind === 'found' && answer.secret === text) return true;
    return kept(await secrets.write(name, text));
  };

  return {
    read,
    // One after the other: two at once could put the older anchor last.
    raise: (to) => (raising = raising.then(() => raise(to))),
  };
}

const textOf = ({ claims, line, trust, broken }: Anchor): string => `${claims} ${line.seq} ${line.hash} ${trust} ${broken}`;

function anchorIn(secret: string): Anchor | null {
  const [, claims, seq, hash, trust, broken] = /^(\d{1,15}) (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{16}|-) (\d{1,15})$/.exec(secret) ?? [];
  if (hash === undefined || trust === undefined) return null;
  return { claims: Number(claims), line: { seq: Number(seq), hash }, trust, broken: Number(broken) };
}

/** A keychain that forgot the anchor takes it again; one that takes no writes never held any, and says nothing about this database. */
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
