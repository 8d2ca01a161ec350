import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { HeldReference } from '#shared/references/references-in.ts';
import { given, kept, told } from '#main/cache/database/kept.ts';
import { reference } from '#main/cache/database/schema/references.ts';
import type { Store } from '#main/cache/database/store.ts';
import { fold } from './fold.ts';
import { rankOf } from './rank.ts';

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

const { kind, id, name, folded, inUse, origin, uses, lastDay, places, seenRow, rank } = reference;

const learn = kept((db) => {
  const first = rankOf({ inUse: sql`1`, folded: sql`''`, uses: sql`${given('uses')}`, lastDay: sql`${given('day')}` });
  const next = { uses: sql`max(0, ${uses} + ${told(uses)})`, lastDay: sql`max(${lastDay}, ${told(lastDay)})` };
  const columns = [kind, id, uses, lastDay, places, seenRow, rank].map((column) => sql.identifier(column.name));
  const values = ['kind', 'id', 'uses', 'day', 'places', 'row'].map(given);
  const set = [
    sql`${sql.identifier(uses.name)} = ${next.uses}`,
    sql`${sql.identifier(lastDay.name)} = ${next.lastDay}`,
    sql`${sql.identifier(places.name)} = ${places} | ${told(places)}`,
    sql`${sql.identifier(seenRow.name)} = ${told(seenRow)}`,
    sql`${sql.identifier(rank.name)} = ${rankOf({ ...next, inUse: sql`${inUse}`, folded: sql`${folded}` })}`,
  ];
  return db.text(sql`INSERT INTO ${reference} (${sql.join(columns, sql`, `)}) VALUES (${sql.join(values, sql`, `)}, ${first})
    ON CONFLICT DO UPDATE SET ${sql.join(set, sql`, `)}`);
});

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
    .where(and(eq(kind, given('kind')), eq(id, given('id')), inArray(origin, ['learned', 'service']), ne(name, given('label')))),
);

function writeLearned(store: Store): void {
  const learned = gathered.get(store);
  gathered.delete(store);
  for (const each of learned?.values() ?? []) {
    if (each.uses !== 0 || each.places !== 0) learn(store).run(each);
    if (each.label !== null) nameByLabel(store, each, each.label);
  }
}

/** A label that the record carries names what nobody else named. */
function nameByLabel(store: Store, { kind, id }: Learned, text: string): void {
  const { changes } = label(store).run({ kind, id, label: text, folded: fold(text), at: store.world.now() });
  if (changes > 0) store.changed({ kind: 'names' });
}
