import type { Desk } from './desk.ts';
import { createImplementer } from './implementer.ts';
import { accountsRouter } from './router-accounts.ts';
import { activityRouter, reportsRouter } from './router-activity.ts';
import { appRouter } from './router-app.ts';
import { documentsRouter } from './router-documents.ts';
import { editsRouter } from './router-edits.ts';
import { libraryRouter } from './router-library.ts';
import { recordsRouter } from './router-records.ts';
import { reviewRouter } from './router-review.ts';
import { syncRouter } from './router-sync.ts';

/** Everything that the contract promises, one file an area. */
export function createRouter(desk: Desk) {
  const os = createImplementer(desk);
  return os.router({
    app: appRouter(os, desk),
    records: recordsRouter(os, desk),
    edits: editsRouter(os, desk),
    review: reviewRouter(os, desk),
    sync: syncRouter(os, desk),
    reports: reportsRouter(os, desk),
    activity: activityRouter(os, desk),
    library: libraryRouter(os, desk),
    documents: documentsRouter(os, desk),
    accounts: accountsRouter(os, desk),
  });
}
/** What a host hands each window's line to. */
export type AppRouter = ReturnType<typeof createRouter>;
