import { and, eq } from 'drizzle-orm';
import { amongGiven, param, selectFrom } from '#main/storage/prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';

const here = selectFrom(record, {
  fields: { id: record.recordId },
  where: and(eq(record.kind, param('kind')), amongGiven(record.recordId, 'ids')),
});

/** Which of these ids are records that this laptop has heard of, by kind; lower case, in no order. */
export function knownKinds(store: Store, ids: readonly string[]): { kind: RecordKind; ids: string[] }[] {
  const asked = JSON.stringify(ids);
  return recordKinds.flatMap((kind) => {
    const found = here(store).all({ kind, ids: asked });
    return found.length === 0 ? [] : [{ kind, ids: found.map(({ id }) => id) }];
  });
}
