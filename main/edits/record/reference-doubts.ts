import { namesOf } from '#main/names/book.ts';
import { baseOf, bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { knownKinds } from '#main/records/known-kinds.ts';
import { recordOf, type CachedRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { ReviewWarning } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { doubtOf, type ReferenceDoubt } from '#shared/references/reference-doubt.ts';
import { referenceKinds, type ReferenceRef } from '#shared/references/reference-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';

/** A doubt about a reference that is entered for a record. */
export function doubtAbout(store: Store, ref: ReferenceRef, record: RecordRef | null): ReferenceDoubt | null {
  return doubtIn(store, ref, record === null ? null : currencyOf(recordOf(store, record)));
}

/** The same about the references that an edit sets and that were not there before. */
export function referenceWarnings(store: Store, row: OutboxRow, known: CachedRecord | null): ReviewWarning[] {
  const body = bodyOf(row);
  const set = body ? referencesIn(row.kind, body) : [];
  if (set.length === 0) return [];
  const base = baseOf(row);
  const before = new Set(base ? referencesIn(row.recordKind, base).map(({ kind, id }) => `${kind} ${id}`) : []);
  const fresh = set.filter(({ kind, id }) => !before.has(`${kind} ${id}`));
  return fresh.flatMap(({ kind, id }) => {
    const doubt = doubtIn(store, { kind, id }, currencyOf(known));
    return doubt ? [{ ...doubt, editId: row.id }] : [];
  });
}

/** The currency that a bank account should have: an invoice's own. */
function currencyOf(known: CachedRecord | null): string | null {
  const currency = known?.ref.kind === 'invoiceReceivable' ? known.value['currency'] : null;
  return typeof currency === 'string' ? currency : null;
}

function doubtIn(store: Store, ref: ReferenceRef, currency: string | null): ReferenceDoubt | null {
  const names = namesOf(
    store,
    referenceKinds.map((kind) => ({ kind, id: ref.id })),
  );
  const [record] = names.length === 0 ? knownKinds(store, [ref.id.toLowerCase()]) : [];
  return doubtOf(ref, { names, record: record?.kind ?? null }, currency);
}
