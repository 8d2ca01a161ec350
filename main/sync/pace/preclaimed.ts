import type { Claimed } from '#main/sync/check/ready.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
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
