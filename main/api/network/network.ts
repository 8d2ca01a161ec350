import type { ProxyAddress, Way } from './proxy-address.ts';

/** Name and password for a proxy. They go to that proxy, as it was asked about (plain or over TLS), and nowhere else. */
export interface ProxyCredentials {
  user: string;
  password: string;
}

/** How this computer's network is to be used: which ways lead to an address, and who we are to a proxy on the way. */
export interface Network {
  /** In the order in which they are tried; the next one only while the one before did not open. Never empty. */
  waysTo(url: string): Promise<Way[]>;
  /** What is known for this proxy, or null. */
  credentials(proxy: ProxyAddress): Promise<ProxyCredentials | null>;
  /** What became of the last tunnel through this proxy: a 407 asks the person, a tunnel that opened takes the question back. */
  heard?(proxy: ProxyAddress, what: 'open' | 'asksPassword' | 'refusesPassword'): void;
}

/** A host as names are looked up and connected to: an address of IPv6 without its brackets. */
export const bareHost = (hostname: string): string => hostname.replaceAll(/[[\]]/g, '');

/** No proxy whatever the system says: the sandbox on this computer, and tests. */
export const directNetwork: Network = {
  waysTo: () => Promise.resolve([{ kind: 'direct' }]),
  credentials: () => Promise.resolve(null),
};
