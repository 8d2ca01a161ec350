import type { ProxyAddress, Way } from './proxy-address.ts';

/** Name and password for a proxy. They go to that proxy, as it was asked about (plain or over TLS), and nowhere else. */
export interface ProxyCredentials {
  user: string;
  password: string;
}

/** The network configuration: proxies for an address, and our credentials for them. */
export interface Network {
  /** In the order in which they are tried; the next one only while the one before did not open. Never empty. */
  waysTo(url: string): Promise<Way[]>;
  /** The credentials for this proxy, or null. */
  credentials(proxy: ProxyAddress): Promise<ProxyCredentials | null>;
  /** Reports the last tunnel through this proxy: a 407 asks the user, an open tunnel withdraws the question. */
  heard?(proxy: ProxyAddress, what: 'open' | 'asksPassword' | 'refusesPassword'): void;
}

/** A host as names are looked up and connected to: an address of IPv6 without its brackets. */
export const bareHost = (hostname: string): string => hostname.replaceAll(/[[\]]/g, '');

/** No proxy whatever the system says: the sandbox on this computer, and tests. */
export const directNetwork: Network = {
  waysTo: () => Promise.resolve([{ kind: 'direct' }]),
  credentials: () => Promise.resolve(null),
};
