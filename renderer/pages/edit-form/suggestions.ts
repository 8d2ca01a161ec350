import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import type { FormField } from '#shared/edits/edit-form.ts';

/** What is nearly always entered in a field, and why it is suggested. */
export interface Suggestion {
  text: string;
  why: string;
}

/** What can be suggested from what stands in the form already; null where nothing can. */
export function suggestionFor({ suggest, startsWith }: FormField, text: string): Suggestion | null {
  if (startsWith && text !== '') return { text, why: 'Suggested: from the invoice' };
  return suggest === 'today' && text === '' ? { text: formatDate(dateOfEpoch(Date.now())), why: 'Suggested: today' } : null;
}
