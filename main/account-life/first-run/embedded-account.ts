import { atPlace } from '#main/accounts/placed-secrets.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import type { World } from '#shared/world.ts';
import type { AccountLife } from '#main/account-life/account-life.ts';

/** The embedded sandbox that the host started, if any. */
export interface EmbeddedService {
  baseUrl: string;
  /** PEM of the certificate to pin. */
  ca: string;
  apiKey: string;
  controlKey: string;
}

/**
 * The account of the embedded sandbox: made at the first start, brought up to date at every later one, since its address, certificate and
 * key are the sandbox's to choose. Becomes the active account only when there is no other.
 */
export async function keepEmbeddedAccount(
  { registry, secrets }: AccountLife,
  world: World,
  service: EmbeddedService,
): Promise<AccountEntry> {
  const known = registry.accounts().find((entry) => entry.embedded);
  const entry = known ? (registry.update(known.id, { baseUrl: service.baseUrl, ca: service.ca }) ?? known) : add();
  await atPlace(secrets, entry).write(secretNames.apiKey(entry.id), service.apiKey);
  return entry;

  function add(): AccountEntry {
    const active = registry.active();
    const added = registry.add({
      id: world.uuid(),
      name: 'Sandbox',
      baseUrl: service.baseUrl,
      auth: 'apiKey',
      embedded: true,
      companyId: null,
      userId: null,
      ca: service.ca,
      clientId: null,
      redirectPort: 0,
    });
    if (active) registry.activate(active.id);
    return added;
  }
}
