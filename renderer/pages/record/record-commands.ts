import type { RecordRow } from '#shared/contract/views/views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

const rank = { next: 0, usual: 1, seldom: 2 };

/** Commands of a record, most likely first; commands for all kinds come last. */
export function commandsOf(row: Pick<RecordRow, 'kind' | 'status'>): EditKind[] {
  return [...ownKinds(row.kind).toSorted((a, b) => rank[a.likelihood(row.status)] - rank[b.likelihood(row.status)]), ...anyKinds];
}

/** Commands for several records of this kind. */
export function bulkCommandsOf(kind: RecordKind): EditKind[] {
  return [...ownKinds(kind), ...anyKinds].filter(({ words }) => words.bulk !== null);
}

const ownKinds = (kind: RecordKind) => editKinds.filter(({ recordKind }) => recordKind === kind);
const anyKinds = editKinds.filter(({ recordKind }) => recordKind === 'any');
