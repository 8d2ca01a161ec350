import type { Documents } from '#main/library/documents/documents.ts';
import type { Store } from '#main/cache/database/store.ts';

/** After the newest document, and between two, in milliseconds: whoever fetches or opens one is not kept waiting. */
const QUIET_MS = 1_500;
const PAUSE_MS = 100;

/** Takes the text out of every document here, once, one after another behind everything else. A disk that refuses is logged and tried again later. */
export function keepDocumentsRead(store: Store, documents: Documents): { stop(): void } {
  const { world } = store;
  const clock = new AbortController();
  let working = false;
  const work = async () => {
    working = true;
    await world.sleep(QUIET_MS, clock.signal);
    try {
      while (!clock.signal.aborted && !(await documents.readNext())) await world.sleep(PAUSE_MS, clock.signal);
    } catch (error) {
      world.log.error('documentsUnread', { message: error instanceof Error ? error.message : String(error) });
    }
    working = false;
  };
  const unsubscribe = store.subscribe((changes) => {
    if (!working && changes.some((change) => change.kind === 'documents')) void work();
  });
  void work();
  return {
    stop: () => {
      clock.abort();
      unsubscribe();
    },
  };
}
