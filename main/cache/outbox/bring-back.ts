import Database from 'better-sqlite3';
import type { EditState } from '#shared/edit.ts';
import { stringifyJson } from '#shared/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { appendAudit } from '#main/cache/trail/audit.ts';
import { moveEdit } from './move.ts';
import { isClosed } from './transitions.ts';
import { allOpenEdits, editById } from './outbox.ts';
import type { Store } from '#main/cache/database/store.ts';

/** What came back from a backup or a damaged file. */
export interface BroughtBack {
  /** Edits that are held now, those that were here before included. */
  held: number;
  /** Edits that came from the file. */
  returned: number;
  /** Rows of the file that could not be read at all; null where not even their number can be known. */
  unreadable: number | null;
}

/** A request that left before could still be carried out for this long: the longest wait for an answer, and the quarantine after it. */
export const mayArriveForMs = 210_000;

/**
 * Takes the open edits of a backup or of a damaged database that was set aside into this one, and holds every open edit: whatever was
 * sent since is unknown here, so nothing leaves before a person looked (design law 12). What a file in `newer`, itself damaged perhaps,
 * shows as closed stays away. The files themselves are only read.
 */
export function bringBackEdits(store: Store, file: string, newer: readonly string[] = []): BroughtBack {
  const found = readEdits(file);
  const closed = new Set(newer.filter((other) => other !== file).flatMap(closedIn));
  return store.commit('bring back', () => {
    const missing = found.edits.filter((row) => !closed.has(String(row['id'])));
    const places = placesFor(store, found.edits);
    const returned = missing.filter((row) => insertHeld(store, row, places.get(String(row['id'])) ?? null, found.attempts)).length;
    store.prepared(`UPDATE engine_facts SET creating_intents = max(creating_intents, ?) WHERE one = 1`).run(Number(found.creatingIntents));
    holdAll(store);
    store.changed({ kind: 'status' });
    return { held: allOpenEdits(store).length, returned, unreadable: found.unreadable };
  });
}

type Row = Record<string, unknown>;

/** Ids of the edits that a file shows as closed: applied, confirmed, superseded or discarded. */
function closedIn(file: string): string[] {
  return readEdits(file).edits.flatMap((row) => (isClosed(row['state'] as EditState) ? [String(row['id'])] : []));
}

interface FoundEdits {
  edits: Row[];
  attempts: Row[];
  creatingIntents: number;
  unreadable: number | null;
}

/** Reads row by row: a damaged page costs its own rows and no others. */
function readEdits(file: string): FoundEdits {
  const found: FoundEdits = { edits: [], attempts: [], creatingIntents: 0, unreadable: null };
  let sql: Database.Database | null = null;
  try {
    sql = new Database(file, { readonly: true, fileMustExist: true, timeout: 250 });
    const source = sql;
    const last = lastSeqOf(source);
    const bySeq = source.prepare<[number], Row>(`SELECT * FROM outbox WHERE seq = ?`);
    let unreadable = 0;
    for (let seq = 1; seq <= (last ?? 0); seq += 1) {
      const row = tried(() => ({ row: bySeq.get(seq) }));
      if (row === null) unreadable += 1;
      else if (row.row) found.edits.push(row.row);
    }
    if (last !== null) found.unreadable = unreadable;
    found.attempts = tried(() => source.prepare<[], Row>(`SELECT * FROM attempts ORDER BY edit_id, n`).all()) ?? [];
    found.creatingIntents = tried(() => source.prepare<[], number>(`SELECT creating_intents FROM engine_facts`).pluck().get()) ?? 0;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    sql?.close();
  }
  return found;
}

/** The newest edit's place in the order: by the outbox, or by its audit trail (no edit is ever deleted); null where neither can be read. */
function lastSeqOf(source: Database.Database): number | null {
  const asked = [`SELECT ifnull(max(seq), 0) FROM outbox`, `SELECT count(DISTINCT edit_id) FROM audit WHERE what = 'recorded'`];
  for (const sql of asked) {
    const last = tried(() => source.prepare<[], number>(sql).pluck().get() ?? null);
    if (last !== null) return last;
  }
  return null;
}

/** Null where the file is damaged; anything but SQLite's own error is a bug. */
function tried<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  }
}

/** What an edit is held from: a request that was under way is one whose outcome nobody knows. */
function heldFrom(row: Row): EditState {
  const state = row['state'] as EditState;
  if (state === 'held') return row['held_from'] as EditState;
  if (state !== 'sending') return state;
  return row['repeat_class'] === 'creates' || row['touches_bank'] === 1 ? 'inDoubt' : 'checking';
}

