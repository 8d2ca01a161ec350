import { z } from 'zod';
import { isKnownCurrency } from '#service/domain/currencies.ts';
import { currency, date } from '#service/domain/fields.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { expense, type Expense } from '#service/domain/records/expense.ts';
import { refuse, type Refusal } from '#service/domain/refusal.ts';
import type { Store } from '#service/domain/store.ts';

const DAY_MS = 86_400_000;
const updateBody = z.object({ originalCurrency: currency.optional(), performedDate: date.optional() });

function tagOf(record: Expense): string {
  return `"${record.updatedAt}"`;
}

function currentTag(store: Store, id: string): string | null {
  const record = store.get('expense', id);
  return record === undefined ? null : tagOf(record);
}

function find({ store, id, caller }: OperationInput): Expense | undefined {
  const record = store.get('expense', id);
  return record?.companyId === caller.companyId ? record : undefined;
}

function missing(): Refusal {
  return refuse('NOT_FOUND', 'EXPENSE_NOT_FOUND', 'There is no such expense in this company.');
}

function get(input: OperationInput): Outcome {
  const record = find(input);
  return record === undefined ? missing() : { kind: 'answer', status: 200, body: record, effects: [], tag: tagOf(record) };
}

/** A day of grace: the user's calendar may be ahead of the service's. */
function isFuture(day: string, today: string): boolean {
  return Date.parse(day) > Date.parse(today) + DAY_MS;
}

function update(input: OperationInput<z.infer<typeof updateBody>>): Outcome {
  const { store, body, timestamp, today } = input;
  const record = find(input);
  if (record === undefined) return missing();
  if (record.status === 'CANCELLED') return refuse('CONFLICT', 'EXPENSE_CANCELLED', 'A cancelled expense cannot be changed.');
  if (body.originalCurrency !== undefined && !isKnownCurrency(body.originalCurrency)) {
    return refuse('UNPROCESSABLE_CONTENT', 'UNKNOWN_CURRENCY', 'This currency is not in use.', ['originalCurrency']);
  }
  if (body.performedDate !== undefined && isFuture(body.performedDate, today)) {
    return refuse('UNPROCESSABLE_CONTENT', 'DATE_IN_FUTURE', 'An expense cannot be performed in the future.', ['performedDate']);
  }
  const changed: Expense = {
    ...record,
    originalCurrency: body.originalCurrency ?? record.originalCurrency,
    performedDate: body.performedDate ?? record.performedDate,
    updatedAt: timestamp,
  };
  store.put('expense', record.id, changed);
  return { kind: 'answer', status: 200, body: changed, effects: [{ kind: 'expense', id: record.id }], tag: tagOf(changed) };
}

/** Get expense ("Endpoints 3"). */
export const getExpense = operation({
  name: 'getExpense',
  method: 'GET',
  family: 'A',
  path: '/expenses/{id}',
  summary: 'Get expense',
  action: 'readExpenses',
  errorShape: 'A',
  body: null,
  response: expense,
  currentTag,
  apply: get,
});

/** Update expense ("Endpoints 4"). Only the two fields that the specification shows can be changed; others are ignored and reported. */
export const updateExpense = operation({
  name: 'updateExpense',
  method: 'PATCH',
  family: 'A',
  path: '/expenses/{id}',
  summary: 'Update expense',
  action: 'writeExpenses',
  errorShape: 'A',
  body: updateBody,
  response: expense,
  currentTag,
  apply: update,
});
