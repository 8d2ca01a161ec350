import { afterEach, beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '#main/api/client.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { labTransport, makeCertificate, startServer, type Handler, type LabServer } from '#test/api/lab.ts';
import { realWorld } from '#test/world.ts';

// One record that always answers 401 takes nobody's sign-in down; a sign-in that is refused everywhere is still told from it.

const closed = '11111111-1111-4111-8111-111111111111';
let pems: { key: string; cert: string };
const opened: (LabServer | Transport)[] = [];

beforeAll(async () => {
  pems = await makeCertificate();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const say = (status: number, type: string): Handler => {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ name: 'Error', type, errors: [] }));
  };
};

async function clientOf(handler: Handler): Promise<{ client: Client; server: LabServer; told: string[] }> {
  const server = await startServer(handler, { pems });
  const transport = labTransport(pems.cert);
  opened.push(transport, server);
  const told: string[] = [];
  const client = createClient({
    world: realWorld(),
    transport,
    account: {
      baseUrl: server.origin,
      authorization: () => Promise.resolve({ kind: 'header', value: 'Basic key' }),
      onUnauthorized: () => Promise.resolve((told.push('unauthorized'), false)),
      refused: () => void told.push('refused'),
      trusts: () => 'no',
      documentParameter: null,
    },
  });
  return { client, server, told };
}

const read = (client: Client, id: string) => client.read({ method: 'GET', family: 'A', path: `/expenses/${id}`, accept: 'json' });

test('a record that alone answers 401 is refused alone; joint refusals probe once', async () => {
  const { client, server, told } = await clientOf((seen, response, request) =>
    (seen.url.endsWith(closed) ? say(401, 'UNAUTHORIZED') : say(404, 'NOT_FOUND'))(seen, response, request),
  );
  const answers = await Promise.all([1, 2, 3].map(() => read(client, closed)));
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused', status: 401 } });
  expect(told).toEqual([]);
  expect(server.seen.filter(({ url }) => !url.endsWith(closed)).length).toBeLessThanOrEqual(2);
});

test('a sign-in that is refused everywhere is a refused sign-in', async () => {
  const { client, told } = await clientOf(say(401, 'UNAUTHORIZED'));
  expect(await read(client, closed)).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } });
  expect(told).toEqual(['unauthorized']);
});

test('a page, or trouble, at the question proves no sign-in', async () => {
  for (const other of [say(503, 'NOT_FOUND'), say(404, ''), ((_seen, response) => response.end('<html>')) satisfies Handler]) {
    const { client, told } = await clientOf((seen, response, request) =>
      (seen.url.endsWith(closed) ? say(401, 'UNAUTHORIZED') : other)(seen, response, request),
    );
    expect(await read(client, closed)).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } });
    expect(told).toEqual(['unauthorized']);
  }
});
