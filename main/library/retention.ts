import { readSetting } from '#main/cache/accounts/settings.ts';
import type { Store } from '#main/cache/database/store.ts';
import { documentsOlderThan, recordsOlderThan } from '#main/cache/records/forget-records.ts';
import { appendAudit } from '#main/cache/trail/audit.ts';
import { leave, type Leaving, type Left } from './leave.ts';

const DAY_MS = 24 * 3_600_000;
/** How many are looked for at once. */
const perLook = 500;

/** How long what was read stays. */
export interface RetentionRule {
  days: number;
  /** What is in a trip pack, or pinned, stays whatever its age: so a person's own rule says, and the company's does not. */
  sparesKept: boolean;
}

/** The rule of an account; `managed` days where the company has set them. Null: everything stays. */
export function retentionRule(store: Store, managed: number | null): RetentionRule | null {
  if (managed !== null) return { days: managed, sparesKept: false };
  const own = readSetting(store, 'retentionDays');
  return typeof own === 'number' ? { days: own, sparesKept: true } : null;
}

/** Takes off the laptop what was last heard of longer ago than the rule says; what has something unsent stays. One line in the trail when anything left. */
export async function forgetAged(parts: Leaving, { days, sparesKept }: RetentionRule): Promise<Left> {
  const { store } = parts;
  const aged = { before: store.world.now() - days * DAY_MS, sparesKept, limit: perLook };
  const total: Left = { records: 0, documents: 0 };
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
