import type { Act } from '#renderer/state/keymap.ts';
import { paymentWarning } from '#shared/invoice-states.ts';
import type { RecordView } from '#shared/contract/views.ts';

/** One thing that can be done with a record: which kind of edit it composes. */
export interface RecordAct {
  act: Act;
  says: string;
  edit: string;
  /** The page's one likely next step; a paid or locked invoice and a cancelled expense have none. */
  primary: boolean;
}

const comment: RecordAct = { act: 'comment', says: 'Comment', edit: 'createUserComment', primary: false };

/** What can be done with a record of this kind, most likely first. */
export function actsOf(view: RecordView): RecordAct[] {
  switch (view.row.kind) {
    case 'expense':
      return [{ act: 'edit', says: 'Edit', edit: 'updateExpense', primary: view.row.status !== 'CANCELLED' }, comment];
    case 'invoiceReceivable':
      return invoiceActs(view.row.status);
    case 'cardTransaction':
      return [{ act: 'edit', says: 'Describe', edit: 'updateCardTransaction', primary: true }, comment];
    case 'vendor':
      return [{ act: 'edit', says: 'Edit', edit: 'updateVendor', primary: true }, comment];
    case 'invoicePayable':
      return [comment];
  }
}

/** Nothing is hidden: which states accept what is not shown. But only a usual step is offered first. */
function invoiceActs(state: string | null): RecordAct[] {
  const draft = state === 'DRAFT';
  const pay: RecordAct = {
    act: 'recordPayment',
    says: 'Record payment',
    edit: 'recordInvoicePayment',
    primary: paymentWarning(state) === 'none',
  };
  const line: RecordAct = { act: 'edit', says: 'Add a line', edit: 'createInvoiceLine', primary: draft };
  return draft ? [line, pay, comment] : [pay, line, comment];
}
