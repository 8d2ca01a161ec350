import { namesOf } from '#main/names/book.ts';
import { bodyOf, openEditsOfMany, type OutboxRow } from '#main/outbox/outbox.ts';
import { listRecords, shownSubtitle, shownTitle } from '#main/projections/lists/lists.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { paidBy, paidHere } from '#main/edits/review/ledger.ts';
import { layersOver } from '#main/edits/overlay.ts';
import { urgency, type EditState } from '#shared/edit.ts';
import type { ListInput } from '#shared/contract/inputs.ts';
import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import type { NamedPage, RecordRow } from '#shared/contract/views/views.ts';
import { sendInOneGo } from '#shared/json/json-wire.ts';
import { columnsUnder } from '#shared/records/columns/changed-columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { firstReferences } from '#shared/references/first-references.ts';

/** One page of a list as a user sees it: open edits on top of their records, with their states; and what its rows refer to, by its name. */
export function recordPage(store: Store, input: ListInput): NamedPage {
  const { kind } = input.filter;
  const page = listRecords(store, input);
  const rows = withOpenEdits(store, kind, page.rows);
  const names = namesOf(store, firstReferences(kind, input.named, rows)).filter(saysAnything);
  return { ...page, rows: sendInOneGo(rows, ['amountMinor', 'paidHereMinor']), names: sendInOneGo(names, []) };
}

const saysAnything = ({ name, code, note, currency }: ReferenceName): boolean => (name ?? code ?? note ?? currency) !== null;

/** Joins the open edits of a page's rows, in one query for all of them; and what is known here to be paid of its invoices, in another. */
export function withOpenEdits(store: Store, kind: RecordKind, rows: RecordRow[]): RecordRow[] {
  const ids = rows.map((row) => row.id);
  const open = openEditsOfMany(store, kind, ids);
  const paid = kind === 'invoiceReceivable' ? paidHere(store, ids) : new Map<string, bigint>();
  if (open.size + paid.size === 0) return rows;
  return rows.map((row) => {
    const edits = open.get(row.id);
    const under = edits ? rowUnder(store, row, edits) : row;
    const paidHereMinor = paid.get(row.id);
    return paidHereMinor === undefined ? under : withPaid(under, paidHereMinor, edits ?? []);
  });
}

/** With an open payment, the amount still open is not the service's value either. */
function withPaid(row: RecordRow, paidHereMinor: bigint, edits: OutboxRow[]): RecordRow {
  const last = edits.findLast((edit) => paidBy(edit) > 0n);
  if (!last) return { ...row, paidHereMinor };
  const done = paidHereMinor - edits.reduce((sum, edit) => sum + paidBy(edit), 0n);
  return { ...row, paidHereMinor, changed: { ...row.changed, open: { state: last.state, service: [String(done)] } } };
}

/** A list row with the states of its open edits, its columns as they will be when all of them are applied, and which of them are not the service's word. */
export function rowUnder(store: Store, row: RecordRow, edits: OutboxRow[]): RecordRow {
  const record = recordOf(store, row)?.value ?? null;
  const pending = pendingStates(edits);
  if (!record || edits.every((edit) => bodyOf(edit) === null)) return { ...row, pending };
  const under = columnsUnder(row.kind, record, layersOver(record, edits));
  const { hasProblem: _own, updatedAt: _unknown, ...columns } = under.columns;
  const named = { title: shownTitle({ kind: row.kind, id: row.id, title: columns.title }), subtitle: shownSubtitle(columns.subtitle) };
  return { ...row, ...columns, ...named, pending, ...(under.changed && { changed: under.changed }) };
}

/** The states of a record's open edits, each once, most urgent first. */
export function pendingStates(edits: Pick<OutboxRow, 'state'>[]): EditState[] {
  return urgency.filter((state) => edits.some((edit) => edit.state === state));
}
