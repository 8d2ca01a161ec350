import type { Span } from './query.ts';

export type Operator = ':' | '=' | '<' | '<=' | '>' | '>=';

/** One piece of a query between blanks: `-status:draft` is field, operator and values; anything else is words. */
export interface Token {
  span: Span;
  not: boolean;
  field: { name: string; operator: Operator } | null;
  /** What follows the operator, or the words; quotes as they were written. */
  rest: string;
}

const piece = /(?:[^\s"]|"[^"]*(?:"|$))+/gu;
const withField = /^(\p{L}[\p{L}\p{N}_]*)(<=|>=|[:=<>])(.*)$/su;

/** Takes a query apart. Every text is a list of tokens: nothing is refused here. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(piece), (match) => {
    const start = match.index;
    const [whole] = match;
    const not = whole.length > 1 && whole.startsWith('-');
    const body = not ? whole.slice(1) : whole;
    const [, name, operator, rest] = withField.exec(body) ?? [];
    const span = { start, end: start + whole.length };
    if (name === undefined) return { span, not, field: null, rest: body };
    return { span, not, field: { name: name.toLowerCase(), operator: operator as Operator }, rest: rest ?? '' };
  });
}

/** A text without the quotes around its parts. */
export const unquoted = (text: string): string => text.replaceAll('"', '');

/** A value as it must be written to be one: in quotes where it has a blank, a comma or a quote's meaning. */
export const quoted = (value: string): string => (/[\s,"]|^$|\.\./u.test(value) ? `"${value.replaceAll('"', '')}"` : value);

/** Values that are separated by commas outside of quotes; empty ones are none. */
export function valuesIn(text: string): string[] {
  const parts = Array.from(text.matchAll(/(?:[^,"]|"[^"]*(?:"|$))+/gu), ([part]) => part);
  return parts.filter((part) => unquoted(part).trim() !== '');
}
