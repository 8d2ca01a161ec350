import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import type { Store } from '#main/cache/database/store.ts';
import { isUuid } from '#shared/uuid.ts';

const setting = 'companyOfAnswers';

/** The company whose records this account holds, by its sign-in or by the service's first answer that named one; null while nobody said. */
export function companyOf(store: Store): string | null {
  const pinned = readSetting(store, setting);
  const { companyId } = store.account;
  // A sign-in may call the company by another name than its records do.
  return companyId !== null && isUuid(companyId) ? companyId : typeof pinned === 'string' ? pinned : null;
}

/** Keeps the company that the service's answers name; the first one stays. */
export function pinCompany(store: Store, companyId: string): void {
  if (companyOf(store) === null) writeSetting(store, setting, companyId);
}
