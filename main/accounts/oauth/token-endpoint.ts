import {
  authorizationCodeGrantRequest,
  ClientSecretPost,
  customFetch,
  None,
  refreshTokenGrantRequest,
  type AuthorizationServer,
  type Client as OauthClient,
} from 'oauth4webapi';
import { connectTimeoutMs, priorityLimits } from '#main/api/transport/limits.ts';
import { followRedirects, type WayEnd } from '#main/api/redirects.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { judgeTokens, type TokenAnswer } from './token-answer.ts';

/** The application as the service's operator registered it. */
export interface OauthApplication {
  clientId: string;
  /** Empty for an application without one. */
  clientSecret: string;
}

export type Grant =
  /** `callback` is what `validateAuthResponse` gave back. */
  { kind: 'code'; callback: URLSearchParams; redirectUri: string; codeVerifier: string } | { kind: 'refresh'; refreshToken: string };

/** Authorization server and its addresses, relative to the base address. */
export function authorizationServer(baseUrl: string): AuthorizationServer {
  return { issuer: baseUrl, authorization_endpoint: `${baseUrl}/oauth/authorize`, token_endpoint: `${baseUrl}/oauth/token` };
}

/** POST `{base_url}/oauth/token` for either grant; never follows a redirect to another origin and never throws for the network. */
export async function requestTokens(
  options: { transport: Transport; baseUrl: string; application: OauthApplication; signal?: AbortSignal | undefined },
  grant: Grant,
): Promise<TokenAnswer> {
  const server = authorizationServer(options.baseUrl);
  const client: OauthClient = { client_id: options.application.clientId };
  const authentication = options.application.clientSecret === '' ? None() : ClientSecretPost(options.application.clientSecret);
  let end: WayEnd | null = null;
  const through = {
    [customFetch]: async (_url: string, { body }: { body: URLSearchParams }) => {
      end = await post(options, body.toString());
      return new Response(null);
    },
  };
  if (grant.kind === 'refresh') await refreshTokenGrantRequest(server, client, authentication, grant.refreshToken, through);
  else await authorizationCodeGrantRequest(server, client, authentication, grant.callback, grant.redirectUri, grant.codeVerifier, through);
  if (end === null) throw new Error('the OAuth client sent nothing');
  return judgeTokens(end);
}

function post({ transport, baseUrl, signal }: Parameters<typeof requestTokens>[0], form: string): Promise<WayEnd> {
  const bytes = new TextEncoder().encode(form);
  const headers: [string, string][] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Length', String(bytes.byteLength)],
  ];
  const { origin } = new URL(baseUrl);
  const { totalTimeoutMs } = priorityLimits.write;
  return followRedirects(
    { method: 'POST', url: `${baseUrl}/oauth/token`, headers, bytes, signIn: true },
    // The form holds the client's secret and a token: no other origin, whatever the account trusts.
    { origin, trusts: () => 'no', follow303: false },
    (hop) =>
      transport.exchange(
        { method: hop.method, url: hop.url, headers: hop.headers, body: hop.bytes, priority: 'write', connectTimeoutMs, totalTimeoutMs },
        signal,
      ),
  );
}
