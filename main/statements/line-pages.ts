import { eq, sql, type SQL } from 'drizzle-orm';
import { fixed, param, prepared, preparedForms } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { bankLine, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { conditionsOf, planLines, stateOfLine, usedOfLine, type LineFilter, type LineTerm } from './line-query.ts';

/** Exact: SQLite hands an int64 over as text. */
const usedText = sql<string>`CAST(${usedOfLine} AS text)`;
const columns = {
  ...{ id: bankLine.id, account: bankLine.account, bookedOn: bankLine.bookedOn, currency: bankLine.currency },
  ...{ payer: bankLine.payer, payerAccount: bankLine.payerAccount, endToEnd: bankLine.endToEnd, reference: bankLine.reference },
  ...{ text: bankLine.text, bankReference: bankLine.bankReference, reversal: bankLine.reversal, putAside: bankLine.putAside },
  doubt: bankLine.doubt,
  ...{ fileName: statement.fileName, minor: asBigint(bankLine.minor), used: usedText, state: stateOfLine },
  editIds: sql<string>`(SELECT json_group_array(living_use.edit_id) FROM living_use WHERE living_use.line = ${bankLine.id})`,
};
const joined = sql`FROM ${bankLine} JOIN ${statement} ON ${statement.id} = ${bankLine.statement} AND ${statement.whole}`;

/** The part of a list to read: after a line's key, forwards from the newest or backwards from the oldest. */
export interface LinePortion {
  /** The key of a page, or null for the beginning. */
  after: string | null;
  skip: number;
  limit: number;
  descending: boolean;
}

const places: Record<string, SQL> = {
  line: sql`${bankLine.id} = ${param('line')}`,
  older: sql`(${bankLine.bookedOn}, ${bankLine.id}) < (${param('bookedOn')}, ${param('id')})`,
  newer: sql`(${bankLine.bookedOn}, ${bankLine.id}) > (${param('bookedOn')}, ${param('id')})`,
};
const matching = (conditions: readonly SQL[]) => sql`${joined} WHERE ${sql.join([sql`1`, ...conditions], sql` AND `)}`;
const page = preparedForms((db, { terms, place, way }: { terms: readonly LineTerm[]; place: string; way: 'ASC' | 'DESC' }) =>
  db.rows(
    columns,
    sql`${matching([...conditionsOf(terms), ...(places[place] ? [places[place]] : [])])}
      ORDER BY ${bankLine.bookedOn} ${sql.raw(way)}, ${bankLine.id} ${sql.raw(way)} LIMIT ${param('limit')} OFFSET ${param('skip')}`,
  ),
);
type Row = ReturnType<ReturnType<typeof page>['all']>[number];
export type PagedLine = Omit<Row, 'used' | 'editIds'> & { restMinor: bigint; editIds: string[] };
const whole = ({ used, ...row }: Row): PagedLine => ({
  ...row,
  restMinor: row.minor - BigInt(used),
  editIds: JSON.parse(row.editIds) as string[],
});

/** A page of the lines that a query finds, with the key of the next; null where it ends. */
export function pageOfLines(store: Store, filter: LineFilter, { after, descending, ...portion }: LinePortion) {
  const { terms, values } = planLines(store, filter);
  const [bookedOn = '', id = '0'] = after?.split(' ') ?? [];
  const place = after === null ? '' : descending ? 'older' : 'newer';
  const found = page(store, { terms, place, way: descending ? 'DESC' : 'ASC' }).all({ ...values, ...portion, limit: portion.limit + 1, bookedOn, id: Number(id) }); // prettier-ignore
  const rows = found.slice(0, portion.limit).map(whole);
  const last = rows.at(-1);
  return { rows, next: found.length > rows.length && last ? `${last.bookedOn} ${last.id}` : null };
}

/** One line; null for an unknown one. */
export function pagedLine(store: Store, line: number): PagedLine | null {
  const row = page(store, { terms: [], place: 'line', way: 'DESC' }).get({ line, limit: 1, skip: 0 });
  return row ? whole(row) : null;
}

const countedTerms = preparedForms((db, terms: readonly LineTerm[]) =>
  db.rows({ n: sql<number>`count(*)` }, matching(conditionsOf(terms))),
);

/** The number of lines that a query finds. */
export function countLines(store: Store, filter: LineFilter): number {
  const { terms, values } = planLines(store, filter);
  return countedTerms(store, terms).get(values)?.n ?? 0;
}

const states = prepared((db) =>
  db.rows({ id: bankLine.id, account: bankLine.account, state: stateOfLine, sure: sql<number>`${bankLine.doubt} IS NULL` }, joined),
);

/** Every line's account and state; one that is not `sure` may be no line of its own. */
export const lineStates = (store: Store) => states(store).all();

const openLines = prepared((db) =>
  db.rows(
    {
      ...{ id: bankLine.id, account: bankLine.account, bookedOn: bankLine.bookedOn, currency: bankLine.currency, payer: bankLine.payer },
      ...{ payerAccount: bankLine.payerAccount, endToEnd: bankLine.endToEnd, reference: bankLine.reference, text: bankLine.text },
      minor: asBigint(bankLine.minor),
      used: usedText,
    },
    sql`${joined} WHERE ${stateOfLine} = 'open' AND ${bankLine.doubt} IS NULL ORDER BY ${bankLine.bookedOn}, ${bankLine.id}`,
  ),
);

/** Every open line without a doubt, oldest first. */
export const linesToMatch = (store: Store) =>
  openLines(store).all().map(({ minor, used, ...row }) => ({ ...row, restMinor: minor - BigInt(used) })); // prettier-ignore

const covered = prepared((db) =>
  db
    .selectDistinct({ account: statement.account, from: statement.from, to: statement.to })
    .from(statement)
    .where(fixed(eq(statement.whole, true)))
    .orderBy(statement.account, statement.from),
);

/** The days that each statement covers, by account. */
export function coverage(store: Store): Map<number, { from: string; to: string }[]> {
  return Map.groupBy(
    covered(store).all().filter(({ to }) => to !== ''), // prettier-ignore
    ({ account }) => account,
  );
}
