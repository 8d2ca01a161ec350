import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { referencesIn } from '#shared/references/references-in.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { amongGiven, param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { document, packItem } from '#main/storage/schema/documents.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import { comment, record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { learnRecord } from '#main/projections/usage/learn-behind.ts';
import { openEditsOf } from './outbox.ts';
import { removeRow } from '#main/projections/lists/list-row.ts';
import { recordOf } from '#main/records/records.ts';

const deleteComments = prepared((db) => db.delete(comment).where(eq(comment.resourceId, param('id'))));

/**
 * Takes a record off this laptop: its row, body, words, counts and comments; what a user typed, the audit log and reports stay. Answers
 * what it was; null, with nothing done, while an edit of it is open. It can be read from the service again.
 */
export function forgetRecord(store: Store, ref: RecordRef): 'record' | 'stub' | null {
  return store.commit('record forgotten', () => {
    if (openEditsOf(store, ref).length > 0) return null;
    const before = recordOf(store, ref);
    const row = removeRow(store, ref);
    if (row === null) return null;
    if (before) learnRecord(store, ref.kind, { row, day: 0, now: [], before: referencesIn(ref.kind, before.value) });
    deleteComments(store).run({ id: ref.id });
    store.changed({ kind: 'records', refs: [ref] });
    return before ? 'record' : 'stub';
  });
}

const inPack = (kind: unknown, id: unknown) =>
  sql`EXISTS (SELECT 1 FROM ${packItem} WHERE ${packItem.kind} = ${kind} AND ${packItem.recordId} = ${id})`;
const hasOpen = (kind: unknown, id: unknown) =>
  sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.recordKind} = ${kind} AND ${outbox.recordId} = ${id} AND ${isOpen(outbox)})`;
/** A user wants it here. */
const spared = sql`${param('sparesKept')} = 1`;

const agedRecords = selectFrom(record, {
  fields: { kind: record.kind, id: record.recordId },
  where: and(
    lt(record.asOf, param('before')),
    amongGiven(record.kind, 'kinds'),
    ne(record.provenance, 'stub'),
    sql`NOT ${hasOpen(record.kind, record.recordId)}`,
    sql`NOT (${spared} AND ${inPack(record.kind, record.recordId)})`,
  ),
  limit: param('limit'),
});
const payable: RecordKind = 'invoicePayable';
const agedDocuments = selectFrom(document, {
  fields: { id: document.recordId },
  where: and(
    lt(document.fetchedAt, param('before')),
    eq(document.state, 'here'),
    sql`NOT ${hasOpen(sql.raw(`'${payable}'`), document.recordId)}`,
    sql`NOT (${spared} AND (${document.pinned} = 1 OR ${inPack(sql.raw(`'${payable}'`), document.recordId)}))`,
  ),
  limit: param('limit'),
});

export interface Aged {
  /** Records last received before this moment. */
  before: EpochMs;
  /** Kinds of record that may be removed. */
  kinds: readonly RecordKind[];
  /** Leaves out what is in a trip pack, and pinned documents. */
  sparesKept: boolean;
  limit: number;
}

/** The next records that are old and have nothing unsent. */
export function recordsOlderThan(store: Store, { before, kinds, sparesKept, limit }: Aged): RecordRef[] {
  return agedRecords(store).all({ before, kinds: JSON.stringify(kinds), sparesKept: sparesKept ? 1 : 0, limit });
}

/** The next documents here that are old and whose record has nothing unsent, by record id. */
export function documentsOlderThan(store: Store, { before, sparesKept, limit }: Omit<Aged, 'kinds'>): string[] {
  return agedDocuments(store)
    .all({ before, sparesKept: sparesKept ? 1 : 0, limit })
    .map(({ id }) => id);
}
