import { code, count, date, enumeration, instant, money, reference, text, type ColumnTable } from './column.ts';
import { counted, dates, ids, idsInLines, objectsOf, sums, texts } from './read-values.ts';

/** "Expense"; what its lines say is found by each line. */
export const expenseTable: ColumnTable = {
  word: 'Expense',
  subtitle: (expense) => {
    const lines = objectsOf(expense['lineItems']).length;
    return lines > 1 ? `${lines} lines` : null;
  },
  columns: [
    date('date', 'Date', (expense) => dates(expense['performedDate']), { slot: 'date' }),
    text(
      'description',
      'Description',
      (expense) => texts(...objectsOf(expense['lineItems']).map((line) => line['description'])).slice(0, 1),
      { slot: 'title', width: 0 },
    ),
    reference('account', 'Account', 'ledgerAccount', idsInLines('lineItems', 'accountId'), { many: true }),
    reference('costcentre', 'Cost centre', 'costCenter', idsInLines('lineItems', 'costCenterId'), { many: true }),
    reference('category', 'Category', 'reimbursementCategory', idsInLines('lineItems', 'reimbursementCategoryId'), { many: true }),
    count('lines', 'Lines', (expense) => counted(expense['lineItems'])),
    reference('person', 'Person', 'user', (expense) => ids(expense['userId'])),
    enumeration('status', 'Status', (expense) => texts(expense['status']), { slot: 'status' }),
    money('amount', 'Amount', (expense) => sums(objectsOf(expense['lineItems']), 'originalAmount'), { slot: 'amountMinor' }),
    code('currency', 'Currency', (expense) => texts(expense['originalCurrency']), { slot: 'currency', place: 'within' }),
    instant('updated', 'Updated', (expense) => texts(expense['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
