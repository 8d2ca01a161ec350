import type { PackView } from '#shared/contract/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import type { Store } from '#main/cache/database/store.ts';

export type PackItemState = PackView['items'][number]['state'];

export interface PackRow {
  id: string;
  name: string;
  createdAt: EpochMs;
  paused: boolean;
}

export interface PackItem {
  ref: RecordRef;
  state: PackItemState;
  detail: string | null;
  bytes: number;
}

const packColumns = `id, name, created_at AS createdAt, paused`;
type StoredPack = Omit<PackRow, 'paused'> & { paused: number };
const packOfRow = (row: StoredPack): PackRow => ({ ...row, paused: row.paused === 1 });

/** Every trip pack, newest first. */
export function packRows(store: Store): PackRow[] {
  return store.prepared<StoredPack>(`SELECT ${packColumns} FROM pack ORDER BY created_at DESC, id`).all().map(packOfRow);
}

/** One pack, or null. */
export function packRow(store: Store, id: string): PackRow | null {
  const found = store.prepared<StoredPack>(`SELECT ${packColumns} FROM pack WHERE id = ?`).get(id);
  return found ? packOfRow(found) : null;
}

/** Makes an empty pack. */
export function createPack(store: Store, name: string): PackRow {
  return store.commit('pack', () => {
    const row: PackRow = { id: store.world.uuid(), name, createdAt: store.world.now(), paused: true };
    store.prepared(`INSERT INTO pack (id, name, created_at, paused) VALUES (?, ?, ?, 1)`).run(row.id, row.name, row.createdAt);
    store.changed({ kind: 'packs' });
    return row;
  });
}

/** Forgets a pack and its list; the records stay. */
export function removePack(store: Store, id: string): void {
  store.commit('pack removed', () => {
    store.prepared(`DELETE FROM pack_item WHERE pack_id = ?`).run(id);
    store.prepared(`DELETE FROM pack WHERE id = ?`).run(id);
    store.changed({ kind: 'packs' });
  });
}

/** Pauses or resumes a pack, for this and every later start. */
export function setPackPaused(store: Store, id: string, paused: boolean): void {
  store.commit('pack paused', () => {
    store.prepared(`UPDATE pack SET paused = ? WHERE id = ?`).run(paused ? 1 : 0, id);
    store.changed({ kind: 'packs' });
  });
}

/** Adds ids to a pack, in their order; those already in it stay as they are. Answers how many were new. */
export function addPackItems(store: Store, packId: string, kind: RecordKind, ids: readonly string[]): number {
  return store.commit('pack items', () => {
    const last = store.prepared<{ last: number | null }>(`SELECT max(position) AS last FROM pack_item WHERE pack_id = ?`).get(packId);
    const insert = store.prepared(
      `INSERT INTO pack_item (pack_id, kind, record_id, state, position) VALUES (?, ?, ?, 'waiting', ?)
       ON CONFLICT (pack_id, kind, record_id) DO NOTHING`,
    );
    let position = last?.last ?? 0;
    let added = 0;
    for (const id of ids) added += insert.run(packId, kind, id.toLowerCase(), (position += 1)).changes;
    store.changed({ kind: 'packs' });
    return added;
  });
}

interface StoredItem {
  kind: RecordKind;
  id: string;
  state: PackItemState;
  detail: string | null;
  bytes: number;
}
const itemColumns = `kind, record_id AS id, state, detail, bytes`;
const itemOf = ({ kind, id, state, detail, bytes }: StoredItem): PackItem => ({ ref: { kind, id }, state, detail, bytes });

/** A pack's items in the order they were added. */
export function packItems(store: Store, packId: string): PackItem[] {
  return store.prepared<StoredItem>(`SELECT ${itemColumns} FROM pack_item WHERE pack_id = ? ORDER BY position`).all(packId).map(itemOf);
}

/** What the records of a pack are called here, by kind and id; a record that is only an id has no name. */
export function packTitles(store: Store, packId: string): Map<string, string> {
  const sql = `SELECT i.kind AS kind, i.record_id AS id, COALESCE(d.name, r.title) AS title FROM pack_item i
    LEFT JOIN record r ON r.kind = i.kind AND r.record_id = i.record_id
    LEFT JOIN document d ON i.kind = 'invoicePayable' AND d.record_id = i.record_id WHERE i.pack_id = ?`;
  const rows = store.prepared<{ kind: string; id: string; title: string | null }>(sql).all(packId);
  return new Map(rows.flatMap(({ kind, id, title }) => (title === null || title === id ? [] : [[`${kind} ${id}`, title] as const])));
}

/** The next items to fetch, at most `limit`. */
export function waitingPackItems(store: Store, packId: string, limit: number): PackItem[] {
  return store
    .prepared<StoredItem>(`SELECT ${itemColumns} FROM pack_item WHERE pack_id = ? AND state = 'waiting' ORDER BY position LIMIT ?`)
    .all(packId, limit)
    .map(itemOf);
}

/** Writes one item's verdict. */
export function setPackItem(store: Store, packId: string, { ref, state, detail, bytes }: PackItem): void {
  store.commit('pack item', () => {
    store
      .prepared(`UPDATE pack_item SET state = ?, detail = ?, bytes = ? WHERE pack_id = ? AND kind = ? AND record_id = ?`)
      .run(state, detail, bytes, packId, ref.kind, ref.id);
    store.changed({ kind: 'packs' });
  });
}

/** Lets every item with one of these states be fetched again: what was being fetched when the app ended, or failed before. */
export function retryPackItems(store: Store, packId: string, states: readonly PackItemState[]): void {
  store.commit('pack items again', () => {
    for (const state of states)
      store.prepared(`UPDATE pack_item SET state = 'waiting', detail = NULL WHERE pack_id = ? AND state = ?`).run(packId, state);
    store.changed({ kind: 'packs' });
  });
}
