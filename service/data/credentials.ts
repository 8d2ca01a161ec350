import { randomBytes } from 'node:crypto';
import type { ApiKey } from '#service/domain/records/credentials.ts';
import { roles } from '#service/domain/roles.ts';
import type { ServiceOptions } from '#service/options.ts';
import type { Store } from '#service/domain/store.ts';

const SECRET_BYTES = 24;

/** The keys and the client that a sandbox was made with; the same after every restart on the same folder. `apiKeys` has one for each role. */
export type Credentials = ReturnType<typeof credentialsOf>;

const clientId = 'layover-desktop';

function setting(store: Store, id: string, make: () => string): string {
  const known = store.get('setting', id);
  if (known !== undefined) return known;
  const made = make();
  store.put('setting', id, made);
  return made;
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function apiKeyOf(store: Store, role: string): string {
  const key = setting(store, `apiKey.${role}`, () => `sandbox_${role}_${secret()}`);
  const company = [...store.list('company')][0];
  const user = [...store.list('user')].find((person) => person.companyIds.includes(company?.id ?? '') && person.roles.includes(role));
  if (company === undefined || user === undefined) throw new Error(`the seed has nobody with the role ${role}`);
  const apiKey: ApiKey = { key, label: `Key for ${role}`, userId: user.id, companyId: company.id, roles: [role] };
  if (store.get('apiKey', key) === undefined) store.put('apiKey', key, apiKey);
  return key;
}

/** Reads the credentials of a seeded store, making them on the first start. */
export function credentialsOf(store: Store, chosen: Pick<ServiceOptions, 'controlKey' | 'redirectUris' | 'loopbackAnyPort'>) {
  const apiKeys = Object.fromEntries(Object.keys(roles).map((role) => [role, apiKeyOf(store, role)]));
  const clientSecret = setting(store, 'clientSecret', secret);
  const signingKey = setting(store, 'signingKey', secret);
  const controlKey = chosen.controlKey ?? setting(store, 'controlKey', secret);
  const { redirectUris, loopbackAnyPort } = chosen;
  store.put('oauthClient', clientId, { clientId, clientSecret, name: 'Layover', redirectUris, loopbackAnyPort });
  return { apiKeys, clientId, clientSecret, controlKey, signingKey };
}
