import type { House } from './house.ts';
import { createImplementer } from '#main/app/routers/implementer.ts';
import { accountsRouter } from '#main/app/routers/accounts.ts';
import { activityRouter, reportsRouter } from '#main/app/routers/activity.ts';
import { appRouter } from '#main/app/routers/app.ts';
import { curtainRouter } from '#main/app/routers/curtain.ts';
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
export function createRouter(house: House) {
  const os = createImplementer(house);
  return os.router({
    app: appRouter(os, house),
    records: recordsRouter(os, house),
    edits: editsRouter(os, house),
    review: reviewRouter(os, house),
    sync: syncRouter(os, house),
    reports: reportsRouter(os, house),
    activity: activityRouter(os, house),
    library: libraryRouter(os, house),
    documents: documentsRouter(os, house),
    accounts: accountsRouter(os, house),
    lists: listsRouter(os, house),
    names: namesRouter(os, house),
    statements: statementsRouter(os, house),
    network: networkRouter(os, house),
    protection: protectionRouter(os, house),
    curtain: curtainRouter(os, house),
  });
}
/** What a host hands each window's line to. */
export type AppRouter = ReturnType<typeof createRouter>;
