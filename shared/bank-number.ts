import { t } from '#shared/messages/t.ts';
import { getCountrySpecifications, validateBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools';
import { jsonEqual, type JsonValue } from '#shared/json/json.ts';
import { contains, marked } from './odd-characters.ts';

// Numbers that say where money goes ("Vendors"): account numbers, BIC, domestic code, bankgiro. Each is compared, shown and sent in one form.

/** True for a field that holds such a number. */
export const isBankNumber = (path: readonly string[]): boolean =>
  /(?:ankAccount(?:Number|Bic|Code)|BankgiroNumber)$/.test(path.at(-1) ?? '');

/** Characters that people and documents put between the figures; nothing of it is part of the number. */
const spaces = /[ \t\u00A0\u2009\u202F]/g;
const allowed = /[A-Za-z0-9./ \t\u00A0\u2009\u202F-]/;
const ibanStart = /^[A-Z]{2}\d{2}/;

/** A number in its one form, or the character that keeps it out of it. */
export type BankNumber = { ok: true; number: string } | { ok: false; why: string };

/** Reads a number as it was typed, imported or sent. */
export function readBankNumber(path: readonly string[], text: string): BankNumber {
  let at = 0;
  for (const character of text) {
    if (!allowed.test(character)) return { ok: false, why: t('bankNumbers.odd', { contains: contains(text, character, at) }) };
    at += character.length;
  }
  const written = text.replace(spaces, '').toUpperCase();
  if (/^IBAN/.test(written)) return { ok: false, why: t('bankNumbers.wordIban') };
  return { ok: true, number: formOf(path.at(-1) ?? '', written) };
}

function formOf(name: string, written: string): string {
  const compact = written.replace(/[./-]/g, '');
  if (name.endsWith('BankgiroNumber')) return /^\d{7,8}$/.test(compact) ? compact.replace(/(\d{4})$/, '-$1') : compact;
  // A domestic number's dash or stroke may be part of it: 19-2000145399/0800.
  return name.endsWith('AccountNumber') && !ibanStart.test(compact) ? written : compact;
}

/** The number's one form; what is none stays as it is, each hidden character as a mark. */
export function bankNumberText(path: readonly string[], text: string): string {
  const read = readBankNumber(path, text);
  return read.ok ? read.number : marked(text);
}

/** True where two values of a field mean the same: bank numbers by their one form, everything else exactly. */
export function sameAt(path: readonly string[], a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (jsonEqual(a, b)) return true;
  if (!isBankNumber(path) || typeof a !== 'string' || typeof b !== 'string') return false;
  const [one, other] = [readBankNumber(path, a), readBankNumber(path, b)];
  return one.ok && other.ok && one.number === other.number;
}

/** Letters and figures by four, as on a letter: `PT50 0002 0123 …`; a short code and what has other characters stay as they are. */
export function groupedNumber(text: string): string {
  const compact = text.replace(spaces, '');
  return /^(?:[A-Za-z0-9]{12,34}|\d{9,11})$/.test(compact) ? (compact.match(/.{1,4}/g) ?? []).join(' ') : text;
}

/** Which characters of two numbers differ. Of two lengths, what is between the same beginning and the same end. */
export function changedCharacters(old: string, now: string): { old: boolean[]; now: boolean[] } {
  if (old.length === now.length) {
    const changed = [...old].map((each, at) => each !== now[at]);
    return { old: changed, now: changed };
  }
  const short = Math.min(old.length, now.length);
  let start = 0;
  while (start < short && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < short - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const middle = (text: string) => [...text].map((_, at) => at >= start && at < text.length - end);
  return { old: middle(old), now: middle(now) };
}

type NumberCheck = { kind: 'fits' } | { kind: 'notChecked' } | { kind: 'misfit'; message: string };

/** Checks an account number that has an IBAN's beginning by its country's length, form and check digits (ISO 13616), a BIC by its form, a bankgiro by its check figure. */
export function checkBankNumber(path: readonly string[], number: string): NumberCheck {
  const name = path.at(-1) ?? '';
  if (number === '') return { kind: 'notChecked' };
  if (name.endsWith('AccountBic')) return validateBIC(number).valid ? { kind: 'fits' } : misfit(t('bankNumbers.notBic'));
  if (name.endsWith('BankgiroNumber')) {
    if (!/^\d{3,4}-\d{4}$/.test(number)) return misfit(t('bankNumbers.notBankgiro'));
    return hasModulus10(number.replace('-', '')) ? { kind: 'fits' } : misfit(t('bankNumbers.bankgiroDigit'));
  }
  if (!name.endsWith('AccountNumber') || !/^[A-Z]{2}[0-9O][0-9O]/.test(number)) return { kind: 'notChecked' };
  const country = number.slice(0, 2);
  const { chars = null, bban_regexp: form = null } = getCountrySpecifications()[country] ?? {};
  if (chars === null || form === null) return { kind: 'notChecked' };
  if (number.length !== chars) return misfit(t('bankNumbers.length', { count: number.length, country, wanted: chars }));
  const figures = number.slice(0, 2) + number.slice(2).replaceAll('O', '0');
  if (figures !== number && !formFits(number, form) && formFits(figures, form)) return misfit(t('bankNumbers.letterO', { country }));
  if (!formFits(number, form)) return misfit(t('bankNumbers.form', { country }));
  // A bank's own check digits inside the number have exceptions and are left alone.
  return validateIBAN(number).errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)
    ? misfit(t('bankNumbers.checkDigits'))
    : { kind: 'fits' };
}

/** True where the last figure is the check figure of those before it, doubled in turns from the right (ISO/IEC 7812, annex B). */
const hasModulus10 = (figures: string): boolean =>
  [...figures].reverse().reduce((sum, figure, at) => sum + (at % 2 === 0 ? Number(figure) : digitSum(2 * Number(figure))), 0) % 10 === 0;
const digitSum = (upTo18: number): number => (upTo18 > 9 ? upTo18 - 9 : upTo18);

/** True for an IBAN of a known country with its length, form and check digits. */
export const isIban = (number: string): boolean => checkBankNumber(['vendorAccountNumber'], number).kind === 'fits';

const misfit = (message: string): NumberCheck => ({ kind: 'misfit', message });
const formFits = (number: string, form: string): boolean => /^..\d\d/.test(number) && new RegExp(form).test(number.slice(4));

/** The problem of a bank number, shown wherever one is entered, reviewed or approved; null without one, or where nothing can be checked. */
export function bankNumberWarning(path: readonly string[], value: unknown): string | null {
  if (!isBankNumber(path) || typeof value !== 'string') return null;
  const read = readBankNumber(path, value);
  if (!read.ok) return read.why;
  const check = checkBankNumber(path, read.number);
  return check.kind === 'misfit' ? check.message : null;
}

/** "4 of 24 characters changed. Check digits fit." That they do not, and what makes it no number, is a warning of its own. */
export function numberChangeWords(path: readonly string[], old: string, now: string): string {
  if (!readBankNumber(path, now).ok) return '';
  const [before, after] = [bankNumberText(path, old), bankNumberText(path, now)];
  const kind = checkBankNumber(path, after).kind;
  const isIban = (path.at(-1) ?? '').endsWith('AccountNumber');
  const check = after === '' || !isIban || kind === 'misfit' ? null : t(kind === 'fits' ? 'bankNumbers.fits' : 'bankNumbers.notChecked');
  if (before === '' || after === '' || !readBankNumber(path, old).ok) return check ?? '';
  const count = changedCharacters(before, after).now.filter(Boolean).length;
  const said =
    before.length === after.length
      ? t('bankNumbers.changed', { count, all: after.length })
      : t('bankNumbers.lengths', { now: after.length, before: before.length });
  return check === null ? said : `${said} ${check}`;
}
