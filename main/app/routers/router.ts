import type { Desk } from '#main/app/desk.ts';
import { createImplementer } from './implementer.ts';
import { accountsRouter } from '#main/app/routers/accounts.ts';
import { activityRouter, reportsRouter } from '#main/app/routers/activity.ts';
import { appRouter } from '#main/app/routers/app.ts';
import { documentsRouter } from '#main/app/routers/documents.ts';
import { editsRouter } from '#main/app/routers/edits.ts';
import { libraryRouter } from '#main/app/routers/library.ts';
import { recordsRouter } from '#main/app/routers/records.ts';
import { reviewRouter } from '#main/app/routers/review.ts';
import { syncRouter } from '#main/app/routers/sync.ts';

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
