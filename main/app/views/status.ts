import { statfsSync } from 'node:fs';
import type { Store } from '#main/storage/store.ts';
import { namesOf } from '#main/names/book.ts';
import { personText } from '#main/names/people.ts';
import { companyOf } from '#main/records/company.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import type { AccountView, AppStatus, SyncProgress } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import { namesPerson } from '#shared/service/owner.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { unfinishedLeft, unfinishedOf } from '#main/account-life/open/unfinished.ts';

/** Below this the disk counts as nearly full, in bytes. */
const LOW_DISK_BYTES = 200_000_000;

const still: SyncProgress = { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null };

/** The state of the whole app: for the pill, the banners and the sidebar's counters. */
export function appStatus(services: AppServices): AppStatus {
  const { host, secrets, dataFolder } = services.options;
  return {
    version: host.version,
    host: host.kind,
    lockScreen: services.lockScreen.drawn,
    keychain: { backend: secrets.backend, state: services.life.keychain },
    diskLow: isDiskLow(dataFolder),
    ...(services.lockScreen.drawn ? behindLockScreen(services) : openStatus(services)),
  };
}

/** Nothing of the account: no name, no count. */
function behindLockScreen(services: AppServices) {
  const nothing = { account: null, repair: null, noKey: null, signIn: null, proxyQuestion: null, sandbox: null, reads: [] };
  return { ...nothing, connection: { kind: 'connecting' as const }, progress: still, counters: countersOf(services.nobody) };
}

function openStatus(services: AppServices) {
  const { registry, keychain, open, repair, noKey } = services.life;
  const entry = registry.active();
  const takesNoNotes = keychain === 'ok' && open?.engine.keychain() === 'unavailable';
  return {
    account: entry ? accountView(services, entry) : null,
    connection: connectionOf(services),
    progress: open?.engine.progress() ?? still,
    counters: countersOf(services.store()),
    reads: recordKinds.filter((kind) => open?.capabilities.mayRead(kind)),
    repair,
    noKey,
    ...(takesNoNotes ? { keychain: { backend: services.options.secrets.backend, state: 'readOnly' as const } } : {}),
    proxyQuestion: services.proxies.view().question,
    sandbox: services.sandbox?.kind === 'coming' ? null : services.sandbox,
    signIn: services.keep.view,
  };
}

/** The reason why nothing is sent: the engine's own bug first, then the sign-in, then the network. */
export function connectionOf(services: AppServices): Connection {
  if (!services.life.open) return { kind: 'signedOut', why: 'never' };
  const { engine, session, entry } = services.life.open;
  const connection = engine.connection();
  const signIn = session.state();
  if (connection.kind === 'workingOffline' || connection.kind === 'broken') return connection;
  // Before its time is up, neither a missing answer nor a missing key is reported.
  if (entry.embedded && services.sandbox?.kind === 'coming') return { kind: 'connecting' };
  if (signIn.kind === 'signedIn') return connection;
  if (signIn.why !== 'otherUser') return { kind: 'signedOut', why: signIn.why };
  return { kind: 'signedOut', why: 'otherUser', account: namesPerson(entry.userId) ? entry.userId : entry.name, heard: signIn.heard };
}

/** An account as the windows show it. */
export function accountView(services: AppServices, entry: AccountEntry): AccountView {
  const { id, name, baseUrl, auth, embedded, active } = entry;
  const open = services.life.open?.entry.id === id ? services.life.open : null;
  return {
    ...{ id, name, baseUrl, auth, embedded, active },
    signedIn: open?.session.state().kind === 'signedIn',
    tokenUntil: open?.session.endsAt() ?? null,
    unfinished: open ? unfinishedOf(countersOf(open.store)) : unfinishedLeft(services.life.registry, id),
    who: open?.session.state().kind === 'signedIn' ? personText(open.store, open.store.account.who?.() ?? null) : null,
    company: open ? companyName(open.store) : null,
  };
}

function companyName(store: Store): string | null {
  const id = companyOf(store);
  return id === null ? null : (namesOf(store, [{ kind: 'company', id }])[0]?.name ?? null);
}

function isDiskLow(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LOW_DISK_BYTES;
}
