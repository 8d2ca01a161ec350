import { isStorageTrouble } from '#main/storage/driver.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { openEditsOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { hasMovedSince } from '#main/outbox/hear-record.ts';
import { looksFirst } from '#main/sync/check/next-sendable.ts';
import type { Ready } from '#main/sync/check/ready.ts';
import type { EngineContext } from '#main/sync/engine-parts.ts';

/** Only what a machine may look after when a crash leaves it behind: never what a person would be asked about. */
export function mayBeAhead(row: Pick<OutboxRow, 'priority' | 'repeat' | 'touchesBank' | 'attempts'>): boolean {
  return row.priority === 'write' && abandonedState({ ...row, attempts: row.attempts + 1 }) === 'checking';
}

/**
 * True when a claimed request may still be sent as it was claimed: its record was read moments ago where it can be read, the
 * service is still sent what it was built to send, and, where somebody else wrote meanwhile, its record has not moved and nothing stands before it.
 */
export function stillStands(parts: EngineContext, { intent, editKind, whole, partly }: Ready, doubted: boolean): boolean {
  const { row } = intent;
  const { isFresh } = parts.freshness;
  const sendsWholeNow = editKind.whole !== undefined && parts.sendsWhole(editKind.kind);
  if (looksFirst(row, { isFresh, mayRead: parts.mayRead }) || sendsWholeNow !== whole) return false;
  // Whatever was heard since may be more to lose, or the full record.
  if (partly && doubted) return false;
  try {
    return !doubted || (isFirst(parts, row) && !hasMovedSince(parts.store, row));
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return false;
  }
}

function isFirst({ store }: EngineContext, row: OutboxRow): boolean {
  return openEditsOf(store, refOf(row))[0]?.id === row.id;
}
