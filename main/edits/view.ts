import { shownTitle, titlesOf } from '#main/projections/lists/lists.ts';
import { recordOf } from '#main/records/records.ts';
import { baseOf, bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { waitingBehind } from '#main/outbox/reading/edit-lists.ts';
import { wouldEmpty } from '#main/outbox/merge/sent-partly.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditState, FieldDifference } from '#shared/edit.ts';
import { waitLeft } from '#main/edits/record/command-result.ts';
import { releaseMove } from '#main/edits/decide/hold.ts';
import { valueAt } from '#shared/json/json-path.ts';
import type { JsonObject } from '#shared/json/json.ts';

/** Edits as lists and pages show them; an unreadable one keeps its place, with nothing invented. */
export function editRowsOf(store: Store, rows: readonly OutboxRow[]): EditRow[] {
  const records = recordsUnder(store, rows);
  const unknown = ({ recordKind: kind, recordId: id }: OutboxRow) => ({ title: shownTitle({ kind, id, title: id }), currency: '' });
  return rows.map((row) => editRow(store, row, records.get(`${row.recordKind} ${row.recordId}`) ?? unknown(row)));
}

/** One edit as lists and pages show it. */
export function editRowOf(store: Store, row: OutboxRow): EditRow {
  const [shown] = editRowsOf(store, [row]);
  if (!shown) throw new Error('one row in, one row out');
  return shown;
}

function editRow(store: Store, row: OutboxRow, record: { title: string; currency: string }): EditRow {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  const base = baseOf(row);
  const readable = kind !== null && body !== null;
  const { seq, id, state, repeat, review, priority, attempts, recordedAt, approvedAt, changedAt } = row;
  return {
    ...{ seq, id, state, repeat, review, priority, attempts, recordedAt, approvedAt, changedAt, recordTitle: record.title, readable, body },
    kind: row.kind,
    record: refOf(row),
    touchesBank: row.touchesBank === 1,
    ...(row.maybeSent === 1 ? { mayBeSent: true as const } : {}),
    description: readable ? kind.describe(body) : { title: row.kind, fields: [] },
    reason: reasonOf(row),
    ...waitsOf(store, row),
    ...(state === 'held' ? { releasesTo: releaseMove(store, row).to } : {}),
    ...lossOf(store, row),
    changes: readable ? changesOf(store, row, kind, body, base) : [],
    reversible: readable && state === 'applied' && base !== null && kind.reverse(body, base) !== null,
    amountMinor: readable ? (kind.amountMinor?.(body) ?? null) : null,
    // Recorded before its record was known, an amount gets its currency when the record arrives.
    currency: currencyOf(base) ?? (record.currency === '' ? null : record.currency),
  };
}

/** When a held edit can be released, and how many later edits wait behind one that needs a decision. */
function waitsOf(store: Store, row: OutboxRow): Pick<EditRow, 'releasableAt' | 'holdsBack'> {
  const left = row.state === 'held' ? waitLeft(store, row) : 0;
  const behind = needsDecision.has(row.state) ? waitingBehind(store, row) : 0;
  return { ...(left > 0 ? { releasableAt: store.world.now() + left } : {}), ...(behind > 0 ? { holdsBack: behind } : {}) };
}

const needsDecision: ReadonlySet<EditState> = new Set(['rejected', 'conflict', 'inDoubt', 'held']);

/** The warning before sending an edit that is held because the full record is unknown. */
function lossOf(store: Store, row: OutboxRow): Pick<EditRow, 'wouldEmpty'> {
  const emptied = row.state === 'held' && reasonOf(row)?.kind === 'incompleteBase' ? wouldEmpty(store, row) : null;
  return emptied === null ? {} : { wouldEmpty: emptied };
}

/** Old → new for each touched field; in a conflict also what the service says now. */
function changesOf(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject, base: JsonObject | null): FieldDifference[] {
  const theirs = row.state === 'conflict' ? (recordOf(store, refOf(row))?.value ?? null) : null;
  return kind.touched(body).map(({ path, value }) => {
    const change: FieldDifference = { path, mine: value };
    if (base) change.base = valueAt(base, path) ?? null;
    if (theirs) change.theirs = valueAt(theirs, path) ?? null;
    return change;
  });
}

function currencyOf(base: JsonObject | null): string | null {
  const currency = base?.['currency'];
  return typeof currency === 'string' ? currency : null;
}

function recordsUnder(store: Store, rows: readonly OutboxRow[]): Map<string, { title: string; currency: string }> {
  const refs = new Map(rows.map((row) => [`${row.recordKind} ${row.recordId}`, refOf(row)]));
  return new Map(titlesOf(store, [...refs.values()]).map(({ kind, id, ...record }) => [`${kind} ${id}`, record]));
}
