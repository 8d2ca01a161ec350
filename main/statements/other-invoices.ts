import { sql } from 'drizzle-orm';
import { isLike, likeText } from '#main/storage/like.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

const most = 20;
const called = sql`(${record.title} || ' ' || ifnull(${record.subtitle}, '') || ' ' || ${record.facts})`;
const found = prepared((db) =>
  db.rows(
    { id: record.recordId },
    sql`FROM ${record} WHERE ${record.kind} = 'invoiceReceivable' AND ${record.status} IN ('OPEN', 'PARTIALLY_PAID')
      AND ${record.currency} = ${param('currency')} AND ${isLike(called, 'pattern')} AND (${param('any')} OR ${record.amountMinor} = ${param('minor')})
      ORDER BY ${record.date}, ${record.row} LIMIT ${sql.raw(String(most))}`,
  ),
);

/** Ids of open invoices with this text in number, reference or names; without a text those of exactly this sum. Oldest first. */
export const invoiceIdsLike = (store: Store, { currency, minor, text }: { currency: string; minor: bigint; text: string }): string[] =>
  found(store)
    .all({ currency, minor, pattern: likeText(text), any: text === '' ? 0 : 1 })
    .map(({ id }) => id);
