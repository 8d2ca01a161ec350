import { groupedNumber, isBankNumber } from '#shared/bank-number.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import { groupedAmount } from '#shared/values/money.ts';
import type { EntryContext } from './entry.ts';

/** The shown form of a field's stored text. */
export interface Shaping {
  shown: (kept: string) => string;
  /** The text to store, from the stored one, the text of the field, and the event that made it. */
  kept: (before: string, now: string, event: Event) => string;
  /** A character that the caret counts; separators come and go. */
  counts: (character: string) => boolean;
}

/** The grouping of a field while the user types; null for none. */
export function shapingOf(field: FormField, { currency, locale }: EntryContext): Shaping | null {
  if (isBankNumber(field.path)) return byFour;
  if (field.input !== 'money') return null;
  const grouped = (text: string) => groupedAmount(text, currency, locale);
  return {
    shown: (kept) => kept,
    // Only figures that are put in or taken out of what is grouped already are grouped anew: a separator that a person typed keeps its place, since
    // it may be meant as the other one.
    kept: (before, now, event) => {
      const [how, put] = event instanceof InputEvent ? [event.inputType, event.data ?? ''] : ['', ''];
      const figures = how.startsWith('delete') || (how === 'insertText' && /^\d+$/.test(put));
      return figures && grouped(before) === before ? grouped(now) : now;
    },
    counts: (character) => /[\d.,-]/.test(character) && !isGroup(character, locale),
  };
}

function isGroup(character: string, locale: string): boolean {
  return groupedAmount('1234567', 'EUR', locale).replaceAll(/\d/g, '').startsWith(character);
}

const byFour: Shaping = {
  shown: groupedNumber,
  kept: (_, now) => (/^[A-Za-z0-9 ]*$/.test(now) ? now.replaceAll(' ', '') : now),
  counts: (character) => !/\s/.test(character),
};

/** The caret's position in a shown text after the given number of counted characters. */
export function caretIn(shown: string, counted: number, counts: Shaping['counts']): number {
  let at = 0;
  for (let left = counted; left > 0 && at < shown.length; at += 1) if (counts(shown[at] ?? '')) left -= 1;
  return at;
}
