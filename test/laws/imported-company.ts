import { putRecord } from '#main/records/records.ts';
import { writeJson } from '#service/domain/json.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';
import { smallCompany } from './small-company.ts';

let made: Buffer | null = null;

/** A migrated database that knows the company's records, as one import would leave it; made once. */
export function importedCompany(): Buffer {
  if (made) return made;
  const store = openTestStore(fakeWorld());
  const company = smallCompany();
  const know = (kind: RecordKind, ids: readonly string[]) => {
    for (const id of ids) {
      const text = writeJson(company.store.get(kind, id));
      const parsed = parseJson(text);
      if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('unreadable fixture');
      putRecord(store, { ref: { kind, id }, text, value: parsed.value, provenance: 'import', asOf: store.world.now(), complete: true });
    }
  };
  know('expense', company.expenses);
  know('vendor', company.vendors);
  know('invoiceReceivable', company.invoices);
  know('cardTransaction', company.cardTransactions);
  made = store.sql.serialize();
  store.close();
  return made;
}
