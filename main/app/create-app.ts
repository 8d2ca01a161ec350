import { countersOf } from '#main/projections/lists/counters.ts';
import { openAccountList } from '#main/account-life/open/account-list.ts';
import { AppServices } from './app-services.ts';
import { keepEmbeddedAccount, type EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import { fillFromSandbox } from '#main/account-life/first-run/first-run.ts';
import type { AppOptions } from './host.ts';
import type { OpenedFile } from './opened-file.ts';
import type { WindowCommand } from '#shared/contract/commands.ts';
import type { SandboxTrouble } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { speakAsSet } from './language.ts';
import { createRouter } from './router.ts';

const BESIDE_MS = 400;
const NOBODY_ASKS_MS = 1_000;

/** The running app: one for a process, over one data folder. A host hands each window's port or socket to `router`. */
export type App = ReturnType<typeof appOf>;

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

function appOf(services: AppServices, begun: Promise<void>) {
  let closing: Promise<void> | null = null;
  return {
    router: createRouter(services),
    /** Resolves when everything behind the first page began: what was queued was looked through, and may be sent. */
    begun,
    /** Stops sending, waits for a sign-in's refresh in flight, closes the database. Safe to call twice. */
    close: (): Promise<void> => (closing ??= services.close()),
    counters: () => countersOf(services.store()),
    /** The titles of the records whose forms hold something that is not recorded, in any window. */
    typed: () => [...services.typing.values()].flat().map(({ title }) => title),
    /** True when the user chose to work offline: the host then sends nothing either. */
    worksOffline: () => services.life.open?.worksOffline() ?? false,
    /** True when the screen is locked. */
    locked: () => services.lockScreen.drawn,
    /** Subscribes to the windows' changes; returns a function that stops. */
    subscribe: services.changes.subscribe,
    /** The system's own screen is locked: the window shows nothing either, where the user chose so. */
    screenLocked: () => services.lockScreen.systemLeaves(),
    /** Before the computer sleeps: no new request is sent, a refresh in flight ends first. */
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
    /** Asks the windows to show a record (a notification was clicked, a second launch named it). */
    open: (ref: RecordRef) => services.changes.publish({ kind: 'open', ref }),
    /** Offers a file to the import dialog of a window; nothing is written before a user presses "Import". */
    openFile: (file: OpenedFile) => services.offerFile(file),
    /** Asks the windows for one of their own actions (a native menu, the tray). */
    command: (command: WindowCommand) => services.changes.publish({ kind: 'command', command }),
    /** Reports a sandbox that was late at the start: it joins when it is ready, and the windows show a failure. */
    sandbox: (news: SandboxTrouble | { kind: 'ready'; service: EmbeddedService }) => {
      if (closing || services.sandbox === null) return;
      if (news.kind === 'ready') void letIn(services, news.service).catch((error: unknown) => bugUnlessClosed(services, error));
      else services.sandbox = news;
      services.changes.publish({ kind: 'status' });
    },
  };
}
