/** The operations that the sandbox can offer: the nine of the specification, and three reads that exist only with the switch `reads`. */
export type OperationName =
  | 'recordInvoicePayment'
  | 'createInvoiceLine'
  | 'getExpense'
  | 'updateExpense'
  | 'createUserComment'
  | 'cardTransactionReceipt'
  | 'updateCardTransaction'
  | 'getInvoiceDocument'
  | 'updateVendor'
  | 'getInvoiceReceivable'
  | 'getCardTransaction'
  | 'getVendor';
