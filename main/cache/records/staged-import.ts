import { isJsonObject, parseJson } from '#shared/json.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { hearRecord } from './hear-record.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import type { Store } from '#main/cache/database/store.ts';

/** A record of an import on its way to its place. */
export interface StagedRecord {
  ref: RecordRef;
  /** The record's JSON as it came. */
  text: string;
  complete: boolean;
  asOf: EpochMs;
}

interface StagedRow {
  position: number;
  kind: RecordKind;
  id: string;
  text: string;
  complete: 0 | 1;
  asOf: EpochMs;
}

/** True from the commit in which the last record was staged until the one in which the last was put in its place. */
const wholeSetting = 'importIsStaged';

/** Whether an import was staged whole and is not in its place yet. */
export function importIsStaged(store: Store): boolean {
  return readSetting(store, wholeSetting) === true;
}

const waits = (store: Store): boolean => store.prepared('SELECT 1 FROM staged_import LIMIT 1').get() !== undefined;

/** Forgets what was staged of an import that never was whole. */
export function dropPartOfImport(store: Store): void {
  if (importIsStaged(store) || !waits(store)) return;
  store.commit('import dropped', () => store.prepared('DELETE FROM staged_import').run());
}

/** Adds records to the import that is being staged, in one commit; `last` makes it whole: from then on it comes into its place, crash or not. */
export function stageRecords(store: Store, records: readonly StagedRecord[], last: boolean): void {
  store.commit('import staged', () => {
    const insert = store.prepared('INSERT INTO staged_import (kind, record_id, text, complete, as_of) VALUES (?, ?, ?, ?, ?)');
    for (const { ref, text, complete, asOf } of records) insert.run(ref.kind, ref.id, text, complete ? 1 : 0, asOf);
    if (last) writeSetting(store, wholeSetting, true);
  });
}

/** Puts the next staged records in their places, in one commit. Answers how many were older than what is known, and whether more wait. */
export function placeStaged(store: Store, limit: number): { kept: number; more: boolean } {
  return store.commit('import', () => {
    const rows = store
      .prepared<StagedRow>(
        `SELECT position, kind, record_id AS id, text, complete, as_of AS asOf FROM staged_import ORDER BY position LIMIT ?`,
      )
      .all(limit);
    const kept = rows.filter((row) => placeOne(store, row) === 'olderKept').length;
    store.prepared('DELETE FROM staged_import WHERE position <= ?').run(rows.at(-1)?.position ?? 0);
    const more = waits(store);
    if (!more) writeSetting(store, wholeSetting, false);
    return { kept, more };
  });
}

function placeOne(store: Store, { kind, id, text, complete, asOf }: StagedRow): 'stored' | 'olderKept' {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) {
    // Damage since: one record that can be imported again must not stop all others for good.
    store.world.log.error('stagedRecordUnreadable', { kind });
    return 'olderKept';
  }
  const ref = { kind, id };
  return hearRecord(store, { ref, text, value: parsed.value, provenance: 'import', asOf, complete: complete === 1 }).stored;
}
