import { countersOf } from '#main/projections/lists/counters.ts';
import { openAccountList } from '#main/account-life/open/account-list.ts';
import type { App } from './app.ts';
import { AppServices } from './app-services.ts';
import { keepEmbeddedAccount, type EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import { fillFromSandbox } from '#main/account-life/first-run/first-run.ts';
import type { AppOptions } from './host.ts';
import { speakAsSet } from './language.ts';
import { createRouter } from './router.ts';

const BESIDE_MS = 400;
const NOBODY_ASKS_MS = 1_000;

/**
 * Puts the rooms together over one data folder. Rejects with `CannotOpen` when another process holds the folder or the disk refuses; a
 * damaged account or list of accounts is no rejection: the app opens and shows Repair.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { registry, repair } = openAccountList(options);
  speakAsSet(registry);
  const services = new AppServices(options, registry);
  let begun: Promise<void>;
  try {
    // A database that was not closed in order is checked first.
    const pageFirst = repair === null && registry.active()?.opened === true;
    const service = options.embedded ?? (pageFirst ? null : await options.sandbox?.()) ?? null;
    if (service) await keepEmbeddedAccount(services.life, services.world, service);
    else services.sandbox = options.sandbox ? { kind: 'coming' } : null;
    await services.openActive(pageFirst ? () => firstPage(services) : null);
    services.life.noteRepair(repair);
    // the caller that begins it handles its outcome
    if (pageFirst) void firstPage(services).then(() => (services.closed ? null : options.sandbox?.().catch(() => null)));
    begun = services.life.begun.then(() => (service ? fill(services, service) : undefined));
    if (!pageFirst) await begun;
  } catch (error) {
    await services.close();
    throw error;
  }
  return appOf(
    services,
    begun.catch((error: unknown) => bugUnlessClosed(services, error)),
  );
}

/** Background work after the first page may find the database closed; the next start repeats it. */
function bugUnlessClosed(services: AppServices, error: unknown): void {
  if (!services.closed) services.bug(error);
}

/** A window has its first page, and the processors to itself while it draws it; or none asks for one. */
function firstPage(services: AppServices): Promise<void> {
  const { world } = services;
  return Promise.race([services.firstPage.promise.then(() => world.sleep(BESIDE_MS)), world.sleep(NOBODY_ASKS_MS)]);
}

async function fill(services: AppServices, service: EmbeddedService): Promise<void> {
  const { life, reading } = services;
  services.practice = service;
  const account = life.open;
  if (!account?.entry.embedded) return;
  await fillFromSandbox(account, reading, service).catch((error: unknown) => {
    // closed meanwhile: the next start fills it
    if (life.open === account) throw error;
  });
}

/** A sandbox that comes late. Its account is made or brought up to date; what is open stays open where nothing about it changed. */
async function letIn(services: AppServices, service: EmbeddedService): Promise<void> {
  const entry = await keepEmbeddedAccount(services.life, services.world, service);
  if (services.closed) return;
  const { open } = services.life;
  if (open?.entry.id === entry.id && open.entry.baseUrl === entry.baseUrl && open.entry.ca === entry.ca) {
    // where no keychain keeps it, the key comes with the sandbox
    await open.session.tryAgain();
    services.reconnect();
  } else if (entry.active || !open) await services.openActive();
  services.sandbox = null;
  services.changes.publish({ kind: 'status' });
  await fill(services, service);
}

function appOf(services: AppServices, begun: Promise<void>): App {
  let closing: Promise<void> | null = null;
  return {
    router: createRouter(services),
    begun,
    close: () => (closing ??= services.close()),
    counters: () => countersOf(services.store()),
    typed: () => [...services.typing.values()].flat().map(({ title }) => title),
    worksOffline: () => services.life.open?.worksOffline() ?? false,
    locked: () => services.lockScreen.drawn,
    subscribe: (listener) => services.changes.subscribe(listener),
    screenLocked: () => services.lockScreen.systemLeaves(),
    suspend: async () => {
      services.lockScreen.systemLeaves();
      services.life.open?.engine.workOffline(true);
      await services.life.open?.session.settled();
    },
    resume: () => {
      // Connections that slept are dead: a request on one of them would be in doubt.
      services.life.open?.engine.workOffline(services.life.open.worksOffline());
      services.lockScreen.applyToSync();
      services.reconnect();
    },
    open: (ref) => services.changes.publish({ kind: 'open', ref }),
    openFile: (file) => services.offerFile(file),
    command: (command) => services.changes.publish({ kind: 'command', command }),
    sandbox: (news) => {
      if (closing || services.sandbox === null) return;
      if (news.kind === 'ready') void letIn(services, news.service).catch((error: unknown) => bugUnlessClosed(services, error));
      else services.sandbox = news;
      services.changes.publish({ kind: 'status' });
    },
  };
}
