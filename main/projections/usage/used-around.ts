import { eq, sql } from 'drizzle-orm';
import type { UsedHere } from '#shared/contract/views/names-views.ts';
import { objectIn, type JsonObject } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { ReferenceKind, ReferenceRef } from '#shared/references/reference-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { totalChanges } from '#main/storage/changes-of.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import { recordWords } from '#main/storage/schema/words.ts';
import type { Store } from '#main/storage/store.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { withWords } from '#main/projections/search/record-words.ts';
import { catchUpWords } from '#main/projections/search/word-index.ts';
import { rowRange } from '#main/storage/row-range.ts';
import { referenceWord } from '#main/projections/search/words.ts';

/** References used by a record and by others of its customer, user or card. */
export interface Around {
  by: UsedHere['by'];
  of: ReferenceRef | null;
  /** The currency that a bank account for this record should have: an invoice's own; null where any will do. */
  currency: string | null;
  used: Map<string, UsedHere>;
}

/** The reference whose other records are the neighbours of a record, by the record's kind. */
const neighbourhoods = { invoiceReceivable: 'customer', expense: 'user', cardTransaction: 'card' } as const;
/** The number of neighbours searched, newest first: a few milliseconds. */
const mostNeighbours = 40;

const newest = new WeakMap<Store, { key: string; around: Around }>();

/** References of a kind in this record and its neighbours, in records and open edits. Read once for all keys of a picker. */
export function usedAround(store: Store, kind: ReferenceKind, ref: RecordRef): Around {
  catchUpWords(store);
  const key = `${kind} ${ref.kind} ${ref.id} ${totalChanges(store)}`;
  const known = newest.get(store);
  if (known?.key === key) return known.around;
  const around = lookAround(store, kind, ref);
  newest.set(store, { key, around });
  return around;
}

function lookAround(store: Store, kind: ReferenceKind, ref: RecordRef): Around {
  const own = recordOf(store, ref)?.value ?? {};
  const used = new Map<string, UsedHere>();
  const take = (by: UsedHere['by'], holder: string, value: JsonObject, last: string | null) => {
    for (const held of referencesIn(holder, value)) {
      if (held.kind !== kind) continue;
      const known = used.get(held.id);
      const newer = known?.last && (!last || known.last > last) ? known.last : last;
      used.set(held.id, { by: known?.by ?? by, uses: (known?.uses ?? 0) + 1, last: newer });
    }
  };
  const takeAll = (by: UsedHere['by'], { kind, id }: RecordRef, value: JsonObject, date: string) => {
    take(by, kind, value, date || null);
    for (const edit of editsOf(store, id)) take(by, edit.kind, edit.body, edit.date ?? (date || null));
  };
  takeAll('record', ref, own, '');
  const around = aroundWhom(ref, own);
  const currency = ref.kind === 'invoiceReceivable' && typeof own['currency'] === 'string' ? own['currency'] : null;
  if (!around) return { by: 'record', of: null, currency, used };
  for (const { ref: other, value, date } of neighboursOf(store, ref, around.of)) takeAll(around.by, other, value, date);
  return { ...around, currency, used };
}

/** Whom the neighbours of a record share with it: an invoice's customer, an expense's user, a transaction's card. */
export function aroundWhom(ref: RecordRef, value: JsonObject): { by: UsedHere['by']; of: ReferenceRef } | null {
  const by = ref.kind in neighbourhoods ? neighbourhoods[ref.kind as keyof typeof neighbourhoods] : null;
  const of = by && referencesIn(ref.kind, value).find((held) => held.kind === by);
  return of ? { by, of: { kind: of.kind, id: of.id } } : null;
}

const neighbours = prepared((db) =>
  db.rows(
    { id: record.recordId, date: record.date, text: recordBody.text },
    sql`FROM (SELECT ${recordWords.rowid} AS found ${withWords} ORDER BY ${recordWords.rowid} DESC LIMIT ${param('limit')})
      JOIN ${record} ON ${record.row} = found JOIN ${recordBody} ON ${eq(recordBody.row, record.row)}`,
  ),
);

/** The newest records of the same kind that refer to `of`. */
function neighboursOf(store: Store, ref: RecordRef, of: ReferenceRef): { ref: RecordRef; value: JsonObject; date: string }[] {
  const [first, last] = rowRange(ref.kind);
  const rows = neighbours(store).all({ match: `"${referenceWord(of.id)}"`, first, last, limit: mostNeighbours });
  return rows
    .filter(({ id }) => id !== ref.id.toLowerCase())
    .flatMap(({ id, date, text }) => {
      const value = objectIn(text);
      return value ? [{ ref: { kind: ref.kind, id }, value, date }] : [];
    });
}

const paymentsOf = prepared((db) =>
  db.rows(
    { kind: outbox.kind, body: outbox.body, format: outbox.format },
    sql`FROM ${outbox} WHERE ${outbox.recordId} = ${param('recordId')} AND ${outbox.priority} = 'payment'
      AND ${outbox.state} NOT IN ('discarded', 'superseded', 'rejected') ORDER BY ${outbox.seq} DESC LIMIT 20`,
  ),
);

/** Edits of a record that no read of it shows. */
function editsOf(store: Store, recordId: string): { kind: string; body: JsonObject; date: string | null }[] {
  return paymentsOf(store)
    .all({ recordId: recordId.toLowerCase() })
    .flatMap((row) => {
      const body = bodyOf(row);
      const date = typeof body?.['paymentDate'] === 'string' ? body['paymentDate'] : null;
      return body ? [{ kind: row.kind, body, date }] : [];
    });
}
