import { isStorageTrouble } from '#main/storage/driver.ts';
import { companyOf, isCompanySure, pinCompany } from '#main/records/company.ts';
import type { Store } from '#main/storage/store.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { recordId } from '#shared/records/record-id.ts';
import { sameId } from '#shared/values/uuid.ts';

/**
 * True when a record belongs to this account: "all records belong to a company (`companyId`)". The token names the company of an OAuth account; an
 * API key names none, so the first answer with a company sets it and a second record confirms it. Until then two records of another company outweigh
 * the first. A record without a company belongs.
 */
export function createCompanyPin(store: Store): (told: JsonObject) => boolean {
  let known = companyOf(store);
  let sure = isCompanySure(store);
  let first: string | null = null;
  const others = new Map<string, Set<string>>();

  const pin = (company: string, isSure: boolean) => {
    [known, sure] = [company, isSure];
    try {
      pinCompany(store, company, isSure);
    } catch (error) {
      // A note that a full disk does not take is made by the next answer; this one counts all the same.
      if (!isStorageTrouble(error)) throw error;
    }
  };

  return ({ companyId: told, ...named }) => {
    if (typeof told !== 'string' || told === '') return true;
    const record = (recordId('vendor', named) ?? recordId('expense', named) ?? '').toLowerCase();
    if (known === null) pin(told, false);
    if (known !== null && sameId(told, known)) {
      if (!sure && first !== null && record !== first) pin(known, true);
      first ??= record;
      return true;
    }
    if (sure) return false;
    const company = told.toLowerCase();
    const seen = others.get(company) ?? new Set();
    others.set(company, seen.add(record));
    if (seen.size < 2) return false;
    pin(told, true);
    return true;
  };
}
