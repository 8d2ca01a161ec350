import type { Documents } from '#main/library/documents/documents.ts';
import type { Store } from '#main/storage/store.ts';
import { ofKind, workBehind } from './background-jobs.ts';

/** After the newest document, and between two, in milliseconds: whoever fetches or opens one is not kept waiting. */
const QUIET_MS = 1_500;
const PAUSE_MS = 100;

/** Takes the text out of every document here, once, one after another behind everything else. A disk that refuses is logged and tried again later. */
export function keepDocumentsRead(store: Store, documents: Documents): { stop(): void } {
  return workBehind(store, {
    wakes: ofKind('documents'),
    quietMs: QUIET_MS,
    pauseMs: PAUSE_MS,
    portion: () => documents.readNext(),
    failed: (error) => store.world.log.error('documentsUnread', { message: error instanceof Error ? error.message : String(error) }),
  });
}
