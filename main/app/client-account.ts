import type { Session } from '#main/accounts/session.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import type { AccountEntry } from '#main/cache/registry.ts';
import type { Store } from '#main/cache/store.ts';
import { readCapability, trustOf } from '#main/cache/trust.ts';

/** The account as the client sees it: the sign-in's header, the hosts that a person or IT trusts, what was learned about documents. */
export function clientAccount(entry: AccountEntry, store: Store, session: Session, managedHosts: readonly string[]): ClientAccount {
  return {
    baseUrl: entry.baseUrl,
    authorization: () => session.authorization(),
    onUnauthorized: (used) => session.onUnauthorized(used),
    refused: () => {
      session.refused();
    },
    trusts: (host) => (managedHosts.includes(host.toLowerCase()) ? 'withSignIn' : (trustOf(store, host) ?? 'ask')),
    get documentParameter() {
      return readCapability(store, 'documentParameter').value;
    },
    holdRefresh: () => session.holdRefresh(),
  };
}
