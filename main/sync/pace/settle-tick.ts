import { conflictBeforeSend } from '#main/outbox/hear-record.ts';
import type { Claim } from '#main/outbox/claim.ts';
import { moveEdit, type Move } from '#main/outbox/move.ts';
import type { Settled } from '#main/outbox/settle.ts';
import { anyMayHaveArrived } from '#main/outbox/requests-in-log.ts';
import { editById, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Reason } from '#shared/edit.ts';
import { isSqliteError } from '#main/storage/driver.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { intentOf } from '#main/sync/check/intent.ts';
import type { Ready } from '#main/sync/check/ready.ts';
import type { Choice, Task } from '#main/sync/check/next-sendable.ts';
import type { Outcome } from '#main/sync/step.ts';

/** The decisions of one commit: requests whose intent is durable now, and records to read. */
export interface Decided {
  claimed: { ready: Ready; claim: Claim }[];
  reads: Extract<Task, { kind: 'check' | 'reread' }>[];
  needsProof: boolean;
}

/**
 * One commit of the engine: everything that arrived is settled, then whatever may leave is chosen and claimed. After it, and only after it,
 * requests leave.
 */
export function settleTick(
  parts: EngineParts,
  outcomes: readonly Outcome[],
  onSettled: (settled: Settled[]) => void,
  chooseNow: () => Choice,
): Decided {
  return parts.store.commit('turn', () => {
    const settled = parts.laws.settleAll(
      parts.store,
      outcomes.map(({ settlement }) => settlement),
    );
    onSettled(settled);
    // A record that came while the look was on its way tells more: it is no look (law 25).
    for (const { olderKept, settlement } of settled) if (olderKept) parts.freshness.forget(refOf(settlement.row));
    const { tasks, needsProof } = chooseNow();
    const held: Settled[] = [];
    const claimed = claimAll(parts, tasks, held);
    onSettled(held);
    return {
      claimed,
      reads: tasks.filter((task) => task.kind === 'check' || task.kind === 'reread'),
      needsProof,
    };
  });
}

/** Builds and claims the requests; what cannot be built is held, with the reason, and added to `held`. */
function claimAll(parts: EngineParts, tasks: readonly Task[], held: Settled[]): Decided['claimed'] {
  const readies = new Map<unknown, Ready>();
  for (const task of tasks) {
    if (task.kind !== 'send' && task.kind !== 'again') continue;
    const tooOften = task.kind === 'again' ? parts.laws.neverTaken(task.row) : null;
    if (tooOften) {
      held.push(holdBack(parts, task.row, tooOften));
      continue;
    }
    const row = task.kind === 'again' ? backToWaiting(parts, task.row) : task.row;
    if (!row) continue;
    const differs = parts.laws.differsFromLog(parts.store, row);
    if (differs !== null) {
      parts.world.log.info('editNotAsApproved', { edit: row.id, what: differs });
      held.push(holdBack(parts, row, { kind: 'notAsApproved', what: differs }));
      continue;
    }
    const found = unlessParked(parts, row, () => conflictBeforeSend(parts.store, row));
    if (found) {
      held.push('settlement' in found ? found : { settlement: hearsNothing(row), moved: false, rebased: found });
      continue;
    }
    const ready = unlessParked(parts, row, () => intentOf(parts, row));
    if ('settlement' in ready) held.push(ready);
    else if (ready.kind === 'ready') readies.set(ready.intent, ready);
    else held.push(holdBack(parts, row, ready.reason));
  }
  const claims = parts.laws.claim(
    parts.store,
    [...readies.values()].map(({ intent }) => intent),
  );
  return claims.flatMap((claim) => {
    const ready = readies.get(claim.intent);
    return ready ? [{ ready, claim }] : [];
  });
}

const hearsNothing = (row: OutboxRow) => ({ row, attempt: null, move: null, heard: null, ours: [] });

/** An edit or a record that nobody foresaw is held alone; everything else goes on (law 19). */
function unlessParked<T>(parts: EngineParts, row: OutboxRow, work: () => T): T | Settled {
  try {
    return work();
  } catch (error) {
    if (isSqliteError(error)) throw error;
    parts.world.log.error('editParked', { edit: row.id, message: String(error) });
    return holdBack(parts, row, { kind: 'damagedRow', detail: 'request' });
  }
}

function holdBack({ store }: EngineParts, row: OutboxRow, reason: Reason): Settled {
  // An earlier request of the payment may be what moved the invoice: then it is in doubt, and not simply discarded.
  const mayBeOwn = reason.kind === 'invoiceMoved' && anyMayHaveArrived(store, row.id);
  const move: Move = { to: 'held', what: 'held', heldFrom: 'waiting', reason, ...(mayBeOwn ? { maybeSent: true } : {}) };
  const settlement = { row, attempt: null, move, heard: null, ours: [] };
  return { settlement, moved: moveEdit(store, row, move), rebased: { merged: [], conflicts: [] } };
}

/** The quarantine is over and nothing can be read: the same absolute values may be sent again (docs/laws.md, repeat classes). */
function backToWaiting(parts: EngineParts, row: OutboxRow): OutboxRow | null {
  const moved = moveEdit(parts.store, row, {
    to: 'waiting',
    what: 'again',
    reason: { kind: 'noAnswer', failure: 'notReadable', afterMs: 0 },
  });
  return moved ? editById(parts.store, row.id) : null;
}
