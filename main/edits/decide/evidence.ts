import { attemptsOf } from '#main/outbox/attempts.ts';
import { baseOf, editById, refOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { Evidence } from '#shared/contract/views/views.ts';
import { waitLeft } from '#main/edits/record/command-result.ts';
import { editRowOf } from '#main/edits/view.ts';

/**
 * Everything that helps a user find out whether a request was carried out: the exact bytes that left and when, the record before, and what
 * a read shows since, where one is known. Null for an unknown edit.
 */
export function evidenceOf(store: Store, id: string): Evidence | null {
  const row = editById(store, id);
  if (!row) return null;
  const attempts = attemptsOf(store, id);
  const last = attempts.at(-1);
  const known = recordOf(store, refOf(row));
  const readSince = known?.provenance === 'read' && last && known.asOf > last.sentAt ? { at: known.asOf, record: known.value } : null;
  return {
    edit: editRowOf(store, row),
    attempts: attempts.map(({ n, sentAt, sha256, body, outcome, afterMs }) => {
      return { n, sentAt, sha256, bytes: body.byteLength, outcome: outcome ?? 'unknown', afterMs };
    }),
    request: last
      ? { method: last.method, url: last.url, body: new TextDecoder().decode(last.body) }
      : { method: '', url: '', body: row.body },
    recordBefore: baseOf(row),
    readSince,
    unlocksInMs: row.state === 'inDoubt' ? waitLeft(store, row) : 0,
  };
}
