import type { ClientAccount } from '#main/api/client-account.ts';
import type { HostTrust } from '#main/api/redirects.ts';

/** An account with an API key that trusts what `trust` says; `asked` collects every host that was looked up. */
export function labAccount(baseUrl: string, more: Partial<ClientAccount> & { trust?: Record<string, HostTrust> } = {}): ClientAccount {
  const { trust = {}, ...rest } = more;
  return {
    baseUrl,
    authorization: () => Promise.resolve({ kind: 'header', value: 'Basic lab-key-7f3a' }),
    onUnauthorized: () => Promise.resolve(false),
    trusts: (host) => trust[host] ?? 'ask',
    documentParameter: null,
    ...rest,
  };
}
