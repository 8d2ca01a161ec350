import { dateOfEpoch } from '#shared/dates.ts';
import type { ListFilter } from '#shared/contract/inputs.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import type { Store } from '#main/cache/database/store.ts';
import { changesOf } from '#main/cache/database/changes-of.ts';
import { bound } from './condition.ts';
import { gather } from './gather.ts';
import { planTerm } from './plan-terms.ts';
import type { PlannedTerm } from './planned.ts';
import { RowSet } from './row-set.ts';
import { isCountableShape, type Shape } from './shape.ts';

/** Conditions as SQLite is asked them, and what they bind. */
export interface Asked {
  shapes: Shape[];
  values: Record<string, unknown>;
}

/** A query as the cache asks it. */
export interface QueryPlan {
  kind: RecordKind;
  terms: PlannedTerm[];
  /** Asked of the day counters, which then know how many and how much; null when they do not. */
  days: Asked | null;
}

/** What is known of the rows that answer: they are among `wanted`, and not in `unwanted`; what `left` asks must still be looked at. */
export interface Sieve {
  wanted: RowSet | null;
  unwanted: RowSet | null;
  left: PlannedTerm[];
}

/** Plans of the newest queries, and after how many changes they were made: what a word means depends on what is here. */
const made = new WeakMap<Store, Map<string, { changes: number; plan: QueryPlan }>>();
const mostPlans = 100;

/** What a filter's query asks. What it does not understand is left out, as the window says. */
export function planOf(store: Store, { kind, query = '', locale = 'en' }: ListFilter): QueryPlan {
  if (query.trim() === '') return { kind, terms: [], days: asked([]) };
  const today = dateOfEpoch(store.world.now());
  const plans = made.get(store) ?? new Map<string, { changes: number; plan: QueryPlan }>();
  made.set(store, plans);
  const key = JSON.stringify([kind, query, locale, today]);
  const changes = changesOf(store);
  const known = plans.get(key);
  if (known?.changes === changes) return known.plan;
  const terms = parseQuery(query, kind, { locale, today }).terms.flatMap((term) => planTerm(store, kind, term, today));
  const plan = { kind, terms, days: terms.every(({ shape }) => isCountableShape(shape)) ? asked(terms) : null };
  if (changes !== null) plans.set(key, { changes, plan });
  const oldest = plans.keys().next();
  if (plans.size > mostPlans && !oldest.done) plans.delete(oldest.value);
  return plan;
}

/** Gathers what the terms of a plan are true of; `whole` leaves nothing to be looked at. */
export function sieveOf(store: Store, { kind, terms }: QueryPlan, whole = false): Sieve {
  const known = terms.map((term) => ({ term, found: gather(store, kind, term, whole) }));
  const of = (not: boolean) =>
    known.flatMap(({ term, found }) => (found && (term.shape.not !== found.opposite) === not ? [found.rows] : []));
  const [first, ...others] = of(false);
  const unwanted = RowSet.joined(of(true));
  return {
    wanted: first ? RowSet.meeting([first, ...others], unwanted ? [unwanted] : []) : null,
    unwanted,
    left: known.flatMap(({ term, found }) => (found === null ? [term] : [])),
  };
}

/** A sieve as SQLite is asked it: by the numbers of its rows. */
export function askedOf({ wanted, unwanted, left }: Sieve): Asked {
  const rows = wanted ? [among(wanted.rows(), false)] : unwanted ? [among(unwanted.rows(), true)] : [];
  return asked([...rows, ...left]);
}

/** These rows and no others. */
export const askedOfRows = (rows: readonly number[]): Asked => asked([among(rows, false)]);

const among = (rows: readonly number[], not: boolean): PlannedTerm => ({ shape: { is: 'rows', not }, values: [JSON.stringify(rows)] });

const asked = (terms: PlannedTerm[]): Asked => ({
  shapes: terms.map(({ shape }) => shape),
  values: bound(terms.flatMap(({ values }) => values)),
});
