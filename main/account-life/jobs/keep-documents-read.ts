import type { Documents } from '#main/library/documents/documents.ts';
import type { Store } from '#main/storage/store.ts';
import { startBackgroundJobs } from './background-jobs.ts';

/** After the newest document, and between two, in milliseconds: whoever fetches or opens one is not kept waiting. */
const QUIET_MS = 1_500;
const PAUSE_MS = 100;

/** Takes the text out of every document here, once, one after another behind everything else. A disk that refuses is logged and tried again later. */
export function keepDocumentsRead(store: Store, documents: Documents): { stop(): void } {
  const { world } = store;
  let working = false;
  const work = async () => {
    working = true;
    await world.sleep(QUIET_MS, keeping.signal);
    try {
      while (!keeping.signal.aborted && !(await documents.readNext())) await world.sleep(PAUSE_MS, keeping.signal);
    } catch (error) {
      world.log.error('documentsUnread', { message: error instanceof Error ? error.message : String(error) });
    }
    working = false;
  };
  const keeping = startBackgroundJobs(store, 'documents', () => {
    if (!working) void work();
  });
  void work();
  return keeping;
}
