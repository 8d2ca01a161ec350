import type { Problem } from '#shared/query/query.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import { tokensOf } from '#shared/query/tokens.ts';

export interface QueryPart {
  start: number;
  text: string;
  /** `odd` is not understood. */
  kind: 'plain' | 'term' | 'odd';
}

/** A query cut into what is drawn apart: terms, what is not understood (`problems`), and everything between. */
export function partsOf(text: string, kind: ListKind, problems: readonly Problem[]): QueryPart[] {
  const parts: QueryPart[] = [];
  let at = 0;
  for (const { span, field, not } of tokensOf(text, kind)) {
    if (span.start > at) parts.push({ start: at, text: text.slice(at, span.start), kind: 'plain' });
    const odd = problems.some((problem) => problem.span.start === span.start);
    parts.push({ start: span.start, text: text.slice(span.start, span.end), kind: odd ? 'odd' : field || not ? 'term' : 'plain' });
    at = span.end;
  }
  if (at < text.length) parts.push({ start: at, text: text.slice(at), kind: 'plain' });
  return parts;
}
