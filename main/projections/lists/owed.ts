import { eq, notInArray, sql } from 'drizzle-orm';
import { entryNumber } from '#main/projections/columns/fact-entries.ts';
import { fixed, prepared } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { record, recordFact } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { exactSum, wholeSum } from './list-counts.ts';
import { settledStates } from '#shared/service/invoice-states.ts';

const { recordId, status, currency, amountMinor } = record;
const due = sql<string>`${recordFact.value}`;
const partly = sql<0 | 1>`(${fixed(eq(status, 'PARTIALLY_PAID'))})`;
/** An invoice with payments of its own here is a group of its own. */
const id = sql<
  string | null
>`CASE WHEN EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.recordId} = ${recordId} AND ${fixed(eq(outbox.priority, 'payment'))}) THEN ${recordId} END`;
const owed = prepared((db) =>
  db.rows(
    {
      ...{ id, currency, due, partly, count: sql<number>`count(*)`, asOf: sql<number>`min(${record.asOf})` },
      ...exactSum,
    },
    sql`FROM ${recordFact} CROSS JOIN ${record} ON ${record.row} = ${recordFact.row}
      WHERE ${recordFact.column} = ${sql.raw(String(entryNumber('invoiceReceivable', 'due')))} AND ${fixed(notInArray(status, [...settledStates]))}
        AND ${currency} <> '' AND ${amountMinor} > 0 GROUP BY 1, 2, 3, 4`,
  ),
);

/** Invoices of which something may be owed, added up by currency, due date ('' for none) and state; those with payments here one by one. */
export const owedInvoices = (store: Store) =>
  owed(store).all().map(({ high, low, ...row }) => ({ ...row, minor: wholeSum({ high, low }) })); // prettier-ignore
