import { t } from '#shared/messages/t.ts';
import type { Column } from '#shared/columns/column.ts';
import { askedColumn, askedColumns, type ListKind } from '#shared/columns/columns.ts';
import { isOtherField } from './fields.ts';
import { hasNames } from './has.ts';
import { canBeOverdue } from './parse-query.ts';
import type { Span } from './query.ts';
import { tokensOf, unquoted } from './tokens.ts';

/** The term at the caret and its completions. */
export type Completing =
  /** A word that may become a field. */
  | { at: 'field'; typed: string; span: Span; fields: FieldOffer[] }
  /** The last value of a term: of a column, or one of these words. */
  | { at: 'value'; typed: string; span: Span; column: Column }
  | { at: 'words'; typed: string; span: Span; words: readonly string[] };

export interface FieldOffer {
  /** As it is written, its operator included. */
  piece: string;
  label: string;
}

/** Every field that a list's queries know. */
export const fieldOffers = (kind: ListKind): FieldOffer[] => [
  ...askedColumns(kind).map(({ name, label, type }) => ({ piece: type === 'money' ? `${name}>` : `${name}:`, label })),
  { piece: 'has:', label: t('queries.offer.has') },
  ...(isOtherField(kind, 'pack') ? [{ piece: 'pack:', label: t('queries.offer.pack') }] : []),
  ...(canBeOverdue(kind) ? [{ piece: 'overdue', label: t('queries.offer.overdue') }] : []),
];

/** Completions at the caret; null without any. */
export function completingAt(text: string, caret: number, kind: ListKind): Completing | null {
  const token = tokensOf(text, kind).find(({ span }) => span.start < caret && caret <= span.end);
  if (!token) return null;
  const { span, field, not } = token;
  if (!field) {
    const typed = text.slice(span.start + (not ? 1 : 0), caret).toLowerCase();
    const fields = fieldOffers(kind).filter(({ piece }) => piece.startsWith(typed) && piece !== typed);
    return fields.length === 0 ? null : { at: 'field', typed, span: { start: span.start + (not ? 1 : 0), end: span.end }, fields };
  }
  const from = Math.max(token.at, lastComma(text.slice(0, caret), token.at) + 1);
  const typed = unquoted(text.slice(from, caret));
  const value = { typed, span: { start: from, end: span.end } };
  const column = askedColumn(kind, field.name);
  if (column) return { at: 'value', ...value, column };
  return field.name === 'has' ? { at: 'words', ...value, words: hasNames.filter((name) => name.startsWith(typed.toLowerCase())) } : null;
}

/** The last comma outside of quotes, or -1. */
function lastComma(text: string, from: number): number {
  let inQuotes = false;
  let last = -1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') inQuotes = !inQuotes;
    else if (text[at] === ',' && !inQuotes) last = at;
  }
  return last;
}
