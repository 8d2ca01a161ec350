import { safe } from '@orpc/client';
import type { EditForm } from '#renderer/pages/edit-form/edit-form.svelte.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { stateFieldOf, type RecordKind } from '#shared/records/record-kind.ts';

/** The maximum size of one request (the contract's limit). */
const atATime = 500;

/** Records as a form for all of them is opened: what it can set of each, and the state of those that usually refuse it. */
export interface Opened {
  seen: ReadonlyMap<string, JsonObject | null>;
  closed: ReadonlyMap<string, string>;
}

/**
 * The service's values of each record, for a form that edits all of them, when it is opened: what is heard while it is open was not
 * seen, and is compared, not overwritten. Nothing for what only adds to a record; null where it could not be read.
 */
export async function seenAtOpening(app: AppState, kind: RecordKind, ids: readonly string[], form: EditForm): Promise<Opened | null> {
  const seen = new Map<string, JsonObject | null>();
  const closed = new Map<string, string>();
  if (!form.setsFields) return { seen, closed };
  const state = stateFieldOf(kind);
  const names = [...new Set(form.fields.map(({ path: [name = ''] }) => name))];
  for (let from = 0; from < ids.length; from += atATime) {
    const answer = await safe(app.api.records.fields({ kind, ids: ids.slice(from, from + atATime), names: [...names, state] }));
    if (!answer.isSuccess) return null;
    for (const { id, fields } of answer.data) {
      const { [state]: is, ...own } = fields ?? {};
      seen.set(id, fields && own);
      if (typeof is === 'string' && form.kind.isClosed?.(is)) closed.set(id, is);
    }
  }
  return { seen, closed };
}
