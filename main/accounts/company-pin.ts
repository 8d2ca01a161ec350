import { readSetting, writeSetting } from '#main/cache/settings.ts';
import type { Store } from '#main/cache/store.ts';
import { isJsonObject, type JsonValue } from '#shared/json.ts';

const setting = 'companyOfAnswers';

/**
 * Whether a record that the service told belongs to this account: "all records belong to a company (`companyId`)". The company of an OAuth
 * account stands in its token; of an API key nothing is told, so the first answer that names a company says it for good. What names no
 * company belongs.
 */
export function createCompanyPin(store: Store): (told: JsonValue) => boolean {
  let known = store.account.companyId ?? textOf(readSetting(store, setting));
  return (told) => {
    const company = isJsonObject(told) ? textOf(told['companyId'] ?? null) : null;
    if (company === null) return true;
    if (known === null) writeSetting(store, setting, (known = company));
    return company.toLowerCase() === known.toLowerCase();
  };
}

const textOf = (value: JsonValue): string | null => (typeof value === 'string' && value !== '' ? value : null);
