import { and, eq, notInArray } from 'drizzle-orm';
import { fixed, prepared } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { settledStates } from '#shared/service/invoice-states.ts';

const { recordId: id, status, currency, facts, asOf } = record;
const owed = prepared((db) =>
  db
    .select({ id, status, currency, facts, asOf, amountMinor: asBigint(record.amountMinor) })
    .from(record)
    .where(and(fixed(eq(record.kind, 'invoiceReceivable')), fixed(notInArray(status, [...settledStates])))),
);

/** Invoices of which something may be owed. */
export const owedInvoices = (store: Store) => owed(store).all();
