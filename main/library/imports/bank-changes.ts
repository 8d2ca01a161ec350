import { sameAt } from '#shared/bank-number.ts';
import type { ImportBankChange } from '#shared/contract/views/library-views.ts';
import { vendorBankFields } from '#shared/edits/update-vendor/kind.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';

/**
 * The bank details of a vendor that a file has otherwise than the record here; null where the record is not here or they agree. Null too while an edit of
 * them is open: the file may show a colleague's change, and the merge then asks the user about both (law 15). An edit of another field would send
 * them along unseen.
 */
export function bankChangeOf(store: Store, line: number, id: string, told: JsonObject): ImportBankChange | null {
  const known = recordOf(store, { kind: 'vendor', id });
  if (known === null) return null;
  const fields = vendorBankFields.flatMap((field) => {
    const [old, now] = [known.value[field], told[field]];
    // A field that an incomplete record lacks is added, not changed.
    if (now == null || (old == null && !known.complete) || sameAt([field], old ?? undefined, now)) return [];
    return [{ field, old: typeof old === 'string' ? old : '', now: typeof now === 'string' ? now : '' }];
  });
  if (fields.length === 0 || openEditsOf(store, { kind: 'vendor', id }).some((row) => row.touchesBank === 1)) return null;
  const name = known.value['name'];
  return { line, id, name: typeof name === 'string' ? name.slice(0, 300) : id, fields };
}

/** A vendor without the bank details that a file has otherwise; what is here stays. */
export function withoutBankChange(told: JsonObject, { fields }: ImportBankChange): JsonObject {
  const left = new Set(fields.map(({ field }) => field));
  return Object.fromEntries(Object.entries(told).filter(([name]) => !left.has(name)));
}
