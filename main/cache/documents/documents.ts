import type { DocumentView } from '#shared/contract/views.ts';
import type { EpochMs } from '#shared/world.ts';
import { likeText } from '#main/cache/records/search-text.ts';
import type { Store } from '#main/cache/database/store.ts';

export type DocumentState = DocumentView['state'];

/** What is known of one purchase invoice's document; the bytes lie in the library's folder under `sha256`. */
export interface DocumentFacts {
  name: string;
  state: DocumentState;
  bytes: number | null;
  sha256: string | null;
  variant: string | null;
  fetchedAt: EpochMs | null;
  detail: string | null;
}

interface DocumentRow extends Omit<DocumentView, 'pinned'> {
  pinned: number;
}

const columns = `record_id AS recordId, name, state, bytes, sha256, pinned, fetched_at AS fetchedAt, detail`;
const viewOf = (row: DocumentRow): DocumentView => ({ ...row, pinned: row.pinned === 1 });

/** What is known of one document; null when nothing is. */
export function documentOf(store: Store, recordId: string): DocumentView | null {
  const found = store.prepared<DocumentRow>(`SELECT ${columns} FROM document WHERE record_id = ?`).get(recordId);
  return found ? viewOf(found) : null;
}

/** One page of documents by record id; `after` is the last record id of the page before. */
export function listDocuments(store: Store, { after, text, limit }: { after: string | null; text?: string | undefined; limit: number }) {
  const like = `%${likeText(text ?? '')}%`;
  const rows = store
    .prepared<DocumentRow>(
      `SELECT ${columns} FROM document WHERE record_id > ? AND (name LIKE ? ESCAPE '\\' OR record_id LIKE ? ESCAPE '\\')
       ORDER BY record_id LIMIT ?`,
    )
    .all(after ?? '', like, like, limit + 1);
  return { rows: rows.slice(0, limit).map(viewOf), next: rows.length > limit ? (rows[limit - 1]?.recordId ?? null) : null };
}

/** Notes that a document is known by its record; keeps everything that is known already. */
export function knowDocument(store: Store, recordId: string, name: string): void {
  store.commit('document known', () => {
    const { changes } = store
      .prepared(`INSERT INTO document (record_id, name, state) VALUES (?, ?, 'known') ON CONFLICT (record_id) DO NOTHING`)
      .run(recordId, name);
    if (changes > 0) store.changed({ kind: 'documents', ids: [recordId] });
  });
}

/** Writes what is known now; the pin and the use stay. */
export function putDocument(store: Store, recordId: string, facts: DocumentFacts): void {
  store.commit('document', () => {
    store
      .prepared(
        `INSERT INTO document (record_id, name, state, bytes, sha256, variant, fetched_at, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (record_id) DO UPDATE SET name = excluded.name, state = excluded.state, bytes = excluded.bytes,
           sha256 = excluded.sha256, variant = excluded.variant, fetched_at = excluded.fetched_at, detail = excluded.detail`,
      )
      .run(recordId, facts.name, facts.state, facts.bytes, facts.sha256, facts.variant, facts.fetchedAt, facts.detail);
    useDocument(store, recordId);
    store.changed({ kind: 'documents', ids: [recordId] });
    store.changed({ kind: 'records', refs: [{ kind: 'invoicePayable', id: recordId }] });
  });
}

/** Marks a document as the latest used, so that others are forgotten before it. */
export function useDocument(store: Store, recordId: string): void {
  store.commit('document used', () => {
    store.prepared(`UPDATE document SET used = (SELECT max(used) FROM document) + 1 WHERE record_id = ?`).run(recordId);
  });
}

/** Pins a document (it is never forgotten for room) or unpins it. */
export function pinDocument(store: Store, recordId: string, pinned: boolean): void {
  store.commit('document pinned', () => {
    store.prepared(`UPDATE document SET pinned = ? WHERE record_id = ?`).run(pinned ? 1 : 0, recordId);
    store.changed({ kind: 'documents', ids: [recordId] });
  });
}

/** A trip pack's list promises what it counts as ready, and what it fetches: that is kept like what is pinned. */
const keptSql = `(pinned = 1 OR EXISTS (SELECT 1 FROM pack_item WHERE kind = 'invoicePayable' AND pack_item.record_id = document.record_id
  AND pack_item.state IN ('ready', 'fetching')))`;

/** Forgets a document's bytes; it stays known, so that it can be fetched again. A trip pack that had counted it counts it no more. */
export function forgetDocument(store: Store, recordId: string): void {
  store.commit('document forgotten', () => {
    store
      .prepared(`UPDATE document SET state = 'known', bytes = NULL, sha256 = NULL, fetched_at = NULL, pinned = 0 WHERE record_id = ?`)
      .run(recordId);
    const { changes } = store
      .prepared(
        `UPDATE pack_item SET state = 'failed', detail = 'forgotten', bytes = 0 WHERE kind = 'invoicePayable' AND record_id = ? AND state = 'ready'`,
      )
      .run(recordId);
    if (changes > 0) store.changed({ kind: 'packs' });
    store.changed({ kind: 'documents', ids: [recordId] });
    store.changed({ kind: 'records', refs: [{ kind: 'invoicePayable', id: recordId }] });
  });
}

/** How many documents still need the bytes of this hash. */
export function documentsWith(store: Store, sha256: string): number {
  return store.prepared<{ count: number }>(`SELECT count(*) AS count FROM document WHERE sha256 = ?`).get(sha256)?.count ?? 0;
}

/** Bytes of every document here; the same bytes for two records count once. */
export function documentBytes(store: Store): number {
  const text = `SELECT ifnull(sum(bytes), 0) AS bytes FROM (SELECT bytes FROM document WHERE sha256 IS NOT NULL GROUP BY sha256)`;
  return store.prepared<{ bytes: number }>(text).get()?.bytes ?? 0;
}

/** The document that is here, not kept and least lately used: the next to be forgotten for room. */
export function leastUsedDocument(store: Store, except: string): DocumentView | null {
  const found = store
    .prepared<DocumentRow>(
      `SELECT ${columns} FROM document WHERE state = 'here' AND NOT ${keptSql} AND record_id <> ? ORDER BY used LIMIT 1`,
    )
    .get(except);
  return found ? viewOf(found) : null;
}

/** Bytes that no forgetting frees: documents that are pinned, that a trip pack counts, or `except`. */
export function keptDocumentBytes(store: Store, except: string): number {
  const text = `SELECT ifnull(sum(bytes), 0) AS bytes FROM (SELECT bytes FROM document WHERE sha256 IS NOT NULL
    AND (${keptSql} OR record_id = ?) GROUP BY sha256)`;
  return store.prepared<{ bytes: number }>(text).get(except)?.bytes ?? 0;
}

/** Every hash that a document needs: files under other names belong to nobody. */
export function documentHashes(store: Store): Set<string> {
  const rows = store.prepared<{ sha256: string }>(`SELECT DISTINCT sha256 FROM document WHERE sha256 IS NOT NULL`).all();
  return new Set(rows.map((row) => row.sha256));
}
