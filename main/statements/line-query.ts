import { sql, type SQL } from 'drizzle-orm';
import { idsNamed } from '#main/names/ids-named.ts';
import { likeText } from '#main/storage/like.ts';
import { param, selectFrom } from '#main/storage/prepared.ts';
import { bankAccount, bankLine, statement } from '#main/storage/schema/statements.ts';
import type { Store } from '#main/storage/store.ts';
import { fold } from '#shared/columns/fold.ts';
import { lineStateWords } from '#shared/messages/bank-line-words.ts';
import { beginningWith, largest, wholeWithin } from '#shared/query/amount-ranges.ts';
import { meant } from '#shared/query/meant.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Asked, Condition } from '#shared/query/query.ts';
import { bankLineStates, lineStateTerms, type BankLineState } from '#shared/statements/line-state.ts';
import { plainAccount } from '#shared/statements/statement.ts';
import { dateOfEpoch } from '#shared/values/dates.ts';
import { exponentOf } from '#shared/values/money.ts';

/** A query over bank lines (docs/query.md), and the user's number format. */
export interface LineFilter {
  query: string;
  locale: string;
}

export const usedOfLine = sql`(SELECT ifnull(sum(living_use.minor), 0) FROM living_use WHERE living_use.line = ${bankLine.id})`;
// Only the service's answer makes a line recorded; a user's statement closes the edit alone.
const unsettled = sql`EXISTS (SELECT 1 FROM line_use JOIN outbox ON outbox.id = line_use.edit_id
  WHERE line_use.line = ${bankLine.id} AND outbox.state NOT IN ('superseded', 'discarded', 'applied'))`;
/** The state of a line; an empty reason is a user's answer that it pays no invoice. */
export const stateOfLine = sql<BankLineState>`CASE WHEN ${bankLine.minor} <= 0 OR ${bankLine.reversal} OR ${bankLine.putAside} = '' THEN 'out'
  WHEN ${bankLine.putAside} IS NOT NULL THEN 'putAside' WHEN ${bankLine.minor} > ${usedOfLine} THEN 'open'
  WHEN ${unsettled} THEN 'drafted' ELSE 'recorded' END`;

type Next = () => SQL;
const holds = (text: SQL) => (next: Next) => sql`${text} LIKE ${next()} ESCAPE '\\'`;
const folded = (...columns: unknown[]) => sql.join(columns.map((column) => sql`fold_whole(${column})`), sql` || ' ' || `); // prettier-ignore
const money = (minor: unknown) => (next: Next) => sql`(${bankLine.currency} = ${next()} AND ${minor} BETWEEN ${next()} AND ${next()})`;

/** The conditions that a term is made of; each binds its values in their order. */
const conditions = {
  words: holds(folded(bankLine.payer, bankLine.text, bankLine.reference, bankLine.payerAccount, bankLine.endToEnd)),
  payer: holds(folded(bankLine.payer)),
  text: holds(folded(bankLine.text)),
  reference: holds(folded(bankLine.reference)),
  file: holds(folded(statement.fileName)),
  state: (next: Next) => sql`${stateOfLine} = ${next()}`,
  currency: (next: Next) => sql`${bankLine.currency} = ${next()}`,
  account: (next: Next) => sql`${bankLine.account} = ${next()}`,
  days: (next: Next) => sql`${bankLine.bookedOn} BETWEEN ${next()} AND ${next()}`,
  amount: money(bankLine.minor),
  left: money(sql`${bankLine.minor} - ${usedOfLine}`),
  edit: (next: Next) => sql`EXISTS (SELECT 1 FROM living_use JOIN outbox ON outbox.id = living_use.edit_id
    WHERE living_use.line = ${bankLine.id} AND outbox.state = ${next()})`,
  doubt: () => sql`${bankLine.doubt} IS NOT NULL`,
} satisfies Record<string, (next: Next) => SQL>;
type Name = keyof typeof conditions;
const isText = (column: string): column is 'payer' | 'text' | 'reference' | 'file' =>
  ['payer', 'text', 'reference', 'file'].includes(column);

/** A term without its values: any of these conditions is true, or with `not` none. */
export interface LineTerm {
  any: Name[];
  not: boolean;
}
export interface LineQuery {
  terms: LineTerm[];
  values: Record<string, unknown>;
}

