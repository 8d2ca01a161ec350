import type { RecordRow } from '#shared/contract/views/views.ts';
import { decimalOf } from '#shared/values/money.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Asked, Term } from '#shared/query/query.ts';
import { readable } from '#shared/values/readable.ts';

/** Whether a row is what a query asks for, by a look at each term: pages are tested by what they ask, the cache by its own scan. */
export function fitsQuery(row: RecordRow, text: string, today: string): boolean {
  const { terms } = parseQuery(text, row.kind, { locale: 'en', today });
  return terms.every((term) => holds(row, term, today) !== term.not);
}

function holds(row: RecordRow, term: Term, today: string): boolean {
  switch (term.on) {
    case 'words': {
      const said = `${row.title} ${row.subtitle ?? ''}`.toLowerCase();
      return term.words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => said.includes(word));
    }
    case 'edits':
      return row.pending.some((state) => term.states.includes(state));
    case 'overdue':
      return (row.facts['due']?.[0] ?? '9') < today && !['PAID', 'DRAFT', 'ARCHIVED', 'REVERSED'].includes(row.status ?? '');
    case 'column':
      return term.asked.some((asked) => has(row, term.column, asked));
    case 'beside':
      return term.what.some((what) => (what === 'problem' ? row.hasProblem : what === 'document' && row.documentState === 'here'));
    case 'pack':
      return false;
  }
}

function has(row: RecordRow, column: string, asked: Asked): boolean {
  const parts: Record<string, string | null> = {
    status: row.status,
    state: row.status,
    currency: row.currency,
    date: row.date,
    updated: row.updatedAt,
  };
  const values = column in parts ? [parts[column] ?? ''].filter((value) => value !== '') : (row.facts[column] ?? [row.title]);
  if ('none' in asked) return values.length === 0;
  if ('is' in asked)
    return values.some((value) => [value, readable(value)].some((each) => ` ${each.toLowerCase()}`.includes(` ${asked.is.toLowerCase()}`)));
  if ('from' in asked) return values.some((value) => value >= (asked.from ?? '0') && value.slice(0, 10) <= (asked.to ?? '9'));
  const amount = ['amount', 'total'].includes(column)
    ? row.amountMinor && Number(decimalOf(row.amountMinor, row.currency))
    : Number(values[0]);
  if (amount === null) return false;
  const [least, most] = [asked.least, asked.most].map(
    (bound) => bound && { at: Number(bound.digits) / 10 ** bound.scale, open: bound.open },
  );
  return (
    (!least || (least.open ? Number(amount) > least.at : Number(amount) >= least.at)) &&
    (!most || (most.open ? Number(amount) < most.at : Number(amount) <= most.at))
  );
}
