import { sql } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { changesOf, untilChange } from '#main/cache/database/changes-of.ts';
import { given, keptForms } from '#main/cache/database/kept.ts';
import { record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { alternativesOf } from '#main/cache/names/match-names.ts';
import { lastRowOf, rowRange } from '#main/cache/records/row-range.ts';
import { bound, conditionsOf, placeholders } from './condition.ts';
import { numbersIn } from './numbers-in.ts';
import { orderedRows } from './ordered-rows.ts';
import type { PlannedTerm } from './planned.ts';
import { rowsOf, type Gatherable } from './rows-of.ts';
import { RowSet } from './row-set.ts';
import type { Bare, Shape } from './shape.ts';
import { setOfWords } from './word-sets.ts';
import { longestAlike, quickest } from './word-terms.ts';

/** A term that more rows answer, or more than an eighth of all, is first asked of each row of a walk, which is short since so many do. */
const mostAtFirst = 12_000;
/** The least lately asked for makes room: of a hundred thousand rows a set takes twelve kilobytes. */
const mostKept = 200;

/** `every`: however many they are, which costs a fourth less than counting up to a limit. */
const gathered = keptForms((db, { every, ...shape }: Gatherable & { every: boolean }) => {
  const of = rowsOf(shape, placeholders());
  return db.rows(
    { rows: sql<string | null>`group_concat(row)`, count: sql<number>`count(*)` },
    every ? sql`FROM (${of})` : sql`FROM (SELECT row FROM (${of}) LIMIT ${given('most')})`,
  );
});
const scanned = keptForms((db, shape: Shape) =>
  db.rows(
    { rows: sql<string | null>`group_concat(${record.row})`, count: sql<number>`count(*)` },
    sql`FROM ${record} INDEXED BY record_by_money WHERE ${record.kind} = ${given('kind')} AND ${sql.join(conditionsOf([shape]), sql` AND `)}`,
  ),
);

/** The rows that a term is true of; with `opposite`, those that it is not true of. */
interface Gathered {
  rows: RowSet;
  opposite: boolean;
}

/** What was gathered, and after how many changes; null for a term that too many answer. */
interface Kept {
  changes: number;
  found: Gathered | null;
}
const kept = new WeakMap<Store, Map<string, Kept>>();
/** What orders told, by itself: it is soon told again, and must not make what was gathered go. */
const cheap = untilChange<RowSet>(40);

/** A walk asks these of many rows at a time and not of each, so they are gathered however many they are. */
const isAskedWhole = (shape: Bare): boolean =>
  shape.is === 'words' ||
  shape.is === 'edits' ||
  shape.is === 'beside' ||
  shape.is === 'pack' ||
  (shape.is === 'fact' && shape.ranges.length > 0);

/**
 * The rows that a term is true of, or all others, whether or not it is left out. Null for one that many answer unless `whole`. Kept until
 * something changes: the next letter of a query leaves its other terms as they were.
 */
export function gather(store: Store, kind: RecordKind, term: PlannedTerm, whole: boolean): Gathered | null {
  const terms = kept.get(store) ?? new Map<string, Kept>();
  kept.set(store, terms);
  const positive = { ...term, shape: { ...term.shape, not: false } };
  const key = JSON.stringify([kind, positive.shape, term.values], (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  const told = cheap.get(store, key) ?? orderedRows(store, kind, positive);
  if (told) {
    cheap.set(store, key, told);
    return { rows: told, opposite: false };
  }
  const changes = changesOf(store);
  const known = terms.get(key);
  terms.delete(key);
  const isNew = changes === null || known?.changes !== changes;
  if (!isNew && (known.found !== null || !whole)) {
    terms.set(key, known);
    return known.found;
  }
  const found = look(store, kind, positive, isNew, whole || isAskedWhole(term.shape));
  if (changes !== null) terms.set(key, { changes, found });
  const oldest = terms.keys().next();
  if (terms.size > mostKept && !oldest.done) terms.delete(oldest.value);
  return found;
}

/** `isNew`: it is not known yet that many answer. */
function look(store: Store, kind: RecordKind, term: PlannedTerm, isNew: boolean, whole: boolean): Gathered | null {
  const { opposite } = term;
  const known = lastRowOf(store, kind) - rowRange(kind)[0];
  if (isNew && (opposite || !whole)) {
    const few = read(store, kind, term, Math.min(mostAtFirst, known / 8));
    if (few) return { rows: few, opposite: false };
  }
  if (!whole) return null;
  const others = opposite && read(store, kind, { ...opposite, shape: { ...opposite.shape, not: false } }, known / 5);
  if (others) return { rows: others, opposite: true };
  const rows = term.shape.is === 'words' ? withWords(store, kind, term) : read(store, kind, term, Infinity);
  return rows && { rows, opposite: false };
}

function withWords(store: Store, kind: RecordKind, { shape, values }: PlannedTerm): RowSet | null {
  const [match, ...range] = values;
  const ends: [number, number] = [rowRange(kind)[0], lastRowOf(store, kind)];
  const all = (asked: string) => read(store, kind, { shape, values: [quickest(store, asked), ...range] }, Infinity);
  return RowSet.joined(alternativesOf(String(match)).flatMap((asked) => setOfWords(store, longestAlike(store, asked), ends, all) ?? []));
}

/** The rows that a term is true of; null when they are more than `most`. */
function read(store: Store, kind: RecordKind, { shape, values }: PlannedTerm, most: number): RowSet | null {
  const rows = new RowSet(rowRange(kind)[0], lastRowOf(store, kind));
  if (shape.is === 'nothing') return rows;
  const found =
    shape.is === 'every' || shape.is === 'rows'
      ? scanned(store, shape).get({ ...bound(values), kind })
      : gathered(store, { ...shape, every: most === Infinity }).get({ ...bound(values), kind, most: Math.floor(most) + 1 });
  if (found && found.count > most) return null;
  for (const row of numbersIn(found?.rows ?? '', found?.count ?? 0)) rows.add(row);
  return rows;
}
