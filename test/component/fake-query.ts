import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import type { Hit } from '#shared/contract/views/search-views.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { decimalOf } from '#shared/values/money.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Asked, Term } from '#shared/query/query.ts';
import { readable } from '#shared/values/readable.ts';

/** Tests a row against each term of a query. The cache has its own scan. */
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
    case 'amount': {
      const amount = row.amountMinor === null ? null : decimalOf(row.amountMinor, row.currency);
      const said = term.amounts.map(({ digits, scale }) => (Number(digits) / 10 ** scale).toFixed(scale));
      return row.title.includes(term.text) || said.some((each) => amount?.startsWith(each));
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
    return values.some((value) =>
      [value, readable(value, row.kind)].some((each) => ` ${each.toLowerCase()}`.includes(` ${asked.is.toLowerCase()}`)),
    );
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

/** A row that a search found; one that a number found says its amount. */
export function hitOf(row: RecordRow, text: string, names: readonly ReferenceName[]): Hit {
  const { kind, id, status, date, amountMinor, currency, facts } = row;
  const parties = [facts['customer']?.[0], facts['person']?.[0]];
  const what = kind === 'invoiceReceivable' ? 'open' : 'amount';
  return {
    ...{ kind: 'record', record: { kind, id }, editId: null, title: row.title, detail: row.subtitle ?? '', state: row.pending[0] ?? null },
    facts: { status, date, amountMinor, currency, due: facts['due']?.[0] ?? null },
    party: names.find((name) => parties.includes(name.id))?.name ?? null,
    ...(/^[\d.,]+$/.test(text) &&
      amountMinor !== null &&
      currency !== null && { amount: { what, minor: amountMinor, currency, exact: true } }),
  };
}
