import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { NameOrigin, ReferenceName } from '#shared/contract/views/names-views.ts';
import type { ReferenceRef } from '#shared/references/reference-kind.ts';
import { param, prepared, excluded } from '#main/storage/prepared.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';
import { fold } from './fold.ts';
import { forgetLearned } from '#main/projections/usage/learn.ts';
import { nameInIndex } from './named.ts';
import { rankOf } from './rank.ts';

/** A name of a reference; missing texts are ''. */
export interface GivenName extends ReferenceRef {
  name: string;
  code: string;
  note: string;
  currency: string;
  inUse: boolean;
}

const { kind, id, name, code, note, currency, inUse, origin } = reference;
export const nameColumns = { kind, id, name, code, note, currency, inUse, origin };

const several = prepared((db) =>
  db.rows(
    nameColumns,
    sql`FROM json_each(${param('refs')}) JOIN ${reference} ON ${and(
      sql`${kind} = json_extract(value, '$[0]')`,
      sql`${id} = json_extract(value, '$[1]')`,
    )}`,
  ),
);

/** The directory's entries of these references, without unknown ones. */
export function namesOf(store: Store, refs: readonly ReferenceRef[]): ReferenceName[] {
  if (refs.length === 0) return [];
  const asked = JSON.stringify(refs.map((ref) => [ref.kind, ref.id.toLowerCase()]));
  return several(store).all({ refs: asked }).map(nameOfRow);
}

const everyNamed = prepared((db) =>
  db.rows(nameColumns, sql`FROM ${reference} WHERE ${reference.folded} <> '' ORDER BY ${kind}, ${code}, ${name}, ${id}`),
);

/** Everything that has a name, by kind, code and name. */
export function allNames(store: Store): ReferenceName[] {
  return everyNamed(store).all().map(nameOfRow);
}

/** A row of the names directory for the window: missing texts are null. */
export function nameOfRow(row: ReferenceName | (Omit<ReferenceName, 'name'> & { name: string })): ReferenceName {
  const { kind, id, inUse, origin } = row;
  const text = (value: string | null) => (value === '' ? null : value);
  return { kind, id, name: text(row.name), code: text(row.code), note: text(row.note), currency: text(row.currency), inUse, origin };
}

const writeName = prepared((db) => {
  const columns = [kind, id, name, code, note, currency, inUse, origin, reference.namedAt, reference.folded];
  const names = columns.map((column) => sql.identifier(column.name));
  const values = ['kind', 'id', 'name', 'code', 'note', 'currency', 'inUse', 'origin', 'at', 'folded'].map(param);
  const written = columns.slice(2);
  const rank = (uses: SQL, lastDay: SQL) => rankOf({ inUse: sql`${param('inUse')}`, folded: sql`${param('folded')}`, uses, lastDay });
  return db.text(sql`INSERT INTO ${reference} (${sql.join(names, sql`, `)}, ${sql.identifier(reference.rank.name)})
    VALUES (${sql.join(values, sql`, `)}, ${rank(sql`0`, sql`0`)})
    ON CONFLICT DO UPDATE SET ${sql.join(
      written.map((column) => sql`${sql.identifier(column.name)} = ${excluded(column)}`),
      sql`, `,
    )}, ${sql.identifier(reference.rank.name)} = ${rank(sql`${reference.uses}`, sql`${reference.lastDay}`)}`);
});

/** Gives a reference its name, whatever it was called. */
export function giveName(store: Store, excluded: GivenName, origin: NameOrigin): void {
  store.commit('name', () => {
    // A name of signs alone has no word to be found by and is a name all the same.
    const folded = fold(`${excluded.code} ${excluded.name} ${excluded.note}`) || excluded.name;
    const at = store.world.now();
    const id = excluded.id.toLowerCase();
    writeName(store).run({ ...excluded, id, inUse: excluded.inUse ? 1 : 0, origin, at, folded });
    forgetLearned(store, { kind: excluded.kind, id });
    nameInIndex(store, { kind: excluded.kind, id }, { folded, inUse: excluded.inUse });
    store.changed({ kind: 'names' });
  });
}

const unname = prepared((db) => {
  const { uses, lastDay } = reference;
  const rank = rankOf({ inUse: sql`1`, folded: sql`''`, uses: sql`${uses}`, lastDay: sql`${lastDay}` });
  return db
    .update(reference)
    .set({ name: '', code: '', note: '', currency: '', inUse: true, origin: 'learned', namedAt: null, folded: '', rank })
    .where(and(eq(kind, param('kind')), eq(id, param('id'))));
});
const drop = prepared((db) =>
  db.delete(reference).where(and(eq(kind, param('kind')), eq(id, param('id')), sql`${reference.uses} = 0`, sql`${name} = ''`)),
);

/** Takes names back; what was never seen in a record is forgotten whole. */
export function forgetNames(store: Store, refs: readonly ReferenceRef[]): void {
  store.commit('names forgotten', () => {
    for (const ref of refs) {
      const asked = { kind: ref.kind, id: ref.id.toLowerCase() };
      unname(store).run(asked);
      drop(store).run(asked);
      forgetLearned(store, asked);
      nameInIndex(store, asked, { folded: '', inUse: true });
    }
    store.changed({ kind: 'names' });
  });
}
