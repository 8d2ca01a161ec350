import { nextDue, type Sort } from '#main/outbox/queue.ts';
import type { Settled } from '#main/outbox/settle.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import type { MonotonicMs } from '#shared/world.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import type { Task, Movable } from './next-sendable.ts';

const page = 256;
const sorts: readonly Sort[] = ['absolute', 'creates'];
/** Oldest first, payments after what else creates something. */
const byAge = (a: OutboxRow, b: OutboxRow): number => Number(a.priority === 'payment') - Number(b.priority === 'payment') || a.seq - b.seq;
const sortOf = ({ repeat }: OutboxRow): Sort => (repeat === 'creates' ? 'creates' : 'absolute');

/** A record's key in memory: one task at a time is under way for it. */
export const keyOf = ({ recordKind, recordId }: OutboxRow): string => `${recordKind} ${recordId}`;

/**
 * The edits that may move now, kept in memory so that a turn does not search the whole outbox: one of each record, filled a page at a time, topped
 * up with the next edit of each record that was settled, thrown away when somebody else writes. The claim checks again; this is only a list of hints.
 * They keep their order: an edit whose record was just read leaves next. Behind all others its look would be too old when its turn comes (law 17).
 */
export class Candidates {
  readonly #parts: EngineParts;
  readonly #rows: Record<Sort, Map<string, OutboxRow>> = { absolute: new Map(), creates: new Map() };
  readonly #drained: Record<Sort, boolean> = { absolute: false, creates: false };
  /** Sorts to which a row was added behind younger ones. */
  readonly #unordered = new Set<Sort>();
  #dueAt: MonotonicMs | null = null;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** Edits that may move now, oldest first; payments after other creating edits. Edits under way may be among them. */
  now(): Movable {
    const { store, world } = this.#parts;
    const now = world.monotonic();
    if (this.#dueAt !== null && this.#dueAt <= now) this.#lookAgain();
    const filled = sorts.filter((sort) => this.#fill(sort, now));
    for (const sort of this.#unordered) this.#order(sort);
    if (filled.length > 0) this.#dueAt = this.#drained.absolute && this.#drained.creates ? nextDue(store, now) : null;
    const { absolute, creates } = this.#rows;
    return { absolute: { [Symbol.iterator]: () => absolute.values() }, creates: { [Symbol.iterator]: () => creates.values() } };
  }

  #fill(sort: Sort, now: MonotonicMs): boolean {
    if (this.#drained[sort] || this.#rows[sort].size >= page / 4) return false;
    const rows = this.#parts.laws.movableEdits(this.#parts.store, now, page, sort);
    this.#rows[sort] = new Map(rows.map((row) => [keyOf(row), row]));
    this.#drained[sort] = rows.length < page;
    return true;
  }

  #order(sort: Sort): void {
    this.#unordered.delete(sort);
    this.#rows[sort] = new Map([...this.#rows[sort]].sort(([, a], [, b]) => byAge(a, b)));
  }

  #lookAgain(): void {
    for (const sort of sorts) this.#drained[sort] = false;
    this.#dueAt = null;
  }

  /** The number of requests that could be sent now with at most `most` under way; payments do not count, because they have their own connection. */
  next(most: number): number {
    const { absolute, creates } = this.now();
    return [...[...absolute].slice(0, most), ...[...creates].slice(0, 1)].filter(({ priority }) => priority !== 'payment').length;
  }

  isEmpty(): boolean {
    this.now();
    return this.#rows.absolute.size + this.#rows.creates.size === 0;
  }

  /** When something that waits for time may move; null when nothing does, or something may move already. */
  dueAt(): MonotonicMs | null {
    return this.#dueAt;
  }

  taken(tasks: readonly Task[]): void {
    for (const { row } of tasks) this.#rows[sortOf(row)].delete(keyOf(row));
  }

  /** The records of settled tasks have another first edit now, or the same one in another state. */
  settled(settled: readonly Settled[]): void {
    const { store, world, laws } = this.#parts;
    const now = world.monotonic();
    for (const { settlement } of settled) {
      for (const sort of sorts) this.#rows[sort].delete(keyOf(settlement.row));
      const head = laws.successorOf(store, settlement.row);
      if (!head) continue;
      if (head.waitUntil === null || head.waitUntil <= now) this.#add(head);
      else this.#dueAt = Math.min(this.#dueAt ?? head.waitUntil, head.waitUntil);
    }
  }

  #add(head: OutboxRow): void {
    const sort = sortOf(head);
    this.#rows[sort].set(keyOf(head), head);
    this.#unordered.add(sort);
  }

  invalidate(): void {
    for (const sort of sorts) this.#rows[sort].clear();
    this.#lookAgain();
  }
}
