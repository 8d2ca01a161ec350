import { sql } from 'drizzle-orm';
import { param, prepared } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import { bankLine, lineUse } from '#main/storage/schema/statements.ts';
import { reference } from '#main/storage/schema/references.ts';
import { rowRange } from '#main/storage/row-range.ts';
import type { Store } from '#main/storage/store.ts';

/** An open invoice as SQLite tells it, before payments are subtracted. */
export interface PayableInvoice {
  row: number;
  id: string;
  totalMinor: bigint;
  paidHere: boolean;
  /** For `readInvoice`. */
  told: string;
}

const said = (name: string) => sql<string>`ifnull(CAST(json_extract(${recordBody.text}, ${sql.raw(`'$.${name}'`)}) AS text), '')`;
const customerName = sql`ifnull((SELECT ${reference.name} FROM ${reference} WHERE ${reference.kind} = 'customer' AND ${reference.id} = lower(${said('customerId')})), '')`;
const columns = {
  ...{ row: record.row, id: record.recordId, totalMinor: asBigint(record.amountMinor) },
  told: sql<string>`json_array(${record.recordId}, ${record.currency}, ${sql.join(
    ['invoiceNumber', 'reference', 'poNumber', 'customerId', 'dueDate'].map(said),
    sql`, `,
  )}, ${customerName})`,
  /** A payment of it was typed here: most have none, and need no look at the ledger. */
  paidHere: sql<number>`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.recordId} = ${record.recordId} AND ${outbox.priority} = 'payment')`,
};
const isOpen = sql`${record.kind} = 'invoiceReceivable' AND ${record.status} IN ('OPEN', 'PARTIALLY_PAID') AND ${record.amountMinor} IS NOT NULL`;
const withBody = sql`JOIN ${recordBody} ON ${recordBody.row} = ${record.row}`;
// NOT INDEXED: an index of the kind would be walked whole and sorted for each portion.
const payable = prepared((db) =>
  db.rows(
    columns,
    sql`FROM ${record} NOT INDEXED CROSS ${withBody} WHERE ${isOpen} AND ${record.row} BETWEEN ${param('first')} AND ${param('last')}
      ORDER BY ${record.row} LIMIT ${param('limit')}`,
  ),
);
// CROSS: the ids lead, and each is looked up.
const given = prepared((db) =>
  db.rows(
    columns,
    sql`FROM json_each(${param('ids')}) CROSS JOIN ${record} INDEXED BY record_ref
      ON ${record.kind} = 'invoiceReceivable' AND ${record.recordId} = value ${withBody} WHERE ${isOpen}`,
  ),
);

const whole = ({ totalMinor, paidHere, ...row }: ReturnType<ReturnType<typeof payable>['all']>[number]): PayableInvoice => ({
  ...row,
  ...{ totalMinor: totalMinor ?? 0n, paidHere: paidHere === 1 },
});

/** Open and partly paid invoices on this laptop after a row, in the order of their rows. */
export function payableInvoices(store: Store, after: number, limit: number): PayableInvoice[] {
  const [first, last] = rowRange('invoiceReceivable');
  return payable(store).all({ first: Math.max(first, after + 1), last, limit }).map(whole); // prettier-ignore
}

/** The open ones among these. */
export const payableAmong = (store: Store, ids: readonly string[]): PayableInvoice[] =>
  given(store).all({ ids: JSON.stringify(ids) }).map(whole); // prettier-ignore

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
