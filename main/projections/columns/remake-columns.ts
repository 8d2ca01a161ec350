import { asc, eq, gt } from 'drizzle-orm';
import { columnsVersion } from '#shared/columns/columns.ts';
import { isJsonObject, objectIn } from '#shared/json/json.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { record, recordBody, recordFact } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { remakeRow } from '#main/projections/lists/list-row.ts';

/** By which columns the list rows of this database were made, and the row after which they still are to be; null when none are. */
interface Made {
  by: string;
  after: number | null;
}

const setting = 'columns';
/** The number of records that one call processes: a few milliseconds. */
const perCall = 200;

const nextRows = prepared((db) =>
  db
    .select({ row: record.row, kind: record.kind, id: record.recordId, title: record.title, text: recordBody.text })
    .from(record)
    .leftJoin(recordBody, eq(recordBody.row, record.row))
    .where(gt(record.row, param('after')))
    .orderBy(asc(record.row))
    .limit(param('limit')),
);
const forget = prepared((db) => db.delete(recordFact));

function madeOf(store: Store): Made | null {
  const made = readSetting(store, setting);
  if (!isJsonObject(made) || typeof made['by'] !== 'string') return null;
  return { by: made['by'], after: typeof made['after'] === 'number' ? made['after'] : null };
}

const write = (store: Store, after: number | null) => writeSetting(store, setting, { by: columnsVersion, after });

/**
 * At a start: when the columns are others than those that this database was made by, what they left is taken out, and `remakeColumns` makes
 * the list rows again behind everything else. Until it is done, lists find and show by what has been made.
 */
export function checkColumns(store: Store): void {
  if (madeOf(store)?.by !== columnsVersion) store.commit('columns checked', () => forgetColumns(store));
}

/** Takes out what columns left: `remakeColumns` makes it again. */
export function forgetColumns(store: Store): void {
  forget(store).run();
  const any = nextRows(store).get({ after: -1, limit: 1 });
  write(store, any === undefined ? null : -1);
}

/** Makes list rows again, a portion at a time; answers whether nothing is left to do. */
export function remakeColumns(store: Store): boolean {
  const after = madeOf(store)?.after ?? null;
  if (after === null) return true;
  const rows = nextRows(store).all({ after, limit: perCall });
  const last = rows.length < perCall;
  store.commit('columns made anew', () => {
    const changed = new Map<RecordKind, RecordRef>();
    for (const { row, kind, id, title, text } of rows) {
      remakeRow(store, { row, kind, title }, text === null ? null : objectIn(text));
      changed.set(kind, { kind, id });
    }
    write(store, last ? null : (rows.at(-1)?.row ?? null));
    if (changed.size > 0) store.changed({ kind: 'records', refs: [...changed.values()] });
  });
  return last;
}
