import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { HeldReference } from '#shared/references/references-in.ts';
import { param, insertInto, prepared, excluded, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';
import { fold } from '#main/names/fold.ts';
import { nameInIndex } from '#main/names/named.ts';
import { rankFrom, rankOf, tierOf, unnamedTier } from '#main/names/rank.ts';

/** A record's references now and before, as learned then. */
export interface Holding {
  /** `record.row` */
  row: number;
  /** Days since 1970 of the record; 0 when it has none. */
  day: number;
  now: readonly HeldReference[];
  before: readonly HeldReference[];
}

/** Learned facts of one reference that are not written yet. */
interface Learned {
  kind: ReferenceKind;
  id: string;
  uses: number;
  day: number;
  places: number;
  row: number;
  label: string | null;
}

/** Learned facts of references, by kind and id, each once. */
export type Gathered = Map<ReferenceKind, Map<string, Learned>>;

const gathered = new WeakMap<Store, Gathered>();

/**
 * Learns the references of a record in the present transaction: each counts once per field, however often the record arrives. Written at the
 * transaction's end, once per reference: records of one answer share most of theirs.
 */
export function learnReferences(store: Store, holding: Holding): void {
  if (holding.now.length > 0 || holding.before.length > 0) gather(gatheredOf(store), holding);
}

/** Adds what a record holds to what was learned. */
export function gather(learned: Gathered, { row, day, now, before }: Holding): void {
  for (const { kind, id, place, label } of now) {
    const known = entryOf(learned, kind, id, row);
    known.uses += 1;
    known.places |= 1 << place;
    known.row = row;
    if (day > known.day) known.day = day;
    if (label !== null) known.label = label;
  }
  for (const { kind, id } of before) entryOf(learned, kind, id, row).uses -= 1;
}

function gatheredOf(store: Store): Gathered {
  const known = gathered.get(store);
  if (known) return known;
  const made: Gathered = new Map();
  gathered.set(store, made);
  store.ifUndone(() => void gathered.delete(store));
  store.atEnd('references learned', () => {
    gathered.delete(store);
    writeEach(store, made);
  });
  return made;
}

function entryOf(learned: Gathered, kind: ReferenceKind, id: string, row: number): Learned {
  let ofKind = learned.get(kind);
  if (!ofKind) learned.set(kind, (ofKind = new Map<string, Learned>()));
  let known = ofKind.get(id);
  if (!known) ofKind.set(id, (known = { kind, id, uses: 0, day: 0, places: 0, row, label: null }));
  return known;
}

const everyOne = (learned: Gathered): Learned[] => [...learned.values()].flatMap((ofKind) => [...ofKind.values()]);

/** The number of learned references that are not written yet. */
export const sizeOf = (learned: Gathered): number => [...learned.values()].reduce((sum, ofKind) => sum + ofKind.size, 0);

const { kind, id, name, folded, inUse, origin, uses, lastDay, places, rank } = reference;
const one = and(eq(kind, param('kind')), eq(id, param('id')));

/** Cached facts of a reference, so that seeing it again costs nothing, and its use costs no index. */
interface Known {
  uses: number;
  day: number;
  places: number;
  rank: number;
  tier: number;
}

/** The references that were last learned of each database; forgotten whole when they become too many, and with a rollback. */
const remembered = new WeakMap<Store, Map<string, Known>>();
const mostRemembered = 50_000;

const read = selectFrom(reference, {
  fields: { uses, day: lastDay, places, rank, tier: tierOf({ inUse: sql`${inUse}`, folded: sql`${folded}` }) },
  where: one,
});
const add = insertInto(reference);
const use = updateIn(reference, one, 'uses', 'places', 'seenRow');
const useOnNewDay = updateIn(reference, one, 'uses', 'places', 'seenRow', 'lastDay', 'rank');

/** Forgets what is remembered of one reference, or of all: somebody else wrote it. */
export function forgetLearned(store: Store, ref?: { kind: ReferenceKind; id: string }): void {
  if (ref) remembered.get(store)?.delete(ref.kind + ref.id);
  else remembered.delete(store);
}

/** Writes what a transaction learned. */
function writeEach(store: Store, learned: Gathered): void {
  const known = remembered.get(store) ?? new Map<string, Known>();
  if (known.size > mostRemembered) known.clear();
  remembered.set(store, known);
  store.ifUndone(() => forgetLearned(store));
  for (const each of everyOne(learned)) {
    const key = each.kind + each.id;
    const next = writeOne(store, each, known.get(key) ?? read(store).get(each));
    if (next) known.set(key, next);
    if (each.label !== null) nameByLabel(store, each, each.label);
  }
}

const gain = prepared((db) => {
  const columns = [kind, id, uses, lastDay, places, reference.seenRow, rank];
  const values = ['kind', 'id', 'uses', 'day', 'places', 'row', 'rank'].map(param);
  const [more, later] = [sql`${uses} + ${excluded(uses)}`, sql`max(${lastDay}, ${excluded(lastDay)})`];
  const set: [SQLiteColumn, SQL][] = [
    ...([
      [uses, more],
      [lastDay, later],
      [places, sql`${places} | ${excluded(places)}`],
    ] as [SQLiteColumn, SQL][]),
    ...([[reference.seenRow, excluded(reference.seenRow)]] as [SQLiteColumn, SQL][]),
    [rank, rankOf({ inUse: sql`${inUse}`, folded: sql`${folded}`, uses: more, lastDay: later })],
  ];
  const named = (column: SQLiteColumn) => sql.identifier(column.name);
  return db.text(sql`INSERT INTO ${reference} (${sql.join(columns.map(named), sql`, `)}) VALUES (${sql.join(values, sql`, `)})
    ON CONFLICT DO UPDATE SET ${sql.join(
      set.map(([column, value]) => sql`${named(column)} = ${value}`),
      sql`, `,
    )}`);
});

/** Writes what many transactions learned: one statement a reference, in their order; nothing of it is remembered. */
export function writeGathered(store: Store, learned: Gathered): void {
  const inOrder = everyOne(learned).sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const each of inOrder) {
    if (each.uses > 0) gain(store).run({ ...each, rank: rankFrom({ ...each, tier: unnamedTier }) });
    else writeOne(store, each, read(store).get(each));
    if (each.label !== null) nameByLabel(store, each, each.label);
  }
  forgetLearned(store);
}

