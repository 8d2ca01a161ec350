import { and, eq } from 'drizzle-orm';
import type { Provenance } from '#shared/contract/views/edit-views.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { listColumns, type ListColumns } from '#shared/records/columns/list-columns.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { entriesOf, factsText, isEnteredPart } from '#main/projections/columns/fact-entries.ts';
import { writeFacts } from '#main/projections/columns/write-facts.ts';
import { param, paramEach, insertInto, insertNew, prepared, preparedForms, selectFrom } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { lastRowOf, rowRange } from '#main/storage/row-range.ts';
import { removeWords, wordsAreDue } from '#main/projections/search/word-index.ts';

/** The row to write, with the origin of its record. */
export interface RowOrigin {
  ref: RecordRef;
  provenance: Exclude<Provenance, 'stub'>;
  asOf: EpochMs;
  complete: boolean;
  unsure: boolean;
  /** True when its words may differ from those in the word index. */
  otherWords: boolean;
  /** Nothing was ever heard of it. */
  isNew: boolean;
}

/** The columns of a list; the indexes cover these. */
const listedColumns = ['title', 'subtitle', 'status', 'amountMinor', 'currency', 'date', 'updatedAt', 'hasProblem', 'facts'] as const;
type ListedColumns = Pick<typeof record.$inferSelect, (typeof listedColumns)[number]>;

/** Keyset cursors carry a title; it stays short. */
const longestTitle = 200;

function listedOf(columns: ListColumns): ListedColumns {
  return {
    title: columns.title.slice(0, longestTitle),
    subtitle: columns.subtitle,
    status: columns.status ?? '',
    amountMinor: asInt64(columns.amountMinor),
    currency: columns.currency ?? '',
    date: columns.date ?? '',
    updatedAt: columns.updatedAt ?? '',
    hasProblem: columns.hasProblem,
    facts: factsText(columns.facts),
  };
}

/** An amount beyond int64 is no amount of this interface: the list shows none, the record keeps it verbatim. */
function asInt64(amount: bigint | null): bigint | null {
  return amount !== null && BigInt.asIntN(64, amount) === amount ? amount : null;
}

/** The row number for a record of this kind that was never heard of. */
function nextRow(store: Store, kind: RecordKind): number {
  return Math.max(rowRange(kind)[0], lastRowOf(store, kind) + 1);
}

const unsaid = { status: '', facts: '{}' };
const insertIfNew = insertNew(record);

/** Notes an id that nothing is known of; false when its record is known. Inside a commit. */
export function insertStub(store: Store, ref: RecordRef, asOf: EpochMs): boolean {
  const row = { row: nextRow(store, ref.kind), kind: ref.kind, recordId: ref.id, title: ref.id };
  const { changes } = insertIfNew(store).run({ ...row, asOf, provenance: 'stub' });
  if (changes > 0) writeFacts(store, row.row, [], entriesOf(ref.kind, { ...unsaid, title: row.title }));
  return changes > 0;
}

const insertRow = insertInto(record);
const { row, words, title, subtitle, status, currency, date, updatedAt, hasProblem, facts } = record;
const listedFields = {
  words,
  title,
  subtitle,
  status,
  amountMinor: asBigint(record.amountMinor),
  currency,
  date,
  updatedAt,
  hasProblem,
  facts,
};
const knownColumns = selectFrom(record, {
  fields: { row, ...listedFields },
  where: and(eq(record.kind, param('kind')), eq(record.recordId, param('id'))),
});
const writeColumns = preparedForms((db, names: (keyof typeof record.$inferSelect)[]) =>
  db
    .update(record)
    .set(paramEach(record, ...names))
    .where(eq(row, param('row'))),
);

/** Says of a record that the word index has its words, or is about to have them. */
const isIndexed = 1;

/** Writes the list row and answers its number. A known one gets its changed columns only: each column named costs the indexes over it. */
export function writeRow(store: Store, { ref, otherWords, isNew, ...noted }: RowOrigin, columns: ListColumns): number {
  const listed = listedOf(columns);
  const known = isNew ? undefined : knownColumns(store).get(ref);
  if (!known) {
    const row = nextRow(store, ref.kind);
    insertRow(store).run({ ...listed, ...noted, words: isIndexed, row, kind: ref.kind, recordId: ref.id });
    writeFacts(store, row, [], entriesOf(ref.kind, listed));
    wordsAreDue(store, row);
    return row;
  }
  const changed = listedColumns.filter((name) => known[name] !== listed[name]);
  const first = known.words === null ? (['words'] as const) : [];
  const written = { ...listed, ...noted, words: isIndexed, row: known.row };
  writeColumns(store, ['asOf', 'provenance', 'complete', 'unsure', ...first, ...changed]).run(written);
  if (changed.some((name) => isEnteredPart(name))) writeFacts(store, known.row, entriesOf(ref.kind, known), entriesOf(ref.kind, listed));
  // Most records are heard of again with the same words: the index is left alone then.
  if (otherWords || known.words === null) wordsAreDue(store, known.row);
  return known.row;
}

const deleteRow = prepared((db) => db.delete(record).where(eq(row, param('row'))));

/** Removes the list row of a record with its body, its entries and its words; null when nothing was known. Inside a commit. */
export function removeRow(store: Store, ref: RecordRef): number | null {
  const known = knownColumns(store).get(ref);
  if (!known) return null;
  writeFacts(store, known.row, entriesOf(ref.kind, known), []);
  removeWords(store, known.row);
  deleteRow(store).run({ row: known.row });
  return known.row;
}

/** Writes what lists hold of a record again, by the columns of today; of a stub when `value` is null. Inside a commit. */
export function remakeRow(store: Store, found: { row: number; kind: RecordKind; title: string }, value: JsonObject | null): void {
  const listed = value && listedOf(listColumns(found.kind, value));
  if (listed) writeColumns(store, [...listedColumns]).run({ ...listed, row: found.row });
  writeFacts(store, found.row, [], entriesOf(found.kind, listed ?? { ...unsaid, title: found.title }));
}
