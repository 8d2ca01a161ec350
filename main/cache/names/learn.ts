import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { HeldReference } from '#shared/references/references-in.ts';
import { given, givenEach, insertInto, kept } from '#main/cache/database/kept.ts';
import { reference } from '#main/cache/database/schema/references.ts';
import type { Store } from '#main/cache/database/store.ts';
import { fold } from './fold.ts';
import { rankFrom, rankOf, shelfOf, unnamedShelf } from './rank.ts';

/** What a record holds now and held before, as far as it was learned then. */
export interface Holding {
  /** `record.row` */
  row: number;
  /** Days since 1970 of the record; 0 when it has none. */
  day: number;
  now: readonly HeldReference[];
  before: readonly HeldReference[];
}

/** What a transaction learned of one reference, to be written at its end. */
interface Learned {
  kind: ReferenceKind;
  id: string;
  uses: number;
  day: number;
  places: number;
  row: number;
  label: string | null;
}

const gathered = new WeakMap<Store, Map<string, Learned>>();

/**
 * Learns the references of a record within the transaction under way: each is counted once for every field that it stands in, however often
 * the record is heard of. Written at the transaction's end, once for each reference: records of one import share most of theirs.
 */
export function learnReferences(store: Store, { row, day, now, before }: Holding): void {
  if (now.length === 0 && before.length === 0) return;
  const learned = gatheredOf(store);
  for (const { kind, id, place, label } of now) {
    const known = entryOf(learned, kind, id, row);
    known.uses += 1;
    known.places |= 2 ** place;
    known.row = row;
    if (day > known.day) known.day = day;
    if (label !== null) known.label = label;
  }
  for (const { kind, id } of before) entryOf(learned, kind, id, row).uses -= 1;
}

function gatheredOf(store: Store): Map<string, Learned> {
  const known = gathered.get(store);
  if (known) return known;
  const made = new Map<string, Learned>();
  gathered.set(store, made);
  store.ifUndone(() => void gathered.delete(store));
  store.atEnd('references learned', () => writeLearned(store));
  return made;
}

function entryOf(learned: Map<string, Learned>, kind: ReferenceKind, id: string, row: number): Learned {
  const key = kind + id;
  let known = learned.get(key);
  if (!known) learned.set(key, (known = { kind, id, uses: 0, day: 0, places: 0, row, label: null }));
  return known;
}

const { kind, id, name, folded, inUse, origin, uses, lastDay, places, rank } = reference;
const one = and(eq(kind, given('kind')), eq(id, given('id')));

/** What is known of a reference here, so that hearing of it again costs nothing, and its use costs no index. */
interface Known {
  uses: number;
  day: number;
  places: number;
  rank: number;
  shelf: number;
}

/** The references that were last learned of each database; forgotten whole when they become too many, and with a rollback. */
const remembered = new WeakMap<Store, Map<string, Known>>();
const mostRemembered = 50_000;

const read = kept((db) =>
  db
    .select({ uses, day: lastDay, places, rank, shelf: shelfOf({ inUse: sql`${inUse}`, folded: sql`${folded}` }) })
    .from(reference)
    .where(one),
);
const add = insertInto(reference);
const use = kept((db) =>
  db
    .update(reference)
    .set(givenEach(reference, 'uses', 'places', 'seenRow'))
    .where(one),
);
const useAnew = kept((db) =>
  db
    .update(reference)
    .set(givenEach(reference, 'uses', 'places', 'seenRow', 'lastDay', 'rank'))
    .where(one),
);

/** Forgets what is remembered of one reference, or of all: somebody else wrote it. */
export function forgetLearned(store: Store, ref?: { kind: ReferenceKind; id: string }): void {
  if (ref) remembered.get(store)?.delete(ref.kind + ref.id);
  else remembered.delete(store);
}

function writeLearned(store: Store): void {
  const learned = gathered.get(store);
  gathered.delete(store);
  const known = remembered.get(store) ?? new Map<string, Known>();
  if (known.size > mostRemembered) known.clear();
  remembered.set(store, known);
  store.ifUndone(() => forgetLearned(store));
  for (const [key, each] of learned ?? []) {
    const next = writeOne(store, each, known.get(key) ?? read(store).get(each));
    if (next) known.set(key, next);
    if (each.label !== null) nameByLabel(store, each, each.label);
  }
}

function writeOne(store: Store, each: Learned, before: Known | undefined): Known | null {
  const { kind, id, row: seenRow } = each;
  if (!before) {
    if (each.uses <= 0) return null;
    const made = { uses: each.uses, day: each.day, places: each.places, shelf: unnamedShelf };
    const rank = rankFrom(made);
    add(store).run({ kind, id, uses: made.uses, lastDay: made.day, places: made.places, seenRow, rank });
    return { ...made, rank };
  }
  const day = Math.max(before.day, each.day);
  const next = { ...before, uses: Math.max(0, before.uses + each.uses), day, places: before.places | each.places };
  if (each.uses === 0 && next.places === before.places && day === before.day) return before;
  next.rank = rankFrom(next);
  const written = { kind, id, uses: next.uses, places: next.places, seenRow, lastDay: day, rank: next.rank };
  (day === before.day && next.rank === before.rank ? use : useAnew)(store).run(written);
  return next;
}

const label = kept((db) =>
  db
    .update(reference)
    .set({
      name: given('label'),
      folded: given('folded'),
      origin: 'service',
      namedAt: given('at'),
      rank: rankOf({ inUse: sql`${inUse}`, folded: sql`${given('folded')}`, uses: sql`${uses}`, lastDay: sql`${lastDay}` }),
    } as never)
    .where(and(one, inArray(origin, ['learned', 'service']), ne(name, given('label')))),
);

/** A label that the record carries names what nobody else named. */
function nameByLabel(store: Store, { kind, id }: Learned, text: string): void {
  const { changes } = label(store).run({ kind, id, label: text, folded: fold(text), at: store.world.now() });
  if (changes === 0) return;
  forgetLearned(store, { kind, id });
  store.changed({ kind: 'names' });
}
