import type { EditState } from '#shared/edit.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { RecordRow } from './views.ts';

/**
 * One search result. Titles of edits are their kind's name and those of activity the audit log's: the window has the words. `facts` distinguishes
 * records of one name.
 */
export interface Hit {
  kind: 'record' | 'edit' | 'document' | 'activity';
  record: RecordRef | null;
  editId: string | null;
  title: string;
  detail: string;
  state: EditState | null;
  facts: (Pick<RecordRow, 'status' | 'date' | 'amountMinor' | 'currency'> & { due: string | null }) | null;
  /** The name of the one that the record is with: an invoice's customer, the user of an expense. */
  party?: string | null;
  /** Why a number found it. */
  amount?: AmountFound;
}

/** The amount of a record that a number asks for; `exact` or close to it. */
export interface AmountFound {
  what: 'open' | 'total' | 'payment' | 'line' | 'amount';
  minor: bigint;
  currency: string;
  exact: boolean;
}
