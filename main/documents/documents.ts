import { and, eq, gt, isNotNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { DocumentView } from '#shared/contract/views/views.ts';
import { fixed, param, insertNew, prepared, selectFrom, updateIn, upsert } from '#main/storage/prepared.ts';
import { document, documentText, packItem } from '#main/storage/schema/documents.ts';
import { isLike, likeText } from '#main/storage/like.ts';
import type { Store } from '#main/storage/store.ts';
import { isSaid, ofDocument, readingColumns, viewOf } from './document-texts.ts';

/** The stored facts of one purchase invoice's document; its bytes are in the library's folder under `sha256`. */
export type DocumentFacts = Pick<typeof document.$inferSelect, 'name' | 'state' | 'bytes' | 'sha256' | 'variant' | 'fetchedAt' | 'detail'>;

const { recordId: id, name, state, bytes, sha256, pinned, fetchedAt, variant, detail, called } = document;
const columns = { recordId: id, name, state, bytes, sha256, pinned, fetchedAt, variant, detail, called, ...readingColumns };
const isGiven = eq(id, param('id'));
const one = prepared((db) => db.select(columns).from(document).leftJoin(documentText, ofDocument).where(isGiven));

/** The stored facts of one document, or null. */
export function documentOf(store: Store, recordId: string): DocumentView | null {
  const row = one(store).get({ id: recordId });
  return row ? viewOf(row) : null;
}

const page = prepared((db) =>
  db
    .select(columns)
    .from(document)
    .leftJoin(documentText, ofDocument)
    .where(and(gt(id, param('after')), or(isLike(name, 'like'), isLike(id, 'like'), isSaid)))
    .orderBy(id)
    .limit(param('limit')),
);

/** One page of documents by record id; `after` is the last record id of the page before. */
export function listDocuments(store: Store, { after, text, limit }: { after: string | null; text?: string | undefined; limit: number }) {
  const rows = page(store).all({ after: after ?? '', like: likeText(text ?? ''), limit: limit + 1 });
  return { rows: rows.slice(0, limit).map(viewOf), next: rows.length > limit ? (rows[limit - 1]?.recordId ?? null) : null };
}

const insertKnown = insertNew(document);

/** Notes that a document is known by its record; keeps everything that is known already. */
export function knowDocument(store: Store, recordId: string, called: string): void {
  store.commit('document known', () => {
    const { changes } = insertKnown(store).run({ recordId, name: called, state: 'known' });
    if (changes > 0) store.changed({ kind: 'documents', ids: [recordId] });
  });
}

const writeFacts = upsert(document, ['name', 'state', 'bytes', 'sha256', 'variant', 'fetchedAt', 'detail']);

/** Writes what is known now; the pin and the use stay. */
export function putDocument(store: Store, recordId: string, facts: DocumentFacts): void {
  store.commit('document', () => {
    writeFacts(store).run({ ...facts, recordId });
    useDocument(store, recordId);
    store.changed({ kind: 'documents', ids: [recordId] });
    store.changed({ kind: 'records', refs: [{ kind: 'invoicePayable', id: recordId }] });
  });
}

const latestUsed = prepared((db) =>
  db
    .update(document)
    .set({ used: sql`(SELECT max(${document.used}) FROM ${document}) + 1` })
    .where(isGiven),
);

/** Marks a document as the latest used, so that others are forgotten before it. */
export function useDocument(store: Store, recordId: string): void {
  store.commit('document used', () => {
    latestUsed(store).run({ id: recordId });
  });
}

const writePin = updateIn(document, isGiven, 'pinned');

/** Pins a document (it is never forgotten for room) or unpins it. */
export function pinDocument(store: Store, recordId: string, keeps: boolean): void {
  store.commit('document pinned', () => {
    writePin(store).run({ id: recordId, pinned: keeps });
    store.changed({ kind: 'documents', ids: [recordId] });
  });
}

/** A trip pack's list promises what it counts as ready, and what it fetches: that is kept like what is pinned. */
const isKept: SQL = sql`(${pinned} = 1 OR EXISTS (SELECT 1 FROM ${packItem} WHERE ${packItem.kind} = 'invoicePayable'
  AND ${packItem.recordId} = ${id} AND ${packItem.state} IN ('ready', 'fetching')))`;

const forgetBytes = prepared((db) =>
  db.update(document).set({ state: 'known', bytes: null, sha256: null, fetchedAt: null, pinned: false }).where(isGiven),
);
const uncount = prepared((db) =>
  db
    .update(packItem)
    .set({ state: 'failed', detail: 'forgotten', bytes: 0 })
    .where(and(fixed(and(eq(packItem.kind, 'invoicePayable'), eq(packItem.state, 'ready'))), eq(packItem.recordId, param('id')))),
);

/** Forgets a document's bytes; it stays known, so that it can be fetched again. A trip pack that had counted it counts it no more. */
export function forgetDocument(store: Store, recordId: string): void {
  store.commit('document forgotten', () => {
    forgetBytes(store).run({ id: recordId });
    const { changes } = uncount(store).run({ id: recordId });
    if (changes > 0) store.changed({ kind: 'packs' });
    store.changed({ kind: 'documents', ids: [recordId] });
    store.changed({ kind: 'records', refs: [{ kind: 'invoicePayable', id: recordId }] });
  });
}

const deleteDocument = prepared((db) => db.delete(document).where(isGiven));
const deleteText = prepared((db) => db.delete(documentText).where(eq(documentText.sha256, param('sha256'))));

/** Removes everything that is known of a document, its text too where no other record has the same bytes. Answers the hash that nobody needs any more. */
export function removeDocument(store: Store, recordId: string): string | null {
  return store.commit('document removed', () => {
    const hash = documentOf(store, recordId)?.sha256 ?? null;
    deleteDocument(store).run({ id: recordId });
    uncount(store).run({ id: recordId });
    store.changed({ kind: 'documents', ids: [recordId] });
    store.changed({ kind: 'packs' });
    if (hash === null || documentsWith(store, hash) > 0) return null;
    deleteText(store).run({ sha256: hash });
    return hash;
  });
}

const sharing = selectFrom(document, { fields: { id }, where: eq(sha256, param('sha256')) });

/** The number of documents that need the bytes of this hash. */
export function documentsWith(store: Store, hash: string): number {
  return sharing(store).all({ sha256: hash }).length;
}

/** Bytes of the documents here that meet a condition; the same bytes for two records count once. */
const bytesOf = (condition: SQL) =>
  prepared((db) => {
    const files = db
      .select({ bytes })
      .from(document)
      .where(and(isNotNull(sha256), condition))
      .groupBy(sha256)
      .as('files');
    return db.select({ bytes: sql<number>`ifnull(sum(${files.bytes}), 0)` }).from(files);
  });
const allBytes = bytesOf(sql`1`);
const keptBytes = bytesOf(sql`(${isKept} OR ${isGiven})`);

/** Bytes of every document here; the same bytes for two records count once. */
export function documentBytes(store: Store): number {
  return allBytes(store).get()?.bytes ?? 0;
}

const mayLeave = and(fixed(eq(state, 'here')), not(isKept), ne(id, param('id')));
const leastUsed = selectFrom(document, { fields: { recordId: id }, where: mayLeave, order: document.used, limit: 1 });

/** The document that is here, not kept and least lately used: the next to be forgotten for room. */
export function leastUsedDocument(store: Store, except: string): { recordId: string } | null {
  return leastUsed(store).get({ id: except }) ?? null;
}

/** Bytes that no forgetting frees: documents that are pinned, that a trip pack counts, or `except`. */
export function keptDocumentBytes(store: Store, except: string): number {
  return keptBytes(store).get({ id: except })?.bytes ?? 0;
}

const hashes = prepared((db) => db.selectDistinct({ sha256 }).from(document).where(isNotNull(sha256)));

/** Every hash that a document needs: files under other names belong to nobody. */
export function documentHashes(store: Store): Set<string> {
  const found = hashes(store).all();
  return new Set(found.flatMap((row) => row.sha256 ?? []));
}
