import { expect, test } from 'vitest';
import { signIn } from '#main/accounts/oauth/sign-in.ts';
import { jwt } from '#test/accounts/token-server.ts';
import { realWorld } from '#test/world.ts';
import type { Transport } from '#main/api/transport/transport.ts';

// Mix-up (RFC 9207): the address that somebody was talked into leads the browser on to the honest service, where the user signs in, and the
// honest service's code comes back. Whoever redeems it at the first address hands the code over.

const attacker = 'https://layover-login.example/base';
const honest = 'https://finance.example';

/** A sign-in at the attacker's address whose browser comes back from the honest service. */
async function relayed(base: string, iss: string | null) {
  const redeemed: string[] = [];
  const transport: Transport = {
    exchange: async (request) => {
      redeemed.push(new URL(request.url).origin);
      const body = new TextEncoder().encode(JSON.stringify({ access_token: jwt({ sub: 'x' }) }));
      return { kind: 'answer', status: 200, headers: [], body, afterMs: 1 };
    },
    close: async () => undefined,
  };
  const outcome = await signIn({
    ...{ world: realWorld(), transport, baseUrl: base, application: { clientId: 'c', clientSecret: 's' }, redirectPort: 0 },
    openExternal: async (url) => {
      const { searchParams } = new URL(url);
      const callback = new URL(searchParams.get('redirect_uri') ?? '');
      const said = { code: 'code-of-the-honest-service', state: searchParams.get('state') ?? '', ...(iss === null ? {} : { iss }) };
      callback.search = new URLSearchParams(said).toString();
      // The page behind it is answered when the sign-in is over.
      void fetch(callback).then((answer) => answer.text());
    },
  });
  return { outcome, redeemed };
}

test('an answer that names another service ends the sign-in, and its code reaches nobody', async () => {
  for (const iss of [
    honest,
    `${honest}/base`,
    'https://layover-login.example:8443/base',
    'http://layover-login.example/base',
    'no address',
  ]) {
    const { outcome, redeemed } = await relayed(attacker, iss);
    expect(outcome, iss).toMatchObject({ kind: 'failed', reason: 'otherIssuer' });
    expect(redeemed).toEqual([]);
  }
  expect((await relayed(attacker, honest)).outcome).toMatchObject({ detail: 'finance.example' });
});

test('an answer that names the account’s own origin, or nobody, is redeemed at that origin alone', async () => {
  for (const iss of [null, `${honest}/base`, `${honest}/`, honest, 'https://FINANCE.example:443/issuer']) {
    const { outcome, redeemed } = await relayed(`${honest}/base`, iss);
    expect(outcome, String(iss)).toMatchObject({ kind: 'signedIn' });
    expect(redeemed).toEqual([honest]);
  }
});