/**
 * Where the edits of a file stand among those that are here: what the file knows was recorded before what only this database knows, and in the
 * file's own order. Answers the places of those that are not here.
 */
function placesFor(store: Store, edits: readonly Row[]): Map<string, number> {
  const places = new Map<string, number>();
  const ordered = edits.toSorted((a, b) => Number(a['place'] ?? a['seq']) - Number(b['place'] ?? b['seq']));
  const inFile = new Set(ordered.map((row) => String(row['id'])));
  for (const ofRecord of Map.groupBy(ordered, (row) => `${String(row['record_kind'])} ${String(row['record_id'])}`).values()) {
    let before = Number.NEGATIVE_INFINITY;
    let run: string[] = [];
    const close = (next: number) => {
      for (const [index, id] of run.entries()) places.set(id, placeIn(before, next, index, run.length));
      run = [];
    };
    for (const row of ofRecord) {
      const here = editById(store, String(row['id']));
      if (!here) run.push(String(row['id']));
      else {
        close(here.place);
        before = here.place;
      }
    }
    const first = ofRecord[0];
    if (first && run.length > 0) close(nextHere(store, first, before, inFile));
  }
  return places;
}

function placeIn(before: number, next: number, index: number, of: number): number {
  if (before === Number.NEGATIVE_INFINITY) return next - of + index;
  return before + ((next - before) * (index + 1)) / (of + 1);
}

/** The place of the first edit of the record that only this database knows; without one, the end of the line. */
function nextHere(store: Store, row: Row, after: number, inFile: ReadonlySet<string>): number {
  const sql = `SELECT id, place FROM outbox WHERE record_kind = ? AND record_id = ? AND place > ? ORDER BY place`;
  const later = store.prepared<{ id: string; place: number }>(sql).all(row['record_kind'], row['record_id'], after);
  const end = store.prepared<{ end: number }>(`SELECT ifnull(max(seq), 0) + 1 AS end FROM outbox`).get()?.end ?? 1;
  return later.find(({ id }) => !inFile.has(id))?.place ?? end;
}

const reason = stringifyJson({ kind: 'restoredBackup', counter: 0, keychainCounter: 0 });

/** False for a closed edit and for one that is here already. */
function insertHeld(store: Store, row: Row, place: number | null, attempts: Row[]): boolean {
  const id = String(row['id']);
  if (isClosed(row['state'] as EditState) || editById(store, id)) return false;
  const { seq: _seq, ...kept } = row;
  const waits = row['repeat_class'] === 'creates';
  insertRow(store, 'outbox', {
    ...kept,
    place,
    state: 'held',
    held_from: heldFrom(row),
    reason,
    sending_boot: null,
    wait_boot: waits ? store.world.bootId : null,
    wait_until: waits ? store.world.monotonic() + mayArriveForMs : null,
    wait_ms: waits ? mayArriveForMs : null,
    changed_at: store.world.now(),
  });
  for (const attempt of attempts) if (attempt['edit_id'] === id) insertRow(store, 'attempts', attempt);
  const record = { kind: row['record_kind'] as RecordKind, id: String(row['record_id']) };
  appendAudit(store, { what: 'broughtBack', editId: id, record, facts: { from: String(row['state']) } });
  store.changed({ kind: 'edits', ids: [id] });
  store.changed({ kind: 'records', refs: [record] });
  return true;
}

/** Columns that a later form of the database does not have any more are left out; new ones keep their defaults. */
function insertRow(store: Store, table: 'outbox' | 'attempts', row: Row): void {
  const known = store.prepared<{ name: string }>(`SELECT name FROM pragma_table_info(?)`).all(table);
  const names = known.map(({ name }) => name).filter((name) => row[name] !== undefined);
  store
    .prepared(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...names.map((name) => row[name]));
}

/** Holds every open edit as if this were an older copy, so that nothing leaves before a person looked; answers how many are held. */
export function holdEverything(store: Store): number {
  return store.commit('hold everything', () => {
    holdAll(store);
    return allOpenEdits(store).length;
  });
}

function holdAll(store: Store): void {
  for (const row of allOpenEdits(store)) {
    if (row.state === 'held') continue;
    const from = heldFrom({ state: row.state, repeat_class: row.repeat, touches_bank: row.touchesBank });
    const restored = { kind: 'restoredBackup', counter: 0, keychainCounter: 0 } as const;
    const quarantine = row.repeat === 'creates' ? { waitMs: mayArriveForMs } : {};
    moveEdit(store, { ...row, heldFrom: from }, { to: 'held', what: 'held', reason: restored, ...quarantine });
  }
}
