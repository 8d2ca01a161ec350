import { code, date, enumeration, instant, money, reference, text, type ColumnTable } from './column.ts';
import { days, ids, idsInLines, integers, objectOf, texts } from './read-values.ts';

/** "Card transaction"; what its lines say is found by each line. */
export const cardTransactionTable: ColumnTable = {
  subtitle: (transaction) => {
    const [description] = texts(transaction['description']);
    return texts(objectOf(transaction['merchant'])['name']).length === 0 ? null : (description ?? null);
  },
  columns: [
    date('date', 'records.field.date', (transaction) => days(transaction['performedAt']), { slot: 'date' }),
    text(
      'merchant',
      'records.field.merchant',
      (transaction) => texts(objectOf(transaction['merchant'])['name'], transaction['description']).slice(0, 1),
      { slot: 'title', width: 0 },
    ),
    code('country', 'records.field.country', (transaction) =>
      // The service's word for a country that it does not know.
      texts(objectOf(transaction['merchant'])['country']).filter((country) => country !== 'UNDEFINED'),
    ),
    text('description', 'records.field.description', (transaction) => texts(transaction['description']), { width: 190, grows: true }),
    enumeration('status', 'records.field.status', (transaction) => texts(transaction['status']), { slot: 'status' }),
    money('amount', 'records.field.amount', (transaction) => integers(transaction['amount']), { slot: 'amountMinor' }),
    code('currency', 'records.field.currency', (transaction) => texts(transaction['currency']), { slot: 'currency', place: 'within' }),
    reference('card', 'records.field.card', 'card', (transaction) => ids(transaction['cardId']), { place: 'offered' }),
    reference('account', 'records.field.account', 'ledgerAccount', idsInLines('lines', 'accountId'), { many: true, place: 'offered' }),
    reference('costcentre', 'records.field.costCentre', 'costCenter', idsInLines('lines', 'costCenterId'), {
      many: true,
      place: 'offered',
    }),
    enumeration('type', 'records.field.type', (transaction) => texts(transaction['type']), { place: 'offered' }),
    instant('updated', 'records.field.updated', (transaction) => texts(transaction['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
