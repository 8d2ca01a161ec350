import type { Caller } from '#service/domain/operations/operation.ts';
import type { Store } from '#service/domain/store.ts';
import type { AccessTokens } from '#service/oauth/access-tokens.ts';

/**
 * Proves who sends a request ("Authentication"): `Basic <API_KEY>` verbatim, or `Bearer <JWT>`. Undefined when nothing is proven:
 * no header, another scheme, an unknown key, a token that is not ours, expired or revoked.
 */
export function authenticate(
  store: Store,
  tokens: AccessTokens,
  header: string | undefined,
): Caller | undefined | Promise<Caller | undefined> {
  if (header === undefined) return undefined;
  const space = header.indexOf(' ');
  const scheme = header.slice(0, space).toLowerCase();
  const credential = header.slice(space + 1).trim();
  if (scheme === 'basic') {
    const apiKey = store.get('apiKey', credential);
    return apiKey === undefined ? undefined : { userId: apiKey.userId, companyId: apiKey.companyId, roles: apiKey.roles };
  }
  return scheme === 'bearer' ? tokens.callerOf(credential) : undefined;
}
