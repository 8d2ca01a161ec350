import { archivedAttempts, archivedEdits } from './archived-rows.ts';
import { readArchive } from './archive-file.ts';
import { archivesOf } from './archives.ts';
import { attemptsOf, type Attempt } from '#main/cache/outbox/attempts.ts';
import { editById, editsByIds, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';
import { archivedAuditOf, archivedAuditOfEdit, auditOf, auditOfEdit, type TrailLine } from '#main/cache/trail/audit.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

// What a person looks for is found wherever it lies: here first, then in the archives, newest first. Nothing of sync asks this.

/** The edits of these ids that exist, those that are here first. */
export function everyEditOf(store: Store, ids: readonly string[]): OutboxRow[] {
  const found = editsByIds(store, ids);
  const missing = new Set(ids);
  for (const { id } of found) missing.delete(id);
  for (const archive of missing.size > 0 ? archivesOf(store) : []) {
    if (missing.size === 0) break;
    const read = readArchive(store, archive, (from) => archivedEdits(from, [...missing]));
    for (const row of read.ok ? read.value : []) if (missing.delete(row.id)) found.push(row);
  }
  return found;
}

/** The edit of this id, archived or not; null when there is none, or none that can be read. */
export function everEditById(store: Store, id: string): OutboxRow | null {
  return editById(store, id) ?? everyEditOf(store, [id])[0] ?? null;
}

/** Whether an archive cannot be read, so that what is not found may be in it. */
export function someUnread(store: Store): boolean {
  return archivesOf(store).some((archive) => !readArchive(store, archive, () => true).ok);
}

/** Every request of an edit, archived or not, oldest first. */
export function everyAttemptOf(store: Store, editId: string): Attempt[] {
  if (editById(store, editId)) return attemptsOf(store, editId);
  for (const archive of archivesOf(store)) {
    const read = readArchive(store, archive, (from) => (archivedEdits(from, [editId]).length > 0 ? archivedAttempts(from, editId) : null));
    if (read.ok && read.value) return read.value;
  }
  return [];
}

/** The trail of one record (or of all, with null), newest first, before a place in the chain, through the archives. */
export function everyLineOf(store: Store, ref: RecordRef | null, upTo: number | null, limit: number): TrailLine[] {
  const lines = auditOf(store, ref, upTo, limit);
  for (const archive of lines.length < limit ? archivesOf(store) : []) {
    if (lines.length >= limit) break;
    if (upTo !== null && upTo <= archive.firstLine) continue;
    // A crash may have left lines in it that are here still.
    const before = Math.min(upTo ?? Number.MAX_SAFE_INTEGER, archive.lastLine + 1);
    const read = readArchive(store, archive, (from) => archivedAuditOf(from, ref, before, limit - lines.length));
    if (read.ok) lines.push(...read.value);
  }
  return lines;
}

/** The trail of one edit, oldest first, through the archives. */
export function everyLineOfEdit(store: Store, row: OutboxRow): TrailLine[] {
  const here = auditOfEdit(store, row.id);
  if (here[0]?.what === 'recorded' || here[0]?.what === 'broughtBack') return here;
  const archived = archivesOf(store).flatMap((archive) => {
    const read = readArchive(store, archive, (from) => archivedAuditOfEdit(from, row));
    return read.ok ? read.value.filter(({ seq }) => seq <= archive.lastLine) : [];
  });
  return [...archived, ...here].sort((a, b) => a.seq - b.seq);
}
