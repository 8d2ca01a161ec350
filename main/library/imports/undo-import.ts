import { appendAudit } from '#main/audit/audit.ts';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { openEditsOf } from '#main/outbox/outbox.ts';
import { forgetFrom, recordsBefore, type RecordBefore } from '#main/records/import-before.ts';
import { putBackRecord, putStub, storedRecord } from '#main/records/records.ts';
import { objectIn } from '#shared/json/json.ts';
import type { Store } from '#main/storage/store.ts';
import { inImportTurn } from './import-place.ts';

/** The result of an undo: records put back as they were, and those that stay because of an edit or a newer word of the service. */
export interface UndoneImport {
  undone: number;
  stayed: number;
}

/** Records of one commit, which ends when the window may wait. */
const atOnce = 50;
const undoesForMs = 10;

/**
 * Puts every record that the newest import replaced back as it was and takes off the ones it brought. A record that was heard of since, or has
 * an open edit, stays. After a crash the rest can be undone again.
 */
export function undoImport(store: Store): Promise<UndoneImport> {
  return inImportTurn(store, async () => {
    const all: UndoneImport = { undone: 0, stayed: 0 };
    const next = () => (store.sql.open ? recordsBefore(store, atOnce) : []);
    for (let rows = next(); rows.length > 0; rows = next()) {
      store.commitSoon('import undone', () => {
        const until = store.world.monotonic() + undoesForMs;
        for (const row of rows) {
          all[isUndone(store, row) ? 'undone' : 'stayed'] += 1;
          forgetFrom(store, row.position);
          if (store.world.monotonic() > until) break;
        }
      });
      await store.world.sleep(0);
    }
    if (store.sql.open && all.undone + all.stayed > 0)
      store.commit('import undone', () => appendAudit(store, { what: 'importUndone', editId: null, record: null, facts: { ...all } }));
    return all;
  });
}

function isUndone(store: Store, { kind, recordId, importedAt, text, etag, provenance, asOf, complete }: RecordBefore): boolean {
  const ref = { kind, id: recordId };
  const now = storedRecord(store, ref);
  if (now === null || now.provenance !== 'import' || now.asOf !== importedAt || openEditsOf(store, ref).length > 0) return false;
  if (text === null || provenance === null || provenance === 'stub') {
    forgetRecord(store, ref);
    if (provenance === 'stub') putStub(store, ref, asOf ?? importedAt);
    return true;
  }
  const value = objectIn(text);
  if (!value) return false;
  putBackRecord(store, ref, { text, value, etag, provenance, asOf: asOf ?? importedAt, complete: complete === true });
  return true;
}
