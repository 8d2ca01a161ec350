import { bodyOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { PendingField } from '#shared/contract/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt } from '#shared/json-path.ts';
import type { JsonObject } from '#shared/json.ts';

/** A record as a person sees it: the service's word with every open edit on top, and which fields those are. */
export interface Overlaid {
  view: JsonObject;
  pending: PendingField[];
}

/**
 * `view = overlay(service record, open edits)`: pure, on read, never stored and never undone (law 4). Edits apply in their order;
 * an unreadable one changes nothing here and is shown as unreadable in the outbox.
 */
export function overlayOf(record: JsonObject | null, openEdits: readonly OutboxRow[]): Overlaid {
  let view = record ?? {};
  const pending = new Map<string, PendingField>();
  for (const row of openEdits) {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    if (!kind || !body) continue;
    view = kind.overlay(view, body);
    for (const { path, value } of kind.touched(body)) {
      const service = valueAt(record ?? undefined, path);
      pending.set(path.join('.'), { path, service, mine: value, editId: row.id, state: row.state });
    }
  }
  return { view, pending: [...pending.values()] };
}
