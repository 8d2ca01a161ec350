import { bankNumberText, bankNumberWarning, groupedNumber, isBankNumber } from '#shared/bank-number.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { formatDate, isCalendarDate } from '#shared/values/dates.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { isJsonObject, JsonDecimal, stringifyJson, type JsonValue } from '#shared/json/json.ts';
import { formatAmount } from '#shared/values/money.ts';
import { isolated, marked, oddness } from '#shared/odd-characters.ts';
import { formatsNow, listOf } from '#shared/values/language.ts';
import { t } from './t.ts';
import { integerOf } from '#shared/records/field.ts';

/** The parts of an edit that its texts use: as pages show it, or as a file has it. */
type Said = Pick<EditRow, 'kind' | 'body' | 'changes' | 'amountMinor' | 'currency'>;

/** A value of any field as one line of text, for "old → new". */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('values.empty');
  if (typeof value === 'string') return isCalendarDate(value) ? formatDate(value) : marked(value);
  if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no');
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDecimal) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? t('values.none') : listOf(value.map(shownValue));
  if (isJsonObject(value) && typeof value['label'] === 'string') return marked(value['label']);
  return marked(stringifyJson(value as JsonValue));
}

/** The same for a field: a bank number in its one form, a long one by four. */
const shownAt = (path: readonly string[], value: unknown): string =>
  typeof value === 'string' && value !== '' && isBankNumber(path) ? groupedNumber(bankNumberText(path, value)) : shownValue(value);

/** The name of a field as its form calls it. */
export function fieldLabel(kind: string, path: readonly string[]): string {
  const key = path.join('.');
  return editKind(kind)?.form.find((field) => field.path.join('.') === key)?.label ?? listOf(path);
}

/** The texts inside a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The warning about a value: an impossible bank number, a text that reads like another one. Null without one. */
export function valueDoubt(path: readonly string[], value: unknown): string | null {
  if (isBankNumber(path)) return bankNumberWarning(path, value);
  const odd = textsIn(value)
    .map(oddness)
    .find((each) => each !== null);
  return odd === undefined ? null : t('situations.warning.odd', { oddness: odd });
}

/** Warnings about the values that an edit sets, each with its field. */
export function valueDoubts(kind: string, changes: readonly { path: readonly string[]; mine?: unknown }[]): string[] {
  return changes.flatMap(({ path, mine }) => {
    const doubt = valueDoubt(path, mine);
    return doubt === null ? [] : [t('situations.warning.oddValue', { field: fieldLabel(kind, path), doubt })];
  });
}

/** "Date: 2 Mar 2026 → 9 Mar 2026" for each field that an edit sets; `isNumber` where both are bank numbers, compared letter by letter. */
export function changeWords(edit: Said): { path: string[]; label: string; old: string; now: string; isNumber: boolean }[] {
  return edit.changes.map(({ path, base, mine }) => ({
    path,
    label: fieldLabel(edit.kind, path),
    old: shownAt(path, base),
    now: shownAt(path, mine),
    isNumber: isBankNumber(path) && [base, mine].every((value) => typeof value === 'string' && value !== ''),
  }));
}

/** The facts of an edit, each as "Date: 2 Mar 2026 → 9 Mar 2026"; of a comment its text. */
export function changeFacts(edit: Said): string[] {
  const content = edit.body?.['content'];
  if (typeof content === 'string') return [marked(content)];
  const words = changeWords(edit).map(({ label, old, now }) =>
    t('values.labelled', { label, value: `${isolated(old)} → ${isolated(now)}` }),
  );
  return words.length > 0 ? words : enteredWords(edit);
}

/** The same in one line of a list. */
export const changeLine = (edit: Said): string => changeFacts(edit).join(' · ');

/** The fields of an edit that creates something; an amount that is shown beside it is not repeated. */
function enteredWords({ kind, body, amountMinor, currency }: Said): string[] {
  return (editKind(kind)?.form ?? []).flatMap(({ path, label, input }) => {
    const value = body ? valueAt(body, path) : undefined;
    if (value === undefined || value === null || (input === 'money' && amountMinor !== null)) return [];
    const minor = input === 'money' ? integerOf(value) : null;
    const shown = minor === null ? isolated(shownAt(path, value)) : formatAmount(minor, currency, formatsNow().locale);
    return [t('values.labelled', { label, value: shown })];
  });
}
