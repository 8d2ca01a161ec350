import { namesOf } from '#main/cache/names/book.ts';
import { baseOf, bodyOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { CachedRecord } from '#main/cache/records/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { ReviewWarning } from '#shared/contract/views.ts';
import { referenceKinds } from '#shared/references/reference-kind.ts';
import { referencesIn, type HeldReference } from '#shared/references/references-in.ts';

/** What should be looked at again about the references that an edit sets: another kind of thing, another currency, or never seen here. */
export function referenceWarnings(store: Store, row: OutboxRow, known: CachedRecord | null): ReviewWarning[] {
  const body = bodyOf(row);
  const set = body ? referencesIn(row.kind, body) : [];
  if (set.length === 0) return [];
  const base = baseOf(row);
  const before = new Set(base ? referencesIn(row.recordKind, base).map(({ kind, id }) => `${kind} ${id}`) : []);
  const told = known?.value['currency'];
  const currency = row.recordKind === 'invoiceReceivable' && typeof told === 'string' ? told : null;
  return set.filter(({ kind, id }) => !before.has(`${kind} ${id}`)).flatMap((held) => warningOf(store, row.id, held, currency) ?? []);
}

function warningOf(store: Store, editId: string, { kind: refers, id }: HeldReference, currency: string | null): ReviewWarning | null {
  const named = namesOf(
    store,
    referenceKinds.map((kind) => ({ kind, id })),
  );
  const own = named.find(({ kind }) => kind === refers);
  if (own) {
    const foreign = refers === 'bankAccount' && currency !== null && own.currency !== null && own.currency !== currency;
    return foreign ? { kind: 'otherCurrency', editId, account: own, currency } : null;
  }
  const [other] = named;
  return other ? { kind: 'otherKind', editId, refers, is: other } : { kind: 'neverSeen', editId, refers, id };
}
