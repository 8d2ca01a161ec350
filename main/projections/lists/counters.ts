import { count, eq, sql, sum } from 'drizzle-orm';
import type { Counters } from '#shared/contract/views/views.ts';
import { stateGroups, type EditState } from '#shared/edit.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { untilChange } from '#main/storage/changes-of.ts';
import { prepared } from '#main/storage/prepared.ts';
import { document } from '#main/storage/schema/documents.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import { recordCount } from '#main/storage/schema/records.ts';

const counts = prepared((db) =>
  db
    .select({ kind: outbox.recordKind, state: sql<EditState | 'record' | 'document'>`${outbox.state}`, count: count() })
    .from(outbox)
    .where(isOpen(outbox))
    .groupBy(outbox.recordKind, outbox.state)
    .unionAll(
      db
        .select({ kind: recordCount.kind, state: sql<'record'>`'record'`, count: sum(recordCount.count).mapWith(Number) })
        .from(recordCount)
        .groupBy(recordCount.kind),
    )
    .unionAll(
      db
        .select({ kind: sql<RecordKind>`'invoicePayable'`, state: sql<'document'>`'document'`, count: count() })
        .from(document)
        .where(eq(document.state, 'here')),
    ),
);

/** Every counter that the app shows, from one query over covering indexes: they can never contradict each other. Counted once a change. */
export const countersOf = untilChange((store): Counters => {
  const found = counts(store).all();
  const sumOf = (states: readonly (EditState | 'record' | 'document')[], kind?: RecordKind) =>
    found.filter((row) => states.includes(row.state) && (!kind || row.kind === kind)).reduce((sum, row) => sum + row.count, 0);
  return {
    waiting: sumOf(['waiting']),
    sending: sumOf(['sending']),
    checking: sumOf(['checking']),
    draft: sumOf(['draft']),
    conflict: sumOf(['conflict']),
    rejected: sumOf(['rejected']),
    inDoubt: sumOf(['inDoubt']),
    held: sumOf(['held']),
    needsYou: sumOf(stateGroups.needsYou),
    documentsHere: sumOf(['document']),
    perKind: recordKinds.map((kind) => ({
      kind,
      records: sumOf(['record'], kind),
      waiting: sumOf(stateGroups.moving, kind),
      needsYou: sumOf(stateGroups.needsYou, kind),
      inDoubt: sumOf(['inDoubt'], kind),
    })),
  };
});
