import { and, eq, inArray } from 'drizzle-orm';
import { fixed, selectFrom } from '#main/storage/prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

const shown = selectFrom(record, {
  fields: { id: record.recordId },
  where: fixed(and(eq(record.kind, 'expense'), inArray(record.provenance, ['read', 'writeResponse']))),
  limit: 1,
});

/** The id of an expense that the service itself showed; null while it showed none. */
export function knownExpense(store: Store): string | null {
  return shown(store).get()?.id ?? null;
}
