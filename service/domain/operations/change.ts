import { daysAfter } from '#service/domain/fields.ts';
import type { Store, StoredRecords } from '#service/domain/store.ts';

/** The kinds that somebody else may change behind the client's back. */
export type ChangeableKind = 'expense' | 'invoiceReceivable' | 'cardTransaction' | 'vendor';

/** Names of the kinds that `changeRecord` takes. */
export const changeableKinds: readonly ChangeableKind[] = ['expense', 'invoiceReceivable', 'cardTransaction', 'vendor'];

/** netTerms sets the due date ("Invoice receivable": netTerms). */
function invoiceDates(before: StoredRecords['invoiceReceivable'], fields: Readonly<Record<string, unknown>>): object {
  const netTerms = fields['netTerms'];
  const invoiceDate = (fields['invoiceDate'] ?? before.invoiceDate) as string | null;
  if (typeof netTerms !== 'number' || invoiceDate === null) return {};
  return { dueDate: daysAfter(invoiceDate, netTerms) };
}

/**
 * Changes fields of a record as somebody else at the service would, outside the interface: `updatedAt` moves, a vendor's version rises,
 * an invoice's due date follows its net terms. False when there is no such record.
 */
export function changeRecord(
  store: Store,
  kind: ChangeableKind,
  id: string,
  fields: Readonly<Record<string, unknown>>,
  now: number,
): boolean {
  const before = store.get(kind, id);
  if (before === undefined) return false;
  const updatedAt = new Date(now).toISOString();
  const follows =
    kind === 'vendor'
      ? { version: (before as StoredRecords['vendor']).version + 1 }
      : kind === 'invoiceReceivable'
        ? invoiceDates(before as StoredRecords['invoiceReceivable'], fields)
        : {};
  store.put(kind, id, { ...before, ...follows, ...fields, updatedAt });
  return true;
}
