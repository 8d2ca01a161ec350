import type { Operation } from './operation.ts';
import { cardTransactionReceipt, updateCardTransaction } from './card-transaction.ts';
import { createUserComment } from './create-comment.ts';
import { createInvoiceLine } from './create-invoice-line.ts';
import { getExpense, updateExpense } from './expense.ts';
import { extraReads } from './extra-reads.ts';
import { getInvoiceDocument } from './invoice-document.ts';
import { recordInvoicePayment } from './record-payment.ts';
import { updateVendor } from './vendor.ts';

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
  ...extraReads,
];
