import { nextDue, type Sort } from '#main/cache/outbox/queue.ts';
import type { Settled } from '#main/cache/outbox/settle.ts';
import type { OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { MonotonicMs } from '#shared/world.ts';
import type { EngineParts } from './engine-parts.ts';

const page = 256;
const sorts: readonly Sort[] = ['absolute', 'creates'];
const sortOf = ({ repeat }: OutboxRow): Sort => (repeat === 'creates' ? 'creates' : 'absolute');

/**
 * The edits that may move now, kept in memory so that a turn does not search the whole outbox: filled a page at a time, topped up with the
 * next edit of each record that was settled, thrown away when somebody else writes. The claim checks again; this is only a list of hints.
 */
export class Candidates {
  readonly #parts: EngineParts;
  readonly #rows: Record<Sort, OutboxRow[]> = { absolute: [], creates: [] };
  readonly #drained: Record<Sort, boolean> = { absolute: false, creates: false };
  #dueAt: MonotonicMs | null = null;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** What may move now, oldest first, what creates something last and payments last of all. */
  now(): OutboxRow[] {
    const { store, world } = this.#parts;
    const now = world.monotonic();
    if (this.#dueAt !== null && this.#dueAt <= now) this.#lookAgain();
    const filled = sorts.filter((sort) => this.#fill(sort, now));
    if (filled.length > 0) this.#dueAt = this.#drained.absolute && this.#drained.creates ? nextDue(store, now) : null;
    return [...this.#rows.absolute, ...this.#rows.creates];
  }

  #fill(sort: Sort, now: MonotonicMs): boolean {
    if (this.#drained[sort] || this.#rows[sort].length >= page / 4) return false;
    this.#rows[sort] = this.#parts.laws.movableEdits(this.#parts.store, now, page, sort);
    this.#drained[sort] = this.#rows[sort].length < page;
    return true;
  }

  #lookAgain(): void {
    for (const sort of sorts) this.#drained[sort] = false;
    this.#dueAt = null;
  }

  /** When something that waits for time may move; null when nothing does, or something may move already. */
  dueAt(): MonotonicMs | null {
    return this.#dueAt;
  }

  keep(rows: OutboxRow[]): void {
    for (const sort of sorts) this.#rows[sort] = rows.filter((row) => sortOf(row) === sort);
  }

  /** The records of settled errands have another first edit now, or the same one in another state. */
  settled(settled: readonly Settled[]): void {
    const { store, world, laws } = this.#parts;
    const now = world.monotonic();
    for (const { settlement } of settled) {
      const head = laws.successorOf(store, settlement.row);
      if (!head) continue;
      if (head.waitUntil === null || head.waitUntil <= now) this.#rows[sortOf(head)].push(head);
      else this.#dueAt = Math.min(this.#dueAt ?? head.waitUntil, head.waitUntil);
    }
  }

  invalidate(): void {
    this.keep([]);
    this.#lookAgain();
  }
}
