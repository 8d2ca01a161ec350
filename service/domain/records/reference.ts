/** Records that the specification's records point at by id. No operation shows them; the sandbox exports them as reference data. */

/** A company: every record belongs to one. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly groupCurrency: string;
}

/** A legal entity, account, cost centre, customer, bank account, card, template or category of a company. */
export interface NamedReference {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly code: string | null;
  readonly currency: string | null;
}

/** A product with its price in minor units of `currency`. */
export interface Product {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly price: bigint;
  readonly currency: string;
}

/** A tax code; the rate is in hundredths of a percent (2500 is 25 %). */
export interface TaxCode {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly rateBasisPoints: number;
}

/** A user who may sign in. `companyIds` are the companies that the user may work in. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly string[];
  readonly companyIds: readonly string[];
}

/** Everything paid against one sales invoice, oldest first. */
export interface PaymentLedger {
  readonly invoiceReceivableId: string;
  readonly payments: readonly Payment[];
}

/** One payment that the service recorded; the amount is in minor units of the invoice's currency. */
export interface Payment {
  readonly id: string;
  readonly paymentDate: string;
  readonly bankAccountId: string;
  readonly amount: bigint;
  readonly recordedAt: string;
  readonly recordedBy: string;
}

/** A purchase invoice: the specification shows only its document. */
export interface InvoicePayable {
  readonly id: string;
  readonly companyId: string;
  readonly vendorId: string;
  readonly vendorName: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly taxAmount: bigint;
  readonly lines: readonly { readonly description: string; readonly quantity: number; readonly amount: bigint }[];
}
