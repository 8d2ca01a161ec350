import { expect, test } from 'vitest';
import { followRedirects, type Hop, type RedirectRules } from '#main/api/redirects.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';

// Single rules of the way, where the lab of servers cannot tell which one stopped it.

const origin = 'https://service.test';
const answer = (status: number, headers: WireAnswer['headers'] = []): WireAnswer => {
  return { kind: 'answer', status, headers, body: new Uint8Array(), afterMs: 1 };
};

/** Follows one redirect after the other, then all is well; `hops` is what was asked. */
async function follow(first: Partial<Hop>, redirects: WireAnswer[], rules: Partial<RedirectRules> = {}) {
  const hops: Hop[] = [];
  const hop: Hop = { method: 'GET', url: `${origin}/v1/x`, headers: [], bytes: null, signIn: true, ...first };
  const end = await followRedirects(hop, { origin, trusts: () => 'no', follow303: false, ...rules }, (one) => {
    hops.push(one);
    return Promise.resolve(redirects.shift() ?? answer(200));
  });
  return { end, hops };
}
const to = (location: string, status = 307) => answer(status, [['location', location]]);

test.each(['https://anna@service.test/', 'https://:secret@service.test/', 'https://anna:secret@service.test/'])(
  'a name or a password in the address %s is not followed',
  async (location) => {
    const { end } = await follow({}, [to(location)]);
    expect(end).toMatchObject({ kind: 'stopped', why: 'userinfo', to: 'https://service.test/', hops: 0 });
  },
);

test('two targets in one answer are none; the same one twice is one', async () => {
  const a: [string, string] = ['location', '/a'];
  expect((await follow({}, [answer(302, [a, ['Location', '/b']])])).end).toMatchObject({ why: 'badLocation', to: '', host: '' });
  const { end, hops } = await follow({}, [answer(302, [a, ['Location', '/a'], ['x-other', '/b']])]);
  expect(end).toMatchObject({ kind: 'arrived', hops: 1 });
  expect(hops.at(-1)?.url).toBe(`${origin}/a`);
});

test('an address is stored without its query, which may hold a secret; a question shows it without its fragment', async () => {
  const { end } = await follow({}, [to('https://other.test:8443/a/b?key=secret#x')]);
  expect(end).toMatchObject({ to: 'https://other.test:8443/a/b', host: 'other.test:8443', why: 'untrusted', status: 307 });
  expect((await follow({}, [to('/a?b=c#d')])).hops.at(-1)?.url).toBe(`${origin}/a?b=c`);
});

test('a write that becomes a read drops its whole body, and nothing else', async () => {
  const headers: [string, string][] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'a'],
    ['Content-Length', '2'],
    ['Idempotency-Key', 'k'],
    ['If-Match', '"1"'],
  ];
  const bytes = new Uint8Array(2);
  const { end, hops } = await follow({ method: 'POST', headers, bytes }, [to('/done', 303)], { follow303: true });
  expect(end).toMatchObject({ kind: 'arrived', after303: true });
  expect(hops[1]).toEqual({ method: 'GET', url: `${origin}/done`, headers: [['Accept', 'application/json']], bytes: null, signIn: true });
  const same = await follow({ method: 'PATCH', headers, bytes }, [to('/done', 302)]);
  expect(same.hops[1]).toMatchObject({ method: 'PATCH', headers, bytes });
  expect(same.end).toMatchObject({ after303: false });
});

test('a read that was answered with a 303 was no write', async () => {
  expect((await follow({}, [to('/a', 303)])).end).toMatchObject({ kind: 'arrived', after303: false });
  expect((await follow({}, [to('https://other.test/', 303)])).end).toMatchObject({ why: 'untrusted' });
  expect((await follow({ method: 'OPTIONS' }, [to('https://other.test/', 303)])).end).toMatchObject({ why: 'untrusted' });
});

test('a write that a 303 calls applied stays applied, whatever the read after it answers', async () => {
  const write = { method: 'POST', bytes: new Uint8Array(1) } as const;
  const rules = { follow303: true };
  const plain = await follow(write, [to('http://service.test/', 303)], rules);
  expect(plain.end).toMatchObject({ why: 'plainHttp' });
  expect((await follow(write, [to('https://other.test/', 303)], rules)).end).toMatchObject({ why: 'afterWrite303' });
  expect((await follow(write, [to('https://other.test/v1/x', 307)], rules)).end).toMatchObject({ why: 'untrusted' });
  expect((await follow(write, [to('/a', 303), to('https://other.test/', 302)], rules)).end).toMatchObject({
    why: 'afterWrite303',
    hops: 1,
  });
});

test('a loop is detected by method and address: reading the write’s address is none', async () => {
  const { end } = await follow({ method: 'POST', bytes: new Uint8Array(1) }, [to('/v1/x', 303)], { follow303: true });
  expect(end).toMatchObject({ kind: 'arrived', after303: true });
  expect((await follow({}, [to('/a'), to('/v1/x')])).end).toMatchObject({ why: 'loop', hops: 1 });
});
