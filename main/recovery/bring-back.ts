import { hash } from 'node:crypto';
import { and, eq, gt, max } from 'drizzle-orm';
import type { EditState } from '#shared/edit.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import { param, insertInto, selectFrom } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { endAttempt, putAttempt } from '#main/outbox/attempts.ts';
import { catchUpClaims, noteRestored } from '#main/outbox/claim.ts';
import { readEdits, type FoundEdits } from '#main/outbox/reading/found-edits.ts';
import { moveEdit, waitFor } from '#main/outbox/move.ts';
import { pastOf } from './past-of.ts';
import { mayArriveForMs } from '#main/outbox/waits.ts';
import { isClosed } from '#main/outbox/transitions.ts';
import { allOpenEdits, editById, refOf, reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';

/** The edits restored from a backup or a damaged file. */
export interface BroughtBack {
  /** Edits that are held now, those that were here before included. */
  held: number;
  /** Edits that came from the file. */
  returned: number;
  /** Rows of the file that could not be read at all; null where not even their number can be known. */
  unreadable: number | null;
}

/**
 * Takes the open edits of a backup or of a damaged database that was set aside into this one, and holds every open edit: whatever was
 * sent since is unknown here, so nothing is sent before a user looked (design law 12). What a file in `newer`, itself damaged perhaps,
 * shows as closed stays away. Sealed files are opened with whichever of `seals` fits. The files themselves are only read.
 */
export function bringBackEdits(store: Store, file: string, newer: readonly string[] = [], seals: readonly Seal[] = []): BroughtBack {
  const closed = new Set(newer.filter((other) => other !== file).flatMap((other) => closedIn(other, seals)));
  return takeFound(store, readEdits(file, seals), closed);
}

/** Takes in what was read of a file, but what is known to be closed, and holds every open edit. */
export function takeFound(store: Store, found: FoundEdits, closed: ReadonlySet<string> = new Set()): BroughtBack {
  return store.commit('bring back', () => {
    const missing = found.edits.filter((row) => !closed.has(row.id));
    const places = placesFor(store, found.edits);
    const returned = missing.filter((row) => insertHeld(store, row, places.get(row.id), found)).length;
    catchUpClaims(store, found.creatingIntents);
    hold(
      store,
      allOpenEdits(store).filter(({ state }) => state !== 'held'),
    );
    noteRestored(store);
    store.changed({ kind: 'status' });
    return { held: allOpenEdits(store).length, returned, unreadable: found.unreadable };
  });
}

/** Ids of the edits that a file shows as closed: applied, confirmed, superseded or discarded. */
function closedIn(file: string, seals: readonly Seal[]): string[] {
  const closed = readEdits(file, seals).edits.filter(({ state }) => isClosed(state));
  return closed.map(({ id }) => id);
}

/** The state that a restored edit was in: a request under way has an unknown outcome. */
function heldFrom(row: OutboxRow): EditState {
  if (row.state === 'held') return row.heldFrom ?? 'waiting';
  return row.state === 'sending' ? abandonedState(row) : row.state;
}

/**
 * The position of a file's edits among the present ones: edits in the file were recorded before those that only this database has, and in the
 * file's own order. Answers the places of those that are not here.
 */
function placesFor(store: Store, edits: readonly OutboxRow[]): Map<string, number> {
  const places = new Map<string, number>();
  const placed = edits.map((row) => ({ ...row, place: (row as Partial<OutboxRow>).place ?? row.seq })).sort((a, b) => a.place - b.place);
  const inFile = new Set(placed.map(({ id }) => id));
  for (const ofRecord of Map.groupBy(placed, (row) => `${row.recordKind} ${row.recordId}`).values()) {
    let before = Number.NEGATIVE_INFINITY;
    const run: string[] = [];
    const close = (next: number) => {
      for (const [index, id] of run.entries()) places.set(id, placeIn(before, next, index, run.length));
      run.length = 0;
    };
    for (const { id } of ofRecord) {
      const here = editById(store, id);
      if (!here) run.push(id);
      else {
        close(here.place);
        before = here.place;
      }
    }
    const first = ofRecord[0];
    if (first) close(nextHere(store, first, before, inFile));
  }
  return places;
}

function placeIn(before: number, next: number, index: number, of: number): number {
  if (before === Number.NEGATIVE_INFINITY) return next - of + index;
  return before + ((next - before) * (index + 1)) / (of + 1);
}

const newestSeq = selectFrom(outbox, { fields: { n: max(outbox.seq) } });
const laterOfRecord = selectFrom(outbox, {
  fields: { id: outbox.id, place: outbox.place },
  where: and(eq(outbox.recordKind, param('recordKind')), eq(outbox.recordId, param('recordId')), gt(outbox.place, param('after'))),
  order: outbox.place,
});

/** The place of the first edit of the record that only this database knows; without one, the last place. */
function nextHere(store: Store, row: OutboxRow, after: number, inFile: ReadonlySet<string>): number {
  const later = laterOfRecord(store).all({ ...row, after });
  const end = (newestSeq(store).get()?.n ?? 0) + 1;
  return later.find(({ id }) => !inFile.has(id))?.place ?? end;
}

/** Why what came back from a file is held. */
export const backFromFile = { kind: 'restoredBackup', counter: 0, keychainCounter: 0 } as const;
/** The end of a request that was under way: no process waits for its answer any more. */
const outcomeUnknown = { outcome: 'abandoned', status: null, afterMs: 0 } as const;
const insertEdit = insertInto(outbox);

/** False for a closed edit and for one that is here already. */
function insertHeld(store: Store, row: OutboxRow, place: number | undefined, found: FoundEdits): boolean {
  const { id } = row;
  if (isClosed(row.state) || editById(store, id)) return false;
  const { seq: _seq, ...typed } = row;
  insertEdit(store).run({
    ...typed,
    ...waitFor(store, row.repeat === 'creates' ? mayArriveForMs : null),
    place,
    state: 'held',
    heldFrom: heldFrom(row),
    reason: stringifyJson(backFromFile),
    sendingBoot: null,
    changedAt: store.world.now(),
  });
  const requests = found.attempts?.filter(({ editId }) => editId === id) ?? [];
  for (const request of requests) putAttempt(store, request);
  if (row.state === 'sending') endAttempt(store, id, row.lastAttempt, outcomeUnknown);
  const record = refOf(row);
  appendAudit(store, {
    what: 'broughtBack',
    editId: id,
    record,
    facts: {
      from: row.state,
      kind: row.kind,
      heldFrom: heldFrom(row),
      bodySha256: hash('sha256', row.body),
      ...(row.approvedBy === null ? {} : { approvedBy: row.approvedBy }),
      ...wordsOf(row),
      ...pastOf(row, found, (earlier) => editById(store, earlier) !== null),
    },
  });
  store.changed({ kind: 'edits', ids: [id] });
  store.changed({ kind: 'records', refs: [record] });
  return true;
}

/** The details of a refusal or a conflict: the audit log with them stays behind. */
function wordsOf(row: OutboxRow): JsonObject {
  const said = row.state === 'rejected' || row.state === 'conflict' ? reasonOf(row) : null;
  return said === null ? {} : { reason: said as unknown as JsonValue };
}

/**
 * Holds every open edit as if this were an older copy, so that nothing is sent before a user looked; answers how many are held. What was held
 * already is held for this too: it may have been let go and sent since.
 */
export function holdEverything(store: Store): number {
  return store.commit('hold everything', () => {
    const open = allOpenEdits(store);
    hold(store, open);
    noteRestored(store);
    return open.length;
  });
}

function hold(store: Store, rows: readonly OutboxRow[]): void {
  for (const row of rows) {
    if (row.state === 'sending') endAttempt(store, row.id, row.lastAttempt, outcomeUnknown);
    const quarantine = row.repeat === 'creates' ? { waitMs: mayArriveForMs } : {};
    moveEdit(store, { ...row, heldFrom: heldFrom(row) }, { to: 'held', what: 'held', reason: backFromFile, ...quarantine });
  }
}
