import { z } from 'zod';
import { isKnownCurrency } from '#service/domain/currencies.ts';
import { currency, date, daysAfter } from '#service/domain/fields.ts';
import { ofRecord, show, storeChange } from './company-record.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { expense, type Expense } from '#service/domain/records/expense.ts';
import { refuse } from '#service/domain/refusal.ts';

const updateBody = z.object({ originalCurrency: currency.optional(), performedDate: date.optional() });

function update(record: Expense, input: OperationInput<z.infer<typeof updateBody>>): Outcome {
  const { body, timestamp, today } = input;
  if (record.status === 'CANCELLED') return refuse('CONFLICT', 'EXPENSE_CANCELLED', 'A cancelled expense cannot be changed.');
  if (body.originalCurrency !== undefined && !isKnownCurrency(body.originalCurrency)) {
    return refuse('UNPROCESSABLE_CONTENT', 'UNKNOWN_CURRENCY', 'This currency is not in use.', ['originalCurrency']);
  }
  // A day of grace: the user's calendar may be ahead of the service's.
  if (body.performedDate !== undefined && body.performedDate > daysAfter(today, 1)) {
    return refuse('UNPROCESSABLE_CONTENT', 'DATE_IN_FUTURE', 'An expense cannot be performed in the future.', ['performedDate']);
  }
  const changed: Expense = {
    ...record,
    originalCurrency: body.originalCurrency ?? record.originalCurrency,
    performedDate: body.performedDate ?? record.performedDate,
    updatedAt: timestamp,
  };
  return storeChange('expense', changed, input);
}

/** Get expense ("Endpoints 3"). */
export const getExpense = operation({
  name: 'getExpense',
  method: 'GET',
  path: '/v1/expenses/{id}',
  summary: 'Get expense',
  action: 'readExpenses',
  response: expense,
  tagged: 'expense',
  apply: ofRecord('expense', show),
});

/** Update expense ("Endpoints 4"). Only the two fields that the specification shows can be changed; others are ignored and reported. */
export const updateExpense = operation({
  name: 'updateExpense',
  method: 'PATCH',
  path: '/v1/expenses/{id}',
  summary: 'Update expense',
  action: 'writeExpenses',
  body: updateBody,
  response: expense,
  tagged: 'expense',
  apply: ofRecord('expense', update),
});
