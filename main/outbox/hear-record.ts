import { and, eq, sql } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { noteWords, wordsBefore } from '#main/outbox/merge/last-words.ts';
import { rebaseOpenEdits, type Rebased } from '#main/outbox/merge/rebase.ts';
import { openEditsOf, refOf, type OutboxRow } from './outbox.ts';
import { putRecord, recordOf, type HeardRecord } from '#main/records/records.ts';
import { param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

/** The result of storing a record: taken or not, and its effect on the record's open edits. */
export interface HeardAnswer {
  stored: 'stored' | 'olderKept';
  rebased: Rebased;
}

const nothing: Rebased = { merged: [], conflicts: [] };

/**
 * Stores the record of a read or an import and rebases its open edits, in one commit (docs/laws.md, "Conflicts"): every source of a record goes
 * through here, so no colleague's change passes unnoticed.
 */
export function hearRecord(store: Store, heard: HeardRecord): HeardAnswer {
  const ref = { kind: heard.ref.kind, id: heard.ref.id.toLowerCase() };
  return store.commit('record heard', () => {
    const before = wordsBefore(store, ref);
    const stored = putRecord(store, heard);
    if (stored === 'stored') noteWords(store, ref, before, { value: heard.value, answered: [], leftAt: () => 0 });
    const known = openEditsOf(store, ref).length > 0 ? recordOf(store, ref) : null;
    return { stored, rebased: known ? rebaseOpenEdits(store, ref, known) : nothing };
  });
}

const known = prepared((db) =>
  db.rows(
    { id: record.recordId },
    sql`FROM json_each(${param('ids')}) CROSS JOIN ${record} WHERE ${record.kind} = ${param('kind')} AND ${record.recordId} = value`,
  ),
);
const edited = prepared((db) =>
  db.rows(
    { id: outbox.recordId },
    sql`FROM json_each(${param('ids')}) CROSS JOIN ${outbox} WHERE ${outbox.recordKind} = ${param('kind')} AND ${outbox.recordId} = value`,
  ),
);

/** Ids in lower case of which neither a record nor an edit is here: their first word meets nothing. */
export function unheardOf(store: Store, kind: RecordKind, ids: readonly string[]): Set<string> {
  const unheard = new Set(ids);
  for (const query of [known, edited]) for (const { id } of query(store).all({ kind, ids: JSON.stringify(ids) })) unheard.delete(id);
  return unheard;
}

const baseById = selectFrom(outbox, { fields: { base: outbox.base }, where: eq(outbox.id, param('id')) });

/** Text of an edit's present base; null for a stub, and when there is no such edit. */
export const baseNow = (store: Store, id: string): string | null => baseById(store).get({ id })?.base ?? null;

// Compared in the database: neither text is read.
const moved = prepared((db) =>
  db
    .select({ moved: sql<number>`${recordBody.text} <> ${outbox.base}` })
    .from(outbox)
    .innerJoin(record, and(eq(record.kind, outbox.recordKind), eq(record.recordId, outbox.recordId)))
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(eq(outbox.id, param('id'))),
);

/** True when the record differs from the one that the edit was claimed on. */
export function hasMovedSince(store: Store, { id }: Pick<OutboxRow, 'id'>): boolean {
  return moved(store).get({ id })?.moved === 1;
}

/**
 * The last look before an edit is claimed, in the transaction under way: the record may have been heard of while the edit was held,
 * rejected or in doubt, when its base did not move along. Answers what came of the comparison, or null when the edit may be sent.
 */
export function conflictBeforeSend(store: Store, row: OutboxRow): Rebased | null {
  if (!hasMovedSince(store, row)) return null;
  const ref = refOf(row);
  const known = recordOf(store, ref);
  const rebased = known ? rebaseOpenEdits(store, ref, known) : nothing;
  return rebased.conflicts.includes(row.id) ? rebased : null;
}
