import { eq, sql, type SQL } from 'drizzle-orm';
import { isLike, likeText } from '#main/storage/like.ts';
import { fixed, param, prepared, preparedForms } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { bankLine, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { bankLineStates, type BankLineState } from '#shared/statements/line-state.ts';

const used = sql`(SELECT ifnull(sum(living_use.minor), 0) FROM living_use WHERE living_use.line = ${bankLine.id})`;
// Only the service's answer makes a line recorded; a user's statement closes the edit alone.
const unsettled = sql`EXISTS (SELECT 1 FROM line_use JOIN outbox ON outbox.id = line_use.edit_id
  WHERE line_use.line = ${bankLine.id} AND outbox.state NOT IN ('superseded', 'discarded', 'applied'))`;
/** Exact: SQLite hands an int64 over as text. */
const usedText = sql<string>`CAST(${used} AS text)`;
/** The state of a line; an empty reason is a user's answer that it pays no invoice. */
const state = sql<BankLineState>`CASE WHEN ${bankLine.minor} <= 0 OR ${bankLine.reversal} OR ${bankLine.putAside} = '' THEN 'out'
  WHEN ${bankLine.putAside} IS NOT NULL THEN 'putAside' WHEN ${bankLine.minor} > ${used} THEN 'open'
  WHEN ${unsettled} THEN 'drafted' ELSE 'recorded' END`;

const columns = {
  ...{ id: bankLine.id, account: bankLine.account, bookedOn: bankLine.bookedOn, currency: bankLine.currency },
  ...{ payer: bankLine.payer, payerAccount: bankLine.payerAccount, endToEnd: bankLine.endToEnd, reference: bankLine.reference },
  ...{ text: bankLine.text, bankReference: bankLine.bankReference, reversal: bankLine.reversal, putAside: bankLine.putAside },
  doubt: bankLine.doubt,
  ...{ fileName: statement.fileName, minor: asBigint(bankLine.minor), used: usedText, state },
  editIds: sql<string>`(SELECT json_group_array(living_use.edit_id) FROM living_use WHERE living_use.line = ${bankLine.id})`,
};
const joined = sql`FROM ${bankLine} JOIN ${statement} ON ${statement.id} = ${bankLine.statement} AND ${statement.whole}`;

export interface LineFilter {
  state: BankLineState | null;
  account: number | null;
  /** Booked on this day. */
  day: string | null;
  /** Letters or figures of the payer, text, reference or amount; empty for all. */
  find: string;
}
/** The last line of the page before. */
export interface LineCursor {
  bookedOn: string;
  id: number;
}

const words = sql`(${bankLine.payer} || ' ' || ${bankLine.text} || ' ' || ${bankLine.reference} || ' ' || ${bankLine.minor})`;
const conditions: Record<string, SQL> = {
  state: sql`${state} = ${param('state')}`,
  account: sql`${bankLine.account} = ${param('account')}`,
  day: sql`${bankLine.bookedOn} = ${param('day')}`,
  find: isLike(words, 'pattern'),
  after: sql`(${bankLine.bookedOn}, ${bankLine.id}) < (${param('bookedOn')}, ${param('id')})`,
  line: sql`${bankLine.id} = ${param('line')}`,
};
const page = preparedForms((db, form: readonly string[]) =>
  db.rows(
    columns,
    sql`${joined} WHERE ${sql.join([sql`1`, ...form.flatMap((name) => conditions[name] ?? [])], sql` AND `)}
      ORDER BY ${bankLine.bookedOn} DESC, ${bankLine.id} DESC LIMIT ${param('limit')}`,
  ),
);
type Row = ReturnType<ReturnType<typeof page>['all']>[number];
export type PagedLine = Omit<Row, 'minor' | 'used' | 'editIds'> & { minor: bigint; restMinor: bigint; editIds: string[] };
const whole = ({ used: text, ...row }: Row): PagedLine => {
  const minor = row.minor ?? 0n;
  return { ...row, minor, restMinor: minor - BigInt(text), editIds: JSON.parse(row.editIds) as string[] };
};

/** A page of lines, newest first, after a cursor. */
export function pageOfLines(store: Store, filter: LineFilter, after: LineCursor | null, limit: number): PagedLine[] {
  const find = filter.find.trim().replace(/(?<=\d)[.,](?=\d)/g, '');
  const form = [
    ...(['state', 'account', 'day'] as const).filter((name) => filter[name] !== null),
    ...(find === '' ? [] : ['find']),
    ...(after === null ? [] : ['after']),
  ];
  const pattern = likeText(find);
  return page(store, form)
    .all({ ...filter, pattern, ...after, limit })
    .map(whole);
}

/** One line; null for an unknown one. */
export function pagedLine(store: Store, line: number): PagedLine | null {
  const row = page(store, ['line']).get({ line, limit: 1 });
  return row ? whole(row) : null;
}

const counted = prepared((db) => db.rows({ state, n: sql<number>`count(*)` }, sql`${joined} GROUP BY 1`));

/** The number of lines in each state. */
export function lineCounts(store: Store): Record<BankLineState, number> {
  const rows = new Map(counted(store).all().map((row) => [row.state, row.n])); // prettier-ignore
  return Object.fromEntries(bankLineStates.map((name) => [name, rows.get(name) ?? 0])) as Record<BankLineState, number>;
}

const openLines = prepared((db) =>
  db.rows(
    {
      ...{ id: bankLine.id, account: bankLine.account, bookedOn: bankLine.bookedOn, currency: bankLine.currency, payer: bankLine.payer },
      ...{ payerAccount: bankLine.payerAccount, endToEnd: bankLine.endToEnd, reference: bankLine.reference, text: bankLine.text },
      minor: asBigint(bankLine.minor),
      used: usedText,
    },
    sql`${joined} WHERE ${state} = 'open' AND ${bankLine.doubt} IS NULL ORDER BY ${bankLine.bookedOn}, ${bankLine.id}`,
  ),
);

/** Every open line without a doubt, oldest first. */
export const linesToMatch = (store: Store) => openLines(store).all().map(({ minor, used: text, ...row }) => ({ ...row, restMinor: (minor ?? 0n) - BigInt(text) })); // prettier-ignore

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
