import { z } from 'zod';
import { date, int64, text, uuid } from '#service/domain/fields.ts';
import { lockRefusal } from '#service/domain/invoice.ts';
import { lineAmounts } from '#service/domain/line-amounts.ts';
import { ofRecord } from './company-record.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { invoiceReceivableLine, type InvoiceReceivable, type InvoiceReceivableLine } from '#service/domain/records/invoice-receivable.ts';
import { refuse, type Refusal } from '#service/domain/refusal.ts';

const body = z.object({
  productId: uuid,
  quantity: z.number(),
  taxCodeId: uuid.nullable().default(null),
  accountId: uuid.nullable().default(null),
  discount: z
    .looseObject({ type: z.string().min(1) })
    .nullable()
    .default(null),
  priceOverwrite: int64.nullable().default(null),
  productNameOverwrite: text.nullable().default(null),
  taxEngineOneCode: text.nullable().default(null),
  billingStart: date.nullable().default(null),
  billingEnd: date.nullable().default(null),
});
type Body = z.infer<typeof body>;
const discountTypes: readonly string[] = ['PERCENTAGE', 'AMOUNT'];

function unprocessable(code: string, message: string, field: string): Refusal {
  return refuse('UNPROCESSABLE_CONTENT', code, message, [field]);
}

function referenceRefusal({ store, body: line, caller }: OperationInput<Body>): Refusal | undefined {
  if (store.get('product', line.productId)?.companyId !== caller.companyId) {
    return unprocessable('UNKNOWN_PRODUCT', 'There is no such product in this company.', 'productId');
  }
  if (line.taxCodeId !== null && store.get('taxCode', line.taxCodeId)?.companyId !== caller.companyId) {
    return unprocessable('UNKNOWN_TAX_CODE', 'There is no such tax code in this company.', 'taxCodeId');
  }
  if (line.accountId !== null && store.get('account', line.accountId)?.companyId !== caller.companyId) {
    return unprocessable('UNKNOWN_ACCOUNT', 'There is no such account in this company.', 'accountId');
  }
  return undefined;
}

function refusalOf(input: OperationInput<Body>, invoice: InvoiceReceivable): Refusal | undefined {
  const line = input.body;
  const locked = lockRefusal(invoice);
  if (locked !== undefined) return locked;
  if (line.taxEngineOneCode !== null && invoice.taxEngineName !== 'TAX_ENGINE_ONE') {
    return unprocessable('OTHER_TAX_ENGINE', `This invoice uses the tax engine ${invoice.taxEngineName}.`, 'taxEngineOneCode');
  }
  if (line.discount !== null && !discountTypes.includes(line.discount.type)) {
    return refuse('BAD_REQUEST', 'UNKNOWN_DISCOUNT_TYPE', 'The discount type must be PERCENTAGE or AMOUNT.', ['discount', 'type']);
  }
  if (line.billingStart !== null && line.billingEnd !== null && line.billingEnd < line.billingStart) {
    return unprocessable('BILLING_PERIOD_REVERSED', 'The billing period ends before it starts.', 'billingEnd');
  }
  return referenceRefusal(input);
}

function newLine(input: OperationInput<Body>, invoice: InvoiceReceivable): { line: InvoiceReceivableLine; total: bigint } {
  const { store, body: asked, timestamp } = input;
  const price = asked.priceOverwrite ?? store.get('product', asked.productId)?.price ?? 0n;
  const rate = asked.taxCodeId === null ? 0 : (store.get('taxCode', asked.taxCodeId)?.rateBasisPoints ?? 0);
  const { total, ...amounts } = lineAmounts(price, asked.quantity, rate, invoice.areLinesWithTax);
  const line: InvoiceReceivableLine = {
    id: input.uuid(),
    companyId: invoice.companyId,
    invoiceReceivableId: invoice.id,
    ...asked,
    // The value of a discount is not shown in the specification: the sandbox keeps the object and deducts nothing.
    discountAmount: asked.discount === null ? null : 0n,
    ...amounts,
    createdAt: timestamp,
    updatedAt: timestamp,
    accrualTemplateId: null,
    accrualStartDate: null,
    accrualEndDate: null,
    customProperties: [],
  };
  return { line, total };
}

function create(invoice: InvoiceReceivable, input: OperationInput<Body>): Outcome {
  const { store, id, caller, timestamp } = input;
  const refusal = refusalOf(input, invoice);
  if (refusal !== undefined) return refusal;
  const { line, total } = newLine(input, invoice);
  const lines = [...(invoice.lines ?? []), line];
  const changed = { ...invoice, lines, amount: invoice.amount + total, updatedAt: timestamp, updatedBy: caller.userId };
  store.put('invoiceReceivable', id, changed);
  return { kind: 'answer', status: 201, body: line, effects: [{ kind: 'invoiceReceivable', id }], createdId: line.id };
}

/** Create sales invoice line ("Endpoints 2"). The invoice's total grows by the line. */
export const createInvoiceLine = operation({
  name: 'createInvoiceLine',
  method: 'POST',
  path: '/rest/ext/v1/invoice-receivables/{id}/lines',
  summary: 'Create sales invoice line',
  action: 'writeInvoices',
  body,
  response: invoiceReceivableLine,
  apply: ofRecord('invoiceReceivable', create),
});
