import type { AppServices } from './app-services.ts';
import { createImplementer } from '#main/app/routers/implementer.ts';
import { accountsRouter } from '#main/app/routers/accounts.ts';
import { activityRouter, reportsRouter } from '#main/app/routers/activity.ts';
import { appRouter } from '#main/app/routers/app.ts';
import { lockScreenRouter } from '#main/app/routers/lock-screen.ts';
import { documentsRouter } from '#main/app/routers/documents.ts';
import { editsRouter } from '#main/app/routers/edits.ts';
import { listsRouter } from '#main/app/routers/lists.ts';
import { namesRouter } from '#main/app/routers/names.ts';
import { statementsRouter } from '#main/app/statements-router.ts';
import { networkRouter } from '#main/app/routers/network.ts';
import { libraryRouter } from '#main/app/routers/library.ts';
import { protectionRouter } from '#main/app/routers/protection.ts';
import { recordsRouter } from '#main/app/routers/records.ts';
import { reviewRouter } from '#main/app/routers/review.ts';
import { syncRouter } from '#main/app/routers/sync.ts';

/** Everything that the contract promises, one file an area. */
export function createRouter(services: AppServices) {
  const os = createImplementer(services);
  return os.router({
    app: appRouter(os, services),
    records: recordsRouter(os, services),
    edits: editsRouter(os, services),
    review: reviewRouter(os, services),
    sync: syncRouter(os, services),
    reports: reportsRouter(os, services),
    activity: activityRouter(os, services),
    library: libraryRouter(os, services),
    documents: documentsRouter(os, services),
    accounts: accountsRouter(os, services),
    lists: listsRouter(os, services),
    names: namesRouter(os, services),
    statements: statementsRouter(os, services),
    network: networkRouter(os, services),
    protection: protectionRouter(os, services),
    lockScreen: lockScreenRouter(os, services),
  });
}
