import { sql } from 'drizzle-orm';
import { param, prepared } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { bankLine, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';

const most = 10;

const receipts = prepared((db) =>
  db.rows(
    {
      ...{ id: bankLine.id, bookedOn: bankLine.bookedOn, currency: bankLine.currency, payer: bankLine.payer, text: bankLine.text },
      minor: asBigint(bankLine.minor),
    },
    sql`FROM ${bankLine} JOIN ${statement} ON ${statement.id} = ${bankLine.statement} AND ${statement.whole}
      WHERE ${bankLine.account} = ${param('account')} AND ${bankLine.bookedOn} BETWEEN ${param('from')} AND ${param('to')}
      AND ${bankLine.minor} = ${param('minor')} AND NOT ${bankLine.reversal}
      AND NOT EXISTS (SELECT 1 FROM living_use WHERE living_use.line = ${bankLine.id})
      ORDER BY ${bankLine.bookedOn}, ${bankLine.id} LIMIT ${sql.raw(String(most))}`,
  ),
);

/** Lines of an account with this sum, booked between two days, that no payment uses. */
export const unusedReceipts = (store: Store, among: { account: number; from: string; to: string; minor: bigint }) =>
  receipts(store).all(among);
