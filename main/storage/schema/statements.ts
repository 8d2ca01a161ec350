import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { LineDoubt } from '#shared/statements/line-state.ts';
import type { StatementFormat } from '#shared/statements/statement.ts';
import type { EpochMs } from '#shared/world.ts';
import { flag, int64 } from './column-types.ts';

/** An account that statements were imported of, in one currency. */
export const bankAccount = sqliteTable('bank_account', {
  id: integer('id').primaryKey(),
  /** IBAN or account number without separators. */
  account: text('account').notNull(),
  currency: text('currency').notNull(),
  bank: text('bank').notNull(),
  /** The service's bank account, confirmed once by a user. */
  bankAccountId: text('bank_account_id'),
  /** Another installation records its receipts: its lines are evidence here, and nothing is drafted from them. */
  evidenceOnly: flag('evidence_only').notNull(),
});

/** One imported statement: the days that it covers, and the file it came from. */
export const statement = sqliteTable('statement', {
  id: integer('id').primaryKey(),
  account: integer('account').notNull(),
  fileName: text('file_name').notNull(),
  fileSha256: text('file_sha256').notNull(),
  format: text('format').$type<StatementFormat>().notNull(),
  from: text('from_day').notNull(),
  to: text('to_day').notNull(),
  /** Minor units; null where the format has no balances. */
  openingMinor: int64('opening_minor'),
  closingMinor: int64('closing_minor'),
  sequence: text('sequence').notNull(),
  importedAt: integer('imported_at').$type<EpochMs>().notNull(),
  /** False while its file is being imported: nothing of it is visible. */
  whole: flag('whole').notNull(),
});

/** A booked line. Equal lines of one account differ in `nth` alone: no bank's id is an identity. */
export const bankLine = sqliteTable('bank_line', {
  id: integer('id').primaryKey(),
  account: integer('account').notNull(),
  statement: integer('statement').notNull(),
  /** Hex SHA-256 of what the line says. */
  print: text('print').notNull(),
  nth: integer('nth').notNull(),
  bookedOn: text('booked_on').notNull(),
  valueOn: text('value_on').notNull(),
  minor: int64('minor').notNull(),
  currency: text('currency').notNull(),
  reversal: flag('reversal').notNull(),
  payer: text('payer').notNull(),
  payerAccount: text('payer_account').notNull(),
  endToEnd: text('end_to_end').notNull(),
  reference: text('reference').notNull(),
  text: text('text').notNull(),
  bankReference: text('bank_reference').notNull(),
  /** Null for a line of its own; a user settles a doubt. */
  doubt: text('doubt').$type<LineDoubt>(),
  /** A user's reason why no payment is drafted from it. */
  putAside: text('put_aside'),
});

/** The part of a line that a payment records. Rows are never changed; a use counts while its edit is neither discarded nor superseded. */
export const lineUse = sqliteTable(
  'line_use',
  {
    line: integer('line').notNull(),
    editId: text('edit_id').notNull(),
    minor: int64('minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.line, table.editId] })],
);
