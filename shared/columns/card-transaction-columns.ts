import { code, date, enumeration, instant, money, reference, text, type ColumnTable } from './column.ts';
import { days, ids, idsInLines, integers, objectOf, texts } from './read-values.ts';

/** "Card transaction"; what its lines say is found by each line. */
export const cardTransactionTable: ColumnTable = {
  word: 'Card transaction',
  subtitle: (transaction) => {
    const [description] = texts(transaction['description']);
    return texts(objectOf(transaction['merchant'])['name']).length === 0 ? null : (description ?? null);
  },
  columns: [
    date('date', 'Date', (transaction) => days(transaction['performedAt']), { slot: 'date' }),
    text(
      'merchant',
      'Merchant',
      (transaction) => texts(objectOf(transaction['merchant'])['name'], transaction['description']).slice(0, 1),
      { slot: 'title', width: 0 },
    ),
    code('country', 'Country', (transaction) =>
      // The service's word for a country that it does not know.
      texts(objectOf(transaction['merchant'])['country']).filter((country) => country !== 'UNDEFINED'),
    ),
    text('description', 'Description', (transaction) => texts(transaction['description']), { width: 190, grows: true }),
    enumeration('status', 'Status', (transaction) => texts(transaction['status']), { slot: 'status' }),
    money('amount', 'Amount', (transaction) => integers(transaction['amount']), { slot: 'amountMinor' }),
    code('currency', 'Currency', (transaction) => texts(transaction['currency']), { slot: 'currency', place: 'within' }),
    reference('card', 'Card', 'card', (transaction) => ids(transaction['cardId']), { place: 'offered' }),
    reference('account', 'Account', 'ledgerAccount', idsInLines('lines', 'accountId'), { many: true, place: 'offered' }),
    reference('costcentre', 'Cost centre', 'costCenter', idsInLines('lines', 'costCenterId'), { many: true, place: 'offered' }),
    enumeration('type', 'Type', (transaction) => texts(transaction['type']), { place: 'offered' }),
    instant('updated', 'Updated', (transaction) => texts(transaction['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