function writeOne(store: Store, each: Learned, before: Known | undefined): Known | null {
  const { kind, id, row: seenRow } = each;
  if (!before) {
    if (each.uses <= 0) return null;
    const made = { uses: each.uses, day: each.day, places: each.places, tier: unnamedTier };
    const rank = rankFrom(made);
    add(store).run({ kind, id, uses: made.uses, lastDay: made.day, places: made.places, seenRow, rank });
    return { ...made, rank };
  }
  const day = Math.max(before.day, each.day);
  const places = before.places | each.places;
  // Nearly every record arrives with the references that it had.
  if (each.uses === 0 && places === before.places && day === before.day) return before;
  const next = { ...before, uses: Math.max(0, before.uses + each.uses), day, places };
  next.rank = rankFrom(next);
  const written = { kind, id, uses: next.uses, places: next.places, seenRow, lastDay: day, rank: next.rank };
  (day === before.day && next.rank === before.rank ? use : useOnNewDay)(store).run(written);
  return next;
}

const label = prepared((db) =>
  db
    .update(reference)
    .set({
      name: param('label'),
      folded: param('folded'),
      origin: 'service',
      namedAt: param('at'),
      rank: rankOf({ inUse: sql`${inUse}`, folded: sql`${param('folded')}`, uses: sql`${uses}`, lastDay: sql`${lastDay}` }),
    } as never)
    .where(and(one, inArray(origin, ['learned', 'service']), ne(name, param('label')))),
);

/** A label of the record names a reference without any other name. */
function nameByLabel(store: Store, { kind, id }: Learned, text: string): void {
  const named = { folded: fold(text) || text, inUse: true };
  const { changes } = label(store).run({ kind, id, label: text, folded: named.folded, at: store.world.now() });
  if (changes === 0) return;
  nameInIndex(store, { kind, id }, named);
  forgetLearned(store, { kind, id });
  store.changed({ kind: 'names' });
}
