import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import type { NowReason } from '#shared/messages/refusal-words.ts';
import type { EditState } from '#shared/edit.ts';

/** A command does not fit the present state. `unlocksInMs` is set when waiting is all it needs. */
export interface NotNow {
  ok: false;
  kind: 'notNow';
  why: NowReason;
  state: EditState | null;
  unlocksInMs: number | null;
}

/** Why a command was refused; nothing was changed. */
export type Refused = { ok: false; kind: 'notFound'; what: string } | NotNow;

/** The result of a command on edits. A command on several edits happens completely or not at all. */
export type CommandResult<Done extends object = object, Why = Refused> = ({ ok: true } & Done) | Why;

/** Refuses a command because of the edit's present state. */
export function notNow(why: NowReason, row: OutboxRow | null, unlocksInMs: number | null = null): NotNow {
  return { ok: false, kind: 'notNow', why, state: row?.state ?? null, unlocksInMs };
}

/** Decides about one edit, in a commit of its own. */
export function onEdit<Answer>(store: Store, label: string, id: string, decide: (row: OutboxRow) => Answer): Answer | Refused {
  return store.commit(label, () => {
    const row = editById(store, id);
    return row ? decide(row) : { ok: false, kind: 'notFound', what: id };
  });
}

/** The edits of these ids; or which one is not known, or the first refusal of one. */
export function findEdits(
  store: Store,
  ids: readonly string[],
  refusalOf: (row: OutboxRow) => Refused | null = () => null,
): { ok: true; rows: OutboxRow[] } | Refused {
  const rows: OutboxRow[] = [];
  for (const id of new Set(ids)) {
    const row = editById(store, id);
    if (!row) return { ok: false, kind: 'notFound', what: id };
    rows.push(row);
  }
  return rows.map(refusalOf).find((refusal) => refusal !== null) ?? { ok: true, rows };
}

/** Milliseconds until a quarantine ends, 0 when it has. Another boot's clock says nothing: then it is counted in full. */
export function waitLeft(store: Store, row: OutboxRow): number {
  if (row.waitUntil === null) return 0;
  if (row.waitBoot !== store.world.bootId) return row.waitMs ?? 0;
  return Math.max(0, Math.ceil(row.waitUntil - store.world.monotonic()));
}
