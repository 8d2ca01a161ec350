import { sql } from 'drizzle-orm';
import { namesOf } from '#main/names/book.ts';
import { amongGiven, param, prepared } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import { bankLine, lineUse } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import type { OpenInvoice } from '#shared/statements/match-types.ts';

/** An invoice with its total, before payments are subtracted. */
export type PayableInvoice = Omit<OpenInvoice, 'openMinor'> & { row: number; totalMinor: bigint; paidHere: boolean };

const said = (name: string) => sql<string>`ifnull(CAST(json_extract(${recordBody.text}, ${sql.raw(`'$.${name}'`)}) AS text), '')`;
const columns = {
  ...{ row: record.row, id: record.recordId, currency: record.currency, totalMinor: asBigint(record.amountMinor) },
  ...{ number: said('invoiceNumber'), reference: said('reference'), poNumber: said('poNumber'), customerId: said('customerId') },
  dueDate: said('dueDate'),
  /** A payment of it was typed here: most have none, and need no look at the ledger. */
  paidHere: sql<number>`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.recordId} = ${record.recordId} AND ${outbox.priority} = 'payment')`,
};
const open = sql`FROM ${record} JOIN ${recordBody} ON ${recordBody.row} = ${record.row}
  WHERE ${record.kind} = 'invoiceReceivable' AND ${record.status} IN ('OPEN', 'PARTIALLY_PAID') AND ${record.amountMinor} IS NOT NULL`;
const payable = prepared((db) =>
  db.rows(columns, sql`${open} AND ${record.row} > ${param('after')} ORDER BY ${record.row} LIMIT ${param('limit')}`),
);
const given = prepared((db) => db.rows(columns, sql`${open} AND ${amongGiven(record.recordId, 'ids')}`));

const named = (store: Store, rows: ReturnType<ReturnType<typeof payable>['all']>): PayableInvoice[] => {
  const ids = [...new Set(rows.map(({ customerId }) => customerId.toLowerCase()).filter((id) => id !== ''))];
  const names = new Map(namesOf(store, ids.map((id) => ({ kind: 'customer' as const, id }))).map(({ id, name }) => [id, name ?? ''])); // prettier-ignore
  return rows.map((row) => ({
    ...row,
    ...{ totalMinor: row.totalMinor ?? 0n, paidHere: row.paidHere === 1, customerName: names.get(row.customerId.toLowerCase()) ?? '' },
  }));
};

/** Open and partly paid invoices on this laptop after a row, in the order of their rows. */
export const payableInvoices = (store: Store, after: number, limit: number): PayableInvoice[] =>
  named(store, payable(store).all({ after, limit }));

/** The open ones among these. */
export const payableAmong = (store: Store, ids: readonly string[]): PayableInvoice[] =>
  named(store, given(store).all({ ids: JSON.stringify(ids) }));

const learned = prepared((db) =>
  db.rows(
    { payerAccount: bankLine.payerAccount, customerId: said('customerId') },
    sql`FROM ${lineUse} JOIN ${bankLine} ON ${bankLine.id} = ${lineUse.line} JOIN ${outbox} ON ${outbox.id} = ${lineUse.editId}
      JOIN ${record} ON ${record.kind} = ${outbox.recordKind} AND ${record.recordId} = ${outbox.recordId}
      JOIN ${recordBody} ON ${recordBody.row} = ${record.row}
      WHERE ${outbox.approvedAt} IS NOT NULL AND ${outbox.state} NOT IN ('superseded', 'discarded', 'rejected') AND ${bankLine.payerAccount} <> ''`,
  ),
);

/** Accounts whose payments a user approved for one customer, and for no other. */
export function learnedPayers(store: Store): Map<string, string> {
  const found = new Map<string, string | null>();
  for (const { payerAccount, customerId } of learned(store).all()) {
    const before = found.get(payerAccount);
    found.set(payerAccount, before === undefined || before === customerId ? customerId || null : null);
  }
  return new Map([...found].flatMap(([account, customer]) => (customer === null ? [] : [[account, customer] as const])));
}
