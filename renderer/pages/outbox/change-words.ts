import { groupedNumber, isAccountNumber } from '#shared/account-number.ts';
import { countOf } from '#renderer/pages/record/kind-words.ts';
import { isChangeable } from '#shared/edit.ts';
import type { EditRow } from '#shared/contract/views.ts';
import { formatDate, isCalendarDate } from '#shared/dates.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, JsonDecimal, stringifyJson, type JsonValue } from '#shared/json.ts';

/** A value of any field as one line of text, for "old → new". */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty';
  if (typeof value === 'string') return isCalendarDate(value) ? formatDate(value) : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDecimal) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shownValue).join(', ');
  if (isJsonObject(value) && typeof value['label'] === 'string') return value['label'];
  return stringifyJson(value as JsonValue);
}

/** The same for a field: an account's number stands by four, however it was typed. */
const shownAt = (path: readonly string[], value: unknown): string =>
  typeof value === 'string' && value !== '' && isAccountNumber(path) ? groupedNumber(value) : shownValue(value);

/** Whether an edit can still be changed or taken back here. */
export function isUnsent(edit: EditRow): boolean {
  return edit.readable && isChangeable(edit.state);
}

/** The name of a field as its form calls it. */
export function fieldLabel(kind: string, path: readonly string[]): string {
  const key = path.join('.');
  return editKind(kind)?.form.find((field) => field.path.join('.') === key)?.label ?? path.join(', ');
}

/** "Date: 2 Mar 2026 → 9 Mar 2026" for each field that an edit sets; `isNumber` where both are account numbers, compared letter by letter. */
export function changeWords(edit: EditRow): { label: string; old: string; now: string; isNumber: boolean }[] {
  return edit.changes.map(({ path, base, mine }) => ({
    label: fieldLabel(edit.kind, path),
    old: shownAt(path, base),
    now: shownAt(path, mine),
    isNumber: isAccountNumber(path) && [base, mine].every((value) => typeof value === 'string' && value !== ''),
  }));
}

/** What an edit says in one line of a list. */
export function changeLine(edit: EditRow): string {
  const content = edit.body?.['content'];
  if (typeof content === 'string') return content;
  const date = edit.body?.['paymentDate'];
  if (typeof date === 'string') return `Payment date: ${formatDate(date)}`;
  const words = changeWords(edit).map(({ label, old, now }) => `${label}: ${old} → ${now}`);
  return words.length > 0 ? words.join(' · ') : edit.description.fields.map((path) => fieldLabel(edit.kind, path)).join(', ');
}

/** What edits that look the same have in common: "28 expenses · Date → 19 Nov 2026". */
export function likeWords(edit: EditRow): string {
  const news = changeWords(edit).map(({ label, now }) => `${label} → ${now}`);
  const content = edit.body?.['content'];
  const said = typeof content === 'string' ? [`“${content}”`] : news.length > 0 ? news : [edit.description.title];
  return `${countOf(edit.record.kind, edit.alike ?? 1)} · ${said.join(' · ')}`;
}

/** What is said of a payment that waits for a person's approval; null of anything else. */
export function paymentWords(edit: Pick<EditRow, 'state' | 'lane'>): string | null {
  if (edit.state !== 'draft' || edit.lane !== 'payment') return null;
  return 'Every payment waits for a person, and is never sent again by itself.';
}
