import type { OauthClient } from '#service/domain/records/credentials.ts';

const loopbackHosts: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** True when a redirect address is registered: the exact text, or, where the client allows it, a loopback address that differs in its port only. */
export function isRegistered(client: OauthClient, redirectUri: string): boolean {
  return client.redirectUris.some(
    (registered) => registered === redirectUri || (client.loopbackAnyPort && sameButPort(registered, redirectUri)),
  );
}

function sameButPort(registered: string, asked: string): boolean {
  if (!URL.canParse(registered) || !URL.canParse(asked)) return false;
  const [one, other] = [new URL(registered), new URL(asked)];
  if (other.protocol !== 'http:' || !loopbackHosts.includes(other.hostname) || other.username !== '' || other.hash !== '') return false;
  one.port = '';
  other.port = '';
  return one.href === other.href;
}
