import { t } from '#shared/messages/t.ts';
import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { openOf } from '#shared/edits/payments-here.ts';
import { amountEntryText } from '#shared/values/money.ts';

/** The usual value of a field, and the reason for suggesting it. */
export interface Suggestion {
  text: string;
  why: string;
}

/** A suggestion from the form's other values and from the `open` amount; null without one. */
export function suggestionFor({ suggest, startsWith }: FormField, text: string, open: string | null): Suggestion | null {
  if (startsWith && text !== '') return { text, why: t('form.suggest.invoice') };
  if (suggest === 'open' && text === '' && open !== null) return { text: open, why: t('form.suggest.open') };
  return suggest === 'today' && text === '' ? { text: formatDate(dateOfEpoch(Date.now())), why: t('form.suggest.today') } : null;
}

/** The open amount of a record that this kind of edit can pay, as typed text; null when the real amount may be smaller. */
export function openText(view: RecordView, kind: EditKind, locale: string): string | null {
  const { currency, status } = view.row;
  const open = openOf(view);
  if (!open || open.atMost || open.minor === 0n || (status !== null && kind.isClosed?.(status))) return null;
  return amountEntryText(open.minor, currency, locale);
}
