import { countersOf } from '#main/cache/records/counters.ts';
import { openAccountList } from '#main/account-life/account-list.ts';
import type { App } from './app.ts';
import { House } from './house.ts';
import { keepEmbeddedAccount } from '#main/account-life/embedded-account.ts';
import { fillFromSandbox } from '#main/account-life/first-run.ts';
import type { AppOptions } from './host.ts';
import { createRouter } from './routers/router.ts';

/**
 * Puts the rooms together over one data folder. Rejects with `CannotOpen` when another process holds the folder or the disk refuses; a
 * damaged account or list of accounts is no rejection: the app opens and shows Repair.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { registry, repair } = openAccountList(options);
  const house = new House(options, registry);
  try {
    if (options.embedded) await keepEmbeddedAccount({ registry, secrets: house.life.secrets, world: house.world }, options.embedded);
    await house.openActive();
    house.life.noteRepair(repair);
    if (options.embedded && house.life.open?.entry.embedded) await fillFromSandbox(house.life.open, options.embedded);
  } catch (error) {
    await house.close();
    throw error;
  }
  return appOf(house);
}

function appOf(house: House): App {
  let closing: Promise<void> | null = null;
  return {
    router: createRouter(house),
    close: () => (closing ??= house.close()),
    counters: () => countersOf(house.store()),
    worksOffline: () => house.life.open?.worksOffline() ?? false,
    subscribe: (listener) => house.changes.subscribe(listener),
    suspend: async () => {
      house.life.open?.engine.workOffline(true);
      await house.life.open?.session.settled();
    },
    resume: () => {
      // Connections that slept are dead: a request on one of them would be in doubt.
      house.life.open?.engine.workOffline(house.life.open.worksOffline());
      house.connectAnew();
    },
    open: (ref) => {
      house.changes.publish({ kind: 'open', ref });
    },
    openFile: (file) => {
      house.offerFile(file);
    },
    command: (command) => {
      house.changes.publish({ kind: 'command', command });
    },
  };
}
