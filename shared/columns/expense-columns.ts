import { code, count, date, enumeration, instant, money, reference, text, type ColumnTable } from './column.ts';
import { counted, dates, ids, idsInLines, objectsOf, sums, texts } from './read-values.ts';

/** "Expense"; what its lines say is found by each line. */
export const expenseTable: ColumnTable = {
  subtitle: (expense) => {
    const lines = objectsOf(expense['lineItems']).length;
    return lines > 1 ? [lines, 'lines'].join(' ') : null;
  },
  columns: [
    date('date', 'records.field.date', (expense) => dates(expense['performedDate']), { slot: 'date' }),
    text(
      'description',
      'records.field.description',
      (expense) => texts(...objectsOf(expense['lineItems']).map((line) => line['description'])).slice(0, 1),
      { slot: 'title', width: 0 },
    ),
    reference('account', 'records.field.account', 'ledgerAccount', idsInLines('lineItems', 'accountId'), { many: true }),
    reference('costcentre', 'records.field.costCentre', 'costCenter', idsInLines('lineItems', 'costCenterId'), { many: true }),
    reference('category', 'records.field.category', 'reimbursementCategory', idsInLines('lineItems', 'reimbursementCategoryId'), {
      many: true,
    }),
    count('lines', 'records.field.lines', (expense) => counted(expense['lineItems'])),
    reference('person', 'records.field.person', 'user', (expense) => ids(expense['userId'])),
    enumeration('status', 'records.field.status', (expense) => texts(expense['status']), { slot: 'status' }),
    money('amount', 'records.field.amount', (expense) => sums(objectsOf(expense['lineItems']), 'originalAmount'), { slot: 'amountMinor' }),
    code('currency', 'records.field.currency', (expense) => texts(expense['originalCurrency']), { slot: 'currency', place: 'within' }),
    instant('updated', 'records.field.updated', (expense) => texts(expense['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
