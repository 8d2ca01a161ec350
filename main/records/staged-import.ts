import { lte, sql } from 'drizzle-orm';
import { objectIn } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { learnLater } from '#main/projections/usage/learn-behind.ts';
import { hearRecord, unheardOf } from '#main/outbox/hear-record.ts';
import { putNewRecord } from './records.ts';
import { asManyAsFit } from '#main/storage/one-commit.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { param, insertInto, prepared, selectFrom } from '#main/storage/prepared.ts';
import { stagedImport } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { noteBefore } from './import-before.ts';

/** A record of an import on its way to its place. */
export interface StagedRecord {
  ref: RecordRef;
  /** The record's JSON as it came. */
  text: string;
  complete: boolean;
  asOf: EpochMs;
}

const stage = insertInto(stagedImport);
const nextStaged = selectFrom(stagedImport, { order: stagedImport.position, limit: param('limit') });
const nextLengths = selectFrom(stagedImport, {
  fields: { length: sql<number>`octet_length(${stagedImport.text})` },
  order: stagedImport.position,
  limit: param('limit'),
});
const unstage = prepared((db) => db.delete(stagedImport).where(lte(stagedImport.position, param('position'))));

/** True from the commit in which the last record was staged until the one in which the last was put in its place. */
const wholeSetting = 'importIsStaged';

/** True when an import is completely staged and not yet moved to its place. */
export function importIsStaged(store: Store): boolean {
  return readSetting(store, wholeSetting) === true;
}

const waits = (store: Store): boolean => nextStaged(store).get({ limit: 1 }) !== undefined;

/** Forgets what was staged of an import that never was whole. */
export function dropPartOfImport(store: Store): void {
  if (importIsStaged(store) || !waits(store)) return;
  store.commit('import dropped', () => unstage(store).run({ position: Number.MAX_SAFE_INTEGER }));
}

/** Adds records to the import that is being staged, in one commit; `last` makes it whole: from then on it comes into its place, crash or not. */
export function stageRecords(store: Store, records: readonly StagedRecord[], last: boolean): void {
  // The disk has the earlier ones when it has the last.
  const commit = last ? store.commit : store.commitSoon;
  commit('import staged', () => {
    for (const { ref, ...staged } of records) stage(store).run({ ...staged, kind: ref.kind, recordId: ref.id });
    if (last) writeSetting(store, wholeSetting, true);
  });
}

/** Records of one commit, whatever they take; a commit costs as much as a few of them. */
const leastPlaced = 50;
const mostPlaced = 200;
const placesForMs = 15;

/**
 * Puts the next staged records in their places, in one commit that ends when the window may wait; their words are due then. Answers how many
 * were placed, how many of them were older than what is known, and whether more wait. What a power cut takes back is still staged.
 */
export function placeStaged(store: Store, most = mostPlaced): { placed: number; kept: number; more: boolean } {
  return store.commitSoon('import', () => {
    learnLater(store);
    const until = store.world.monotonic() + placesForMs;
    const lengths = nextLengths(store).all({ limit: most });
    const rows = nextStaged(store).all({ limit: asManyAsFit(lengths.map(({ length }) => length)) });
    const ids = Map.groupBy(rows, ({ kind }) => kind);
    const strangers = new Map([...ids].map(([kind, some]) => [kind, unheardOf(store, kind, some.map(lowerId))]));
    let [placed, kept, last] = [0, 0, 0];
    for (const row of rows) {
      if (placed >= leastPlaced && store.world.monotonic() > until) break;
      const isNew = strangers.get(row.kind)?.delete(lowerId(row)) === true;
      if (placeOne(store, row, isNew) === 'olderKept') kept += 1;
      placed += 1;
      last = row.position;
    }
    unstage(store).run({ position: last });
    const more = waits(store);
    if (!more) writeSetting(store, wholeSetting, false);
    return { placed, kept, more };
  });
}

type Staged = typeof stagedImport.$inferSelect;
const lowerId = ({ recordId }: Staged): string => recordId.toLowerCase();

function placeOne(store: Store, { kind, recordId, text, complete, asOf }: Staged, isNew: boolean): 'stored' | 'olderKept' {
  const value = objectIn(text);
  if (!value) {
    // Damage since: one record that can be imported again must not stop all others for good.
    store.world.log.error('stagedRecordUnreadable', { kind });
    return 'olderKept';
  }
  const ref = { kind, id: recordId };
  const heard = { ref, text, value, provenance: 'import' as const, asOf, complete };
  noteBefore(store, ref, asOf, isNew);
  if (!isNew) return hearRecord(store, heard).stored;
  putNewRecord(store, heard);
  return 'stored';
}
