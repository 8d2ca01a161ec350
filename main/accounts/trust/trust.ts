import { appendAudit } from '#main/audit/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { trustOf, trustRows, writeTrust, type TrustAnswer } from '#main/registry/trust.ts';
import type { HostTrust } from '#main/api/redirects.ts';
import type { TrustedHost } from '#shared/contract/views/views.ts';

export type Trust = ReturnType<typeof createTrust>;

/**
 * Which other hosts may get this account's requests, and whether with its sign-in. Asked once, shown, revocable, audited. `managed` are hosts that
 * IT's policy trusts: they cannot be taken back here.
 */
export function createTrust(store: Store, managed: readonly string[]) {
  const fixed = new Set(managed.map((host) => hostOf(host)).filter((host) => host !== null));
  return {
    trusts: (host: string): HostTrust => (fixed.has(host.toLowerCase()) ? 'withSignIn' : (trustOf(store, host) ?? 'ask')),
    list: (): TrustedHost[] => [
      ...[...fixed].map((host) => ({ host, withSignIn: true, since: 0, managed: true })),
      ...trustRows(store)
        .filter((row) => !fixed.has(row.host))
        .map(({ host, answer, since }) => ({
          ...{ host, withSignIn: answer === 'withSignIn', since, managed: false },
          ...(answer === 'no' ? { refused: true } : {}),
        })),
    ],
    /** Keeps a user's answer; `no` takes an earlier yes back. False for what is no host name. */
    answer: (text: string, answer: TrustAnswer): boolean => {
      const host = hostOf(text);
      if (host === null) return false;
      store.commit('trust answer', () => {
        writeTrust(store, host, answer);
        appendAudit(store, { what: 'trustedHost', editId: null, record: null, facts: { host, answer } });
      });
      return true;
    },
  };
}

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const hostName = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])(?::\\d+)?$`);

/** Host and port (without 443) of what a user or a policy wrote; null when it is more or less than that: no wildcard, no empty part. */
export function hostOf(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, '');
  const url = URL.parse(`https://${bare}`);
  return url?.href === `https://${url?.host}/` && !bare.includes('@') && hostName.test(url.host) ? url.host : null;
}
