import type { Claimed, Ready } from '#main/sync/check/intent.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { openEditsOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { hasMovedSince } from '#main/outbox/hear-record.ts';
import type { EngineParts } from '#main/sync/engine-parts.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { looksFirst } from '#main/sync/check/next-sendable.ts';
import { notLeft, type Outcome } from '#main/sync/step.ts';

/**
 * Claimed, and not left yet: each leaves the moment an answer makes room, while that answer's verdict is still to be written. What cannot leave
 * as it was claimed is given back with nothing spent. A crash cannot tell these from what left: they may have.
 */
export class Preclaimed {
  readonly #parts: EngineParts;
  #waiting: Claimed[] = [];
  #writes = 0;
  #back: Claimed[] = [];

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  size(): number {
    return this.#waiting.length;
  }

  add(claimed: Claimed): void {
    this.#waiting.push(claimed);
  }

  /** Counts writes by others to the outbox or to records. Requests claimed before such a write are checked again before they are sent. */
  writes(): number {
    return this.#writes;
  }

  doubt(): void {
    this.#writes += 1;
  }

  /** The oldest that may leave as it was claimed; those that may not are given back. */
  next(): Claimed | null {
    for (let one = this.#waiting.shift(); one; one = this.#waiting.shift()) {
      if (this.#parts.laws.stillStands(this.#parts, one.ready, one.writes !== this.#writes)) return one;
      this.#back.push(one);
    }
    return null;
  }

  /** Asked just before its first byte. */
  leavesWithinMs(line: CircuitBreaker, claimed: Claimed): number {
    return this.#parts.laws.leavesWithinMs(this.#parts, line, claimed, claimed.writes !== this.#writes);
  }

  /** Nothing may leave now: all are given back. */
  giveBack(): void {
    this.#back.push(...this.#waiting.splice(0));
  }

  hasBack(): boolean {
    return this.#back.length > 0;
  }

  /** Claims released since the last call, to be settled as if they had never been claimed. */
  givenBack(): Outcome[] {
    return this.#back.splice(0).map(({ ready, claim }) => notLeft(ready, claim));
  }
}

/** Only what a machine may look after when a crash leaves it behind: never what a person would be asked about. */
export function mayBeAhead(row: Pick<OutboxRow, 'lane' | 'repeat' | 'touchesBank' | 'attempts'>): boolean {
  return row.lane === 'write' && abandonedState({ ...row, attempts: row.attempts + 1 }) === 'checking';
}

/**
 * True when a claimed request may still be sent as it was claimed: its record was read moments ago where it can be read, the
 * service is still sent what it was built to send, and, where somebody else wrote meanwhile, its record has not moved and nothing stands before it.
 */
export function stillStands(parts: EngineParts, { intent, editKind, whole, partly }: Ready, doubted: boolean): boolean {
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

function isFirst({ store }: EngineParts, row: OutboxRow): boolean {
  return openEditsOf(store, refOf(row))[0]?.id === row.id;
}
