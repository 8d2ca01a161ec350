import { isStorageTrouble } from '#main/storage/driver.ts';
import type { Claim } from '#main/outbox/claim.ts';
import { baseOf, editById, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { movedCurrency } from '#shared/edits/amount-currency.ts';
import type { EngineContext } from '#main/sync/engine-parts.ts';
import type { movedInvoice } from '#main/sync/check/check.ts';
import { looksFirst } from '#main/sync/check/next-sendable.ts';
import type { Ready } from '#main/sync/check/ready.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { stillStands } from './still-stands.ts';

/**
 * For how long a claimed request may still leave, in milliseconds from now; 0 when it may not any more. Between the claim and the first byte the
 * keychain is told and the sign-in is asked for; each may take its time, and the computer may sleep in it. So what held at the claim is
 * looked at again: the line is open, the claim stands (a keychain that opens may hold everything, law 12), what creates something has its proof
 * (law 8), its amount the currency it was entered in (law 30) and its invoice the state it was approved in (law 34), anything else stands as it was built (law 21). `doubted`: others wrote since the claim.
 */
export function leavesWithinMs(
  parts: EngineContext & { laws: { stillStands: typeof stillStands; movedInvoice: typeof movedInvoice } },
  line: Pick<CircuitBreaker, 'mayLeave' | 'proofLeftMs'>,
  { ready, claim }: { ready: Ready; claim: Pick<Claim, 'n'> },
  doubted: boolean,
): number {
  const { row } = ready.intent;
  if (!line.mayLeave() || (doubted && !isClaimed(parts, row.id, claim.n))) return 0;
  if (looksAgain(parts, row)) return 0;
  if (row.repeat === 'creates') return doubted && hasMoved(parts, ready) ? 0 : line.proofLeftMs();
  return parts.laws.stillStands(parts, ready, doubted) ? Number.POSITIVE_INFINITY : 0;
}

/** A payment's look at its invoice lasts as long as the proof of its path. */
const lookLastsMs = 60_000;

function looksAgain({ freshness, mayRead }: EngineContext, row: OutboxRow): boolean {
  return row.priority === 'payment' && looksFirst(row, { mayRead, isFresh: (ref) => freshness.isFresh(ref, lookLastsMs) });
}

/** True when the record's currency now differs from that of the entered amount, or its state from that of the approved payment. */
function hasMoved(parts: Parameters<typeof leavesWithinMs>[0], { intent: { row }, editKind, body }: Ready): boolean {
  try {
    if (row.priority === 'payment' && parts.laws.movedInvoice(parts, row) !== null) return true;
    return movedCurrency(editKind, body, baseOf(row), recordOf(parts.store, refOf(row))?.value ?? null) !== null;
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return true;
  }
}

function isClaimed({ store }: EngineContext, id: string, n: number): boolean {
  try {
    const now = editById(store, id);
    return now?.state === 'sending' && now.lastAttempt === n;
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return false;
  }
}
