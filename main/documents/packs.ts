import { and, desc, eq, max, ne, sql } from 'drizzle-orm';
import type { PackView } from '#shared/contract/views/library-views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { documentTitle } from './document-title.ts';
import { documentOf } from './documents.ts';
import { fixed, param, insertInto, insertNew, prepared, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { document, documentText, pack, packItem, packView } from '#main/storage/schema/documents.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

export type PackRow = typeof pack.$inferSelect;
type StoredItem = Pick<typeof packItem.$inferSelect, 'kind' | 'recordId' | 'state' | 'detail' | 'bytes' | 'before'>;
export type PackItemState = StoredItem['state'];

export type PackItem = Omit<PackView['items'][number], 'title' | 'reading'>;

/** An item with what was here before it came into the pack. */
export interface BroughtItem extends PackItem {
  before: StoredItem['before'];
}

const isPack = eq(pack.id, param('id'));
const ofPack = eq(packItem.packId, param('packId'));
const newest = selectFrom(pack, { order: [desc(pack.createdAt), pack.id] });
const one = selectFrom(pack, { where: isPack });
const insertPack = insertInto(pack);
const deletePack = prepared((db) => db.delete(pack).where(isPack));
const deleteViews = prepared((db) => db.delete(packView).where(eq(packView.packId, param('packId'))));
const deleteItems = prepared((db) => db.delete(packItem).where(ofPack));
const writePaused = updateIn(pack, isPack, 'paused');

/** Every trip pack, newest first. */
export function packRows(store: Store): PackRow[] {
  return newest(store).all();
}

/** One pack, or null. */
export function packRow(store: Store, id: string): PackRow | null {
  return one(store).get({ id }) ?? null;
}

/** Makes an empty pack. */
export function createPack(store: Store, name: string): PackRow {
  return store.commit('pack', () => {
    const row: PackRow = { id: store.world.uuid(), name, createdAt: store.world.now(), paused: true };
    insertPack(store).run(row);
    store.changed({ kind: 'packs' });
    return row;
  });
}

/** Forgets a pack and its list; the records stay. */
export function removePack(store: Store, id: string): void {
  store.commit('pack removed', () => {
    deleteItems(store).run({ packId: id });
    deleteViews(store).run({ packId: id });
    deletePack(store).run({ id });
    store.changed({ kind: 'packs' });
  });
}

/** Pauses or resumes a pack, for this and every later start. */
export function setPackPaused(store: Store, id: string, paused: boolean): void {
  store.commit('pack paused', () => {
    writePaused(store).run({ id, paused });
    store.changed({ kind: 'packs' });
  });
}

const lastPosition = selectFrom(packItem, { fields: { last: max(packItem.position) }, where: ofPack });
const insertItem = insertNew(packItem);
const provenanceOf = selectFrom(record, {
  fields: { provenance: record.provenance },
  where: and(eq(record.kind, param('kind')), eq(record.recordId, param('id'))),
});

const isRecord = and(eq(packItem.kind, param('kind')), eq(packItem.recordId, param('id')));
const inSomePack = selectFrom(packItem, { fields: { before: packItem.before }, where: isRecord, limit: 1 });

/** The state of a record without any trip: a pack that has it already knows better than what is here now. */
function hereBefore(store: Store, kind: RecordKind, id: string): StoredItem['before'] {
  const known = inSomePack(store).get({ kind, id });
  if (known) return known.before;
  const provenance = provenanceOf(store).get({ kind, id })?.provenance;
  const isHere = kind === 'invoicePayable' ? documentOf(store, id)?.state === 'here' : (provenance ?? 'stub') !== 'stub';
  if (isHere) return 'record';
  return provenance === undefined ? 'nothing' : 'id';
}

/** Adds ids to a pack, in their order; those already in it stay as they are. `way` says how they came. Answers how many were new. */
export function addPackItems(store: Store, packId: string, kind: RecordKind, ids: readonly string[], way: string | null = null): number {
  return store.commit('pack items', () => {
    let position = lastPosition(store).get({ packId })?.last ?? 0;
    let added = 0;
    const noted = { packId, kind, state: 'waiting' as const, way, addedAt: store.world.now() };
    for (const recordId of ids.map((id) => id.toLowerCase())) {
      const before = hereBefore(store, kind, recordId);
      added += insertItem(store).run({ ...noted, recordId, before, position: (position += 1) }).changes;
    }
    store.changed({ kind: 'packs' });
    return added;
  });
}

const { kind, recordId, state, detail, bytes, before } = packItem;
const itemOf = ({ kind, recordId: id, ...facts }: StoredItem): BroughtItem => ({ ref: { kind, id }, ...facts });
const fields = { kind, recordId, state, detail, bytes, before };
const inOrder = selectFrom(packItem, { fields, where: ofPack, order: packItem.position });
const isWaiting = and(ofPack, fixed(eq(state, 'waiting')));
const nextWaiting = selectFrom(packItem, { fields, where: isWaiting, order: packItem.position, limit: 1 });

/** A pack's items in the order they were added. */
export function packItems(store: Store, packId: string): BroughtItem[] {
  return inOrder(store).all({ packId }).map(itemOf);
}

const titles = prepared((db) =>
  db
    .select({
      kind,
      id: recordId,
      title: sql<string | null>`coalesce(${documentTitle}, ${record.title})`,
    })
    .from(packItem)
    .leftJoin(record, and(eq(record.kind, kind), eq(record.recordId, recordId)))
    .leftJoin(document, and(fixed(eq(kind, 'invoicePayable')), eq(document.recordId, recordId)))
    .leftJoin(documentText, eq(documentText.sha256, document.sha256))
    .where(ofPack),
);

/** Titles of a pack's records, by kind and id; a record that is only an id has none. */
export function packTitles(store: Store, packId: string): Map<string, string> {
  const rows = titles(store).all({ packId });
  return new Map(rows.flatMap(({ kind, id, title }) => (title === null || title === id ? [] : [[`${kind} ${id}`, title] as const])));
}

/** The next item to fetch; null where none waits. */
export function nextPackItem(store: Store, packId: string): PackItem | null {
  const next = nextWaiting(store).get({ packId });
  return next ? itemOf(next) : null;
}

const isItem = and(ofPack, isRecord);
const writeItem = updateIn(packItem, isItem, 'state', 'detail', 'bytes');
const waitAgain = prepared((db) =>
  db
    .update(packItem)
    .set({ state: 'waiting', detail: null })
    .where(and(ofPack, eq(state, param('was')))),
);

const deleteItem = prepared((db) => db.delete(packItem).where(isItem));

/** Takes records off a pack's list; what is known of them stays. */
export function removePackItems(store: Store, packId: string, refs: readonly RecordRef[]): void {
  store.commit('pack items left out', () => {
    for (const ref of refs) deleteItem(store).run({ packId, kind: ref.kind, id: ref.id.toLowerCase() });
    store.changed({ kind: 'packs' });
  });
}

const inOthers = selectFrom(packItem, { fields: { kind, recordId }, where: ne(packItem.packId, param('packId')) });

/** The content of other packs, by kind and id. */
export function otherPacksOf(store: Store, packId: string): Set<string> {
  return new Set(
    inOthers(store)
      .all({ packId })
      .map(({ kind, recordId: id }) => `${kind} ${id}`),
  );
}

/** Writes one item's verdict. */
export function setPackItem(store: Store, packId: string, { ref, ...facts }: PackItem): void {
  store.commit('pack item', () => {
    writeItem(store).run({ packId, ...ref, ...facts });
    store.changed({ kind: 'packs' });
  });
}

/** Lets every item with one of these states be fetched again: what was being fetched when the app ended, or failed before. */
export function retryPackItems(store: Store, packId: string, states: readonly PackItemState[]): void {
  store.commit('pack items again', () => {
    for (const was of states) waitAgain(store).run({ packId, was });
    store.changed({ kind: 'packs' });
  });
}
