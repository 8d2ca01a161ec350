import { sql } from 'drizzle-orm';
import { dateOfEpoch } from '#shared/dates.ts';
import type { ListFilter } from '#shared/contract/inputs.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import { keptForms } from '#main/cache/database/kept.ts';
import type { Store } from '#main/cache/database/store.ts';
import { changesOf } from '#main/cache/database/changes-of.ts';
import { conditionsOf, valueName } from './condition.ts';
import { planTerm } from './plan-terms.ts';
import type { PlannedTerm } from './planned.ts';
import { isCountableShape, type Shape } from './shape.ts';
import { record } from '#main/cache/database/schema/records.ts';

/** A query as the cache asks it: which query is prepared for it, what it binds, and how it is best walked. */
export interface QueryPlan {
  shapes: Shape[];
  values: Record<string, unknown>;
  /** The day counters can answer how many and how much. */
  countable: boolean;
  /** Some term finds so few that they are fetched by number and sorted. */
  few: boolean;
  /** Some term knows its records by their identifiers. */
  byId: boolean;
}

const everything: QueryPlan = { shapes: [], values: {}, countable: true, few: false, byId: false };

/** Below this many rows, fetching all that match and sorting them costs less than walking a sorted index for them. */
export const fewRows = 2000;

/** Plans of the newest queries, and after how many changes they were made: what a word means depends on what is here. */
const made = new WeakMap<Store, Map<string, { changes: number; plan: QueryPlan }>>();
const mostPlans = 100;

/** What a filter's query asks. What it does not understand is left out, as the window says. */
export function planOf(store: Store, { kind, query = '', locale = 'en' }: ListFilter): QueryPlan {
  if (query.trim() === '') return everything;
  const today = dateOfEpoch(store.world.now());
  const plans = made.get(store) ?? new Map<string, { changes: number; plan: QueryPlan }>();
  made.set(store, plans);
  const key = JSON.stringify([kind, query, locale, today]);
  const changes = changesOf(store);
  const known = plans.get(key);
  if (known?.changes === changes) return known.plan;
  const { terms } = parseQuery(query, kind, { locale, today });
  const plan = join(terms.map((term) => withFew(store, kind, planTerm(store, kind, term, today))));
  if (changes !== null) plans.set(key, { changes, plan });
  const oldest = plans.keys().next();
  if (plans.size > mostPlans && !oldest.done) plans.delete(oldest.value);
  return plan;
}

function join(terms: PlannedTerm[]): QueryPlan {
  const shapes = terms.map(({ shape }) => shape);
  const values = Object.fromEntries(terms.flatMap((term) => term.values).map((value, place) => [valueName(place), value]));
  const wanted = shapes.filter((shape) => !shape.not);
  return {
    shapes,
    values,
    countable: shapes.every(isCountableShape),
    few: wanted.some(({ few }) => few),
    byId: wanted.some(({ is }) => is === 'edits' || is === 'pack'),
  };
}

// By the shape as if it found few, so that its own entries are counted and no record is walked; never further than what is few.
const fewOf = keptForms((db, shape: Shape) => {
  const [condition] = conditionsOf([shape]);
  const found = sql`SELECT 1 FROM ${record} NOT INDEXED WHERE ${condition} LIMIT ${sql.raw(String(fewRows + 1))}`;
  return db.rows({ count: sql<number>`count(*)` }, sql`FROM (${found})`);
});

function withFew(store: Store, kind: ListFilter['kind'], { shape, values }: PlannedTerm): PlannedTerm {
  if (shape.not || !['fact', 'money', 'words', 'every'].includes(shape.is)) return { shape, values };
  const few = fewer(shape);
  const bound = Object.fromEntries(values.map((value, place) => [valueName(place), value]));
  const count = fewOf(store, few).get({ ...bound, kind })?.count ?? 0;
  return { shape: count <= fewRows ? few : shape, values };
}

const fewer = (shape: Shape): Shape =>
  shape.is === 'every' ? { ...shape, few: true, parts: shape.parts.map(fewer) } : { ...shape, few: true };
