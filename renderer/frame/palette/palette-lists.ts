import { books } from '#renderer/pages/pages.ts';
import { hrefOf, listOfPage } from '#renderer/state/navigation/router.svelte.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import { t } from '#shared/messages/t.ts';
import { wordsOfProblem } from '#shared/messages/query-words.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Query } from '#shared/query/query.ts';
import type { Reader } from '#shared/query/read-values.ts';

/** A list that a text asks for. */
export interface AskedList {
  kind: ListKind;
  label: string;
  query: string;
  href: string;
}

/** Interprets a text as a query (docs/query.md): the lists that accept it, or the reason why none does. */
export interface AskedLists {
  lists: AskedList[];
  problem: string | null;
}

interface Readable extends AskedList {
  read: Query;
}

/**
 * Reads `amount>500` for each list, `expenses hotel` or `invoices overdue` for the one that is named. Words alone ask for no list: they are
 * searched everywhere.
 */
export function askedLists(text: string, reader: Reader): AskedLists {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const named = books.filter(({ label }) => first.length >= 4 && t(label).toLowerCase().startsWith(first.toLowerCase()));
  const isNamed = named.length > 0 && others.length > 0;
  const query = isNamed ? others.join(' ') : text.trim();
  const read = (isNamed ? named : books).flatMap(({ page, label }): Readable[] => {
    const kind = listOfPage(page);
    return kind ? [{ kind, label: t(label), query, href: hrefOf(page, null, { q: query }), read: parseQuery(query, kind, reader) }] : [];
  });
  const asking = isNamed ? read : read.filter(isQuery);
  const lists = asking.filter((each) => each.read.problems.length === 0);
  if (lists.length > 0)
    return { lists: lists.map(({ kind, label, query: asked, href }) => ({ kind, label, query: asked, href })), problem: null };
  // The list that understands most of it says what it does not.
  const [nearest] = asking.toSorted((a, b) => a.read.problems.length - b.read.problems.length);
  const [problem] = nearest?.read.problems ?? [];
  return { lists: [], problem: problem ? wordsOfProblem(problem) : null };
}

/** Something in it is more than a word: a term, or what a list's own field was asked in vain. */
const isQuery = ({ read }: Readable): boolean =>
  read.terms.some(({ on }) => on !== 'words') || read.problems.some(({ why }) => why !== 'noField' && why !== 'notHere');
