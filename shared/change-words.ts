import { groupedNumber, isAccountNumber } from './account-number.ts';
import type { EditRow } from './contract/views.ts';
import { formatDate, isCalendarDate } from './dates.ts';
import { withoutTurns } from './directions.ts';
import { editKind } from './edits/edit-kinds.ts';
import { valueAt } from './json-path.ts';
import { isJsonObject, JsonDecimal, stringifyJson, type JsonValue } from './json.ts';
import { formatAmount } from './money.ts';
import { integerOf } from './records/field.ts';

/** What words are made of: an edit as pages show it, or as a file has it. */
type Said = Pick<EditRow, 'kind' | 'body' | 'changes' | 'amountMinor' | 'currency'>;

/** A value of any field as one line of text, for "old → new". */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty';
  if (typeof value === 'string') return isCalendarDate(value) ? formatDate(value) : withoutTurns(value, '\uFFFD');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDecimal) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shownValue).join(', ');
  if (isJsonObject(value) && typeof value['label'] === 'string') return withoutTurns(value['label'], '\uFFFD');
  return withoutTurns(stringifyJson(value as JsonValue), '\uFFFD');
}

/** The same for a field: an account's number stands by four, however it was typed. */
const shownAt = (path: readonly string[], value: unknown): string =>
  typeof value === 'string' && value !== '' && isAccountNumber(path) ? groupedNumber(withoutTurns(value, '\uFFFD')) : shownValue(value);

/** The name of a field as its form calls it. */
export function fieldLabel(kind: string, path: readonly string[]): string {
  const key = path.join('.');
  return editKind(kind)?.form.find((field) => field.path.join('.') === key)?.label ?? path.join(', ');
}

/** "Date: 2 Mar 2026 → 9 Mar 2026" for each field that an edit sets; `isNumber` where both are account numbers, compared letter by letter. */
export function changeWords(edit: Said): { label: string; old: string; now: string; isNumber: boolean }[] {
  return edit.changes.map(({ path, base, mine }) => ({
    label: fieldLabel(edit.kind, path),
    old: shownAt(path, base),
    now: shownAt(path, mine),
    isNumber: isAccountNumber(path) && [base, mine].every((value) => typeof value === 'string' && value !== ''),
  }));
}

/** What an edit says in one line of a list. */
export function changeLine(edit: Said): string {
  const content = edit.body?.['content'];
  if (typeof content === 'string') return withoutTurns(content);
  const words = changeWords(edit).map(({ label, old, now }) => `${label}: ${old} → ${now}`);
  return (words.length > 0 ? words : enteredWords(edit)).join(' · ');
}

/** What an edit that creates something says, field by field; an amount that stands beside it is not repeated. */
function enteredWords({ kind, body, amountMinor, currency }: Said): string[] {
  return (editKind(kind)?.form ?? []).flatMap(({ path, label, input }) => {
    const value = body ? valueAt(body, path) : undefined;
    if (value === undefined || value === null || (input === 'money' && amountMinor !== null)) return [];
    const minor = input === 'money' ? integerOf(value) : null;
    return [`${label}: ${minor === null ? shownAt(path, value) : formatAmount(minor, currency, 'en-GB')}`];
  });
}
