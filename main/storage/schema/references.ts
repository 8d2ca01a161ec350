import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { flag } from './column-types.ts';

/**
 * The book of names: what the service refers to by identifier, what it is called and by whom, and where it was seen. Clustered by its key
 * (WITHOUT ROWID, in the migration by hand).
 */
export const reference = sqliteTable(
  'reference',
  {
    kind: text('kind').$type<ReferenceKind>().notNull(),
    /** Lower case. */
    id: text('id').notNull(),
    /** '' while nobody named it. */
    name: text('name').notNull().default(''),
    code: text('code').notNull().default(''),
    note: text('note').notNull().default(''),
    currency: text('currency').notNull().default(''),
    inUse: flag('in_use').notNull().default(true),
    origin: text('origin').$type<ReferenceName['origin']>().notNull().default('learned'),
    /** When its name was given. */
    namedAt: integer('named_at').$type<EpochMs>(),
    /** Code, name and note as filters compare them; '' while unnamed. */
    folded: text('folded').notNull().default(''),
    /** The number of record fields that contain it. */
    uses: integer('uses').notNull().default(0),
    /** The newest day of a record that it is in, as days since 1970; 0 when none. */
    lastDay: integer('last_day').notNull().default(0),
    /** Bits by the numbers of `referencePlaces`. */
    places: integer('places').notNull().default(0),
    /** `record.row` of a record that it is in. */
    seenRow: integer('seen_row'),
    /** The order of pickers: in use and named, then by how recently and how often (`rankOf`). */
    rank: integer('rank').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
