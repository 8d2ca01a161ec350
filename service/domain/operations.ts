import type { Operation } from './operation.ts';
import { cardTransactionReceipt, getCardTransaction, updateCardTransaction } from './operations/card-transaction.ts';
import { createUserComment } from './operations/create-comment.ts';
import { createInvoiceLine } from './operations/create-invoice-line.ts';
import { getExpense, updateExpense } from './operations/expense.ts';
import { getInvoiceDocument } from './operations/invoice-document.ts';
import { getInvoiceReceivable } from './operations/read-invoice.ts';
import { recordInvoicePayment } from './operations/record-payment.ts';
import { getVendor, updateVendor } from './operations/vendor.ts';

/** Every operation, in the order of the specification's "Endpoints"; then the reads that only the switch `reads` offers. */
export const operations: readonly Operation[] = [
  recordInvoicePayment,
  createInvoiceLine,
  getExpense,
  updateExpense,
  createUserComment,
  cardTransactionReceipt,
  updateCardTransaction,
  getInvoiceDocument,
  updateVendor,
  getInvoiceReceivable,
  getCardTransaction,
  getVendor,
];
