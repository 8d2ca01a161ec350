import type { RecordKind } from '#shared/records/record-kind.ts';
import { quoted, tokensOf, unquoted, valuesIn, type Token } from './tokens.ts';

/** `status` and `state` are one word (`askedColumn`). */
const sameWord = (name: string): string => (name === 'state' ? 'status' : name);
const isOf = (field: string) => (token: Token) => token.field !== null && sameWord(token.field.name) === sameWord(field);

/** A query with one term of this field, in the place of the first one it had; without any for null. What else was typed stays as it is. */
export function withTerm(text: string, field: string, term: string | null, kind: RecordKind): string {
  const tokens = tokensOf(text, kind);
  const first = tokens.find(isOf(field));
  const written = tokens.flatMap((token) => {
    if (!isOf(field)(token)) return [text.slice(token.span.start, token.span.end)];
    return token === first && term !== null ? [term] : [];
  });
  return (first === undefined && term !== null ? [...written, term] : written).join(' ');
}

/** Exchanges what stands in a place of a query. */
export const withPiece = (text: string, { start, end }: { start: number; end: number }, piece: string): string =>
  `${text.slice(0, start)}${piece}${text.slice(end)}`;

/** What a query says of a field: its first term, without the field's name; null when it says nothing. */
export function saidOf(text: string, field: string, kind: RecordKind): { not: boolean; operator: string; values: string[] } | null {
  const token = tokensOf(text, kind).find(isOf(field));
  if (!token?.field) return null;
  return { not: token.not, operator: token.field.operator, values: valuesIn(token.rest).map(unquoted) };
}

/** A term for any of these values; null for none. */
export const anyOf = (field: string, values: readonly string[]): string | null =>
  values.length === 0 ? null : `${field}:${values.map(quoted).join(',')}`;

/** The plain words of a query that are looked for, which hits are marked by. */
export function wordsIn(text: string, kind: RecordKind): string[] {
  const words = tokensOf(text, kind).filter((token) => token.field === null && !token.not);
  return words.flatMap((token) => unquoted(token.rest).match(/[\p{L}\p{N}]+/gu) ?? []);
}
