import { countersOf } from '#main/cache/records/counters.ts';
import { openAccountList } from './account-list.ts';
import type { App } from './app.ts';
import { Desk } from './desk.ts';
import { keepEmbeddedAccount } from './embedded-account.ts';
import { fillFromSandbox } from './first-run.ts';
import type { AppOptions } from './host.ts';
import { createRouter } from './routers/router.ts';
import { closeOpenAccount, openActiveAccount } from './switch-account.ts';

/**
 * Puts the rooms together over one data folder. Rejects with `CannotOpen` when another process holds the folder or the disk refuses; a
 * damaged account or list of accounts is no rejection: the app opens and shows Repair.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { registry, repair } = openAccountList(options);
  const desk = new Desk(options, registry);
  try {
    if (options.embedded) await keepEmbeddedAccount(desk, options.embedded);
    await openActiveAccount(desk);
    desk.repair ??= repair;
    if (options.embedded && desk.open?.entry.embedded) await fillFromSandbox(desk.open, options.embedded);
  } catch (error) {
    await closeDesk(desk);
    throw error;
  }
  return appOf(desk);
}

function appOf(desk: Desk): App {
  let closing: Promise<void> | null = null;
  return {
    router: createRouter(desk),
    close: () => (closing ??= closeDesk(desk)),
    counters: () => countersOf(desk.store()),
    subscribe: (listener) => desk.changes.subscribe(listener),
    suspend: async () => {
      desk.open?.engine.workOffline(true);
      await desk.open?.session.settled();
    },
    resume: () => {
      // Connections that slept are dead: a request on one of them would be in doubt.
      desk.open?.transport.renew?.();
      desk.open?.engine.workOffline(desk.open.worksOffline());
      desk.open?.engine.kick();
    },
    open: (ref) => {
      desk.changes.publish({ kind: 'open', ref });
    },
    openFile: (file) => {
      desk.openedFile = file;
      desk.changes.publish({ kind: 'fileOpened' });
    },
    command: (command) => {
      desk.changes.publish({ kind: 'command', command });
    },
  };
}

async function closeDesk(desk: Desk): Promise<void> {
  await closeOpenAccount(desk);
  desk.registry.close();
  desk.close();
}
