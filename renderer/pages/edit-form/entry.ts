import { t } from '#shared/messages/t.ts';
import { bankNumberText, groupedNumber, isBankNumber, readBankNumber } from '#shared/bank-number.ts';
import { dateOfEpoch, formatDate, isCalendarDate, parseDate, weekdayOf } from '#shared/values/dates.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import { exactNumber, JsonDecimal, type JsonValue } from '#shared/json/json.ts';
import { amountEntryText, exponentOf, formatAmount, parseAmount } from '#shared/values/money.ts';
import { marked } from '#shared/odd-characters.ts';
import { integerOf } from '#shared/records/field.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** The result of parsing typed text. `choose`: it is ambiguous, and the user is asked once. */
export type Entry =
  | { kind: 'value'; value: JsonValue | undefined }
  | { kind: 'choose'; choices: { label: string; text: string }[] }
  | { kind: 'invalid'; why: string };

/** The identifiers in what was entered. */
export const idsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(isUuid);

/** The context for parsing a field besides its text. */
export interface EntryContext {
  currency: string | null;
  locale: string;
}

/** The text that an entry field starts with. */
export function textOfValue(field: FormField, value: JsonValue | undefined, { currency, locale }: EntryContext): string {
  if (value === undefined || value === null) return '';
  switch (field.input) {
    case 'money': {
      const minor = integerOf(value);
      return minor === null ? '' : amountEntryText(minor, currency, locale);
    }
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? formatDate(value) : '';
    case 'uuids':
      return Array.isArray(value) ? value.filter((each) => typeof each === 'string').join('\n') : '';
    default:
      if (typeof value === 'string') return value;
      return typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDecimal ? plainDecimal(String(value)) : '';
  }
}

/** A field's text as it is read: a bank number in its one form, each hidden character of another text as a mark. */
export const shownText = ({ path }: FormField, text: string): string =>
  isBankNumber(path) ? groupedNumber(bankNumberText(path, text)) : marked(text);

/** The parsed date or amount as shown to the user: "Thu 5 Nov 2026", "1,250.000 KWD"; nothing for what says itself. */
export function readAs({ input }: FormField, entry: Entry, { currency, locale }: EntryContext): string {
  if (entry.kind !== 'value') return '';
  if (input === 'date' && typeof entry.value === 'string') return `${weekdayOf(entry.value)} ${formatDate(entry.value)}`;
  return input === 'money' && typeof entry.value === 'bigint' ? formatAmount(entry.value, currency, locale) : '';
}

/** Reads what was typed. Empty text is no value here; whether that may be is the form's business. */
export function readEntry(field: FormField, text: string, context: EntryContext): Entry {
  const typed = field.input === 'paragraph' || field.input === 'text' ? text : text.trim();
  if (typed === '') return { kind: 'value', value: undefined };
  switch (field.input) {
    case 'money':
      return moneyEntry(typed, context);
    case 'date':
      return dateEntry(typed, field);
    case 'number':
      return numberEntry(typed);
    case 'currency':
      return { kind: 'value', value: typed.toUpperCase() };
    case 'uuid':
      return isUuid(typed) ? { kind: 'value', value: typed.toLowerCase() } : { kind: 'invalid', why: t('form.chooseOne') };
    case 'uuids': {
      const ids = typed.split(/[\s,;]+/);
      return ids.every(isUuid) ? { kind: 'value', value: ids } : { kind: 'invalid', why: t('form.chooseEach') };
    }
    default:
      return isBankNumber(field.path) ? bankNumberEntry(field, typed) : { kind: 'value', value: typed };
  }
}

function bankNumberEntry({ path }: FormField, text: string): Entry {
  const read = readBankNumber(path, text);
  return read.ok ? { kind: 'value', value: read.number === '' ? undefined : read.number } : { kind: 'invalid', why: read.why };
}

function moneyEntry(text: string, { currency, locale }: EntryContext): Entry {
  const entry = parseAmount(text, currency, locale);
  if (entry.kind === 'amount') return { kind: 'value', value: entry.minor };
  if (entry.kind === 'invalid') return entry;
  const choices = entry.choices.map((minor) => ({
    label: formatAmount(minor, currency, locale),
    text: amountEntryText(minor, currency, locale),
  }));
  return { kind: 'choose', choices };
}

/** "1,234.56", with as many decimals as the currency has. */
export function exampleAmount(currency: string | null, locale: string): string {
  return amountEntryText((123_456n * 10n ** BigInt(exponentOf(currency) ?? 0)) / 100n, currency, locale);
}

function dateEntry(text: string, { happened }: FormField): Entry {
  const entry = parseDate(text, dateOfEpoch(Date.now()), happened);
  if (entry.kind === 'date') return { kind: 'value', value: entry.date };
  if (entry.kind === 'invalid') return entry;
  return { kind: 'choose', choices: entry.choices.map((date) => ({ label: formatDate(date), text: formatDate(date) })) };
}

/** A decimal that could be taken for thousands gets one zero more: then it reads one way only. */
function plainDecimal(text: string): string {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** A point and a comma may each part decimals or thousands, whatever the locale: where both make sense the person is asked. */
function numberEntry(text: string): Entry {
  const plain = text.replace(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/g, '');
  const meant = [readDecimal(plain, '.', ','), readDecimal(plain, ',', '.')].filter((decimal) => decimal !== null);
  const [one, other] = new Set(meant);
  if (one === undefined) return { kind: 'invalid', why: t('form.noNumber') };
  if (other === undefined) return { kind: 'value', value: exactNumber(one) };
  return { kind: 'choose', choices: [one, other].map((decimal) => ({ label: decimal, text: plainDecimal(decimal) })) };
}

/** A JSON number, or null when the text is none with these separators. */
function readDecimal(text: string, point: string, group: string): string | null {
  const [whole = '', fraction, ...more] = text.split(point);
  const grouped = new RegExp(`^-?[1-9]\\d{0,2}(?:[${group}]\\d{2,3})*[${group}]\\d{3}$`);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction)) || !(/^-?\d+$/.test(whole) || grouped.test(whole)))
    return null;
  const digits = whole.replaceAll(group, '').replace(/^(-?)0+(?=\d)/, '$1');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
