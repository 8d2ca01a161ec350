import type { JournalEntry } from './journal.ts';
import type { Store, StoredKind, StoredRecords } from './store.ts';

type Kept = { [K in StoredKind]?: Map<string, StoredRecords[K]> };

/** A store in memory: cheap to make, and `clone()` takes a snapshot that shares every value with the original. */
export class MemoryStore implements Store {
  readonly #kept: Kept = {};
  readonly #journal: JournalEntry[] = [];

  get<K extends StoredKind>(kind: K, id: string): StoredRecords[K] | undefined {
    return this.#kept[kind]?.get(id);
  }

  put<K extends StoredKind>(kind: K, id: string, value: StoredRecords[K]): void {
    this.#mapOf(kind).set(id, value);
  }

  list<K extends StoredKind>(kind: K): Iterable<StoredRecords[K]> {
    return this.#kept[kind]?.values() ?? [];
  }

  count(kind: StoredKind): number {
    return this.#kept[kind]?.size ?? 0;
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
    for (const kind of Object.keys(this.#kept) as StoredKind[]) copy.#copyFrom(this, kind);
    copy.#journal.push(...this.#journal);
    return copy;
  }

  #copyFrom<K extends StoredKind>(source: MemoryStore, kind: K): void {
    const into = this.#mapOf(kind);
    for (const [id, value] of source.#mapOf(kind)) into.set(id, value);
  }

  #mapOf<K extends StoredKind>(kind: K): Map<string, StoredRecords[K]> {
    let map = this.#kept[kind] as Map<string, StoredRecords[K]> | undefined;
    if (map === undefined) {
      map = new Map();
      (this.#kept as Record<StoredKind, Map<string, unknown>>)[kind] = map;
    }
    return map;
  }
}
