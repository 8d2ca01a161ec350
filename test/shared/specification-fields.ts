/** The field names of the specification's tables, written by hand from "Resources and their fields", in its order. */
export const specificationFields = {
  invoiceReceivable:
    'id companyId contractId companyEntityId amount paymentType payeeBankAccountId invoiceDate postingDate dueDate netTerms customerId ' +
    'invoiceTemplateId invoiceTemplateAdditionalText invoiceNumber state openedAt poNumber reference description currency taxEngineName ' +
    'areLinesWithTax localCurrencyFxRate groupCurrencyFxRate lines customProperties createdAt updatedAt updatedBy failureContext',
  'invoiceReceivable.lines':
    'id companyId invoiceReceivableId productId quantity taxCodeId accountId discount discountAmount netAmount taxAmount taxEngineOneCode ' +
    'billingStart billingEnd priceOverwrite productNameOverwrite createdAt updatedAt accrualTemplateId accrualStartDate accrualEndDate ' +
    'customProperties',
  'invoiceReceivable.lines.discount': 'type',
  'invoiceReceivable.customProperties': 'groupId groupInternalName values',
  'invoiceReceivable.customProperties.values': 'id groupId groupInternalName companyId internalName label context createdAt updatedAt',
  'invoiceReceivable.failureContext': 'name type errors',
  'invoiceReceivable.failureContext.errors': 'type message path context',
  expense: 'id receiptDocumentKey originalCurrency billingCurrency status userId companyId performedDate lineItems createdAt updatedAt',
  'expense.lineItems':
    'id expenseId accountId costCenterId reimbursementCategoryId originalAmount billingAmount description createdAt updatedAt',
  cardTransaction:
    'id companyId companyEntityId cardBalanceAccountId cardId originalAmount originalCurrency amount currency direction transactionReason ' +
    'purchaseType status type merchant receiptDocumentKey lines failureContext editStatus description performedAt createdAt updatedAt ' +
    'updatedBy customProperties',
  'cardTransaction.merchant': 'name zipcode id mcc acquirerId country',
  'cardTransaction.lines':
    'id transactionId companyId accountId taxCodeId costCenterId amount netAmount taxAmount description createdAt updatedAt customProperties',
  'cardTransaction.failureContext': 'type errors stackTrace message suppressed localizedMessage name',
  'cardTransaction.failureContext.errors': 'type clientMessage message path context',
  'cardTransaction.failureContext.stackTrace':
    'classLoaderName moduleName moduleVersion methodName fileName className lineNumber nativeMethod',
  'cardTransaction.failureContext.suppressed': 'stackTrace message localizedMessage',
  vendor:
    'type vendorId companyId companyEntityIds defaultCompanyEntity vatId identifier name description avatarUrl email website city address ' +
    'zipcode phoneNumber country bankCountry bankName bankCity bankAddress bankZipcode bankAccountNumber bankAccountBic ' +
    'domesticBankAccountNumber domesticBankAccountCode swedishBankgiroNumber vendorCreatedAt updatedAt approvers notes currency ' +
    'groupCurrency contractValue createdBy status failureContext version customProperties lastMtdSpendInGroupCurrency',
  'vendor.defaultCompanyEntity': 'id vendorId companyEntityId accountId taxCodeId costCenterId senderBankAccountId createdAt updatedAt',
  'vendor.phoneNumber': 'countryCode localNumber',
  'vendor.approvers': 'id userId vendorId priority createdAt',
  'vendor.notes': 'id vendorId authorId companyId channel content createdAt updatedAt',
} as const;

/** Integers of the tables: all are read as `bigint`. */
export const integerFields: readonly (readonly [string, string])[] = [
  ['invoiceReceivable', 'amount netTerms'],
  ['invoiceReceivable.lines', 'discountAmount netAmount taxAmount priceOverwrite'],
  ['expense.lineItems', 'originalAmount billingAmount'],
  ['cardTransaction', 'originalAmount amount'],
  ['cardTransaction.lines', 'amount netAmount taxAmount'],
  ['vendor', 'contractValue version lastMtdSpendInGroupCurrency'],
  ['vendor.approvers', 'priority'],
];
