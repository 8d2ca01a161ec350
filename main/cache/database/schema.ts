import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * What lists show of a record, and nothing wider: lists, filters and counts never touch a record's JSON. Absent dates are '' so that
 * keyset pages can compare them; the index by amount stands in the migration by hand, since it holds an expression. `row` grows with every record first heard of, so the newest come first without sorting.
 */
export const record = sqliteTable(
  'record',
  {
    row: integer('row').primaryKey(),
    kind: text('kind').notNull(),
    recordId: text('record_id').notNull(),
    title: text('title').notNull(),
    subtitle: text('subtitle'),
    /** The service's string as it came; '' when it never said. */
    status: text('status').notNull().default(''),
    /** int64, minor units of `currency`; read it as text. */
    amountMinor: integer('amount_minor'),
    currency: text('currency').notNull().default(''),
    date: text('date').notNull().default(''),
    updatedAt: text('updated_at').notNull().default(''),
    asOf: integer('as_of').notNull(),
    provenance: text('provenance').notNull(),
    complete: integer('complete').notNull().default(0),
    hasProblem: integer('has_problem').notNull().default(0),
  },
  (table) => [
    uniqueIndex('record_ref').on(table.kind, table.recordId),
    // What filters ask follows behind what sorts, so that a walk in order passes over rows without fetching them.
    index('record_by_date').on(table.kind, table.date, table.row, table.status, table.currency),
    index('record_by_updated').on(table.kind, table.updatedAt, table.row, table.status, table.currency),
    index('record_by_title').on(table.kind, table.title, table.row, table.status, table.currency),
    index('record_by_status').on(table.kind, table.status, table.date, table.row, table.currency),
    index('record_by_currency').on(table.kind, table.currency, table.date, table.row),
  ],
);

/** The service's last word on a record, verbatim; one row for each `record` that is more than a stub. */
export const recordBody = sqliteTable('record_body', {
  row: integer('row')
    .primaryKey()
    .references(() => record.row, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  etag: text('etag'),
});

/**
 * Counts and exact sums of `record` by day, kept by triggers, so that no list ever counts its rows. The sum of `amounts` amounts is
 * sum_high · 2³² + sum_low: no sum of int64 amounts overflows. Clustered by its key (WITHOUT ROWID, in the migration by hand).
 */
export const recordCount = sqliteTable(
  'record_count',
  {
    kind: text('kind').notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull(),
    date: text('date').notNull(),
    count: integer('count').notNull(),
    amounts: integer('amounts').notNull(),
    sumHigh: integer('sum_high').notNull(),
    sumLow: integer('sum_low').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.currency, table.status, table.date] })],
);

/** Comments that the service confirmed, by the record they are attached to ("User comment"). */
export const comment = sqliteTable(
  'comment',
  {
    id: text('id').primaryKey(),
    resourceId: text('resource_id').notNull(),
    text: text('text').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [index('comment_by_resource').on(table.resourceId, table.createdAt)],
);

/** One JSON value a name: settings, the owner of this database, the remembered import mappings. */
export const setting = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Hosts that a person answered for: 'withSignIn', 'withoutSignIn' or 'no'. */
export const trustedHost = sqliteTable('trusted_host', {
  host: text('host').primaryKey(),
  answer: text('answer').notNull(),
  since: integer('since').notNull(),
});

/** What the service was seen to offer beyond the specification, with the evidence. */
export const capability = sqliteTable('capability', {
  name: text('name').primaryKey(),
  verdict: text('verdict').notNull(),
  allowed: integer('allowed').notNull().default(0),
  evidence: text('evidence'),
  value: text('value'),
  at: integer('at'),
});

/** Documents of purchase invoices: what is known of them; the bytes are files named by their hash. */
export const document = sqliteTable(
  'document',
  {
    recordId: text('record_id').primaryKey(),
    name: text('name').notNull(),
    state: text('state').notNull(),
    bytes: integer('bytes'),
    sha256: text('sha256'),
    variant: text('variant'),
    pinned: integer('pinned').notNull().default(0),
    fetchedAt: integer('fetched_at'),
    /** Grows with every opening, so that the least lately used is forgotten first; never a clock. */
    used: integer('used').notNull().default(0),
    detail: text('detail'),
  },
  (table) => [index('document_by_hash').on(table.sha256), index('document_by_use').on(table.state, table.pinned, table.used, table.bytes)],
);

/** A trip pack: ids that should be here before the journey. */
export const pack = sqliteTable('pack', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: integer('created_at').notNull(),
  paused: integer('paused').notNull().default(1),
});

export const packItem = sqliteTable(
  'pack_item',
  {
    packId: text('pack_id')
      .notNull()
      .references(() => pack.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    recordId: text('record_id').notNull(),
    state: text('state').notNull(),
    detail: text('detail'),
    bytes: integer('bytes').notNull().default(0),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.packId, table.kind, table.recordId] }),
    index('pack_item_by_state').on(table.packId, table.state, table.position),
    index('pack_item_by_record').on(table.kind, table.recordId),
  ],
);

/** One sync: when it ran and its verdict counts. */
export const report = sqliteTable(
  'report',
  {
    id: text('id').primaryKey(),
    startedAt: integer('started_at').notNull(),
    endedAt: integer('ended_at'),
    seq: integer('seq').notNull(),
  },
  (table) => [uniqueIndex('report_by_seq').on(table.seq)],
);

/** One edit's verdict in one sync; `facts` is JSON, never a secret. */
export const reportLine = sqliteTable(
  'report_line',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => report.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    editId: text('edit_id').notNull(),
    verdict: text('verdict').notNull(),
    at: integer('at').notNull(),
    sha256: text('sha256'),
    approvedBy: text('approved_by'),
    settledBy: text('settled_by'),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.position] }),
    index('report_line_by_verdict').on(table.reportId, table.verdict),
    index('report_line_by_edit').on(table.editId),
  ],
);

/** Error codes and enum values that the specification does not list, as they came; counted for diagnostics. */
export const seenValue = sqliteTable(
  'seen_value',
  {
    place: text('place').notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.place, table.value] })],
);

/** Records of an import that was checked whole, until each is in its place: all or nothing, whatever happens in between. */
export const stagedImport = sqliteTable('staged_import', {
  position: integer('position').primaryKey(),
  kind: text('kind').notNull(),
  recordId: text('record_id').notNull(),
  text: text('text').notNull(),
  complete: integer('complete').notNull(),
  asOf: integer('as_of').notNull(),
});
