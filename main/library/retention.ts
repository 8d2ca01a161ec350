import { accountSetting } from '#main/storage/settings.ts';
import type { PolicySettings } from '#shared/setting-rows.ts';
import type { Store } from '#main/storage/store.ts';
import { documentsOlderThan, recordsOlderThan } from '#main/outbox/forget-records.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { leave, type Leaving, type Left } from './leave.ts';
import { heardBefore } from './use-time.ts';

/** The batch size of a search. */
const perLook = 500;

/** The retention of records. */
export interface RetentionRule {
  days: number;
  /** Records in a trip pack, or pinned, stay at any age under the user's own rule, not under the company's. */
  sparesKept: boolean;
}

/** The rule of an account, the company's before the user's. Null: everything stays. */
export function retentionRule(store: Store, policy: Partial<PolicySettings>): RetentionRule | null {
  const days = accountSetting(store, 'retentionDays', policy);
  return days === null ? null : { days, sparesKept: policy.retentionDays === undefined };
}

export interface Ageing extends Leaving {
  /** True when the service has returned records of this kind before. */
  readsAgain(kind: RecordKind): boolean;
}

/**
 * Takes off the laptop what was last heard of longer ago, in days of use, than the rule says. Records that this service lets nobody read again
 * stay, and so does what has something unsent. One line in the audit log when anything left.
 */
export async function forgetAged(parts: Ageing, { days, sparesKept }: RetentionRule): Promise<Left> {
  const { store } = parts;
  const total: Left = { records: 0, documents: 0 };
  const before = heardBefore(store, days);
  if (before === null) return total;
  const aged = { before, kinds: recordKinds.filter((kind) => parts.readsAgain(kind)), sparesKept, limit: perLook };
  for (;;) {
    const left = await leave(parts, { records: recordsOlderThan(store, aged), documents: documentsOlderThan(store, aged) });
    total.records += left.records;
    total.documents += left.documents;
    if (!store.sql.open || left.records + left.documents === 0) break;
  }
  if (store.sql.open && total.records + total.documents > 0)
    store.commit('aged', () => appendAudit(store, { what: 'aged', editId: null, record: null, facts: { days, ...total } }));
  return total;
}
