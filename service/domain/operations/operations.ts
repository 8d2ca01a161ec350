import type { Operation } from './operation.ts';
import { cardTransactionReceipt, getCardTransaction, updateCardTransaction } from './card-transaction.ts';
import { createUserComment } from './create-comment.ts';
import { createInvoiceLine } from './create-invoice-line.ts';
import { getExpense, updateExpense } from './expense.ts';
import { getInvoiceDocument } from './invoice-document.ts';
import { getInvoiceReceivable } from './read-invoice.ts';
import { recordInvoicePayment } from './record-payment.ts';
import { getVendor, updateVendor } from './vendor.ts';

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
