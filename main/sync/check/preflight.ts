import { isStorageTrouble } from '#main/storage/driver.ts';
import { QueueDamaged } from '#main/storage/open/look-through.ts';
import type { Settled } from '#main/outbox/settle.ts';
import { allOpenEdits, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Preflight } from '#shared/contract/views/views.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { thisMoment, type CircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { canBeRead } from './next-sendable.ts';
import { read, type Outcome } from '#main/sync/step.ts';
import { signOf } from '#main/sync/answer/verdict.ts';

/** Reads of bases that may be under way together. */
const width = 6;

/**
 * Before a batch is approved: asks whether the service answers, reads every base again that can be read, puts what it heard under the open
 * edits (merging where nothing overlaps), and finds conflicts before anything is sent. `settled` is called in each commit, for the report.
 */
export async function preflight(parts: EngineParts, line: CircuitBreaker, settled: (settled: Settled[]) => void): Promise<Preflight> {
  const { world, client } = parts;
  const result: Preflight = { at: world.now(), reachable: false, reread: 0, merged: [], conflicts: [], unreadable: 0 };
  const asked = thisMoment(world);
  const probed = await client.probe();
  line.hear(signOf(probed), asked);
  if (!probed.ok) return result;
  result.reachable = true;
  // An invoice's state tells of payments that others recorded; what else creates something has no base.
  const isRead = (row: OutboxRow) => row.repeat !== 'creates' || (row.priority === 'payment' && canBeRead(row, parts.mayRead));
  const queue = firstPerRecord(allOpenEdits(parts.store).filter((row) => isRead(row) && ['draft', 'waiting'].includes(row.state)));
  const readOne = async (row: OutboxRow) => {
    // An earlier one may have taught that this kind of record cannot be read here.
    if (canBeRead(row, parts.mayRead)) take(parts, line, await read(parts, row, 'reread'), result, settled);
    else result.unreadable += 1;
  };
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let row = queue.shift(); row; row = queue.shift()) await readOne(row).catch(parkAlone(parts, row, result));
    }),
  );
  return result;
}

/** A record that nobody foresaw is left unread, and the others go on (law 19); what the disk says ends the preflight. */
function parkAlone({ world }: EngineParts, row: OutboxRow, result: Preflight): (error: unknown) => void {
  return (error) => {
    if (isStorageTrouble(error) || error instanceof QueueDamaged) throw error;
    world.log.error('editParked', { edit: row.id, message: String(error) });
    result.unreadable += 1;
  };
}

function firstPerRecord(rows: readonly OutboxRow[]): OutboxRow[] {
  const first = new Map<string, OutboxRow>();
  for (const row of rows) if (!first.has(`${row.recordKind} ${row.recordId}`)) first.set(`${row.recordKind} ${row.recordId}`, row);
  return [...first.values()];
}

function take(
  { store, laws }: EngineParts,
  line: CircuitBreaker,
  { settlement, sign, asked, saw }: Outcome,
  result: Preflight,
  onSettled: (settled: Settled[]) => void,
): void {
  line.hear(sign, asked);
  if (!settlement.heard) {
    result.unreadable += 1;
    return;
  }
  const [settled] = store.commit('preflight', () => {
    // The engine decides the effect of a failed read on an edit when the edit is about to be sent.
    const all = laws.settleAll(store, [{ ...settlement, move: null }]);
    onSettled(all);
    return all;
  });
  if (saw) result.reread += 1;
  else result.unreadable += 1;
  result.merged.push(...(settled?.rebased.merged ?? []));
  result.conflicts.push(...(settled?.rebased.conflicts ?? []));
}
