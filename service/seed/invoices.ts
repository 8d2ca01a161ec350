import { daysAfter } from '#service/domain/fields.ts';
import { lineAmounts } from '#service/domain/line-amounts.ts';
import { refuse, shapeA } from '#service/domain/refusal.ts';
import type { InvoiceReceivable, InvoiceReceivableLine } from '#service/domain/records/invoice-receivable.ts';
import type { PaymentLedger } from '#service/domain/records/reference.ts';
import { dayOf, hoursAfter, officeTime } from './calendar.ts';
import type { Cast } from './cast.ts';
import { minorUnits } from './money.ts';
import { invoiceTexts } from './names.ts';
import { makeProperties } from './properties.ts';
import type { Choices } from './random.ts';

const states = [
  'OPEN',
  'OPEN',
  'OPEN',
  'OPEN',
  'PARTIALLY_PAID',
  'PAID',
  'DRAFT',
  'PAYMENT_PENDING',
  'OPEN_IN_PROGRESS',
  'ARCHIVED',
  'REVERSED',
];
const currencies = ['EUR', 'EUR', 'SEK', 'SEK', 'USD', 'JPY', 'KWD'] as const;
const taxEngines = ['BUILT_IN', 'BUILT_IN', 'BUILT_IN', 'TAX_ENGINE_ONE', 'TAX_ENGINE_TWO'];

type Head = Pick<InvoiceReceivable, 'id' | 'currency' | 'areLinesWithTax' | 'taxEngineName' | 'createdAt'>;

function makeLine(choices: Choices, cast: Cast, head: Head): { line: InvoiceReceivableLine; total: bigint } {
  const product = choices.pick(cast.products);
  const taxCode = choices.pick(cast.taxCodes);
  const quantity = choices.pick([1, 1, 2, 3, 5, 0.5, 7.25]);
  const price = minorUnits(Number(product.price), head.currency);
  const { total, ...amounts } = lineAmounts(price, quantity, taxCode.rateBasisPoints, head.areLinesWithTax);
  const line: InvoiceReceivableLine = {
    id: choices.uuid(),
    companyId: cast.company.id,
    invoiceReceivableId: head.id,
    productId: product.id,
    quantity,
    taxCodeId: taxCode.id,
    accountId: choices.pick(cast.accounts).id,
    discount: null,
    discountAmount: null,
    ...amounts,
    taxEngineOneCode: head.taxEngineName === 'TAX_ENGINE_ONE' ? 'P0000000' : null,
    billingStart: choices.chance(0.3) ? '2026-07-01' : null,
    billingEnd: null,
    priceOverwrite: price,
    productNameOverwrite: null,
    createdAt: head.createdAt,
    updatedAt: head.createdAt,
    accrualTemplateId: null,
    accrualStartDate: null,
    accrualEndDate: null,
    customProperties: [],
  };
  return { line, total };
}

function ledgerOf(choices: Choices, cast: Cast, invoice: InvoiceReceivable): PaymentLedger {
  const paid = invoice.state === 'PAID' ? invoice.amount : invoice.state === 'PARTIALLY_PAID' ? invoice.amount / 3n : 0n;
  if (paid === 0n) return { invoiceReceivableId: invoice.id, payments: [] };
  const bankAccountId =
    cast.bankAccounts.find((account) => account.currency === invoice.currency)?.id ?? choices.pick(cast.bankAccounts).id;
  const recordedBy = choices.pick(cast.users).id;
  const payment = {
    id: choices.uuid(),
    paymentDate: dayOf(invoice.updatedAt),
    bankAccountId,
    amount: paid,
    recordedAt: invoice.updatedAt,
    recordedBy,
  };
  return { invoiceReceivableId: invoice.id, payments: [payment] };
}

function dates(choices: Choices, state: string, createdAt: string) {
  const invoiceDate = state === 'DRAFT' && choices.chance(0.5) ? null : dayOf(createdAt);
  const netTerms = choices.pick([10, 14, 30, 30, 45, 60]);
  const unopened = state === 'DRAFT' || state === 'OPEN_IN_PROGRESS';
  return {
    invoiceDate,
    postingDate: invoiceDate ?? dayOf(createdAt),
    dueDate: invoiceDate === null ? null : daysAfter(invoiceDate, netTerms),
    netTerms,
    openedAt: unopened ? null : hoursAfter(createdAt, 1),
  };
}

/** One seeded sales invoice with what was paid against it; `number` makes the invoice number, sequential per company. */
export function makeInvoice(choices: Choices, cast: Cast, number: number): { invoice: InvoiceReceivable; ledger: PaymentLedger } {
  const state = choices.pick(states);
  const createdAt = officeTime(choices);
  const entity = choices.pick(cast.entities);
  const currency = choices.pick(currencies);
  const head: Head = {
    id: choices.uuid(),
    currency,
    areLinesWithTax: choices.chance(0.25),
    taxEngineName: choices.pick(taxEngines),
    createdAt,
  };
  const lines = Array.from({ length: choices.int(1, 5) }, () => makeLine(choices, cast, head));
  const failure = refuse('UNPROCESSABLE_CONTENT', 'TAX_CALCULATION_FAILED', 'The external tax service did not answer.', null);
  const invoice: InvoiceReceivable = {
    id: head.id,
    companyId: cast.company.id,
    contractId: choices.chance(0.2) ? choices.uuid() : null,
    companyEntityId: entity.id,
    amount: lines.reduce((sum, each) => sum + each.total, 0n),
    paymentType: choices.pick(['BANK_TRANSFER', 'BANK_TRANSFER', 'PROVIDER_ONE', 'DIRECT_DEBIT', 'PROVIDER_TWO', null]),
    payeeBankAccountId: cast.bankAccounts.find((account) => account.currency === currency)?.id ?? null,
    ...dates(choices, state, createdAt),
    customerId: choices.pick(cast.customers).id,
    invoiceTemplateId: null,
    invoiceTemplateAdditionalText: choices.chance(0.2) ? 'Thank you for your order.' : null,
    invoiceNumber: state === 'DRAFT' ? null : `${entity.code ?? 'X'}-2026-${String(number).padStart(5, '0')}`,
    state,
    poNumber: choices.chance(0.5) ? `PO-${String(choices.int(10_000, 99_999))}` : null,
    reference: choices.chance(0.3) ? `REF ${String(choices.int(100, 999))}` : null,
    description: choices.pick(invoiceTexts),
    currency,
    taxEngineName: head.taxEngineName,
    areLinesWithTax: head.areLinesWithTax,
    localCurrencyFxRate: null,
    groupCurrencyFxRate: currency === 'SEK' ? 0.0893 : null,
    lines: lines.map((each) => each.line),
    customProperties: makeProperties(choices, cast),
    createdAt,
    updatedAt: hoursAfter(createdAt, choices.int(1, 400)),
    updatedBy: choices.pick(cast.users).id,
    failureContext: choices.chance(0.03) ? (shapeA(failure) as InvoiceReceivable['failureContext']) : null,
  };
  return { invoice, ledger: ledgerOf(choices, cast, invoice) };
}
