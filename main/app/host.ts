import type { PolicySettings } from '#shared/setting-rows.ts';
import type { OpenTransport } from '#main/api/transport/undici-transport.ts';
import type { EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import type { ResolveProxy } from '#main/accounts/trust/proxies.ts';
import type { Secrets } from '#main/accounts/keychain/secrets.ts';
import type { Reading } from '#main/library/reading/reading.ts';
import type { ProxySetting } from '#shared/contract/views/network-views.ts';
import type { World } from '#shared/world.ts';

/** Abilities of the host. */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'test';
  readonly version: string;
  /** Opens an https address, or a loopback address of a sign-in, in the system browser. */
  openExternal(url: string): Promise<void>;
  /** The ways to an address by the system's proxies; hosts that cannot tell leave it out, and connections go straight. */
  resolveProxy?: ResolveProxy;
  /** True when the system's proxies are those of the environment here. */
  proxySource?: 'environment' | 'system';
  /** Tells the user once after a sync; hosts without notifications do nothing. */
  notify(title: string, detail: string): void;
  /** The window as it would be printed, as a PDF; a host that has none of its own leaves it to the window to print. Throws when it fails. */
  pdf?(): Promise<Uint8Array>;
  /** True when a window has the focus; absent for a host that cannot tell. */
  focused?(): boolean;
  /** True where the system tells the app that its screen is locked; hosts that cannot hear it leave it out. */
  hearsScreenLock?: boolean;
  /** The system's own question who sits there; hosts whose system has none leave it out. */
  systemQuestion?: SystemQuestion;
}

/** Asked where the user locked the window; neither part throws. */
export interface SystemQuestion {
  /** True when it is available now: a fingerprint reader under a closed lid is not. */
  possible(): boolean;
  /** False when it was given up or did not recognise the user. */
  ask(): Promise<boolean>;
}

/** The options that a host creates the app with. */
export interface AppOptions {
  world: World;
  host: Host;
  secrets: Secrets;
  /** Parses foreign files in other processes; its creator closes it. */
  reading: Reading;
  /** Sends the accounts' requests; undici in this thread when absent. Its creator closes it. */
  openTransport?: OpenTransport;
  /** Folder that holds the registry, one folder an account, documents and backups. */
  dataFolder: string;
  embedded?: EmbeddedService;
  /**
   * Starts the sandbox later, once; null when it is not ready in time, and `App.sandbox` reports the outcome. A start with pages to show begins it
   * behind the first of them: the window needs the processors more.
   */
  sandbox?: () => Promise<EmbeddedService | null>;
  /** Facts from IT's policy; absent keys are the user's to set. */
  policy?: Policy;
  /** Their source, and names that this version does not know. */
  policySource?: Pick<PolicyFound, 'places' | 'unknown'>;
}

/** Machine-wide settings that IT may fix (docs/policy.md); absent ones are the user's. */
export interface Policy extends Partial<PolicySettings> {
  baseUrl?: string;
  clientId?: string;
  redirectPort?: number;
  signInMethods?: ('oauth' | 'apiKey')[];
  trustedHosts?: string[];
  proxy?: ProxySetting;
  /** PEM text of certificates that are trusted besides the system's. */
  ca?: string;
  /** False: the sandbox is not started. */
  sandbox?: boolean;
  /** Whole path of a file of names that the company gives; read whenever an account opens. */
  namesFile?: string;
  /** The company's public key (RSA, PEM): what is encrypted can be opened by IT too. */
  recoveryKey?: string;
  /** Bank accounts whose receipts are recorded on this computer; statements of others are evidence only. */
  receiptAccounts?: string[];
  updates?: boolean;
  updateFeed?: string;
  updateChannel?: 'latest' | 'beta';
}

/** A policy with where it was found, and the names of keys that this version does not know. */
export interface PolicyFound {
  policy: Policy;
  places: string[];
  unknown: string[];
}
