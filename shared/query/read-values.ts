import type { ColumnType } from '#shared/columns/column.ts';
import { addDays } from '#shared/values/dates.ts';
import { parseDecimal, type Decimal } from '#shared/values/money.ts';
import type { Asked, Bound } from './query.ts';
import { readDays, type Days } from './read-date.ts';
import { quoted, unquoted, valuesIn, type Operator } from './tokens.ts';

/** The context for parsing a term. */
export interface Reader {
  /** The user's number format. */
  locale: string;
  /** The user's own calendar day, YYYY-MM-DD. */
  today: string;
}

/** The reason why a text is no value, without its position. */
export type Unread =
  | { why: 'noAmount' | 'noCount' | 'noDate' | 'backwards'; text: string; repair: string | null }
  | { why: 'twoDates'; text: string; choices: string[]; repair: string | null };

export const isUnread = (read: Asked[] | Unread): read is Unread => !Array.isArray(read);

/** The values of a term for a column of this type, or the first that is none. Several are read only where a comma cannot be part of one. */
export function readAsked(type: ColumnType, operator: Operator, rest: string, reader: Reader): Asked[] | Unread {
  if (unquoted(rest).toLowerCase() === 'none' && isEqual(operator)) return [{ none: true }];
  if (type === 'money' || type === 'count') return readNumbers(type, operator, unquoted(rest), reader);
  if (type === 'date' || type === 'instant') return readEachDate(operator, rest, reader);
  return valuesIn(rest).map((value) => (unquoted(value).toLowerCase() === 'none' ? { none: true } : { is: unquoted(value) }));
}

export const isEqual = (operator: Operator): boolean => operator === ':' || operator === '=';

function readNumbers(type: 'money' | 'count', operator: Operator, text: string, { locale }: Reader): Asked[] | Unread {
  const [first = '', second] = isEqual(operator) ? text.split('..', 2) : [text];
  const ends = [first, second ?? first].map((end) => (end === '' ? null : parseDecimal(end, locale)));
  const bad = [first, second ?? first].find((end, index) => end !== '' && ends[index] === null);
  if (bad !== undefined || (first === '' && !second)) return noNumber(type, bad ?? text, locale);
  const [from = null, to = null] = ends;
  if (from && to && isAbove(from, to)) return backwards(text, `${inOne(second ?? '')}..${inOne(first)}`);
  const bound = (end: typeof from, open: boolean): Bound | null => (end === null ? null : { ...end, open });
  if (operator === '<' || operator === '<=') return [{ least: null, most: bound(from, operator === '<') }];
  if (operator === '>' || operator === '>=') return [{ least: bound(from, operator === '>'), most: null }];
  return [{ least: bound(from, false), most: bound(to, false) }];
}

const isAbove = (one: Decimal, other: Decimal): boolean =>
  one.digits * 10n ** BigInt(other.scale) > other.digits * 10n ** BigInt(one.scale);

/** A number has commas of its own: only a blank in it needs quotes. */
const inOne = (number: string): string => (/\s/u.test(number) ? `"${number}"` : number);

const backwards = (text: string, repair: string): Unread => ({ why: 'backwards', text, repair });

/** `5oo` is meant as 500: letters that look like figures are the usual slip. */
function noNumber(type: 'money' | 'count', text: string, locale: string): Unread {
  const repaired = text
    .replaceAll(/[oO]/g, '0')
    .replaceAll(/[lI]/g, '1')
    .replaceAll(/[^\d.,-]/g, '');
  return { why: type === 'money' ? 'noAmount' : 'noCount', text, repair: parseDecimal(repaired, locale) === null ? null : repaired };
}

function readEachDate(operator: Operator, rest: string, reader: Reader): Asked[] | Unread {
  const asked: Asked[] = [];
  for (const value of valuesIn(rest)) {
    const [first = '', second] = isEqual(operator) ? unquoted(value).split('..', 2) : [unquoted(value)];
    const ends: (Days | null)[] = [];
    for (const end of second === undefined ? [first] : [first, second]) {
      const entry = end.trim() === '' ? null : readDays(end, reader.today);
      if (entry === null && end.trim() !== '') return { why: 'noDate', text: end, repair: null };
      if (entry && 'choices' in entry) return { why: 'twoDates', text: end, choices: entry.choices, repair: null };
      ends.push(entry && entry.days);
    }
    const [from = null, to = from] = ends;
    if (from && to && from.from > to.to)
      return backwards(
        unquoted(value),
        rest.replace(value, () => `${quoted(second ?? '')}..${quoted(first)}`),
      );
    asked.push(stretch(operator, from, to));
  }
  return asked;
}

/** Before a month is before its first day, after it is after its last. */
function stretch(operator: Operator, first: Days | null, last: Days | null): Asked {
  if (operator === '<') return { from: null, to: first === null ? null : before(first.from) };
  if (operator === '<=') return { from: null, to: first?.to ?? null };
  if (operator === '>') return { from: first === null ? null : after(first.to), to: null };
  if (operator === '>=') return { from: first?.from ?? null, to: null };
  return { from: first?.from ?? null, to: last?.to ?? null };
}

// Beyond the calendar there is no day, and nothing is found there.
const before = (date: string): string => addDays(date, -1) ?? '0000-00-00';
const after = (date: string): string => addDays(date, 1) ?? '9999-99-99';
