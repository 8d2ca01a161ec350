import type { JournalEntry } from './journal.ts';
import type { Store, StoredKind, StoredRecords } from './store.ts';

/** A store in memory: cheap to make, and `clone()` takes a snapshot that shares every value with the original. */
export class MemoryStore implements Store {
  readonly #kept = new Map<StoredKind, Map<string, unknown>>();
  readonly #journal: JournalEntry[] = [];

  get<K extends StoredKind>(kind: K, id: string): StoredRecords[K] | undefined {
    return this.#kept.get(kind)?.get(id) as StoredRecords[K] | undefined;
  }

  put<K extends StoredKind>(kind: K, id: string, value: StoredRecords[K]): void {
    this.#mapOf(kind).set(id, value);
  }

  list<K extends StoredKind>(kind: K): Iterable<StoredRecords[K]> {
    return this.#mapOf(kind).values();
  }

  count(kind: StoredKind): number {
    return this.#kept.get(kind)?.size ?? 0;
  }

  appendJournal(entry: Omit<JournalEntry, 'sequence'>): void {
    this.#journal.push({ sequence: this.#journal.length + 1, ...entry });
  }

  journal(after = 0): readonly JournalEntry[] {
    return this.#journal.slice(after);
  }

  /** A copy that shares values but no later change, journal included. */
  clone(): MemoryStore {
    const copy = new MemoryStore();
    for (const [kind, values] of this.#kept) copy.#kept.set(kind, new Map(values));
    copy.#journal.push(...this.#journal);
    return copy;
  }

  #mapOf<K extends StoredKind>(kind: K): Map<string, StoredRecords[K]> {
    const known = this.#kept.get(kind) as Map<string, StoredRecords[K]> | undefined;
    if (known !== undefined) return known;
    const made = new Map<string, StoredRecords[K]>();
    this.#kept.set(kind, made);
    return made;
  }
}