/** One SQL condition for each term. */
export function conditionsOf(terms: readonly LineTerm[]): SQL[] {
  let place = 0;
  const next = () => sql`${param(`q${place++}`)}`;
  return terms.map(({ any, not }) => {
    const either = any.length === 0 ? sql`0` : sql`(${sql.join(any.map((name) => conditions[name](next)), sql` OR `)})`; // prettier-ignore
    return not ? sql`(${either} IS NOT TRUE)` : either;
  });
}

const accounts = selectFrom(bankAccount, {});

/** Plans a query. The parts that the grammar does not understand are left out, as the window says. */
export function planLines(store: Store, { query, locale }: LineFilter): LineQuery {
  const here = accounts(store).all();
  const currencies = [...new Set(here.map(({ currency }) => currency))];
  const values: unknown[] = [];
  const term = (any: readonly [Name, ...unknown[]][], not: boolean): LineTerm => {
    values.push(...any.flatMap(([, ...bound]) => bound));
    return { any: any.map(([name]) => name), not };
  };
  const ranges = (name: 'amount' | 'left', { least, most }: Extract<Asked, { least: unknown }>) =>
    currencies.map((currency): [Name, ...unknown[]] => {
      const exponent = exponentOf(currency) ?? 0;
      const [from, to] = [least && wholeWithin(least, exponent, 'up'), most && wholeWithin(most, exponent, 'down')];
      return [name, currency, from ?? -largest, to ?? largest];
    });
  const accountsCalled = (text: string) => {
    const ids = new Set(idsNamed(store, 'bankAccount', text));
    const number = plainAccount(text);
    return here.flatMap(({ id, account, bankAccountId }): [Name, number][] => {
      const isId = bankAccountId !== null && (ids.has(bankAccountId) || bankAccountId.startsWith(text.toLowerCase()));
      return isId || (number !== '' && account.includes(number)) ? [['account', id]] : [];
    });
  };
  const asked = (column: string, one: Asked): [Name, ...unknown[]][] => {
    if ('least' in one) return column === 'amount' || column === 'left' ? ranges(column, one) : [];
    if ('from' in one) return [['days', one.from ?? '', one.to ?? '9999-99-99']];
    if ('none' in one) return isText(column) ? [[column, '']] : [];
    if (isText(column)) return fold(one.is) === '' ? [] : [[column, likeText(fold(one.is))]];
    if (column === 'state') return statesMeant(one.is).map((state) => ['state', state]);
    if (column === 'currency') return meant(one.is, currencies).map((currency) => ['currency', currency]);
    return column === 'account' ? accountsCalled(one.is) : [];
  };
  const anyOf = (condition: Condition): [Name, ...unknown[]][] => {
    switch (condition.on) {
      case 'column':
        return condition.asked.flatMap((one) => asked(condition.column, one));
      case 'amount': {
        const figures = fold(condition.text).trim();
        const sums = condition.amounts.flatMap(beginningWith);
        return [['words', likeText(figures)], ...sums.flatMap((sum) => [...ranges('amount', sum), ...ranges('left', sum)])];
      }
      case 'edits':
        return condition.states.map((state) => ['edit', state]);
      case 'beside':
        return condition.what.includes('problem') ? [['doubt']] : [];
      default:
        return [];
    }
  };
  const { terms } = parseQuery(query, 'bankLine', { locale, today: dateOfEpoch(store.world.now()) });
  const planned = terms.flatMap((each) => {
    if (each.on !== 'words') return [term(anyOf(each), each.not)];
    // Words that are left out together stand together.
    const words = each.not ? [each.words] : each.words.split(/\s+/).filter((word) => word !== ''); // prettier-ignore
    return words.map((word) => term([['words', likeText(fold(word))]], each.not));
  });
  return { terms: planned, values: Object.fromEntries(values.map((value, place) => [`q${place}`, value])) };
}

/** States by their terms, or by the words that the window shows. */
function statesMeant(text: string): BankLineState[] {
  const named = [lineStateTerms, lineStateWords].flatMap((words) => {
    const found = meant(text, bankLineStates.map((state) => words[state])); // prettier-ignore
    return bankLineStates.filter((state) => found.includes(words[state]));
  });
  return bankLineStates.filter((state) => state === text || named.includes(state));
}
