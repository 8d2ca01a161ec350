import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { startGateway, type Gateway } from '#test/api/inspecting-proxy.ts';
import { fullTest } from '#test/full-test.ts';

// A gateway that reads the traffic: it works once its certificate is in the system's store, and never before.

const run = promisify(execFile);
let service: LabServer;
let gateway: Gateway;
beforeAll(async () => {
  const pems = await makeCertificate();
  service = await startServer((_seen, response) => response.writeHead(201).end('{}'), { pems });
  gateway = await startGateway('Nordic Web Gateway CA', pems.cert);
});
beforeEach(() => {
  service.seen.length = 0;
  gateway.read.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

/** The result in a process whose system store these variables set. */
async function seenWith(env: NodeJS.ProcessEnv): Promise<{ said: Record<string, unknown>; text: string }> {
  const child = path.join(import.meta.dirname, 'inspected-child.ts');
  const { stdout } = await run(process.execPath, [child, String(gateway.address.port), service.origin], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as { said: Record<string, unknown>; text: string };
}

// Only Linux lets a test choose the certificate store of one process.
test.runIf(process.platform === 'linux')(
  'its authority in the system’s store: a payment is answered, and the check is good up to the service',
  async () => {
    const { said, text } = await seenWith({ SSL_CERT_FILE: gateway.caFile });
    expect(said).toEqual({ kind: 'answer', status: 201 });
    expect(service.seen).toHaveLength(1);
    expect(gateway.read[0]).toBe('POST /v1/x HTTP/1.1');
    expect(text).toContain('Nordic Web Gateway CA');
    expect(text).not.toContain('is not trusted');
  },
);

fullTest('the same by NODE_EXTRA_CA_CERTS', async () => {
  expect((await seenWith({ NODE_EXTRA_CA_CERTS: gateway.caFile })).said).toEqual({ kind: 'answer', status: 201 });
});

test('not in the store: nothing is sent, the gateway reads nothing, and the check names it for IT, without a secret', async () => {
  const { said, text } = await seenWith({});
  expect(said).toMatchObject({ kind: 'failure', cause: 'tls', bytesWritten: false });
  expect([service.seen, gateway.read]).toEqual([[], []]);
  expect(text).toMatch(/put “Nordic Web Gateway CA” into the system’s certificate store/i);
  expect(text).not.toMatch(/canary|4711/);
});
