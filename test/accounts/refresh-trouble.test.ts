import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { judgeTokens } from '#main/accounts/oauth/token-answer.ts';
import { openSession, type RefreshMarker, type Session } from '#main/accounts/session.ts';
import type { StoredTokens, TokenStore } from '#main/accounts/keychain/token-store.ts';
import { createClient } from '#main/api/client.ts';
import type { Transport, WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { TokenServer } from '#test/accounts/token-server.ts';
import { fakeWorld } from '#test/world.ts';

const full = () => {
  throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
};
const willing: RefreshMarker = { set: () => undefined, clear: () => undefined, isSet: () => false };

/** A session whose keychain holds these tokens. */
async function open(server: TokenServer, stored: Partial<StoredTokens> = {}, marker: RefreshMarker = willing): Promise<Session> {
  const { accessToken, refreshToken } = server.first();
  const tokens: StoredTokens = { accessToken, refreshToken, endsAt: null, ...stored };
  const store: TokenStore = {
    read: () => Promise.resolve({ kind: 'found', tokens }),
    write: () => Promise.resolve(true),
  };
  const unit = { learned: () => null, learn: () => undefined };
  const known = { companyId: null, userId: null };
  return openSession({ world: fakeWorld(), store, marker, unit, known, requestTokens: server.request });
}

const refusal: WireAnswer = {
  kind: 'answer',
  status: 401,
  headers: [['content-type', 'application/json']],
  body: new TextEncoder().encode('{"type":"UNAUTHORIZED","errors":[]}'),
  afterMs: 1,
};

/** A client over a session, at a service that answers every request so. */
function clientOf(session: Session, answer: WireAnswer) {
  const sent: WireRequest[] = [];
  const transport: Transport = {
    exchange: (request) => {
      sent.push(request);
      return Promise.resolve(answer);
    },
    close: () => Promise.resolve(),
  };
  const account = {
    baseUrl: 'https://service.test',
    authorization: () => session.authorization(),
    onUnauthorized: (used: string) => session.onUnauthorized(used),
    refused: () => session.refused(),
    holdRefresh: () => session.holdRefresh(),
    trusts: () => 'no' as const,
    documentParameter: null,
  };
  return { client: createClient({ world: fakeWorld(), transport, account }), sent };
}

const payment = {
  method: 'POST' as const,
  family: 'A' as const,
  path: '/invoice-receivables/x/payments',
  accept: 'json' as const,
  body: { amountInInvoiceCurrency: 1n },
  priority: 'payment' as const,
};

describe('a full disk', () => {
  it('begins no refresh, and fails no request for it', async () => {
    const server = new TokenServer();
    const session = await open(server, {}, { ...willing, set: full });
    const header = await session.authorization();
    if (header.kind !== 'header') throw new Error('not signed in');
    expect(await session.onUnauthorized(header.value)).toBe('later');
    expect(server.requests).toEqual([]);
    expect(session.state()).toEqual({ kind: 'signedIn' });
  });

  it('does not cost a refresh that was made', async () => {
    const server = new TokenServer();
    const session = await open(server, {}, { ...willing, clear: full });
    const header = await session.authorization();
    if (header.kind !== 'header') throw new Error('not signed in');
    expect(await session.onUnauthorized(header.value)).toBe(true);
  });
});

describe('a token endpoint in trouble', () => {
  it('is no sign-out when only the refresh token was kept: the request waits', async () => {
    const server = new TokenServer();
    server.weather = ['unreachable'];
    const session = await open(server, { accessToken: null });
    const { client, sent } = clientOf(session, { ...refusal, status: 200, body: new TextEncoder().encode('{"id":"x"}') });
    expect(await client.send(payment)).toMatchObject({ ok: false, failure: { kind: 'notSent', cause: 'signInTrouble' } });
    expect(sent).toEqual([]);
    expect(await client.send(payment)).toMatchObject({ ok: true });
  });
});

describe('a gateway that answers a refresh in its own JSON', () => {
  it.each([
    [403, '{"message":"blocked by policy"}'],
    [404, '{"error":"not_found"}'],
    [407, '{"error":"proxy_authentication_required"}'],
    [401, '{"type":"UNAUTHORIZED"}'],
    [200, '{"error":"invalid_grant"}'],
  ])('of status %i and %s signs nobody out: the next request refreshes', async (status, body) => {
    const server = new TokenServer();
    const blocked = judgeTokens({
      ...{ kind: 'arrived', url: 'https://service.test/oauth/token', hops: 0, after303: false, signIn: true },
      answer: { kind: 'answer', status, headers: [], body: new TextEncoder().encode(body), afterMs: 1 },
    });
    server.weather = [blocked];
    const session = await open(server, { accessToken: null });
    const { client } = clientOf(session, { ...refusal, status: 200, body: new TextEncoder().encode('{"id":"x"}') });
    expect(await client.send(payment)).toMatchObject({ ok: false, failure: { kind: 'notSent', cause: 'signInTrouble' } });
    expect(session.state()).toEqual({ kind: 'signedIn' });
    expect(await client.send(payment)).toMatchObject({ ok: true });
  });
});

describe('a payment that is refused with every token', () => {
  it('is tried with one new token, then the user is asked: no endless refreshing', async () => {
    const server = new TokenServer();
    const session = await open(server);
    const { client, sent } = clientOf(session, refusal);
    expect(await client.send(payment)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: true } });
    expect(await client.send(payment)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
    expect(session.state()).toEqual({ kind: 'signedOut', why: 'refused' });
    expect(sent).toHaveLength(2);
    expect(server.requests).toHaveLength(1);
  });
});
