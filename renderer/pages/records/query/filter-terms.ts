import { listOf, listWithAnd, inSentence } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import type { Column } from '#shared/columns/column.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import { meant } from '#shared/query/meant.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Asked, Bound, Query } from '#shared/query/query.ts';
import type { Said } from '#shared/query/write-term.ts';
import { readable, spelled } from '#shared/values/readable.ts';

/** A list's query, as its menus look at it. */
export interface Filtered {
  kind: ListKind;
  read: Query;
  today: string;
}

/** The query's condition on a column; null for several conditions or a negation, which no menu item matches. */
function askedOf(read: Query, { name }: Column): Asked[] | null {
  const said = read.terms.flatMap((term) => (term.on === 'column' && term.column === name ? [term] : []));
  const [only] = said;
  return only && said.length === 1 && !only.not ? only.asked : null;
}

/** True when a query contains this term in any spelling. */
export function asks(list: Filtered, column: Column, term: string): boolean {
  const wanted = parseQuery(term, list.kind, { locale: 'en', today: list.today });
  const [one] = askedOf(wanted, column) ?? [];
  return one !== undefined && askedOf(list.read, column)?.some((other) => meaningOf(other) === meaningOf(one)) === true;
}

const meaningOf = (asked: Asked): string =>
  'least' in asked ? [asked.least, asked.most].map((bound) => (bound ? numberOf(bound) : '')).join(' ') : JSON.stringify(asked);

/** 500 and 500.00 are one number. */
function numberOf({ digits, scale, open }: Bound): string {
  if (scale > 0 && digits % 10n === 0n) return numberOf({ digits: digits / 10n, scale: scale - 1, open });
  return `${digits} ${scale} ${open}`;
}

/** Which of the values here a query asks for, and what it names beside them, as it was typed. */
export function askedValues({ read }: Filtered, column: Column, here: readonly string[]): { values: string[]; others: string[] } {
  const asked = askedOf(read, column) ?? [];
  const found = asked.map((one) => ('is' in one ? meant(one.is, here) : []));
  const others = asked.flatMap((one, place) => (found[place]?.length === 0 ? ['is' in one ? one.is : 'none'] : []));
  return { values: [...new Set(found.flat())], others };
}

/** The query text of a status or a currency. */
export const writtenValue = (value: string, slot: 'status' | 'currency'): string =>
  slot === 'status' ? spelled(value).toLowerCase() : value;

/** More values than this are not told one by one in a button. */
const mostTold = 3;

/** The text of a query in a button: "Status: in draft", "Amount: > 100 and < 500". */
export function summaryOf(label: string, said: readonly Said[], inWords = ({ text }: Said): string => text): string {
  const parts = said.flatMap((each) => {
    const operator = each.operator === ':' || each.operator === '=' ? '' : `${each.operator} `;
    if (each.text.trim() === '') return [];
    const what = `${operator}${inWords(each)}`;
    return [each.not ? t('list.filter.not', { what }) : what];
  });
  return parts.length === 0 ? label : t('list.filter.said', { column: label, what: listWithAnd(parts) });
}

/** The values of a term by their own names, where it means some that are here. */
export const namedValues =
  (kind: ListKind, slot: 'status' | 'currency', here: readonly string[]) =>
  ({ values }: Said): string =>
    listOf(
      values.flatMap((value) => {
        const found = meant(value, here);
        return found.length === 0 || found.length > mostTold
          ? [value]
          : found.map((each) => (slot === 'status' ? inSentence(readable(each, kind)) : each));
      }),
    );
