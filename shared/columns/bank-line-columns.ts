import { code, date, enumeration, money, reference, text, type ColumnTable } from './column.ts';

/** A bank line is no record: SQLite reads its fields from the lines themselves. */
const nothing = () => [];

/** The fields that a query over bank lines names. */
export const bankLineTable: ColumnTable = {
  word: 'Bank line',
  subtitle: () => null,
  columns: [
    date('date', 'Booked', nothing, { slot: 'date' }),
    text('payer', 'Payer', nothing),
    text('text', 'Text', nothing),
    text('reference', 'Reference', nothing),
    enumeration('state', 'State', nothing, { slot: 'status' }),
    money('amount', 'Amount', nothing, { slot: 'amountMinor' }),
    money('left', 'Left on the line', nothing),
    code('currency', 'Currency', nothing, { slot: 'currency' }),
    reference('account', 'Account', 'bankAccount', nothing),
    text('file', 'File', nothing),
  ],
};
