import { sql } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { changesOf } from '#main/cache/database/changes-of.ts';
import { given, keptForms } from '#main/cache/database/kept.ts';
import { record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { lastRowOf, rowRange } from '#main/cache/records/row-range.ts';
import { bound, conditionsOf, placeholders } from './condition.ts';
import type { PlannedTerm } from './planned.ts';
import { rowsOf, type Gatherable } from './rows-of.ts';
import { RowSet } from './row-set.ts';
import type { Bare, Shape } from './shape.ts';

/** A term that more rows answer is first asked of each row of a walk, which is short since so many do. */
const mostAtFirst = 12_000;
/** The least lately asked for makes room: of a hundred thousand rows a set takes twelve kilobytes. */
const mostKept = 200;

const gathered = keptForms((db, shape: Gatherable) =>
  db.rows(
    { rows: sql<string | null>`group_concat(row)`, count: sql<number>`count(*)` },
    sql`FROM (SELECT row FROM (${rowsOf(shape, placeholders())}) LIMIT ${given('most')})`,
  ),
);
const scanned = keptForms((db, shape: Shape) =>
  db.rows(
    { rows: sql<string | null>`group_concat(${record.row})`, count: sql<number>`count(*)` },
    sql`FROM ${record} INDEXED BY record_by_money WHERE ${record.kind} = ${given('kind')} AND ${sql.join(conditionsOf([shape]), sql` AND `)}`,
  ),
);

/** What was gathered, and after how many changes; null for a term that too many answer. */
interface Kept {
  changes: number;
  rows: RowSet | null;
}
const kept = new WeakMap<Store, Map<string, Kept>>();

/** A walk asks these of many rows at a time and not of each, so they are gathered however many they are. */
const isAskedWhole = (shape: Bare): boolean =>
  shape.is === 'words' ||
  shape.is === 'edits' ||
  shape.is === 'beside' ||
  shape.is === 'pack' ||
  (shape.is === 'fact' && shape.ranges.length > 0);

/**
 * The rows that a term is true of, whether or not it is left out. Null for one that many answer unless `whole`. Kept until something
 * changes: the next letter of a query leaves its other terms as they were.
 */
export function gather(store: Store, kind: RecordKind, { shape, values }: PlannedTerm, whole: true): RowSet;
export function gather(store: Store, kind: RecordKind, { shape, values }: PlannedTerm, whole: boolean): RowSet | null;
export function gather(store: Store, kind: RecordKind, { shape, values }: PlannedTerm, whole: boolean): RowSet | null {
  const terms = kept.get(store) ?? new Map<string, Kept>();
  kept.set(store, terms);
  const positive = { ...shape, not: false };
  const key = JSON.stringify([kind, positive, values], (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  const changes = changesOf(store);
  const known = terms.get(key);
  terms.delete(key);
  if (changes !== null && known?.changes === changes && (known.rows !== null || !whole)) {
    terms.set(key, known);
    return known.rows;
  }
  const rows = read(store, kind, { shape: positive, values }, whole || isAskedWhole(shape));
  if (changes !== null) terms.set(key, { changes, rows });
  const oldest = terms.keys().next();
  if (terms.size > mostKept && !oldest.done) terms.delete(oldest.value);
  return rows;
}

function read(store: Store, kind: RecordKind, { shape, values }: PlannedTerm, whole: boolean): RowSet | null {
  const rows = new RowSet(rowRange(kind)[0], lastRowOf(store, kind));
  if (shape.is === 'nothing') return rows;
  const most = whole ? Number.MAX_SAFE_INTEGER : mostAtFirst;
  const found =
    shape.is === 'every' || shape.is === 'rows'
      ? scanned(store, shape).get({ ...bound(values), kind })
      : gathered(store, shape).get({ ...bound(values), kind, most: most + 1 });
  if (found && found.count > most) return null;
  addAll(rows, found?.rows ?? '');
  return rows;
}

/** Adds numbers that stand between commas. */
function addAll(rows: RowSet, text: string): void {
  let row = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 44) {
      rows.add(row);
      row = 0;
    } else row = row * 10 + code - 48;
  }
  if (text !== '') rows.add(row);
}
