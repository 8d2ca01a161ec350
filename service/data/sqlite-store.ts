import Database from 'better-sqlite3';
import { readJson, writeJson } from '#service/domain/json.ts';
import type { JournalEntry } from '#service/domain/journal.ts';
import type { Store, StoredKind, StoredRecords } from '#service/domain/store.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS record (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (kind, id));
  CREATE TABLE IF NOT EXISTS journal (sequence INTEGER PRIMARY KEY, json TEXT NOT NULL);
`;
const LOCK_WAIT_MS = 5000;
const keyOf = (kind: StoredKind, id: string): string => `${kind} ${id}`;

/**
 * A store in a SQLite file. Reads are cached; writes wait in memory until `flush()` writes them in one transaction, so a handler must await
 * `durable()` before its answer. Throws when the file cannot be opened or written.
 */
export class SqliteStore implements Store {
  readonly #database: Database.Database;
  readonly #cache = new Map<string, unknown>();
  readonly #unwritten = new Map<string, { kind: StoredKind; id: string; value: unknown }>();
  #unwrittenJournal: JournalEntry[] = [];
  #lastSequence: number;
  #flushing: Promise<void> | undefined;
  readonly #statements;

  /** Waits this long for another sandbox to let go of the file, then throws SQLITE_BUSY: two would not see each other's changes. */
  constructor(file: string, waitMs = LOCK_WAIT_MS) {
    this.#database = new Database(file, { timeout: waitMs });
    this.#database.pragma('locking_mode = EXCLUSIVE');
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = NORMAL');
    this.#database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
    this.#statements = prepare(this.#database);
    this.#lastSequence = this.#statements.lastSequence.get()?.sequence ?? 0;
  }

  get<K extends StoredKind>(kind: K, id: string): StoredRecords[K] | undefined {
    const key = keyOf(kind, id);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached as StoredRecords[K];
    const row = this.#statements.get.get(kind, id);
    if (row === undefined) return undefined;
    const value = readJson(row.json);
    this.#cache.set(key, value);
    return value as StoredRecords[K];
  }

  put<K extends StoredKind>(kind: K, id: string, value: StoredRecords[K]): void {
    const key = keyOf(kind, id);
    this.#cache.set(key, value);
    this.#unwritten.set(key, { kind, id, value });
  }

  *list<K extends StoredKind>(kind: K): Iterable<StoredRecords[K]> {
    this.flush();
    for (const row of this.#statements.list.all(kind)) yield readJson(row.json) as StoredRecords[K];
  }

  count(kind: StoredKind): number {
    this.flush();
    return this.#statements.count.get(kind)?.count ?? 0;
  }

  appendJournal(entry: Omit<JournalEntry, 'sequence'>): void {
    this.#lastSequence += 1;
    this.#unwrittenJournal.push({ sequence: this.#lastSequence, ...entry });
  }

  journal(after = 0): readonly JournalEntry[] {
    this.flush();
    return this.#statements.journal.all(after).map((row) => readJson(row.json) as JournalEntry);
  }

  /** Resolves once everything put so far is in the file. Requests of one turn of the event loop share one transaction. */
  durable(): Promise<void> {
    this.#flushing ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#flushing = undefined;
        try {
          this.flush();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    return this.#flushing;
  }

  /** Writes everything that waits, in one transaction. */
  flush(): void {
    if (this.#unwritten.size === 0 && this.#unwrittenJournal.length === 0) return;
    this.#database.transaction(() => {
      for (const { kind, id, value } of this.#unwritten.values()) this.#statements.put.run(kind, id, writeJson(value));
      for (const entry of this.#unwrittenJournal) this.#statements.append.run(entry.sequence, writeJson(entry));
    })();
    this.#unwritten.clear();
    this.#unwrittenJournal = [];
  }

  /** Writes what waits and closes the file. */
  close(): void {
    this.flush();
    this.#database.close();
  }
}

function prepare(database: Database.Database) {
  return {
    get: database.prepare<[string, string], { json: string }>('SELECT json FROM record WHERE kind = ? AND id = ?'),
    put: database.prepare<[string, string, string]>(
      'INSERT INTO record (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
    ),
    list: database.prepare<[string], { json: string }>('SELECT json FROM record WHERE kind = ? ORDER BY sequence'),
    count: database.prepare<[string], { count: number }>('SELECT count(*) AS count FROM record WHERE kind = ?'),
    append: database.prepare<[number, string]>('INSERT INTO journal (sequence, json) VALUES (?, ?)'),
    journal: database.prepare<[number], { json: string }>('SELECT json FROM journal WHERE sequence > ? ORDER BY sequence'),
    lastSequence: database.prepare<[], { sequence: number | null }>('SELECT max(sequence) AS sequence FROM journal'),
  };
}
