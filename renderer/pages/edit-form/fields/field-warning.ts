import { t } from '#shared/messages/t.ts';
import { bankNumberWarning, isBankNumber } from '#shared/bank-number.ts';
import { dateOfEpoch, daysBetween, formatDate } from '#shared/values/dates.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import { oddness } from '#shared/odd-characters.ts';
import type { JsonValue } from '#shared/json/json.ts';

/** A warning about one field while typing; null without one. Nothing is forbidden. */
export function fieldWarning({ path, happened }: FormField, value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (isBankNumber(path)) return bankNumberWarning(path, value);
  const odd = oddness(value);
  if (odd !== null) return t('form.odd', { odd });
  const ahead = happened === true && daysBetween(dateOfEpoch(Date.now()), value) > 0;
  return ahead ? t('form.future', { date: formatDate(value) }) : null;
}
