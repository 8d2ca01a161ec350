import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { cardTransaction, cardTransactionLine } from '#service/domain/records/card-transaction.ts';
import { customProperty, customPropertyInput, customPropertyValue } from '#service/domain/records/custom-property.ts';
import { errorContextA, errorContextB } from '#service/domain/records/error-context.ts';
import { expense, expenseLineItem } from '#service/domain/records/expense.ts';
import { invoiceReceivable, invoiceReceivableLine } from '#service/domain/records/invoice-receivable.ts';
import { userComment } from '#service/domain/records/user-comment.ts';
import { vendor } from '#service/domain/records/vendor.ts';
import { seedStore } from '#service/seed/seed.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { found } from './seeded-domain.ts';

/** A schema's fields with what is asked of them here. */
function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  return (schema as z.ZodObject).shape;
}

function isNullable(schema: z.ZodType): boolean {
  return schema.safeParse(null).success;
}

/** Checks a table of the specification, written by hand as "name" (not nullable) and "name?" (nullable). */
function expectTable(schema: z.ZodType, table: string): void {
  const rows = table.trim().split(/\s+/);
  const fields = fieldsOf(schema);
  expect(Object.keys(fields).sort()).toEqual(rows.map((row) => row.replace('?', '')).sort());
  for (const row of rows) expect([row, isNullable(fields[row.replace('?', '')] as z.ZodType)]).toEqual([row, row.endsWith('?')]);
}

function names(schema: z.ZodType): string[] {
  return Object.keys(fieldsOf(schema)).sort();
}

function words(text: string): string[] {
  return text
    .trim()
    .split(/[\s,]+/)
    .sort();
}

function inner(schema: z.ZodType, name: string): z.ZodType {
  let field = fieldsOf(schema)[name] as z.ZodType & { unwrap?: () => z.ZodType; element?: z.ZodType };
  while (field.unwrap !== undefined && !('shape' in field)) field = field.unwrap();
  return field;
}

describe('the field tables of the specification, written by hand', () => {
  it('INV-fields NULL: 31 fields of the invoice receivable', () => {
    expectTable(
      invoiceReceivable,
      `id companyId contractId? companyEntityId? amount paymentType? payeeBankAccountId? invoiceDate? postingDate dueDate? netTerms?
       customerId? invoiceTemplateId? invoiceTemplateAdditionalText? invoiceNumber? state openedAt? poNumber? reference? description?
       currency taxEngineName areLinesWithTax localCurrencyFxRate? groupCurrencyFxRate? lines? customProperties? createdAt updatedAt
       updatedBy? failureContext?`,
    );
  });

  it('LINE-fields: 22 fields of the invoice receivable line', () => {
    expectTable(
      invoiceReceivableLine,
      `id companyId invoiceReceivableId productId quantity taxCodeId? accountId? discount? discountAmount? netAmount? taxAmount?
       taxEngineOneCode? billingStart? billingEnd? priceOverwrite? productNameOverwrite? createdAt updatedAt accrualTemplateId?
       accrualStartDate? accrualEndDate? customProperties?`,
    );
  });

  it('CP-read CP-value CP-input: custom property, its value, its input', () => {
    expect(names(customProperty)).toEqual(words('groupId groupInternalName values'));
    expectTable(customPropertyValue, 'id groupId groupInternalName companyId internalName label context? createdAt updatedAt');
    expect(names(customPropertyInput)).toEqual(words('groupId valueIds inlineValues'));
  });

  it('ERRA-context ERRA-item: error context of shape A', () => {
    expectTable(errorContextA, 'name type errors');
    expectTable(inner(errorContextA, 'errors'), 'type message path? context?');
  });

  it('ERRB-context ERRB-item ERRB-frame ERRB-suppressed: error context of shape B', () => {
    expect(names(errorContextB)).toEqual(words('type errors stackTrace message suppressed localizedMessage name'));
    expect(names(inner(errorContextB, 'errors'))).toEqual(words('type clientMessage message path context'));
    const frame = 'classLoaderName moduleName moduleVersion methodName fileName className lineNumber nativeMethod';
    expect(names(inner(errorContextB, 'stackTrace'))).toEqual(words(frame));
    expect(names(inner(errorContextB, 'suppressed'))).toEqual(words('stackTrace message localizedMessage'));
  });

  it('EXP-fields EXP-lineItems COM-fields: expense, line item, comment', () => {
    const fields =
      'id receiptDocumentKey originalCurrency billingCurrency status userId companyId performedDate lineItems createdAt updatedAt';
    expect(names(expense)).toEqual(words(fields));
    const item = 'id expenseId accountId costCenterId reimbursementCategoryId originalAmount billingAmount description createdAt updatedAt';
    expect(names(expenseLineItem)).toEqual(words(item));
    expect(names(userComment)).toEqual(words('id companyId resourceId content createdBy createdAt updatedAt'));
  });

  it('CARD-fields CARD-merchant CARD-lines: card transaction', () => {
    const fields = `id companyId companyEntityId cardBalanceAccountId cardId originalAmount originalCurrency amount currency direction
      transactionReason purchaseType status type merchant receiptDocumentKey lines failureContext editStatus description performedAt
      createdAt updatedAt updatedBy customProperties`;
    expect(names(cardTransaction)).toEqual(words(fields));
    expect(names(inner(cardTransaction, 'merchant'))).toEqual(words('name zipcode id mcc acquirerId country'));
    const line = `id transactionId companyId accountId taxCodeId costCenterId amount netAmount taxAmount description createdAt updatedAt
      customProperties`;
    expect(names(cardTransactionLine)).toEqual(words(line));
  });

  it('VEN-fields VEN-default-entity VEN-phone VEN-approvers VEN-notes: vendor', () => {
    const fields = `type vendorId companyId companyEntityIds defaultCompanyEntity vatId identifier name description avatarUrl email website
      city address zipcode phoneNumber country bankCountry bankName bankCity bankAddress bankZipcode bankAccountNumber bankAccountBic
      domesticBankAccountNumber domesticBankAccountCode swedishBankgiroNumber vendorCreatedAt updatedAt approvers notes currency
      groupCurrency contractValue createdBy status failureContext version customProperties lastMtdSpendInGroupCurrency`;
    expect(names(vendor)).toEqual(words(fields));
    const entity = 'id vendorId companyEntityId accountId taxCodeId costCenterId senderBankAccountId createdAt updatedAt';
    expect(names(inner(vendor, 'defaultCompanyEntity'))).toEqual(words(entity));
    expect(names(inner(vendor, 'phoneNumber'))).toEqual(words('countryCode localNumber'));
    expect(names(inner(vendor, 'approvers'))).toEqual(words('id userId vendorId priority createdAt'));
    expect(names(inner(vendor, 'notes'))).toEqual(words('id vendorId authorId companyId channel content createdAt updatedAt'));
  });
});

