import type { Client, RawAnswer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { parseJson, isJsonObject, type JsonObject } from '#shared/json/json.ts';
import { cardTransactionReceipt, getExpense } from '#shared/service/operations.ts';
import { recordId } from '#shared/records/record-id.ts';
import * as answers from './answers.ts';

/** One of the nine operations as the product does it, and a right answer to it, written by hand. */
export interface Exchange {
  name: string;
  /** "Endpoints n". */
  endpoint: number;
  kind: EditKind | null;
  /** Null for an answer that is no JSON record. */
  body: JsonObject | null;
  mediaType: 'application/json;charset=UTF-8' | 'application/pdf';
  right(id: string): string;
  send(client: Client, id: string, signal?: AbortSignal): Promise<ApiResult<unknown>>;
  /** True when the product would accept this as the answer. */
  believes(id: string, value: JsonObject): boolean;
}

const bankAccountId = '00000000-0000-4000-8000-000000000006';
const productId = '00000000-0000-4000-8000-000000000002';
const answerId = '00000000-0000-4000-8000-0000000000aa';
const json = 'application/json;charset=UTF-8';

function write(endpoint: number, kindName: string, body: JsonObject, right: (id: string) => string): Exchange {
  const kind = editKind(kindName);
  if (!kind) throw new Error(kindName);
  const priority = kindName === 'recordInvoicePayment' ? 'payment' : 'write';
  return {
    name: kindName,
    endpoint,
    kind,
    body,
    mediaType: json,
    right,
    send: (client, id, signal) => client.send({ ...kind.request(id, body, baseOf(kind, id)), priority }, signal),
    believes: (id, value) => kind.answer(id, body, value).kind !== 'wrongRecord',
  };
}

/** A vendor is written on top of its complete record. */
function baseOf(kind: EditKind, id: string): JsonObject | null {
  if (!kind.needsCompleteBase) return null;
  const parsed = parseJson(answers.vendor(id));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

/** All nine operations of "Endpoints", in its order. */
export const exchanges: readonly Exchange[] = [
  write(1, 'recordInvoicePayment', { paymentDate: '2026-03-12', bankAccountId, amountInInvoiceCurrency: 2_500n }, (id) =>
    answers.invoiceReceivable(id),
  ),
  write(2, 'createInvoiceLine', { productId, quantity: 2.5 }, (id) => answers.invoiceLine(answerId, id)),
  {
    name: 'getExpense',
    endpoint: 3,
    kind: null,
    body: null,
    mediaType: json,
    right: answers.expense,
    send: (client, id, signal) => client.read(getExpense(id), signal),
    believes: (id, value) => recordId('expense', value)?.toLowerCase() === id,
  },
  write(4, 'updateExpense', { originalCurrency: 'SEK', performedDate: '2026-03-09' }, answers.expense),
  write(5, 'createUserComment', { content: 'Looks right' }, (id) => answers.userComment(answerId, id, 'Looks right')),
  {
    name: 'cardTransactionReceipt',
    endpoint: 6,
    kind: null,
    body: null,
    mediaType: json,
    right: (id) => `{"transactionId":"${id}","receiptDocumentKey":null}`,
    send: (client, id, signal): Promise<ApiResult<RawAnswer>> =>
      client.options(cardTransactionReceipt(id, { roles: ['ADMIN'], name: 'receipt' }), signal),
    believes: () => true,
  },
  write(7, 'updateCardTransaction', { description: 'Train' }, (id) => answers.cardTransaction(id)),
  {
    name: 'getInvoiceDocument',
    endpoint: 8,
    kind: null,
    body: null,
    mediaType: 'application/pdf',
    right: () => answers.pdf,
    send: (client, id, signal) => client.document(id, null, signal),
    believes: () => true,
  },
  write(9, 'updateVendor', { name: 'Nordlicht AB' }, (id) => answers.vendor(id)),
];
