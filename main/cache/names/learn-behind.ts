import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { isJsonObject, parseJson, type JsonObject } from '#shared/json.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import { given, kept } from '#main/cache/database/kept.ts';
import { record, recordBody } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { lastRowOf, rowRange } from '#main/cache/records/row-range.ts';
import { learnReferences } from './learn.ts';
import { dayOf } from './rank.ts';

/**
 * Up to which row of each kind references were learned; absent when all were. Set by the migration for caches from before the book, and by an
 * import, which must not wait for learning: reading, checking and storing a record takes a tenth of a millisecond.
 */
const setting = 'referencesLearnedTo';
/** How many records one call takes in: a few milliseconds. */
const perCall = 200;

type Cursors = Partial<Record<RecordKind, number>>;
const known = new WeakMap<Store, Cursors | null>();

function cursorsOf(store: Store): Cursors | null {
  const remembered = known.get(store);
  if (remembered !== undefined) return remembered;
  const stored = readSetting(store, setting);
  const cursors = isJsonObject(stored) ? cursorsIn(stored) : null;
  known.set(store, cursors);
  return cursors;
}

const cursorsIn = (stored: JsonObject): Cursors =>
  Object.fromEntries(recordKinds.flatMap((kind) => (typeof stored[kind] === 'number' ? [[kind, stored[kind]]] : [])));

function writeCursors(store: Store, cursors: Cursors | null): void {
  writeSetting(store, setting, cursors === null ? null : { ...cursors });
  known.set(store, cursors);
  store.ifUndone(() => void known.delete(store));
}

/** Whether this row has still to be learned from, behind everything else: then nothing is learned now. */
export function isLearnedLater(store: Store, kind: RecordKind, row: number): boolean {
  const cursors = cursorsOf(store);
  return cursors !== null && row > (cursors[kind] ?? 0);
}

/** From now on, in the transaction under way, records that were never heard of are learned from behind everything else. */
export function learnLater(store: Store): void {
  if (cursorsOf(store) !== null) return;
  writeCursors(store, Object.fromEntries(recordKinds.map((kind) => [kind, lastRowOf(store, kind)])));
}

/** Whether something waits for `learnBehind`. */
export function needsLearning(store: Store): boolean {
  return cursorsOf(store) !== null;
}

const nextBodies = kept((db) =>
  db
    .select({
      ...{ row: record.row, date: record.date, updatedAt: record.updatedAt, text: recordBody.text },
    })
    .from(record)
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(and(gt(record.row, given('after')), lte(record.row, given('last'))))
    .orderBy(asc(record.row))
    .limit(given('limit')),
);

/** Learns what was left for later, a portion at a time; answers whether nothing is left. */
export function learnBehind(store: Store): boolean {
  const cursors = cursorsOf(store);
  if (cursors === null) return true;
  for (const kind of recordKinds) {
    const [first, last] = rowRange(kind);
    const rows = nextBodies(store).all({ after: Math.max(first - 1, cursors[kind] ?? 0), last, limit: perCall });
    const reached = rows.at(-1)?.row;
    if (reached === undefined) continue;
    store.commit('references of older records', () => {
      for (const row of rows) learnFrom(store, kind, row);
      writeCursors(store, { ...cursors, [kind]: reached });
    });
    return false;
  }
  store.commit('references learned', () => {
    writeCursors(store, null);
    store.changed({ kind: 'names' });
  });
  return true;
}

type Body = NonNullable<ReturnType<ReturnType<typeof nextBodies>['get']>>;

function learnFrom(store: Store, kind: RecordKind, { row, date, updatedAt, text }: Body): void {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return;
  const now = referencesIn(kind, parsed.value);
  learnReferences(store, { row, day: dayOf(date || updatedAt), now, before: [] });
}
