import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DocumentView, PackView } from '#shared/contract/views/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { flag, int64 } from './column-types.ts';

/** Documents of purchase invoices: what is known of them; the bytes are files named by their hash. */
export const document = sqliteTable('document', {
  recordId: text('record_id').primaryKey(),
  name: text('name').notNull(),
  state: text('state').$type<DocumentView['state']>().notNull(),
  bytes: integer('bytes'),
  sha256: text('sha256'),
  variant: text('variant'),
  pinned: flag('pinned').notNull().default(false),
  fetchedAt: integer('fetched_at').$type<EpochMs>(),
  /** Grows with every opening, so that the least lately used is forgotten first; never a clock. */
  used: integer('used').notNull().default(0),
  detail: text('detail'),
  /** The user's name for it; null without one. */
  called: text('called'),
});

/** The document of a hash, read once: its text and type. Only the hash when it could not be read. */
export const documentText = sqliteTable('document_text', {
  sha256: text('sha256').primaryKey(),
  pages: integer('pages'),
  title: text('title'),
  number: text('number'),
  due: text('due'),
  /** Minor units of `currency`. */
  totalMinor: int64('total_minor'),
  currency: text('currency'),
  text: text('text').notNull().default(''),
});

/** A trip pack: ids that should be here before the journey. */
export const pack = sqliteTable('pack', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: integer('created_at').$type<EpochMs>().notNull(),
  paused: flag('paused').notNull().default(true),
});

export const packItem = sqliteTable(
  'pack_item',
  {
    packId: text('pack_id').notNull(),
    kind: text('kind').$type<RecordKind>().notNull(),
    recordId: text('record_id').notNull(),
    state: text('state').$type<PackView['items'][number]['state']>().notNull(),
    detail: text('detail'),
    bytes: integer('bytes').notNull().default(0),
    position: integer('position').notNull(),
    /** The origin of an item in the pack: chosen in a list, by ids, or the id of the saved view that brought it; null where that was not noted. */
    way: text('way'),
    addedAt: integer('added_at').$type<EpochMs>(),
    /** The state here when it came into the pack: of a purchase invoice its document, of everything else the record, or only its id. */
    before: text('before').$type<'nothing' | 'id' | 'record'>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.packId, table.kind, table.recordId] })],
);

/** The saved views that a pack takes in at each fetch. */
export const packView = sqliteTable(
  'pack_view',
  {
    packId: text('pack_id').notNull(),
    viewId: text('view_id').notNull(),
    /** Its name and query, for when the view itself is gone. */
    name: text('name').notNull(),
    kind: text('kind').$type<RecordKind>().notNull(),
    /** In whose words its query's dates and numbers are. */
    locale: text('locale').notNull(),
    at: integer('at').$type<EpochMs>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.packId, table.viewId] })],
);
