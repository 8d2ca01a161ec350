import { readSetting } from '#main/cache/accounts/settings.ts';
import type { Store } from '#main/cache/database/store.ts';

/** Room for documents before the least lately used are forgotten, in bytes. */
const USUAL_QUOTA_BYTES = 2_000_000_000;

/** Bytes that documents may take. */
export function documentQuota(store: Store): number {
  const own = readSetting(store, 'documentQuotaBytes');
  return typeof own === 'number' ? own : USUAL_QUOTA_BYTES;
}
