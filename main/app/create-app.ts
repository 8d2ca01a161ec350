import { countersOf } from '#main/projections/lists/counters.ts';
import { openAccountList } from '#main/account-life/open/account-list.ts';
import type { App } from './app.ts';
import { House } from './house.ts';
import { keepEmbeddedAccount, type EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import { fillFromSandbox } from '#main/account-life/first-run/first-run.ts';
import type { AppOptions } from './host.ts';
import { createRouter } from './router.ts';

const BESIDE_MS = 400;
const NOBODY_ASKS_MS = 1_000;

/**
 * Puts the rooms together over one data folder. Rejects with `CannotOpen` when another process holds the folder or the disk refuses; a
 * damaged account or list of accounts is no rejection: the app opens and shows Repair.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { registry, repair } = openAccountList(options);
  const house = new House(options, registry);
  let begun: Promise<void>;
  try {
    // What is not as it was left is looked through first.
    const pageFirst = repair === null && registry.active()?.opened === true;
    const service = options.embedded ?? (pageFirst ? null : await options.sandbox?.()) ?? null;
    if (service) await keepEmbeddedAccount(house.life, house.world, service);
    else house.sandbox = options.sandbox ? { kind: 'coming' } : null;
    await house.openActive(pageFirst ? () => firstPage(house) : null);
    house.life.noteRepair(repair);
    // what becomes of it is told by whoever begins it
    if (pageFirst) void firstPage(house).then(() => (house.closed ? null : options.sandbox?.().catch(() => null)));
    begun = house.life.begun.then(() => (service ? fill(house, service) : undefined));
    if (!pageFirst) await begun;
  } catch (error) {
    await house.close();
    throw error;
  }
  return appOf(
    house,
    begun.catch((error: unknown) => bugUnlessClosed(house, error)),
  );
}

/** What is done behind the first page may find everything closed under its hands; the next start does it. */
function bugUnlessClosed(house: House, error: unknown): void {
  if (!house.closed) house.bug(error);
}

/** A window has its first page, and the processors to itself while it draws it; or none asks for one. */
function firstPage(house: House): Promise<void> {
  const { world } = house;
  return Promise.race([house.firstPage.promise.then(() => world.sleep(BESIDE_MS)), world.sleep(NOBODY_ASKS_MS)]);
}

async function fill({ life, reading }: House, service: EmbeddedService): Promise<void> {
  const account = life.open;
  if (!account?.entry.embedded) return;
  await fillFromSandbox(account, reading, service).catch((error: unknown) => {
    // closed meanwhile: the next start fills it
    if (life.open === account) throw error;
  });
}

/** A sandbox that comes late. Its account is made or brought up to date; what is open stays open where nothing about it changed. */
async function letIn(house: House, service: EmbeddedService): Promise<void> {
  const entry = await keepEmbeddedAccount(house.life, house.world, service);
  if (house.closed) return;
  const { open } = house.life;
  if (open?.entry.id === entry.id && open.entry.baseUrl === entry.baseUrl && open.entry.ca === entry.ca) {
    // where no keychain keeps it, the key comes with the sandbox
    await open.session.tryAgain();
    house.connectAnew();
  } else if (entry.active || !open) await house.openActive();
  house.sandbox = null;
  house.changes.publish({ kind: 'status' });
  await fill(house, service);
}

function appOf(house: House, begun: Promise<void>): App {
  let closing: Promise<void> | null = null;
  return {
    router: createRouter(house),
    begun,
    close: () => (closing ??= house.close()),
    counters: () => countersOf(house.store()),
    typed: () => [...house.typing.values()].flat().map(({ title }) => title),
    worksOffline: () => house.life.open?.worksOffline() ?? false,
    locked: () => house.curtain.drawn,
    subscribe: (listener) => house.changes.subscribe(listener),
    screenLocked: () => house.curtain.systemLeaves(),
    suspend: async () => {
      house.curtain.systemLeaves();
      house.life.open?.engine.workOffline(true);
      await house.life.open?.session.settled();
    },
    resume: () => {
      // Connections that slept are dead: a request on one of them would be in doubt.
      house.life.open?.engine.workOffline(house.life.open.worksOffline());
      house.curtain.applyToSync();
      house.connectAnew();
    },
    open: (ref) => house.changes.publish({ kind: 'open', ref }),
    openFile: (file) => house.offerFile(file),
    command: (command) => house.changes.publish({ kind: 'command', command }),
    sandbox: (news) => {
      if (closing || house.sandbox === null) return;
      if (news.kind === 'ready') void letIn(house, news.service).catch((error: unknown) => bugUnlessClosed(house, error));
      else house.sandbox = news;
      house.changes.publish({ kind: 'status' });
    },
  };
}
