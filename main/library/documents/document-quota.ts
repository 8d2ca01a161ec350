import { readSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';

/** Room for documents before the least lately used are forgotten, in bytes. */
const USUAL_QUOTA_BYTES = 2_000_000_000;

/** Bytes that documents may take; `managed` where the company has set it. */
export function documentQuota(store: Store, managed: number | null): number {
  if (managed !== null) return managed;
  const own = readSetting(store, 'documentQuotaBytes');
  return typeof own === 'number' ? own : USUAL_QUOTA_BYTES;
}
