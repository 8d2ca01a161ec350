import { editsUnderReview, type EditUnderReview } from '#main/outbox/reading/edit-lists.ts';
import { bodyOf, editsByIds, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { Preflight, ReviewBatch, ReviewRow, ReviewWarning } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { valueDoubt } from '#shared/messages/change-words.ts';
import { sumByCurrency } from '#shared/values/money.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { fingerprintOf } from './fingerprint.ts';
import { followsOf, paymentsKnownHere } from './ledger.ts';
import { baseWarnings, warningsOf } from './review-warnings.ts';
import { editRowsOf } from '#main/edits/view.ts';

type GroupKind = ReviewBatch['groups'][number]['kind'];

const order: readonly GroupKind[] = ['conflicts', 'changedOnService', 'ready', 'vendors', 'payments', 'blocked'];
/** The number of rows of one kind of edit that are shown at once: more than a screen holds. */
const shownInFull = 60;

/** A preflight, and the fingerprint of what it left to be reviewed. */
export interface Checked {
  preflight: Preflight;
  fingerprint: string;
}

/** The warnings of an edit and, for a payment, what is open after it. */
interface Looked extends Pick<ReviewRow, 'payment'> {
  warnings: ReviewWarning[];
}

/** The content of one row. */
interface Gathered extends Looked {
  key: string;
  of: string;
  group: GroupKind;
  members: EditUnderReview[];
}

/**
 * Everything that waits for a user's approval, in groups that fold, payments last, like edits in one row, with warnings, totals per currency and the
 * fingerprint that an approval must carry. `checked` is the newest preflight, or null; it is shown while it covers all of this.
 */
export function reviewBatch(store: Store, checked: Checked | null): ReviewBatch {
  const merged = new Set(checked?.preflight.merged.map(({ editId }) => editId));
  const fingerprint = fingerprintOf(store);
  const gathered = gather(store, editsUnderReview(store), merged);
  const inFull = [...Map.groupBy(gathered, ({ group, of }) => `${group} ${of}`).values()].flatMap((rows) =>
    rows.filter(({ members: [first] }, place) => place < shownInFull || (first && standsAlone(first))),
  );
  const firstIds = inFull.flatMap(({ members: [first] }) => first?.id ?? []);
  const shown = new Map(editRowsOf(store, editsByIds(store, firstIds)).map((edit) => [edit.id, edit]));
  const groups = Map.groupBy(gathered, ({ group }) => group);
  return {
    fingerprint,
    groups: order.flatMap((kind) => {
      const rows = groups.get(kind) ?? [];
      if (rows.length === 0) return [];
      return [{ kind, rows: rows.map((row) => rowOf(row, shown)), warnings: rows.flatMap(({ warnings }) => warnings) }];
    }),
    // Conflicts are not approved here.
    totals: sumByCurrency([...shown.values()].filter(({ state }) => state !== 'conflict')),
    preflight: checked?.fingerprint === fingerprint ? checked.preflight : null,
  };
}

const rowOf = ({ key, of, members, payment }: Gathered, shown: ReadonlyMap<string, EditRow>) => {
  const ids = members.map(({ id }) => id);
  const [first = ''] = ids;
  return { key: ids.length === 1 ? first : key, of, ids, first: shown.get(first) ?? null, ...(payment ? { payment } : {}) };
};

/** Edits that a user decides one by one never stand for each other: money, bank accounts, what may be there already, conflicts. */
const standsAlone = ({ priority, touchesBank, review, state }: EditUnderReview): boolean =>
  priority === 'payment' || touchesBank === 1 || review === 'person' || state === 'conflict';

/** Like edits become one row, in the order of their first. */
function gather(store: Store, edits: readonly EditUnderReview[], merged: ReadonlySet<string>): Gathered[] {
  const rows = new Map<string, Gathered>();
  const refers = new Map<string, boolean>();
  for (const edit of edits) {
    const group = groupOf(edit, merged);
    const { warnings, ...looked } = lookAt(store, edit, refers);
    const key =
      standsAlone(edit) || warnings.some(({ kind }) => kind === 'mayBeThere')
        ? edit.id
        : [group, edit.kind, edit.state, edit.body, ...warnings.map(({ kind }) => kind)].join(' ');
    const row = rows.get(key);
    if (row) row.members.push(edit);
    else rows.set(key, { key, of: edit.kind, group, members: [edit], warnings, ...looked });
  }
  return [...rows.values()];
}

/** Most edits refer to nothing, hold no odd text, were never sent and correct nothing: all that can be said of them is how well their record is known. */
function lookAt(store: Store, edit: EditUnderReview, refers: Map<string, boolean>): Looked {
  // A full-record write returns the service's other values with it.
  const alone = standsAlone(edit) || edit.repeat === 'absoluteVersioned';
  if (!alone && edit.lastAttempt === 0 && edit.supersedes === null && !asksForMore(edit, refers)) {
    const { asOf, complete } = edit;
    return { warnings: baseWarnings(store, edit, asOf === null || complete === null ? null : { asOf, complete }) };
  }
  const [row] = editsByIds(store, [edit.id]);
  if (!row) return { warnings: [] };
  const known = recordOf(store, refOf(row));
  const ledger = row.priority === 'payment' ? paymentsKnownHere(store, row.recordId) : null;
  return { warnings: warningsOf(store, row, known, ledger), ...(ledger && { payment: followsOf(known, ledger, row.id) }) };
}

/** An edit's values may be doubted: it refers to something, or a text in it is odd. */
function asksForMore(edit: Pick<OutboxRow, 'kind' | 'body' | 'format'>, known: Map<string, boolean>): boolean {
  const key = `${edit.kind} ${edit.body}`;
  let has = known.get(key);
  if (has === undefined) {
    const body = bodyOf(edit);
    has = body !== null && (referencesIn(edit.kind, body).length > 0 || valueDoubt([], body) !== null);
    known.set(key, has);
  }
  return has;
}

function groupOf(row: EditUnderReview, merged: ReadonlySet<string>): GroupKind {
  if (row.state === 'conflict') return 'conflicts';
  if (row.blockedBy && ['rejected', 'conflict', 'inDoubt', 'held'].includes(row.blockedBy)) return 'blocked';
  if (row.priority === 'payment') return 'payments';
  if (merged.has(row.id)) return 'changedOnService';
  return row.repeat === 'absoluteVersioned' ? 'vendors' : 'ready';
}
