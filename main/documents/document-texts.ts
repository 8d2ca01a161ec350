import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { DocumentReading, DocumentView } from '#shared/contract/views/library-views.ts';
import { param, insertNew, prepared, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { document, documentText } from '#main/storage/schema/documents.ts';
import { isLike } from '#main/storage/like.ts';
import type { Store } from '#main/storage/store.ts';

export const ofDocument = eq(documentText.sha256, document.sha256);

/** A document's own words, or a user's for it, are like `like`. */
export const isSaid = sql`(${or(isLike(document.called, 'like'), isLike(documentText.text, 'like'))})`;

const { pages, title, number, due, currency } = documentText;
export const readingColumns = { pages, title, number, due, totalMinor: asBigint(documentText.totalMinor), currency };

type Row = Omit<DocumentView, 'reading'> & { [Name in keyof DocumentReading]: DocumentReading[Name] | null };

/** A document with what was read from it. */
export function viewOf({ pages, title, number, due, totalMinor, currency, ...known }: Row): DocumentView {
  return { ...known, reading: pages === null ? null : { pages, title, number, due, totalMinor, currency } };
}

const unread = prepared((db) =>
  db
    .select({ sha256: document.sha256 })
    .from(document)
    .leftJoin(documentText, ofDocument)
    .where(and(eq(document.state, 'here'), isNull(documentText.sha256)))
    .limit(1),
);

/** The hash of a document here whose text was not read yet; null when all were. */
export function nextUnread(store: Store): string | null {
  return unread(store).get()?.sha256 ?? null;
}

const insertText = insertNew(documentText);
const having = selectFrom(document, { fields: { id: document.recordId }, where: eq(document.sha256, param('sha256')) });

/** Keeps what the bytes of a hash say; null for bytes that could not be read, which are not tried again. */
export function putText(store: Store, sha256: string, said: (DocumentReading & { text: string }) | null): void {
  store.commit('document text', () => {
    insertText(store).run({ sha256, ...said });
    const ids = having(store).all({ sha256 });
    tellCalled(
      store,
      ids.map(({ id }) => id),
    );
  });
}

const writeCalled = updateIn(document, eq(document.recordId, param('id')), 'called');

/** Calls a document by a user's name for it; null takes it back. */
export function nameDocument(store: Store, recordId: string, called: string | null): void {
  store.commit('document named', () => {
    writeCalled(store).run({ id: recordId, called });
    tellCalled(store, [recordId]);
  });
}

/** A document's title appears in packs, and wherever its purchase invoice is named. */
function tellCalled(store: Store, ids: string[]): void {
  store.changed({ kind: 'documents', ids });
  store.changed({ kind: 'packs' });
  store.changed({ kind: 'records', refs: ids.map((id) => ({ kind: 'invoicePayable', id })) });
}
