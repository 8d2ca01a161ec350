import { z } from 'zod';
import { applyCustomProperties } from '#service/domain/custom-properties.ts';
import { text } from '#service/domain/fields.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { cardTransaction, type CardTransaction } from '#service/domain/records/card-transaction.ts';
import { customPropertyInput } from '#service/domain/records/custom-property.ts';
import { refuse, type Refusal } from '#service/domain/refusal.ts';
import type { Store } from '#service/domain/store.ts';

const updateBody = z.object({ description: text.nullish(), customProperties: z.array(customPropertyInput).nullish() });
const receiptBody = z.object({ roles: z.array(text).nullish(), name: text.nullish() });

function tagOf(transaction: CardTransaction): string {
  return `"${transaction.updatedAt}"`;
}

function currentTag(store: Store, id: string): string | null {
  const transaction = store.get('cardTransaction', id);
  return transaction === undefined ? null : tagOf(transaction);
}

function find({ store, id, caller }: OperationInput<never>): CardTransaction | undefined {
  const transaction = store.get('cardTransaction', id);
  return transaction?.companyId === caller.companyId ? transaction : undefined;
}

function missing(): Refusal {
  return refuse('NOT_FOUND', 'CARD_TRANSACTION_NOT_FOUND', 'There is no such card transaction in this company.');
}

function get(input: OperationInput): Outcome {
  const transaction = find(input as OperationInput<never>);
  return transaction === undefined ? missing() : { kind: 'answer', status: 200, body: transaction, effects: [], tag: tagOf(transaction) };
}

function update(input: OperationInput<z.infer<typeof updateBody>>): Outcome {
  const { store, body, caller, timestamp } = input;
  const transaction = find(input as OperationInput<never>);
  if (transaction === undefined) return missing();
  if (transaction.editStatus === 'NO_EDITS_ALLOWED')
    return refuse('CONFLICT', 'EDITS_CLOSED', 'This card transaction is closed for edits.');
  const { replaces } = input.switches;
  const applied = applyCustomProperties(replaces ? [] : transaction.customProperties, body.customProperties ?? [], input);
  if (applied.kind === 'refusal') return applied;
  const description = body.description === undefined ? (replaces ? null : transaction.description) : body.description;
  const changed: CardTransaction = {
    ...transaction,
    description,
    customProperties: applied.properties,
    updatedAt: timestamp,
    updatedBy: caller.userId,
  };
  store.put('cardTransaction', transaction.id, changed);
  return { kind: 'answer', status: 200, body: changed, effects: [{ kind: 'cardTransaction', id: transaction.id }], tag: tagOf(changed) };
}

/** The specification shows neither purpose nor payload of the answer: the sandbox says back what it was asked, and the receipt's key. */
function receipt(input: OperationInput<z.infer<typeof receiptBody>>): Outcome {
  const transaction = find(input as OperationInput<never>);
  if (transaction === undefined) return missing();
  const answer = {
    transactionId: transaction.id,
    receiptDocumentKey: transaction.receiptDocumentKey,
    roles: input.body.roles ?? [],
    name: input.body.name ?? null,
  };
  return { kind: 'answer', status: 200, body: answer, effects: [] };
}

/** Card transaction receipt ("Endpoints 6"). */
export const cardTransactionReceipt = operation({
  name: 'cardTransactionReceipt',
  method: 'OPTIONS',
  family: 'A',
  path: '/card-transactions/{id}/receipt',
  summary: 'Card transaction receipt',
  action: 'readCardTransactions',
  errorShape: 'A',
  body: receiptBody,
  response: null,
  apply: receipt,
});

/** Update card transaction ("Endpoints 7"). An omitted field stays as it is, or is emptied with the switch `replaces`. */
export const updateCardTransaction = operation({
  name: 'updateCardTransaction',
  method: 'PATCH',
  family: 'B',
  path: '/card-transactions/{id}',
  summary: 'Update card transaction',
  action: 'writeCardTransactions',
  errorShape: 'B',
  body: updateBody,
  response: cardTransaction,
  currentTag,
  apply: update,
});

/** A read that the specification does not have; only with the switch `reads`. */
export const getCardTransaction = operation({
  name: 'getCardTransaction',
  method: 'GET',
  family: 'B',
  path: '/card-transactions/{id}',
  summary: 'Get card transaction (not in the specification)',
  action: 'readCardTransactions',
  errorShape: 'B',
  body: null,
  response: cardTransaction,
  only: 'reads',
  currentTag,
  apply: get,
});
