import type { Api } from '#renderer/state/connection/connect.ts';
import type { AccountView, Capability, TrustedHost } from '#shared/contract/views/views.ts';
import type { FakeApp } from './fake-app.ts';
import { now } from './fake-records.ts';

/** Accounts, sign-in, trusted hosts and capabilities of a fake desk. */
export function fakeAccounts(app: FakeApp): Pick<Api, 'accounts'> {
  let hosts: TrustedHost[] = [{ host: 'documents.example.net', withSignIn: true, since: now - 86_400_000, managed: false }];
  let capabilities: Capability[] = [
    { name: 'readVendor', verdict: 'works', allowed: true, evidence: 'GET answered 200', at: now - 3_600_000, value: null },
    { name: 'readInvoice', verdict: 'unknown', allowed: false, evidence: null, at: null, value: null },
    {
      ...{ name: 'replaces', verdict: 'works', allowed: true, at: now - 7_200_000, evidence: 'two records' },
      value: JSON.stringify({
        updateCardTransaction: { cleared: ['9d21f04a-3c5e-4b7a-9f10-1a2b3c4d5e6f', '51c07b3e-3c5e-4b7a-9f10-1a2b3c4d5e6f'] },
      }),
    },
    { name: 'documentParameter', verdict: 'unknown', allowed: false, evidence: null, at: null, value: null },
  ];
  const account = (): AccountView => {
    const known = app.appStatus().account;
    if (!known) throw new Error('no account');
    return known;
  };
  return {
    accounts: {
      list: async () => {
        const known = app.appStatus().account;
        return known ? [known] : [];
      },
      connectApiKey: async () => account(),
      connectOauth: async () => account(),
      answerSignIn: async () => undefined,
      cancelSignIn: async () => undefined,
      signInAgain: async () => account(),
      unlock: async () => {
        app.connection = { kind: 'online' };
        app.publish({ kind: 'status' });
        return account();
      },
      activate: async () => account(),
      signOut: async () => undefined,
      trustedHosts: async () => hosts,
      trust: async ({ host, answer }) => {
        hosts = hosts.filter((each) => each.host !== host);
        if (answer !== 'no') hosts = [...hosts, { host, withSignIn: answer === 'withSignIn', since: now, managed: false }];
        return hosts;
      },
      capabilities: async () => capabilities,
      setCapability: async ({ name, allowed, value }) => {
        capabilities = capabilities.map((each) =>
          each.name === name ? { ...each, ...(allowed === undefined ? {} : { allowed }), ...(value === undefined ? {} : { value }) } : each,
        );
        return capabilities;
      },
      learnDocumentParameter: async () => ({ name: 'variant', tried: [{ name: 'variant', verdict: 'works' }] }),
    },
  };
}
