import { desc, gte, sql } from 'drizzle-orm';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { insertInto, param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { importBefore } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { storedRecord } from './records.ts';

/** A record before the newest import, which came at `importedAt`. */
export type RecordBefore = typeof importBefore.$inferSelect;

const note = insertInto(importBefore);
const newest = selectFrom(importBefore, { order: desc(importBefore.position), limit: param('limit') });
const remove = prepared((db) => db.delete(importBefore).where(gte(importBefore.position, param('position'))));

/** Notes how a record is before an import replaces it. In the transaction under way. */
export function noteBefore(store: Store, ref: RecordRef, importedAt: EpochMs, isNew: boolean): void {
  const found = isNew ? null : storedRecord(store, ref);
  const { text = null, etag = null, provenance = null, asOf = null, complete = null } = found ?? {};
  note(store).run({ kind: ref.kind, recordId: ref.id, importedAt, text, etag, provenance, asOf, complete });
}

/** The records that the newest import replaced or brought last. */
export const recordsBefore = (store: Store, limit: number): RecordBefore[] => newest(store).all({ limit });

/** Forgets this one and all after it. In the transaction under way. */
export const forgetFrom = (store: Store, position: number): void => void remove(store).run({ position });

const { position } = importBefore;
const removeNewest = prepared((db) =>
  db.delete(importBefore).where(sql`${position} > (SELECT max(${position}) FROM ${importBefore}) - ${param('count')}`),
);
const forgottenAtOnce = 500;

/** Forgets how records were before the newest import, a part at a time: from then on it cannot be undone. */
export async function forgetBefore(store: Store): Promise<void> {
  for (let more = true; more && store.sql.open; await store.world.sleep(0))
    more = store.commitSoon('import final', () => removeNewest(store).run({ count: forgottenAtOnce }).changes > 0);
}
