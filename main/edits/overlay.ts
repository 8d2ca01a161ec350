import { bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { PendingField } from '#shared/contract/views/views.ts';
import type { EditState } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt } from '#shared/json/json-path.ts';
import type { JsonObject } from '#shared/json/json.ts';

/** A record as a user sees it: the service's word with every open edit on top, and which fields those are. */
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
  for (const layer of layersOver(view, openEdits)) {
    view = layer.view;
    for (const { path, value } of layer.touched) {
      const service = valueAt(record ?? undefined, path);
      pending.set(path.join('.'), { path, service, mine: value, editId: layer.id, state: layer.state });
    }
  }
  return { view, pending: [...pending.values()] };
}

/** One open edit, what it changes, and the record as it is after it and those before. */
interface Layer {
  id: string;
  state: EditState;
  touched: { path: string[]; value: unknown }[];
  view: JsonObject;
}

/** The record after each of its open edits, one after the other. */
export function* layersOver(record: JsonObject, openEdits: readonly OutboxRow[]): Generator<Layer> {
  let view = record;
  for (const row of openEdits) {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    if (!kind || !body) continue;
    view = kind.overlay(view, body);
    yield { id: row.id, state: row.state, touched: kind.touched(body), view };
  }
}
