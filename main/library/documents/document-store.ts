import * as table from '#main/documents/documents.ts';
import type { Store } from '#main/storage/store.ts';
import { turns } from '#main/storage/turns.ts';
import type { DocumentView } from '#shared/contract/views/views.ts';
import type { DocumentFiles } from './document-files.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import { keptProblems, problemOf, type DocumentProblem } from '#shared/messages/files/document-problem.ts';
import { sha256Of } from './document-seal.ts';

/** Bytes that came for a document. */
export interface Arrived {
  recordId: string;
  /** Safe to show. */
  name: string;
  variant: string | null;
  bytes: Uint8Array;
}

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** From the look for room to the row nothing else comes in: two that arrive at once would both find the same room. */
const inTurn = turns();

/** Problems of bytes that are kept as they came, to be saved and opened elsewhere. */
const isKept = (problem: DocumentProblem): boolean => keptProblems.some((each) => each === problem);

export interface DocumentStoreParts {
  store: Store;
  files: DocumentFiles;
  reading: Reading;
  quotaBytes(): number;
}

/** Rows and files of documents, kept in step: a row never promises bytes that are not there. */
export function createDocumentStore({ store, files, reading, quotaBytes }: DocumentStoreParts) {
  const removeUnused = (sha256: string | null) => {
    if (sha256 !== null && table.documentsWith(store, sha256) === 0) files.remove(sha256);
  };
  /**
   * Forgets a document's bytes; it stays known. The row goes first: a file without a row is swept, a row without its file would be a promise that
   * cannot be kept.
   */
  const forget = (recordId: string): void => {
    const before = table.documentOf(store, recordId);
    table.forgetDocument(store, recordId);
    removeUnused(before?.sha256 ?? null);
  };
  const makeRoom = (needed: number, except: string): boolean => {
    if (table.keptDocumentBytes(store, except) + needed > quotaBytes()) return false;
    while (table.documentBytes(store) + needed > quotaBytes()) {
      const least = table.leastUsedDocument(store, except);
      if (!least) return false;
      forget(least.recordId);
    }
    return true;
  };
  /**
   * Keeps the bytes when there is room, whatever they are; answers what became of them, or null when the account was closed meanwhile. A
   * document that can be drawn is never replaced by one that cannot.
   */
  const keep = async ({ recordId, name, variant, bytes }: Arrived): Promise<DocumentView | null> => {
    const looked = await reading.read('pdfFacts', bytes, null);
    if (!store.sql.open) return null;
    const [found] = looked.ok ? looked.portions : [];
    const problem = found ? found.problem : looked.ok || looked.why === 'failed' || looked.why === 'cancelled' ? 'damaged' : looked.why;
    const facts = { name, bytes: bytes.length, variant, fetchedAt: store.world.now() };
    const isBetter = problem !== null && isReadable(table.documentOf(store, recordId));
    if (isBetter || (problem !== null && !isKept(problem))) return refuse(store, recordId, { ...facts, state: 'failed', detail: problem });
    const sha256 = found?.sha256 ?? (await sha256Of(bytes, () => store.world.sleep(0)));
    return inTurn(store, async () => {
      if (!store.sql.open) return null;
      if (!makeRoom(bytes.length, recordId)) return refuse(store, recordId, { ...facts, state: 'failed', detail: 'quota' });
      await files.put(sha256, bytes);
      if (!store.sql.open) return null;
      const before = table.documentOf(store, recordId);
      table.putDocument(store, recordId, { ...facts, state: 'here', sha256, detail: problem ?? found?.remark ?? null });
      if (before?.sha256 !== sha256) removeUnused(before?.sha256 ?? null);
      return viewOf(store, recordId);
    });
  };
  return { keep, forget };
}

/** True for a document that is here and can be drawn. */
export const isReadable = (document: DocumentView | null): boolean => document?.state === 'here' && problemOf(document.detail) === null;

/** Notes why bytes were not kept, unless a good document is here: that one stays, and only the answer tells. */
function refuse(store: Store, recordId: string, facts: Omit<table.DocumentFacts, 'sha256'>): DocumentView {
  const before = table.documentOf(store, recordId);
  if (before?.state === 'here') return { ...before, state: facts.state, detail: facts.detail };
  table.putDocument(store, recordId, { ...facts, sha256: null });
  return viewOf(store, recordId);
}

function viewOf(store: Store, recordId: string): DocumentView {
  const found = table.documentOf(store, recordId);
  if (!found) throw new Error('a document that arrived is known');
  return found;
}
