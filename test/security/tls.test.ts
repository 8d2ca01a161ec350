import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generate } from 'selfsigned';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import type { PriorityClass, WireRequest } from '#main/api/transport/transport.ts';
import { explainStart } from '#main/host/explain-start.ts';
import { startHosted } from '#main/host/hosted.ts';
import { labTransport, makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { realWorld } from '#test/world.ts';

// P21: no request, and with it no sign-in and no body, reaches a server that cannot prove to be the one that was asked.

const priorities: PriorityClass[] = ['payment', 'write', 'read', 'document'];
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
let right: { key: string; cert: string };
let elsewhere: { key: string; cert: string };
beforeAll(async () => {
  right = await makeCertificate();
  const altNames = [{ type: 2 as const, value: 'elsewhere.test' }];
  const pems = await generate([{ name: 'commonName', value: 'elsewhere.test' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  elsewhere = { key: pems.private, cert: pems.cert };
});

async function served(pems: { key: string; cert: string }): Promise<LabServer> {
  const server = await startServer((_seen, response) => response.end('{}'), { pems });
  closers.push(() => server.close());
  return server;
}
const withSignIn = (url: string, priority: PriorityClass): WireRequest => ({
  method: 'POST',
  url: `${url}/v1/expenses`,
  headers: [['authorization', 'Basic c2VjcmV0']],
  body: new TextEncoder().encode('{}'),
  priority,
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 5_000,
});

describe.each(priorities)('the %s lane', (priority) => {
  test('tells nothing to a server with a trusted certificate of another host', async () => {
    const server = await served(elsewhere);
    const transport = labTransport(elsewhere.cert);
    closers.push(() => transport.close());
    expect(await transport.exchange(withSignIn(server.origin, priority))).toMatchObject({
      kind: 'failure',
      cause: 'tls',
      bytesWritten: false,
    });
    expect(server.seen).toEqual([]);
  });

  test('tells nothing to an untrusted server, whatever the environment says about checking', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    closers.push(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const server = await served(right);
    const transport = createUndiciTransport({ world: realWorld(), trust: { kind: 'system', extraCa: null } });
    closers.push(() => transport.close());
    expect(await transport.exchange(withSignIn(server.origin, priority))).toMatchObject({
      kind: 'failure',
      cause: 'tls',
      bytesWritten: false,
    });
    expect(server.seen).toEqual([]);
  });

  test('talks to the server that is the one that was asked', async () => {
    const server = await served(right);
    const transport = labTransport(right.cert);
    closers.push(() => transport.close());
    expect(await transport.exchange(withSignIn(server.origin, priority))).toMatchObject({ kind: 'answer', status: 200 });
    expect(server.seen[0]?.headers.authorization).toBe('Basic c2VjcmV0');
  });
});

test('the app does not start where the environment switches checking off, and says what to do', async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  closers.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
  const flags = { dataFolder: '/nowhere/at/all', port: 0, open: false, withService: false, sandboxFlags: [], idleMs: 0 };
  const never = () => {
    throw new Error('nothing may be started');
  };
  const error = await startHosted({
    flags,
    makeHost: never,
    launchSandbox: never,
    startReader: never,
    networkProgram: '',
    say: never,
  }).catch((reason: unknown) => reason);
  expect(explainStart(error, flags)).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0 is set.*Next: remove that variable/s);
});
