import { code, date, enumeration, money, reference, text, type ColumnTable } from './column.ts';

/** A bank line is no record: SQLite reads its fields from the lines themselves. */
const nothing = () => [];

/** The fields that a query over bank lines names. */
export const bankLineTable: ColumnTable = {
  subtitle: () => null,
  columns: [
    date('date', 'records.field.booked', nothing, { slot: 'date' }),
    text('payer', 'records.field.payer', nothing),
    text('text', 'records.field.text', nothing),
    text('reference', 'records.field.reference', nothing),
    enumeration('state', 'records.field.state', nothing, { slot: 'status' }),
    money('amount', 'records.field.amount', nothing, { slot: 'amountMinor' }),
    money('left', 'records.field.leftOnTheLine', nothing),
    code('currency', 'records.field.currency', nothing, { slot: 'currency' }),
    reference('account', 'records.field.account', 'bankAccount', nothing),
    text('file', 'records.field.file', nothing),
  ],
};
