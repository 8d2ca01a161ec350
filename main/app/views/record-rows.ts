import { namesOf } from '#main/cache/names/book.ts';
import { bodyOf, openEditsOfMany, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { listRecords } from '#main/cache/records/lists.ts';
import { recordOf } from '#main/cache/records/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { paidBy, paidHere } from '#main/edits/ledger.ts';
import { overlayOf } from '#main/edits/overlay.ts';
import { urgency, type EditState } from '#shared/edit.ts';
import type { ListInput } from '#shared/contract/inputs.ts';
import type { ReferenceName } from '#shared/contract/names-views.ts';
import type { NamedPage, RecordRow } from '#shared/contract/views.ts';
import { sendInOneGo } from '#shared/json-wire.ts';
import { listColumns, type RowLayer } from '#shared/records/list-columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { firstReferences } from '#shared/references/first-references.ts';

/** One page of a list as a person sees it: open edits on top of their records, with their states; and what its rows refer to, by its name. */
export function recordPage(store: Store, input: ListInput): NamedPage {
  const { kind } = input.filter;
  const page = listRecords(store, input);
  const rows = withOpenEdits(store, kind, page.rows, input.layered);
  const names = namesOf(store, firstReferences(kind, input.named, rows)).filter(saysAnything);
  // Layers hold amounts of their own.
  return { ...page, rows: input.layered ? rows : sendInOneGo(rows, ['amountMinor', 'paidHereMinor']), names: sendInOneGo(names, []) };
}

const saysAnything = ({ name, code, note, currency }: ReferenceName): boolean => (name ?? code ?? note ?? currency) !== null;

/** Joins the open edits of a page's rows, in one query for all of them; and what is known here to be paid of its invoices, in another. */
function withOpenEdits(store: Store, kind: RecordKind, rows: RecordRow[], layered = false): RecordRow[] {
  const ids = rows.map((row) => row.id);
  const open = openEditsOfMany(store, kind, ids);
  const paid = kind === 'invoiceReceivable' ? paidHere(store, ids) : new Map<string, bigint>();
  if (open.size + paid.size === 0) return rows;
  return rows.map((row) => {
    const edits = open.get(row.id);
    const under = edits ? rowUnder(store, row, edits) : row;
    const paidHereMinor = paid.get(row.id);
    const whole = paidHereMinor === undefined ? under : { ...under, paidHereMinor };
    return layered && edits ? { ...whole, layers: layersUnder(store, whole, edits) } : whole;
  });
}

/** A list row with the states of its open edits, and its columns as they will be when all of them are applied. */
export function rowUnder(store: Store, row: RecordRow, edits: OutboxRow[]): RecordRow {
  const record = recordOf(store, row)?.value ?? null;
  const pending = pendingStates(edits);
  if (!record || edits.every((edit) => bodyOf(edit) === null)) return { ...row, pending };
  const { hasProblem: _own, updatedAt: _unknown, ...columns } = listColumns(row.kind, overlayOf(record, edits).view);
  return { ...row, ...columns, pending };
}

/** What a row says below each of its open edits, first as the service says it: payments that are not confirmed are paid from theirs on. */
function layersUnder(store: Store, row: RecordRow, edits: OutboxRow[]): RowLayer[] {
  let view = recordOf(store, row)?.value ?? null;
  let paid = (row.paidHereMinor ?? 0n) - edits.reduce((sum, edit) => sum + paidBy(edit), 0n);
  return edits.flatMap((edit): RowLayer[] => {
    if (!view) return [];
    const layer = { ...listColumns(row.kind, view), state: edit.state, ...(paid > 0n ? { paidHereMinor: paid } : {}) };
    view = overlayOf(view, [edit]).view;
    paid += paidBy(edit);
    return [layer];
  });
}

/** The states of a record's open edits, each once, most urgent first. */
export function pendingStates(edits: Pick<OutboxRow, 'state'>[]): EditState[] {
  return urgency.filter((state) => edits.some((edit) => edit.state === state));
}
