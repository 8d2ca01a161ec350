import { isStorageTrouble } from '#main/cache/database/driver.ts';
import { companyOf, pinCompany } from '#main/cache/records/company.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { JsonObject } from '#shared/json.ts';

/**
 * Whether a record that the service told belongs to this account: "all records belong to a company (`companyId`)". The company of an OAuth
 * account stands in its token; of an API key nothing is told, so the first answer that names a company says it for good. What names no
 * company belongs.
 */
export function createCompanyPin(store: Store): (told: JsonObject) => boolean {
  let known = companyOf(store);
  return ({ companyId: told }) => {
    if (typeof told !== 'string' || told === '') return true;
    known ??= pinned(store, told);
    if (known === null) return true;
    return told.toLowerCase() === known.toLowerCase();
  };
}

/** Null when the disk does not take it: the answer counts all the same, and the next one is asked. */
function pinned(store: Store, told: string): string | null {
  try {
    pinCompany(store, told);
    return told;
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return null;
  }
}
