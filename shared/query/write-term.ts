import { fieldWord, type ListKind } from '#shared/columns/columns.ts';
import { statesOf } from './has.ts';
import { quoted, tokensOf, unquoted, valuesIn, type Token } from './tokens.ts';

/** Which terms of a query are meant. */
export type Which = (token: Token) => boolean;

export const ofField =
  (field: string): Which =>
  (token) =>
    token.field !== null && fieldWord(token.field.name) === fieldWord(field);

/** Terms that ask for open edits only. */
export const ofEdits: Which = (token) =>
  token.field?.name === 'has' && valuesIn(token.rest).every((value) => statesOf(unquoted(value).toLowerCase()) !== undefined);

export const ofOverdue: Which = (token) => token.field === null && token.rest.toLowerCase() === 'overdue';

/** A query with this term in the place of the first of those; without any of them for null. What else was typed stays as it is. */
export function withTerm(text: string, kind: ListKind, which: Which, term: string | null): string {
  const tokens = tokensOf(text, kind);
  const first = tokens.find(which);
  const written = tokens.flatMap((token) => {
    if (!which(token)) return [text.slice(token.span.start, token.span.end)];
    return token === first && term !== null ? [term] : [];
  });
  return (first === undefined && term !== null ? [...written, term] : written).join(' ');
}

/** Exchanges what is in a place of a query. */
export const withPiece = (text: string, { start, end }: { start: number; end: number }, piece: string): string =>
  `${text.slice(0, start)}${piece}${text.slice(end)}`;

/** The text of a term without its field's name. */
export interface Said {
  not: boolean;
  operator: string;
  /** Everything behind the operator. */
  text: string;
  values: string[];
}

/** The text of these terms. */
export const saidOf = (text: string, kind: ListKind, which: Which): Said[] =>
  tokensOf(text, kind)
    .filter(which)
    .map(({ not, field, rest }) => ({ not, operator: field?.operator ?? '', text: unquoted(rest), values: valuesIn(rest).map(unquoted) }));

/** A term for any of these values; null for none. */
export const anyOf = (field: string, values: readonly string[]): string | null =>
  values.length === 0 ? null : `${field}:${values.map(quoted).join(',')}`;

/** The plain words of a query that are looked for, which hits are marked by. */
export function wordsIn(text: string, kind: ListKind): string[] {
  const words = tokensOf(text, kind).filter((token) => token.field === null && !token.not);
  // Parts of a number with separators are no words: 1,623.75 would mark every 1.
  return words.flatMap(({ rest }) => (/\d[.,'’]\d/u.test(rest) ? [] : (unquoted(rest).match(/[\p{L}\p{N}]+/gu) ?? [])));
}
