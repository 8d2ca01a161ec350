/** The known values of four enumerations; others, such as an invoice's state, are not listed here. No list is exhaustive: other values pass through and are shown as they came ("Versioning"). */
export const knownValues = {
  expenseStatus: ['CREATED', 'IN_DRAFT', 'SUBMITTED_FOR_REVIEW', 'CANCELLED'],
  paymentType: ['PROVIDER_ONE', 'BANK_TRANSFER', 'DIRECT_DEBIT', 'PROVIDER_TWO'],
  taxEngineName: ['TAX_ENGINE_ONE', 'BUILT_IN', 'TAX_ENGINE_TWO'],
  discountType: ['PERCENTAGE', 'AMOUNT'],
} as const satisfies Record<string, readonly string[]>;
