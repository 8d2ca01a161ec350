import type { Column } from '#shared/columns/column.ts';
import { askedColumn, askedColumns, listKinds, type ListKind } from '#shared/columns/columns.ts';
import { mostOfQuery, type Condition, type Problem, type Query, type Term } from './query.ts';
import { isField, isOtherField, otherFields } from './fields.ts';
import { hasNames, isBeside, statesOf } from './has.ts';
import { nearest } from './nearest.ts';
import { amountsIn } from './read-amounts.ts';
import { isEqual, isUnread, readAsked, type Reader } from './read-values.ts';
import { tokensOf, unquoted, valuesIn, type Token } from './tokens.ts';

type Unplaced = Problem extends infer P ? (P extends Problem ? Omit<P, 'span'> : never) : never;
type Read = { condition: Condition } | { problem: Unplaced };

/**
 * Reads a query over one kind's list (grammar: docs/query.md). Every text is a query: what is not understood becomes a problem with its place,
 * and the rest counts. Words that follow each other are one term, in which the last is a beginning.
 */
export function parseQuery(text: string, kind: ListKind, reader: Reader): Query {
  if (text.length > mostOfQuery) return { terms: [], problems: [{ why: 'tooLong', repair: null, span: { start: 0, end: text.length } }] };
  const query: Query = { terms: [], problems: [] };
  for (const token of tokensOf(text, kind)) {
    const read = readToken(token, kind, reader);
    const { span, not } = token;
    if ('problem' in read) {
      const repair = read.problem.repair === null ? null : `${not ? '-' : ''}${read.problem.repair}`;
      query.problems.push({ ...read.problem, repair, span });
    } else addTerm(query.terms, { ...read.condition, not, span });
  }
  return query;
}

/** Words are looked for together: only so the last of them can be a beginning and all others whole. */
function addTerm(terms: Term[], term: Term): void {
  const known = term.on === 'words' && !term.not ? terms.find((each) => each.on === 'words' && !each.not) : undefined;
  if (known?.on === 'words' && term.on === 'words') known.words = `${known.words} ${term.words}`;
  else if (term.on !== 'words' || term.words.trim() !== '') terms.push(term);
}

function readToken({ field, rest }: Token, kind: ListKind, reader: Reader): Read {
  if (field === null) return rest.toLowerCase() === 'overdue' ? overdue(kind) : { condition: readWords(rest, reader) };
  const { name, operator } = field;
  const column = askedColumn(kind, name);
  if (!column && !isOtherField(kind, name)) return unknownField(name, operator, rest, kind);
  if (unquoted(rest).trim() === '') return { problem: { why: 'noValue', field: name, repair: null } };
  if (!column) return isEqual(operator) ? readOther(name, rest) : noOrder(name, rest);
  if (!isEqual(operator) && !isOrdered(column)) return noOrder(name, rest);
  const asked = readAsked(column.type, operator, rest, reader);
  if (!isUnread(asked)) return { condition: { on: 'column', column: column.name, asked } };
  const repair = asked.repair === null ? null : `${name}${operator}${asked.repair}`;
  return { problem: { ...asked, repair } };
}

function readWords(rest: string, { locale }: Reader): Condition {
  const amounts = rest.includes('"') ? [] : amountsIn(rest, locale);
  return amounts.length > 0 ? { on: 'amount', text: rest, amounts } : { on: 'words', words: unquoted(rest) };
}

const isOrdered = ({ type }: Column): boolean => ['date', 'instant', 'count', 'money'].includes(type);

const noOrder = (field: string, rest: string): Read => ({ problem: { why: 'noOrder', field, repair: `${field}:${rest}` } });

function readOther(name: string, rest: string): Read {
  if (name === 'pack') return { condition: { on: 'pack', pack: unquoted(rest) } };
  const asked = valuesIn(rest).map((value) => unquoted(value).toLowerCase());
  const states = asked.flatMap((each) => statesOf(each) ?? []);
  const beside = asked.filter(isBeside);
  const odd = asked.find((each) => !hasNames.includes(each));
  // One of an edit's states or something beside the record: two different looks, which no single term takes.
  const mixed = states.length > 0 && beside.length > 0;
  if (odd !== undefined || mixed) {
    const text = odd ?? asked.join(',');
    const meant = mixed ? asked[0] : nearest(text, hasNames);
    return { problem: { why: 'noHas', text, repair: meant === undefined ? null : `has:${meant}` } };
  }
  return { condition: beside.length > 0 ? { on: 'beside', what: beside } : { on: 'edits', states } };
}

/** Only what has a due date and a state that says whether something is owed. */
export const canBeOverdue = (kind: ListKind): boolean => askedColumns(kind).some(({ name }) => name === 'due');

function overdue(kind: ListKind): Read {
  if (canBeOverdue(kind)) return { condition: { on: 'overdue' } };
  return { problem: { why: 'notHere', text: 'overdue', repair: '"overdue"' } };
}

/** Names the list of a foreign field, and suggests a repair for a typing error. */
function unknownField(name: string, operator: string, rest: string, kind: ListKind): Read {
  const names = [...askedColumns(kind).map((column) => column.name), ...otherFields(kind)];
  const meant = nearest(name, names);
  const repair = meant === undefined ? `"${name}${operator}${unquoted(rest)}"` : `${meant}${operator}${rest}`;
  const elsewhere = listKinds.some((other) => isField(other, name));
  return { problem: elsewhere ? { why: 'notHere', text: name, repair } : { why: 'noField', field: name, repair } };
}
