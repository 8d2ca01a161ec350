import { failed, succeeded, type ApiResult } from '#main/api/result.ts';
import * as table from '#main/documents/documents.ts';
import * as texts from '#main/documents/document-texts.ts';
import { putStub } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { DocumentView } from '#shared/contract/views/views.ts';
import { readingOf } from './document-facts.ts';
import { documentFiles, type DocumentFiles } from './document-files.ts';
import type { DocumentKeys } from './document-seal.ts';
import { fetchRendition, type RenditionOptions } from './rendition.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';
import { dispositionName, safeDocumentName } from './safe-name.ts';

export interface DocumentsOptions extends RenditionOptions {
  store: Store;
  /** Holds the bytes, one file a hash. */
  folder: string;
  /** The key of encrypted files; null for plain ones. */
  keys?: DocumentKeys | null;
  reading: Reading;
  /** Room for documents that are not pinned. */
  quotaBytes(): number;
}

export type Documents = ReturnType<typeof createDocuments>;

/** Opens the documents of one account's purchase invoices, kept for reading without a network ("Endpoints 8"). */
export function createDocuments(options: DocumentsOptions) {
  const { store, folder, keys = null, reading, quotaBytes } = options;
  const files = documentFiles(folder, () => store.world.sleep(0), keys);
  const documents = createDocumentStore({ store, files, reading, quotaBytes });
  return {
    /**
     * Downloads a document in the wanted rendition, or by null in the first that the service has, looks at its bytes and keeps them. A failure
     * of the network is the answer's own; bytes that cannot be drawn answer with the reason as their detail. What was here before stays until
     * something better is.
     */
    fetch: async (id: string, variant: string | null, signal?: AbortSignal): Promise<ApiResult<DocumentView>> => {
      const recordId = id.toLowerCase();
      const answer = await fetchRendition(options, recordId, variant, signal);
      if (!answer.ok) return answer;
      // A name that is known already, from a list or an import, says more than the number that stands in for none.
      const said = dispositionName(answer.value.headers);
      const name =
        said === null ? (table.documentOf(store, recordId)?.name ?? safeDocumentName('', recordId)) : safeDocumentName(said, recordId);
      putStub(store, { kind: 'invoicePayable', id: recordId }, store.world.now());
      const view = await documents.keep({ recordId, name, variant: answer.value.variant, bytes: answer.value.bytes });
      return view ? succeeded(view) : failed({ kind: 'cancelled', bytesWritten: true });
    },
    /** The bytes, or null; bytes that are no longer what was stored are forgotten, so that they are fetched again. */
    bytes: (id: string): Promise<Uint8Array | null> => bytesHere({ store, files, documents }, id.toLowerCase()),
    pin: (recordId: string, pinned: boolean): DocumentView | null => {
      table.pinDocument(store, recordId.toLowerCase(), pinned);
      return table.documentOf(store, recordId.toLowerCase());
    },
    remove: (recordId: string): void => documents.forget(recordId.toLowerCase()),
    /** Removes a document from this laptop, its name and its text included; answers whether it was here. */
    leave: (recordId: string): boolean => {
      const wasHere = table.documentOf(store, recordId)?.state === 'here';
      const unused = table.removeDocument(store, recordId);
      if (unused !== null) files.remove(unused);
      return wasHere;
    },
    usedBytes: (): number => table.documentBytes(store),
    /**
     * Writes every document in this form too, a file a turn, and new ones in it from now on; what stands in the other form stays. Ends early,
     * with false, when `tell` says so.
     */
    writeAllAs: async (form: DocumentKeys | null, tell: (done: number, total: number) => boolean): Promise<boolean> => {
      files.writeIn(form);
      const hashes = [...table.documentHashes(store)];
      for (const [at, sha256] of hashes.entries()) {
        store.world.passing(`before document ${at}`);
        await files.putAs(sha256, form);
        if (!tell(at + 1, hashes.length)) return false;
        await store.world.sleep(0);
      }
      return true;
    },
    /** Reads the text of the next document here whose text was not read yet; answers whether there was none. */
    readNext: async (): Promise<boolean> => {
      const sha256 = texts.nextUnread(store);
      if (sha256 === null) return true;
      const bytes = await files.get(sha256);
      const answer = bytes && (await reading.read('pdfText', bytes, null));
      const said = answer?.ok ? answer.portions[0] : undefined;
      // An unreadable document is not tried again: its row is empty.
      if (store.sql.open) texts.putText(store, sha256, said ? { text: said.text, ...readingOf(said.text, said.pages) } : null);
      return false;
    },
    /** Removes files that no record needs: what a crash between file and row left behind, and what is not in today's form. */
    sweep: (): void => files.sweep(table.documentHashes(store)),
  };
}

/** The bytes of a document, which counts as used; where they are not what they were, it is forgotten. */
async function bytesHere({ store, files, documents }: { store: Store; files: DocumentFiles; documents: DocumentStore }, recordId: string) {
  const sha256 = table.documentOf(store, recordId)?.sha256 ?? null;
  if (sha256 === null) return null;
  const bytes = await files.get(sha256);
  // Meanwhile the account may have been closed, or another document may have come.
  if (!store.sql.open || table.documentOf(store, recordId)?.sha256 !== sha256) return bytes;
  if (bytes === null) documents.forget(recordId);
  else table.useDocument(store, recordId);
  return bytes;
}
