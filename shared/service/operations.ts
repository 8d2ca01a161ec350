import type { ServiceRequest } from '#shared/edits/edit-kind.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

const segment = encodeURIComponent;

/** The expense with all its line items ("Endpoints 3"). */
export function getExpense(id: string): ServiceRequest {
  return { method: 'GET', family: 'A', path: `/expenses/${segment(id)}`, accept: 'json' };
}

/** Body of the receipt request; its purpose is not shown. */
export interface ReceiptQuestion {
  roles: string[];
  name: string;
}

/** OPTIONS with a body on a card transaction's receipt ("Endpoints 6"). */
export function cardTransactionReceipt(id: string, question: ReceiptQuestion): ServiceRequest {
  const body = { roles: question.roles, name: question.name };
  return { method: 'OPTIONS', family: 'A', path: `/card-transactions/${segment(id)}/receipt`, body, accept: 'json' };
}

/** Values of the document's parameter; non-exhaustive ("Endpoints 8"). */
export const documentVariants = ['ORIGINAL', 'GENERATED'] as const;

/**
 * The document of a purchase invoice as PDF ("Endpoints 8"). The parameter's name is not shown, so without a configured name, or
 * without a chosen variant, none is sent.
 */
export function getInvoiceDocument(id: string, variant: string | null = null, parameter: string | null = null): ServiceRequest {
  const query = variant !== null && parameter !== null ? { query: { [parameter]: variant } } : {};
  return { method: 'GET', family: 'A', path: `/invoice-payables/${segment(id)}/document`, ...query, accept: 'pdf' };
}

/** The read that the specification shows for a kind of record, or null: only an expense has one. */
export function readOf(kind: RecordKind, id: string): ServiceRequest | null {
  return kind === 'expense' ? getExpense(id) : null;
}

const undocumentedPaths: { [K in RecordKind]?: { family: 'A' | 'B'; folder: string } } = {
  vendor: { family: 'B', folder: 'vendors' },
  cardTransaction: { family: 'B', folder: 'card-transactions' },
  invoiceReceivable: { family: 'A', folder: 'invoice-receivables' },
};

/** A GET beside a known write that the service may offer though the specification does not show it; only with the account's leave. */
export function undocumentedReadOf(kind: RecordKind, id: string): ServiceRequest | null {
  const place = undocumentedPaths[kind];
  return place === undefined ? null : { method: 'GET', family: place.family, path: `/${place.folder}/${segment(id)}`, accept: 'json' };
}
