import path from 'node:path';
import { createGuard } from '#main/accounts/guard-counter.ts';
import type { Session } from '#main/accounts/session.ts';
import type { SessionSecrets } from '#main/accounts/session-secrets.ts';
import { createClient, type Client } from '#main/api/client.ts';
import type { Transport } from '#main/api/transport.ts';
import { createUndiciTransport } from '#main/api/undici-transport.ts';
import { openStore, type OpenAnswer } from '#main/cache/open.ts';
import { accountFile, accountFolder, type AccountEntry } from '#main/cache/registry.ts';
import { readSetting, writeSetting } from '#main/cache/settings.ts';
import { countersOf } from '#main/cache/counters.ts';
import type { Store } from '#main/cache/store.ts';
import { createEngine, type Engine } from '#main/sync/engine.ts';
import type { Recovered } from '#main/sync/recover.ts';
import type { World } from '#shared/world.ts';
import { clientAccount } from './client-account.ts';
import { learnRead, mayRead } from './learned-reads.ts';
import { openSessionOf } from './open-session.ts';

/** Everything of the account that is open: its cache, its sign-in, its way to the service, its engine. */
export interface OpenAccount {
  readonly entry: AccountEntry;
  /** Holds the account's database, documents and backups. */
  readonly folder: string;
  readonly store: Store;
  readonly session: Session;
  readonly transport: Transport;
  readonly client: Client;
  readonly engine: Engine;
  /** What the start found of an earlier process. */
  readonly recovered: Recovered;
  /** Whether the person chose to work offline; kept over restarts. */
  worksOffline(): boolean;
  workOffline(on: boolean): void;
  /** Lets what is being sent come to its end, for a few seconds, then closes everything. */
  close(): Promise<void>;
}

export interface OpenAccountOptions {
  world: World;
  dataFolder: string;
  entry: AccountEntry;
  secrets: SessionSecrets;
  /** True where IT or the person says that nothing may leave for now. */
  trustedHosts: readonly string[];
}

export type AccountAnswer = { kind: 'open'; account: OpenAccount } | Exclude<OpenAnswer, { kind: 'open' }>;

/** How long closing waits for requests under way: most answer in less, and a payment cut off would be in doubt. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Opens an account's database and everything on top of it, and starts its engine. Any answer but `open` left nothing running. */
export async function openAccount(options: OpenAccountOptions): Promise<AccountAnswer> {
  const { world, dataFolder, entry, secrets } = options;
  const answer = openStore({ file: accountFile(dataFolder, entry.id), world, account: ownerOf(entry), expected: entry.opened });
  if (answer.kind !== 'open') return answer;
  const { store } = answer;
  const transport = createUndiciTransport({ world, trust: trustOf(entry) });
  const session = await openSessionOf({ world, store, secrets, transport, entry });
  const client = createClient({ world, transport, account: clientAccount(entry, store, session, options.trustedHosts) });
  const engine = createEngine({
    store,
    client,
    world,
    guard: createGuard(secrets, entry.id),
    mayRead: (kind) => mayRead(store, kind),
    learnedRead: (kind, verdict) => {
      learnRead(store, kind, verdict);
    },
  });
  const stopHearing = session.subscribe((state) => {
    store.changed({ kind: 'status' });
    if (state.kind === 'signedIn') engine.kick();
  });
  const worksOffline = () => readSetting(store, 'workOffline') === true;
  if (worksOffline()) engine.workOffline(true);
  const recovered = await engine.start();
  const close = async () => {
    stopHearing();
    engine.workOffline(true);
    await untilNothingLeaves(store, world);
    engine.stop();
    await session.settled();
    await transport.close();
    store.close();
  };
  const workOffline = (on: boolean) => {
    writeSetting(store, 'workOffline', on);
    engine.workOffline(on);
  };
  const folder = accountFolder(dataFolder, entry.id);
  const account = { entry, folder, store, session, transport, client, engine, recovered, worksOffline, workOffline, close };
  return { kind: 'open', account };
}

/** Whose edits the database takes. The embedded sandbox is one place, whatever port it got. */
function ownerOf(entry: AccountEntry) {
  return { origin: entry.embedded ? 'embedded' : new URL(entry.baseUrl).origin, companyId: entry.companyId, userId: entry.userId };
}

function trustOf(entry: AccountEntry) {
  return entry.embedded && entry.ca !== null ? { kind: 'pinned' as const, ca: entry.ca } : { kind: 'system' as const, extraCa: entry.ca };
}

async function untilNothingLeaves(store: Store, world: World): Promise<void> {
  const until = world.monotonic() + PATIENCE_MS;
  while (countersOf(store).sending > 0 && world.monotonic() < until) await world.sleep(LOOK_EVERY_MS);
}

/** Where an account's documents lie. */
export function documentsFolder(account: Pick<OpenAccount, 'folder'>): string {
  return path.join(account.folder, 'documents');
}
