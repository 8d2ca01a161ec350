import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { openOf } from '#shared/edits/payments-here.ts';
import { amountEntryText } from '#shared/values/money.ts';

/** What is nearly always entered in a field, and why it is suggested. */
export interface Suggestion {
  text: string;
  why: string;
}

/** What can be suggested from what stands in the form already, and from what is `open`; null where nothing can. */
export function suggestionFor({ suggest, startsWith }: FormField, text: string, open: string | null): Suggestion | null {
  if (startsWith && text !== '') return { text, why: 'From the invoice' };
  if (suggest === 'open' && text === '' && open !== null) return { text: open, why: 'All that’s open' };
  return suggest === 'today' && text === '' ? { text: formatDate(dateOfEpoch(Date.now())), why: 'Today' } : null;
}

/** What is still open of a record that this kind of edit can pay, as it is typed; null where it may be less than is known here. */
export function openText(view: RecordView, kind: EditKind, locale: string): string | null {
  const { currency, status } = view.row;
  const open = openOf(view);
  if (!open || open.atMost || open.minor === 0n || (status !== null && kind.isClosed?.(status))) return null;
  return amountEntryText(open.minor, currency, locale);
}
