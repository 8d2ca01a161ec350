import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { isJsonObject, objectIn, type JsonObject } from '#shared/json/json.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { lastRowOf, rowRange } from '#main/storage/row-range.ts';
import { gather, learnReferences, sizeOf, writeGathered, type Gathered, type Holding } from './learn.ts';
import { forgetNameIndex } from '#main/names/named.ts';
import { dayOf } from '#shared/values/days.ts';

/**
 * Up to which row of each kind references were learned; absent when all were. Set by the migration for caches from before the names directory, and by an
 * import, which gathers what its records refer to in memory and writes each reference once: a process that ends before learns from the rows.
 */
const setting = 'referencesLearnedTo';
/** The number of records that one call processes: a few milliseconds. */
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

/** Learned references of a running import that are not written yet: all in rows after the cursors, up to `reached`. */
interface Tally {
  learned: Gathered;
  reached: Cursors;
}
const tallies = new WeakMap<Store, Tally>();
/** Written at once, they stop the app for 20 ms. */
const mostTallied = 6_000;

/** Learns the references of a stored record in the present transaction; skips a row that the background job will learn. */
export function learnRecord(store: Store, kind: RecordKind, holding: Holding): void {
  const cursors = cursorsOf(store);
  if (cursors === null || holding.row <= (cursors[kind] ?? 0)) return learnReferences(store, holding);
  const tally = tallies.get(store);
  if (!tally) return;
  gather(tally.learned, holding);
  tally.reached[kind] = Math.max(tally.reached[kind] ?? 0, holding.row);
  store.ifUndone(() => void tallies.delete(store));
}

/** From now on, in the transaction under way, what records say that were never heard of is gathered, until `keepLearned` writes it. */
export function learnLater(store: Store): void {
  if (cursorsOf(store) !== null) return;
  const cursors: Cursors = Object.fromEntries(recordKinds.map((kind) => [kind, lastRowOf(store, kind)]));
  writeCursors(store, cursors);
  tallies.set(store, { learned: new Map(), reached: { ...cursors } });
  store.ifUndone(() => void tallies.delete(store));
}

/** Writes what an import learned so far, in a commit of its own, once it is much or the import is `over`. */
export function keepLearned(store: Store, over: boolean): void {
  const tally = tallies.get(store);
  if (!tally || (!over && sizeOf(tally.learned) < mostTallied)) return;
  store.commit('references of an import', () => {
    store.ifUndone(() => void tallies.delete(store));
    writeGathered(store, tally.learned);
    writeCursors(store, over ? null : { ...tally.reached });
    if (over) forgetNameIndex(store);
    store.changed({ kind: 'names' });
  });
  if (over) tallies.delete(store);
  else tally.learned = new Map();
}

/** True when something waits for `learnBehind`. */
export function needsLearning(store: Store): boolean {
  return cursorsOf(store) !== null && !tallies.has(store);
}

const nextBodies = prepared((db) =>
  db
    .select({
      ...{ row: record.row, date: record.date, updatedAt: record.updatedAt, text: recordBody.text },
    })
    .from(record)
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(and(gt(record.row, param('after')), lte(record.row, param('last'))))
    .orderBy(asc(record.row))
    .limit(param('limit')),
);

/** Learns what was left for later, a portion at a time; answers whether nothing is left. */
export function learnBehind(store: Store): boolean {
  const cursors = cursorsOf(store);
  if (cursors === null || tallies.has(store)) return true;
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
    forgetNameIndex(store);
    store.changed({ kind: 'names' });
  });
  return true;
}

type Body = NonNullable<ReturnType<ReturnType<typeof nextBodies>['get']>>;

function learnFrom(store: Store, kind: RecordKind, { row, date, updatedAt, text }: Body): void {
  const value = objectIn(text);
  if (value) learnReferences(store, { row, day: dayOf(date || updatedAt), now: referencesIn(kind, value), before: [] });
}
