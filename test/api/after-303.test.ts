import { describe, expect, it } from 'vitest';
import { createClient } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import type { Transport, WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { judge } from '#main/sync/answer/verdict.ts';
import { labAccount } from '#test/api/client-account.ts';
import { fakeWorld } from '#test/world.ts';

const origin = 'https://service.test';
const comment = {
  method: 'POST' as const,
  family: 'A' as const,
  path: '/user-comments',
  accept: 'json' as const,
  body: { resourceId: 'x', content: 'Why?' },
  priority: 'write' as const,
  expects: () => true,
};

function answer(status: number, body: unknown, headers: [string, string][] = []): WireAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { kind: 'answer', status, headers: [['content-type', 'application/json'], ...headers], body: bytes, afterMs: 1 };
}

const seeOther = (location: string) => answer(303, {}, [['location', location]]);

/** Sends a comment to a service that answers the POST with a 303, and its GETs as told. */
async function send(location: string, afterwards: (request: WireRequest) => WireAnswer, more: Partial<ClientAccount> = {}) {
  const sent: WireRequest[] = [];
  const transport: Transport = {
    exchange: (request) => {
      sent.push(request);
      return Promise.resolve(request.method === 'POST' ? seeOther(location) : afterwards(request));
    },
    close: () => Promise.resolve(),
  };
  const client = createClient({ world: fakeWorld(), transport, account: labAccount(origin, more) });
  const result = await client.send(comment);
  const verdict = judge(result, {
    repeat: 'creates',
    touchesBank: false,
    onTag: false,
    unknownBefore: 0,
    afterMs: 1,
    check: () => ({ kind: 'clean' }),
  });
  return { posts: sent.filter(({ method }) => method === 'POST').length, verdict: verdict.kind };
}

const refusal = (type: string) => ({ type, errors: [] });

describe('a write answered with a 303 was carried out, whatever the read after it says', () => {
  it('is never sent again because the read was refused for its sign-in', async () => {
    const refreshes = { onUnauthorized: () => Promise.resolve(true) };
    expect(await send('/v1/comments/1', () => answer(401, refusal('UNAUTHORIZED')), refreshes)).toEqual({ posts: 1, verdict: 'doubt' });
  });

  it.each([
    ['is refused', answer(404, refusal('NOT_FOUND'))],
    ['is limited', answer(429, {}, [['retry-after', '1']])],
    ['fails', answer(500, {})],
  ])('is in doubt when the read %s', async (_how, afterwards) => {
    expect(await send('/v1/comments/1', () => afterwards)).toEqual({ posts: 1, verdict: 'doubt' });
  });

  it('is in doubt, not held for a question, when the read leads to a host that nobody knows', async () => {
    expect(await send('https://elsewhere.test/v1/comments/1', () => answer(200, {}))).toEqual({ posts: 1, verdict: 'doubt' });
    const onward = answer(302, {}, [['location', 'https://elsewhere.test/v1/comments/1']]);
    expect(await send('/v1/comments/1', () => onward)).toEqual({ posts: 1, verdict: 'doubt' });
  });
});
