import { isStorageTrouble } from '#main/cache/database/driver.ts';
import type { Claim } from '#main/cache/outbox/claim.ts';
import { editById } from '#main/cache/outbox/outbox.ts';
import type { EngineParts } from './engine-parts.ts';
import type { Ready } from './intent.ts';
import type { Line } from './line.ts';

/**
 * For how long a claimed request may still leave, in milliseconds from now; 0 when it may not any more. Between the claim and the first byte the
 * keychain is told and the sign-in is asked for; each may take its time, and the computer may sleep in it. So what held at the claim is
 * looked at again: the line is open, the claim stands (a keychain that opens may hold everything, law 12), what creates something has its proof
 * (law 8), anything else stands as it was built (law 21). `doubted`: others wrote since the claim.
 */
export function leavesWithinMs(
  parts: EngineParts,
  line: Pick<Line, 'mayLeave' | 'proofLeftMs'>,
  { ready, claim }: { ready: Ready; claim: Pick<Claim, 'n'> },
  doubted: boolean,
): number {
  const { row } = ready.intent;
  if (!line.mayLeave() || (doubted && !isClaimed(parts, row.id, claim.n))) return 0;
  if (row.repeat === 'creates') return line.proofLeftMs();
  return parts.laws.stillStands(parts, ready, doubted) ? Number.POSITIVE_INFINITY : 0;
}

function isClaimed({ store }: EngineParts, id: string, n: number): boolean {
  try {
    const now = editById(store, id);
    return now?.state === 'sending' && now.lastAttempt === n;
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return false;
  }
}
