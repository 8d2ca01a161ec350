import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { isUuid } from '#shared/values/uuid.ts';

const setting = 'companyOfAnswers';
const sureSetting = 'companyIsSure';

/** The company whose records this account holds, by its sign-in or by what the service's answers name; null while nobody said. */
export function companyOf(store: Store): string | null {
  const pinned = readSetting(store, setting);
  return companyOfSignIn(store) ?? (typeof pinned === 'string' ? pinned : null);
}

/** True when the company is fixed: the sign-in names it, or two records of the service do. */
export function isCompanySure(store: Store): boolean {
  return companyOfSignIn(store) !== null || readSetting(store, sureSetting) === true;
}

/** Keeps the company that the service's answers name. */
export function pinCompany(store: Store, companyId: string, sure: boolean): void {
  store.commit('company', () => {
    writeSetting(store, setting, companyId);
    writeSetting(store, sureSetting, sure);
  });
}

/** A sign-in may call the company by another name than its records do. */
function companyOfSignIn(store: Store): string | null {
  const { companyId } = store.account;
  return companyId !== null && isUuid(companyId) ? companyId : null;
}
