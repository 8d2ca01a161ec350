import type { ListKind } from '#shared/columns/columns.ts';
import { isField } from './fields.ts';
import type { Span } from './query.ts';
import { isOneNumber } from './read-amounts.ts';

export type Operator = ':' | '=' | '<' | '<=' | '>' | '>=';

/** One part of a query: `-status:draft` is field, operator and values; anything else is words. */
export interface Token {
  span: Span;
  not: boolean;
  field: { name: string; operator: Operator } | null;
  /** The text after the operator, or the words; with their quotes. */
  rest: string;
  /** The start of `rest`. */
  at: number;
}

const piece = /(?:[^\s"]|"[^"]*(?:"|$))+/gu;
const withField = /^(\p{L}[\p{L}\p{N}_]*)(<=|>=|[:=<>])(.*)$/su;
const withOperator = /^(?:<=|>=|[:=<>])/u;

/** Takes a query over a kind's list apart. Every text is a list of tokens: nothing is refused here. */
export function tokensOf(text: string, kind: ListKind): Token[] {
  const left = Array.from(text.matchAll(piece), (match) => tokenOf(match[0], match.index));
  const tokens: Token[] = [];
  for (let token = left.shift(); token; token = left.shift()) tokens.push(withNext(token, left, { text, kind }));
  return tokens;
}

function tokenOf(whole: string, start: number): Token {
  const not = whole.length > 1 && whole.startsWith('-');
  const body = not ? whole.slice(1) : whole;
  const [, name, operator, rest] = withField.exec(body) ?? [];
  const span = { start, end: start + whole.length };
  if (name === undefined || rest === undefined) return { span, not, field: null, rest: body, at: start + (not ? 1 : 0) };
  return { span, not, field: { name: name.toLowerCase(), operator: operator as Operator }, rest, at: span.end - rest.length };
}

interface Asking {
  text: string;
  kind: ListKind;
}

/** Takes from what is left what belongs to a field of the list by blanks alone: `amount > 500`, `amount >500`, `amount> 500`. */
function withNext(token: Token, left: Token[], asking: Asking): Token {
  const { kind } = asking;
  if (token.field) return token.rest === '' && isField(kind, token.field.name) ? withValue(token, left, asking) : token;
  const [next] = left;
  if (next && !token.not && !next.not && !next.field && isOneNumber(token.rest, next.rest)) {
    left.shift();
    const { start } = token.span;
    const { end } = next.span;
    return withNext({ ...token, span: { start, end }, rest: asking.text.slice(token.at, end) }, left, asking);
  }
  const operator = operatorAfter(token, next, kind);
  if (!next || operator === null) return token;
  // A colon that ends a text is a colon.
  if (next.rest === ':' && !isValue(left.slice(1), kind)) return token;
  left.shift();
  const field = { name: token.rest.toLowerCase(), operator };
  const rest = next.rest.slice(operator.length);
  const joined = { ...token, span: { start: token.span.start, end: next.span.end }, field, rest, at: next.span.end - rest.length };
  return rest === '' ? withValue(joined, left, asking) : joined;
}

/** The operator that what follows a field's bare name begins with. */
function operatorAfter({ field, rest }: Token, next: Token | undefined, kind: ListKind): Operator | null {
  if (field || !next || next.field || next.not || !isField(kind, rest.toLowerCase())) return null;
  return (withOperator.exec(next.rest)?.[0] ?? null) as Operator | null;
}

function withValue(token: Token, left: Token[], { text, kind }: Asking): Token {
  const [value] = left;
  if (!value || !isValue(left, kind)) return token;
  left.shift();
  const { start: at, end } = value.span;
  return { ...token, span: { start: token.span.start, end }, rest: text.slice(at, end), at };
}

/** True when the rest does not start with a term of its own. */
function isValue([value, next]: readonly Token[], kind: ListKind): boolean {
  if (!value || value.rest.toLowerCase() === 'overdue' || (value.not && !/^\d/u.test(value.rest))) return false;
  return value.field ? !isField(kind, value.field.name) : operatorAfter(value, next, kind) === null;
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
