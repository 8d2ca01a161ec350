import { nextDue } from '#main/cache/outbox/queue.ts';
import type { Settled } from '#main/cache/outbox/settle.ts';
import type { OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { MonotonicMs } from '#shared/world.ts';
import type { EngineParts } from './engine-parts.ts';

const page = 256;

/**
 * The edits that may move now, kept in memory so that a turn does not search the whole outbox: filled a page at a time, topped up with the
 * next edit of each record that was settled, thrown away when somebody else writes. The claim checks again; this is only a list of hints.
 */
export class Candidates {
  readonly #parts: EngineParts;
  #rows: OutboxRow[] = [];
  #drained = false;
  #dueAt: MonotonicMs | null = null;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** What may move now, oldest first, payments last. */
  now(): OutboxRow[] {
    const { store, world, laws } = this.#parts;
    const now = world.monotonic();
    if (this.#dueAt !== null && this.#dueAt <= now) this.#drained = false;
    if (!this.#drained && this.#rows.length < page / 4) {
      this.#rows = laws.movableEdits(store, now, page);
      this.#drained = this.#rows.length < page;
      this.#dueAt = this.#drained ? nextDue(store, now) : null;
    }
    return this.#rows;
  }

  /** When something that waits for time may move; null when nothing does, or something may move already. */
  dueAt(): MonotonicMs | null {
    return this.#dueAt;
  }

  keep(rows: OutboxRow[]): void {
    this.#rows = rows;
  }

  /** The records of settled errands have another first edit now, or the same one in another state. */
  settled(settled: readonly Settled[]): void {
    const { store, world, laws } = this.#parts;
    const now = world.monotonic();
    for (const { settlement } of settled) {
      const head = laws.successorOf(store, settlement.row);
      if (!head) continue;
      if (head.waitUntil === null || head.waitUntil <= now) this.#rows.push(head);
      else this.#dueAt = Math.min(this.#dueAt ?? head.waitUntil, head.waitUntil);
    }
  }

  invalidate(): void {
    this.#rows = [];
    this.#drained = false;
    this.#dueAt = null;
  }
}
