import type { Network } from '#main/api/network/network.ts';
import type { OpenTransport } from '#main/api/transport/undici-transport.ts';
import type { Registry } from '#main/registry/registry.ts';
import type { World } from '#shared/world.ts';
import type { WhoAnswered } from '#shared/contract/views/views.ts';
import type { Secrets } from '#main/accounts/keychain/secrets.ts';

export interface ConnectParts {
  world: World;
  registry: Registry;
  secrets: Secrets;
  openExternal(url: string): Promise<void>;
  /**
   * Shows the user whose sign-in came back and asks whether it is kept: somebody else on this computer may have completed it with a code
   * of his own. Until it resolves true nothing of the sign-in is stored anywhere.
   */
  confirm(answered: WhoAnswered, signal?: AbortSignal): Promise<boolean>;
  /** The ways to the service; straight there when absent. */
  network?: Network;
  /** Certificates that IT's policy trusts besides, PEM. */
  managedCa?: string | null;
  /** HTTPS through undici, in this thread, when absent. */
  openTransport?: OpenTransport;
}
