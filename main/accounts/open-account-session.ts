import { directNetwork, type Network } from '#main/api/network/network.ts';
import type { Transport } from '#main/api/transport.ts';
import type { TlsTrust } from '#main/api/undici-transport.ts';
import type { AccountEntry } from '#main/cache/accounts/registry.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { World } from '#shared/world.ts';
import { createCapabilities } from './capabilities.ts';
import { openKeySession } from './key-session.ts';
import { storedMarker } from './marker.ts';
import type { Secrets } from './secrets.ts';
import { openSession, type Session } from './session.ts';
import { clientSecretName, requestTokens } from './token-endpoint.ts';
import { createTokenShelf } from './token-shelf.ts';

export interface AccountSessionOptions {
  world: World;
  store: Store;
  secrets: Secrets;
  transport: Transport;
  entry: AccountEntry;
}

/** Opens an account's sign-in over its database, as its kind asks for. Never rejects for a keychain: the session then says so. */
export function openAccountSession({ world, store, secrets, transport, entry }: AccountSessionOptions): Promise<Session> {
  if (entry.auth === 'apiKey') return openKeySession(secrets, entry.id);
  return openSession({
    world,
    shelf: createTokenShelf(secrets, entry.id),
    marker: storedMarker(store),
    unit: createCapabilities(store).unit,
    known: entry,
    requestTokens: async (grant) => {
      const found = await secrets.read(clientSecretName(entry.id));
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
