import type { Act } from '#renderer/state/keymap.ts';
import { isLocked } from '#shared/invoice-states.ts';
import type { RecordView } from '#shared/contract/views.ts';

/** One thing that can be done with a record: which kind of edit it composes. The first one is the page's primary action. */
export interface RecordAct {
  act: Act;
  says: string;
  edit: string;
}

const comment: RecordAct = { act: 'comment', says: 'Comment', edit: 'createUserComment' };

/** What can be done with a record of this kind, most likely first. */
export function actsOf(view: RecordView): RecordAct[] {
  switch (view.row.kind) {
    case 'expense':
      return [{ act: 'edit', says: 'Edit', edit: 'updateExpense' }, comment];
    case 'invoiceReceivable': {
      const pay: RecordAct = { act: 'recordPayment', says: 'Record payment', edit: 'recordInvoicePayment' };
      const line: RecordAct = { act: 'edit', says: 'Add a line', edit: 'createInvoiceLine' };
      if (view.row.status === 'DRAFT') return [line, pay, comment];
      return isLocked(view.row.status) ? [comment, pay] : [pay, line, comment];
    }
    case 'cardTransaction':
      return [{ act: 'edit', says: 'Describe', edit: 'updateCardTransaction' }, comment];
    case 'vendor':
      return [{ act: 'edit', says: 'Edit', edit: 'updateVendor' }, comment];
    case 'invoicePayable':
      return [comment];
  }
}