describe('the seeded records', () => {
  const store = seedStore(new MemoryStore());

  it('NULL-not-shown SVC-dates SVC-ids: every record fits its schema, and carries every field', () => {
    for (const record of store.list('expense')) expect(expense.strict().parse(record)).toEqual(record);
    for (const record of store.list('vendor')) expect(vendor.strict().parse(record)).toEqual(record);
    for (const record of store.list('cardTransaction')) expect(cardTransaction.strict().parse(record)).toEqual(record);
    for (const record of store.list('invoiceReceivable')) expect(invoiceReceivable.strict().parse(record)).toEqual(record);
  });

  it('ST-values EXP-status: every status and state of the specification occurs', () => {
    const states = new Set([...store.list('invoiceReceivable')].map((each) => each.state));
    const all = 'DRAFT OPEN_IN_PROGRESS OPEN PAYMENT_PENDING PARTIALLY_PAID PAID REVERSED ARCHIVED';
    expect([...states].sort()).toEqual(words(all));
    expect([...new Set([...store.list('expense')].map((each) => each.status))].sort()).toEqual(
      words('CREATED IN_DRAFT SUBMITTED_FOR_REVIEW CANCELLED'),
    );
  });

  it('INV-paymentType INV-taxEngineName INV-fx-rates: every payment type and tax engine occurs, and null where it may be', () => {
    const invoices = [...store.list('invoiceReceivable')];
    const types = [...new Set(invoices.map((each) => String(each.paymentType)))].sort();
    expect(types).toEqual(words('PROVIDER_ONE BANK_TRANSFER DIRECT_DEBIT PROVIDER_TWO null'));
    expect([...new Set(invoices.map((each) => each.taxEngineName))].sort()).toEqual(words('TAX_ENGINE_ONE BUILT_IN TAX_ENGINE_TWO'));
    expect(new Set(invoices.map((each) => typeof (each.groupCurrencyFxRate ?? undefined)))).toEqual(new Set(['number', 'undefined']));
  });

  it('INV-invoiceNumber: unique, and absent on drafts only', () => {
    const invoices = [...store.list('invoiceReceivable')];
    const numbers = invoices.filter((each) => each.invoiceNumber !== null).map((each) => `${each.companyId} ${String(each.invoiceNumber)}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const each of invoices) expect(each.invoiceNumber === null).toBe(each.state === 'DRAFT');
  });

  it('INV-failureContext CARD-failureContext VEN-failureContext ERR-record: some records carry a failure in their shape', () => {
    const [a, b, c] = [
      found(store.list('invoiceReceivable'), (each) => each.failureContext !== null).failureContext,
      found(store.list('cardTransaction'), (each) => each.failureContext !== null).failureContext,
      found(store.list('vendor'), (each) => each.failureContext !== null).failureContext,
    ];
    expect(errorContextA.parse(a)).toEqual(a);
    expect([errorContextB.parse(b), errorContextB.parse(c)]).toEqual([b, c]);
  });

  it('CARD-enums VEN-enums VER-enums: some values are not in the specification, as it warns', () => {
    expect(found(store.list('cardTransaction'), (each) => each.status === 'SETTLED').editStatus).toBeTypeOf('string');
    expect(found(store.list('vendor'), (each) => each.status === 'APPROVED').country).toMatch(/^[A-Z]{2}$/);
  });
});
