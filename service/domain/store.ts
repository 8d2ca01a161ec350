import type { CardTransaction } from './records/card-transaction.ts';
import type { ApiKey, OauthClient, RefreshGrant } from './records/credentials.ts';
import type { CustomPropertyValue } from './records/custom-property.ts';
import type { Expense } from './records/expense.ts';
import type { InvoiceReceivable } from './records/invoice-receivable.ts';
import type { Company, InvoicePayable, NamedReference, PaymentLedger, Product, TaxCode, User } from './records/reference.ts';
import type { UserComment } from './records/user-comment.ts';
import type { Vendor } from './records/vendor.ts';
import type { JournalEntry } from './journal.ts';

/** A group of values that records may carry as a custom property. */
export interface CustomPropertyGroup {
  readonly id: string;
  readonly companyId: string;
  readonly internalName: string;
  readonly label: string;
  readonly multiple: boolean;
  readonly values: readonly CustomPropertyValue[];
}

/** Everything that a store holds, by kind. Values are never changed in place: a change is a new value under the same id. */
export interface StoredRecords {
  expense: Expense;
  invoiceReceivable: InvoiceReceivable;
  cardTransaction: CardTransaction;
  vendor: Vendor;
  userComment: UserComment;
  invoicePayable: InvoicePayable;
  paymentLedger: PaymentLedger;
  company: Company;
  user: User;
  companyEntity: NamedReference;
  bankAccount: NamedReference;
  account: NamedReference;
  costCenter: NamedReference;
  reimbursementCategory: NamedReference;
  customer: NamedReference;
  product: Product;
  taxCode: TaxCode;
  customPropertyGroup: CustomPropertyGroup;
  /** The first answer to an idempotency key, given again when the key comes back. */
  rememberedAnswer: { status: number; headers: Readonly<Record<string, string>>; bodyText: string };
  apiKey: ApiKey;
  oauthClient: OauthClient;
  refreshGrant: RefreshGrant;
  setting: string;
}

export type StoredKind = keyof StoredRecords;

/** The kinds of record that operations read or change by the id in the path. */
export type RecordKind = 'expense' | 'invoiceReceivable' | 'cardTransaction' | 'vendor';

/**
 * The service's storage. Synchronous, so that a request is applied whole or not at all.
 * A store hands out values as they are kept: callers must not change them.
 */
export interface Store {
  /** The value of this id, or undefined when there is none. */
  get<K extends StoredKind>(kind: K, id: string): StoredRecords[K] | undefined;
  /** Keeps a value under an id, in place of an earlier one. */
  put<K extends StoredKind>(kind: K, id: string, value: StoredRecords[K]): void;
  /** All values of a kind, in the order in which they were first put. */
  list<K extends StoredKind>(kind: K): Iterable<StoredRecords[K]>;
  /** The number of values of a kind. */
  count(kind: StoredKind): number;
  /** Adds one entry to the journal; its sequence number is given by the store, from 1. */
  appendJournal(entry: Omit<JournalEntry, 'sequence'>): void;
  /** The journal from a sequence number on (exclusive), oldest first. */
  journal(after?: number): readonly JournalEntry[];
}
