import { createClient, type Client } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import type { Transport } from '#main/api/transport.ts';
import { createUndiciTransport, type TlsTrust } from '#main/api/undici-transport.ts';
import type { AccountEntry } from '#main/cache/registry.ts';
import type { Store } from '#main/cache/store.ts';
import type { World } from '#shared/world.ts';
import { createCapabilities, type Capabilities } from './capabilities.ts';
import { createGuard, type Guard } from './guard-counter.ts';
import { openKeySession } from './key-session.ts';
import { storedMarker } from './marker.ts';
import type { Secrets } from './secrets.ts';
import type { SessionSecrets } from './session-secrets.ts';
import { openSession, type Session } from './session.ts';
import { clientSecretName, requestTokens } from './token-endpoint.ts';
import { createTokenShelf } from './token-shelf.ts';
import { createTrust, type Trust } from './trust.ts';

/** An account made ready to talk to its service: everything that the engine and the pages need of it. */
export interface SignedIn {
  client: Client;
  session: Session;
  trust: Trust;
  capabilities: Capabilities;
  guard: Guard;
  transport: Transport;
  /** Waits for a refresh in flight, then ends the connections. */
  close(): Promise<void>;
}

export interface OpenSignInOptions {
  world: World;
  /** The keychain itself: the guard never lives in memory. */
  keychain: Secrets;
  secrets: SessionSecrets;
  entry: AccountEntry;
  store: Store;
  /** Hosts that IT's policy trusts. */
  managedHosts: readonly string[];
  /** Other than HTTPS through undici. */
  transport?: Transport;
}

/** Opens the sign-in of one account over its database. Never rejects for a locked keychain: the session then says so. */
export async function openSignIn(options: OpenSignInOptions): Promise<SignedIn> {
  const { world, keychain, secrets, entry, store, managedHosts } = options;
  const transport = options.transport ?? createUndiciTransport({ world, trust: tlsTrustOf(entry) });
  const trust = createTrust(store, managedHosts);
  const capabilities = createCapabilities(store);
  const session = entry.auth === 'apiKey' ? await openKeySession(secrets, entry.id) : await openOauth(options, transport, capabilities);
  const client = createClient({ world, transport, account: clientAccountOf(entry, session, trust, capabilities) });
  return {
    client,
    session,
    trust,
    capabilities,
    guard: createGuard(keychain, entry.id),
    transport,
    close: async () => {
      await session.settled();
      await transport.close();
    },
  };
}

/** Whom the account's connections believe. */
export function tlsTrustOf({ ca, embedded }: Pick<AccountEntry, 'ca' | 'embedded'>): TlsTrust {
  return embedded && ca !== null ? { kind: 'pinned', ca } : { kind: 'system', extraCa: ca };
}

function openOauth(
  { world, secrets, entry, store }: OpenSignInOptions,
  transport: Transport,
  capabilities: Capabilities,
): Promise<Session> {
  return openSession({
    world,
    shelf: createTokenShelf(secrets, entry.id),
    marker: storedMarker(store),
    unit: capabilities.unit,
    requestTokens: async (grant) => {
      const found = await secrets.read(clientSecretName(entry.id));
      if (found.kind !== 'found') return { kind: 'trouble', cause: `client secret ${found.kind}`, spent: false };
      const application = { clientId: entry.clientId ?? '', clientSecret: found.secret };
      return requestTokens({ transport, baseUrl: entry.baseUrl, application }, grant);
    },
  });
}

function clientAccountOf(entry: AccountEntry, session: Session, trust: Trust, capabilities: Capabilities): ClientAccount {
  return {
    baseUrl: entry.baseUrl,
    authorization: () => session.authorization(),
    onUnauthorized: (used) => session.onUnauthorized(used),
    refused: () => session.refused(),
    holdRefresh: () => session.holdRefresh(),
    trusts: (host) => trust.trusts(host),
    get documentParameter() {
      return capabilities.documentParameter();
    },
  };
}
