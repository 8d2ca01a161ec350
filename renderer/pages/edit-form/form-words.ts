import type { RecordView } from '#shared/contract/views.ts';
import { paymentWarning } from '#shared/invoice-states.ts';
import { readable } from '#renderer/pages/record/kind-words.ts';

const titles: Record<string, string> = {
  updateExpense: 'Edit expense',
  updateCardTransaction: 'Describe transaction',
  updateVendor: 'Edit vendor',
  recordInvoicePayment: 'Record payment',
  createInvoiceLine: 'Add a line',
  createUserComment: 'Comment',
};

export function titleOfForm(kind: string): string {
  return titles[kind] ?? 'Edit';
}

/** What happens after "Record", said before it is pressed. */
export function saveWords(kind: string): string {
  switch (kind) {
    case 'recordInvoicePayment':
      return 'Recorded here. Sent only after you approve it.';
    case 'updateVendor':
    case 'createInvoiceLine':
      return 'Recorded here, for your review.';
    default:
      return 'Recorded here, sent when it can be.';
  }
}

export interface FormNotice {
  tone: 'unsure' | 'needs' | 'waiting';
  text: string;
}

/** What a person should know before composing this edit on this record. Nothing is forbidden here: which states accept what is not shown. */
export function noticesOf(kind: string, view: RecordView): FormNotice[] {
  const notices: FormNotice[] = [];
  const state = view.row.status;
  if (kind === 'recordInvoicePayment') notices.push(...paymentNotices(state));
  if (kind === 'recordInvoicePayment' && Array.isArray(view.view['pendingPayments']))
    notices.push({ tone: 'unsure', text: 'Another payment of this invoice is recorded here already.' });
  if (kind === 'updateExpense' && state === 'CANCELLED')
    notices.push({ tone: 'unsure', text: 'This expense is cancelled. Whether the service takes a change is not certain.' });
  if (kind === 'createInvoiceLine' && state !== 'DRAFT')
    notices.push({ tone: 'unsure', text: `This invoice is ${shown(state)}. Only a draft is known to take new lines.` });
  if (kind === 'updateVendor' && !view.complete)
    notices.push({
      tone: 'unsure',
      text: 'The full record is not on this laptop. Sending replaces the whole vendor, so it waits until the record is complete or you accept that.',
    });
  if (view.service === null)
    notices.push({ tone: 'waiting', text: 'Only this record’s identifier is known here. What you enter is sent as it is.' });
  return notices;
}

function paymentNotices(state: string | null): FormNotice[] {
  switch (paymentWarning(state)) {
    case 'none':
      return [];
    case 'locked':
      return [{ tone: 'needs', text: `This invoice is ${shown(state)} and locked. The service will probably refuse a payment.` }];
    case 'unusual':
      return [{ tone: 'unsure', text: `This invoice is ${shown(state)}. Whether it takes a payment is not certain.` }];
    case 'unknownState':
      return [{ tone: 'unsure', text: 'This invoice’s state is not known here. Check that it takes a payment.' }];
  }
}

function shown(state: string | null): string {
  return state === null ? 'in an unknown state' : readable(state).toLowerCase();
}
