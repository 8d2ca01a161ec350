import { createClient } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import { withOfflineSwitch } from '#main/api/offline-switch.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { createUndiciTransport, type OpenTransport, type TlsTrust } from '#main/api/transport/undici-transport.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import type { Store } from '#main/storage/store.ts';
import { knownExpense } from '#main/records/known-expense.ts';
import type { World } from '#shared/world.ts';
import { createCapabilities, type Capabilities } from '#main/accounts/trust/capabilities.ts';
import { createCompanyPin } from '#main/accounts/trust/company-pin.ts';
import { createGuard } from '#main/accounts/keychain/guard-counter.ts';
import { openKeySession } from '#main/accounts/key-session.ts';
import { storedMarker } from './marker.ts';
import { atPlace } from '#main/accounts/placed-secrets.ts';
import { secretNames, type Secrets } from '#main/accounts/keychain/secrets.ts';
import { openSession, type Session } from '#main/accounts/session.ts';
import { requestTokens } from './token-endpoint.ts';
import { createTokenStore } from '#main/accounts/keychain/token-store.ts';
import { createTrust, type Trust } from '#main/accounts/trust/trust.ts';

/** An account made ready to talk to its service: everything that the engine and the pages need of it. */
export type SignedIn = Awaited<ReturnType<typeof openSignIn>>;

export interface OpenSignInOptions {
  world: World;
  /** The store of the anchor: the keychain, or memory when there is none. */
  keychain: Secrets;
  /** The keychain with memory beside it. */
  secrets: Secrets;
  entry: AccountEntry;
  store: Store;
  /** Hosts that IT's policy trusts. */
  managedHosts: readonly string[];
  /** Certificates that IT's policy trusts besides, PEM. */
  managedCa: string | null;
  /** True when the user works offline: nothing is sent from the first moment on. */
  offline?: boolean;
  /** The ways to the service; straight there when absent, and always to the sandbox on this computer. */
  network?: Network;
  /** HTTPS through undici, in this thread, when absent. */
  openTransport?: OpenTransport;
}

/** Opens the sign-in of one account over its database. Never rejects for a locked keychain: the session then says so. */
export async function openSignIn(options: OpenSignInOptions) {
  const { world, keychain, secrets, entry, store, managedHosts, openTransport = createUndiciTransport } = options;
  const network = networkOf(entry, options.network);
  const transport = withOfflineSwitch(openTransport({ world, trust: tlsTrustOf(entry, options.managedCa), network }));
  transport.switchOff(options.offline ?? false);
  const trust = createTrust(store, managedHosts);
  const capabilities = createCapabilities(store);
  const session = await openAccountSession({ world, store, secrets, transport, entry });
  const client = createClient({ world, transport, account: clientAccountOf(entry, session, trust, capabilities, store) });
  return {
    client,
    session,
    trust,
    capabilities,
    guard: createGuard(keychain, entry.id),
    transport,
    /** Waits for a refresh in flight, then ends the connections. */
    close: async (): Promise<void> => {
      await session.settled();
      await transport.close();
    },
  };
}

function clientAccountOf(entry: AccountEntry, session: Session, trust: Trust, capabilities: Capabilities, store: Store): ClientAccount {
  return {
    baseUrl: entry.baseUrl,
    authorization: () => session.authorization(),
    onUnauthorized: (used) => session.onUnauthorized(used),
    refused: () => session.refused(),
    asks: (host) => store.changed({ kind: 'trustAsked', host, editId: null }),
    holdRefresh: () => session.holdRefresh(),
    trusts: (host) => trust.trusts(host),
    belongs: createCompanyPin(store),
    knownExpense: () => knownExpense(store),
    get documentParameter() {
      return capabilities.documentParameter();
    },
  };
}

type SessionParts = Pick<OpenSignInOptions, 'world' | 'store' | 'entry'> & { secrets: Secrets; transport: Transport };

/**
 * Opens an account's sign-in over its database, as its kind asks for. Never rejects for a keychain: the session then says so. No secret goes to another
 * place than the keychain says that it belongs to (law 32).
 */
export function openAccountSession({ world, store, secrets: all, transport, entry }: SessionParts): Promise<Session> {
  const secrets = atPlace(all, entry);
  if (entry.auth === 'apiKey') return openKeySession(secrets, entry.id);
  return openSession({
    world,
    store: createTokenStore(secrets, entry.id),
    marker: storedMarker(store),
    unit: createCapabilities(store).unit,
    known: entry,
    requestTokens: async (grant) => {
      const found = await secrets.read(secretNames.clientSecret(entry.id));
      if (found.kind !== 'found') return { kind: 'trouble', cause: `client secret ${found.kind}`, spent: false };
      return requestTokens(
        { transport, baseUrl: entry.baseUrl, application: { clientId: entry.clientId ?? '', clientSecret: found.secret } },
        grant,
      );
    },
  });
}

/** The ways that an account's connections take: straight to the sandbox on this computer, as the network asks to every other service. */
export function networkOf({ embedded }: Pick<AccountEntry, 'embedded'>, network: Network = directNetwork): Network {
  return embedded ? directNetwork : network;
}

/** Whom an account's connections believe: the sandbox's own certificate alone, or the system's, the account's and the company's. */
export function tlsTrustOf({ ca, embedded }: Pick<AccountEntry, 'ca' | 'embedded'>, companyCa: string | null): TlsTrust {
  if (embedded && ca !== null) return { kind: 'pinned', ca };
  return { kind: 'system', extraCa: [ca, companyCa].filter((one) => one !== null).join('\n') || null };
}
