import { z } from 'zod';
import { applyCustomProperties } from '#service/domain/custom-properties.ts';
import { text } from '#service/domain/fields.ts';
import { ofRecord, storeChange } from './company-record.ts';
import { operation, type Answer, type OperationInput, type Outcome } from './operation.ts';
import { cardTransaction, type CardTransaction } from '#service/domain/records/card-transaction.ts';
import { customPropertyInput } from '#service/domain/records/custom-property.ts';
import { refuse } from '#service/domain/refusal.ts';

const updateBody = z.object({ description: text.nullish(), customProperties: z.array(customPropertyInput).nullish() });
const receiptBody = z.object({ roles: z.array(text).nullish(), name: text.nullish() });

function update(transaction: CardTransaction, input: OperationInput<z.infer<typeof updateBody>>): Outcome {
  const { body, caller, timestamp } = input;
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
  return storeChange('cardTransaction', changed, input);
}

/** The specification shows neither purpose nor payload of the answer: the sandbox says back what it was asked, and the receipt's key. */
function receipt({ id, receiptDocumentKey }: CardTransaction, { body }: OperationInput<z.infer<typeof receiptBody>>): Answer {
  const answer = { transactionId: id, receiptDocumentKey, roles: body.roles ?? [], name: body.name ?? null };
  return { kind: 'answer', status: 200, body: answer, effects: [] };
}

/** Card transaction receipt ("Endpoints 6"). */
export const cardTransactionReceipt = operation({
  name: 'cardTransactionReceipt',
  method: 'OPTIONS',
  path: '/v1/card-transactions/{id}/receipt',
  summary: 'Card transaction receipt',
  action: 'readCardTransactions',
  body: receiptBody,
  apply: ofRecord('cardTransaction', receipt),
});

/** Update card transaction ("Endpoints 7"). An omitted field stays as it is, or is emptied with the switch `replaces`. */
export const updateCardTransaction = operation({
  name: 'updateCardTransaction',
  method: 'PATCH',
  path: '/rest/ext/v1/card-transactions/{id}',
  summary: 'Update card transaction',
  action: 'writeCardTransactions',
  errorShape: 'B',
  body: updateBody,
  response: cardTransaction,
  tagged: 'cardTransaction',
  apply: ofRecord('cardTransaction', update),
});
