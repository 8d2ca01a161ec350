import { openKeySession } from '#main/accounts/key-session.ts';
import type { SessionSecrets } from '#main/accounts/session-secrets.ts';
import type { Session } from '#main/accounts/session.ts';
import type { Transport } from '#main/api/transport.ts';
import type { AccountEntry } from '#main/cache/registry.ts';
import type { Store } from '#main/cache/store.ts';
import type { World } from '#shared/world.ts';

export interface SessionParts {
  world: World;
  store: Store;
  secrets: SessionSecrets;
  transport: Transport;
  entry: AccountEntry;
}

/** The account's sign-in as its kind asks for. Never rejects for a keychain: then nobody is signed in, and the reason is known. */
export function openSessionOf({ secrets, entry }: SessionParts): Promise<Session> {
  return openKeySession(secrets, entry.id);
}
