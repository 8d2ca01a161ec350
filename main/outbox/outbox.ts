import { hash } from 'node:crypto';
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { EditPriority, ReviewNeed } from '#shared/edits/edit-kind.ts';
import type { EditState, Reason, RepeatClass } from '#shared/edit.ts';
import { objectIn, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { isOtherOwner } from '#shared/service/owner.ts';
import { ownerWords } from '#main/audit/owner-words.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { amongGiven, fixed, param, insertInto, selectFrom } from '#main/storage/prepared.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';

/** The form that bodies are recorded in; newer ones are shown as unreadable. Rows themselves never change (law 14). */
const bodyFormat = 1;

/** A row of the outbox. */
export type OutboxRow = typeof outbox.$inferSelect;

/** The record that a row is about. */
export const refOf = ({ recordKind: kind, recordId: id }: Pick<OutboxRow, 'recordKind' | 'recordId'>): RecordRef => ({ kind, id });

/** The columns that recording an edit writes; the outbox fills the rest of the row. */
export interface NewEdit {
  id: string;
  kind: string;
  record: RecordRef;
  state: 'draft' | 'waiting';
  repeat: RepeatClass;
  priority: EditPriority;
  review: ReviewNeed;
  touchesBank: boolean;
  body: JsonObject;
  /** Text of the service's record as the user saw it; null for a stub. */
  base: string | null;
  supersedes: string | null;
  /** The place of the replaced edit; without one it is the record's last. */
  place?: number;
  /** The approver when no question is open: `rule`, or the user. */
  approvedBy: string | null;
  /** Goes into the audit line beside the hash of the typed fields. */
  facts?: JsonObject;
}

// A place that nobody gave is the row's own number, the next one: written at once, where the trigger would write row and index a second time.
const insert = insertInto(outbox, { place: (param) => sql`ifnull(${param}, (SELECT ifnull(max(seq), 0) + 1 FROM outbox))` });

/** Adds an edit and its audit line to the transaction under way; answers its place in the order. Call it inside `store.commit`. */
export function insertEdit(store: Store, edit: NewEdit): number {
  const now = store.world.now();
  const { kind, state, repeat, priority, review, base, supersedes, approvedBy } = edit;
  const body = stringifyJson(edit.body);
  const { lastInsertRowid } = insert(store).run({
    ...{ id: edit.id, kind, state, repeat, priority, review, base, supersedes, approvedBy, body },
    recordKind: edit.record.kind,
    recordId: edit.record.id,
    touchesBank: edit.touchesBank ? 1 : 0,
    format: bodyFormat,
    owner: ownerOf(store),
    recordedAt: now,
    approvedAt: approvedBy === null ? null : now,
    changedAt: now,
    ...(edit.place === undefined ? {} : { place: edit.place }),
  });
  appendAudit(store, {
    what: 'recorded',
    editId: edit.id,
    record: edit.record,
    facts: {
      ...{ kind: edit.kind, state: edit.state, bodySha256: hash('sha256', body) },
      ...(supersedes === null ? {} : { supersedes }),
      ...edit.facts,
    },
  });
  store.changed({ kind: 'edits', ids: [edit.id] });
  store.changed({ kind: 'records', refs: [edit.record] });
  return Number(lastInsertRowid);
}

/** The key of the owner whose edits this database accepts: another key on an edit means another owner (law 13). */
export function ownerOf(store: Store): string {
  return ownerWords(store.account).text;
}

/** True when an edit belongs to the signed-in user, or was taken over by them. */
export function isOwn(store: Store, row: Pick<OutboxRow, 'owner' | 'takenOver'>): boolean {
  const owner = ownerOf(store);
  return row.owner === owner || row.takenOver === owner;
}

/** True when an edit waits for another known user: nobody else decides about it (law 13). */
export function isSomebodyElses(store: Store, row: Pick<OutboxRow, 'owner' | 'takenOver'>): boolean {
  return !isOwn(store, row) && isOtherOwner(row.owner, ownerOf(store));
}

const byId = selectFrom(outbox, { where: eq(outbox.id, param('id')) });

/** The edit of this id, or null. */
export function editById(store: Store, id: string): OutboxRow | null {
  return byId(store).get({ id }) ?? null;
}

const byIds = selectFrom(outbox, { where: amongGiven(outbox.id, 'ids'), order: outbox.seq });

/** The edits of these ids that exist, in the order of recording. */
export function editsByIds(store: Store, ids: readonly string[]): OutboxRow[] {
  return byIds(store).all({ ids: JSON.stringify(ids) });
}

/** Open, and of one record: its `recordKind` and `recordId`. */
export const openOfRecord = and(eq(outbox.recordKind, param('recordKind')), eq(outbox.recordId, param('recordId')), isOpen(outbox));
const openByRecord = selectFrom(outbox, { where: openOfRecord, order: outbox.place });

/** The open edits of one record, in their order. */
export function openEditsOf(store: Store, ref: RecordRef): OutboxRow[] {
  return openByRecord(store).all({ recordKind: ref.kind, recordId: ref.id });
}

const openByRecords = selectFrom(outbox, {
  where: and(eq(outbox.recordKind, param('recordKind')), amongGiven(outbox.recordId, 'ids'), isOpen(outbox)),
  order: outbox.place,
});

/** The open edits of a page's records in one indexed query, by record id. Records without one are absent. */
export function openEditsOfMany(store: Store, recordKind: RecordKind, ids: readonly string[]): Map<string, OutboxRow[]> {
  return Map.groupBy(openByRecords(store).all({ recordKind, ids: JSON.stringify(ids) }), (row) => row.recordId);
}

const everyOpen = selectFrom(outbox, { where: isOpen(outbox), order: [outbox.place, outbox.seq] });

/** Every open edit; those of one record in their order. */
export function allOpenEdits(store: Store): OutboxRow[] {
  return everyOpen(store).all();
}

const every = selectFrom(outbox, { order: outbox.seq });

/** Every edit ever recorded, oldest first. */
export function allEdits(store: Store): OutboxRow[] {
  return every(store).all();
}

const toRecover = selectFrom(outbox, {
  where: and(
    isOpen(outbox),
    or(
      fixed(eq(outbox.state, 'sending')),
      and(ne(outbox.owner, param('owner')), sql`${outbox.takenOver} IS NOT ${param('owner')}`),
      ne(outbox.waitBoot, param('boot')),
      and(
        isNull(outbox.waitBoot),
        fixed(or(inArray(outbox.state, ['inDoubt', 'checking']), and(eq(outbox.state, 'held'), eq(outbox.repeat, 'creates')))),
      ),
    ),
  ),
  order: outbox.seq,
});

/**
 * The open edits that a start must look at: under way when the process ended, somebody else's, or waiting by another boot's clock. All others
 * go on as they are, so that a start does not read the whole queue into memory.
 */
export function openEditsToRecover(store: Store): OutboxRow[] {
  return toRecover(store).all({ owner: ownerOf(store), boot: store.world.bootId });
}

const openBefore = selectFrom(outbox, {
  fields: { id: outbox.id, state: outbox.state },
  where: and(openOfRecord, lt(outbox.place, param('place'))),
  order: outbox.place,
  limit: 1,
});

/** The open edit of the same record that this one waits behind, or null: derived on read, never stored (law 6). */
export function blockerOf(
  store: Store,
  row: Pick<OutboxRow, 'place' | 'recordKind' | 'recordId'>,
): { id: string; state: EditState } | null {
  return openBefore(store).get(row) ?? null;
}

/** The typed fields, or null when the row is damaged: it is then shown as unreadable, never dropped (law 5). */
export function bodyOf({ body, format }: Pick<OutboxRow, 'body' | 'format'>): JsonObject | null {
  return format <= bodyFormat ? objectIn(body) : null;
}

/** The service's record as the user saw it; null for a stub, and where it cannot be read. */
export function baseOf({ base }: Pick<OutboxRow, 'base'>): JsonObject | null {
  return base === null ? null : objectIn(base);
}

/** The same to compare with: what cannot be read is taken for empty, so that whatever the service says is a change that a user sees (law 15). */
export function baseToCompare(row: Pick<OutboxRow, 'base'>): JsonObject | null {
  return row.base === null ? null : (baseOf(row) ?? {});
}

/** Why the edit is in its state; null when nothing was said, or what was said no longer parses. */
export function reasonOf(row: Pick<OutboxRow, 'reason'>): Reason | null {
  const reason = row.reason === null ? null : objectIn(row.reason);
  return reason && typeof reason['kind'] === 'string' ? (reason as unknown as Reason) : null;
}
