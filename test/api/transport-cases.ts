import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport, WireRequest } from '#main/api/transport/transport.ts';
import { makeCertificate, startRawServer, startServer } from '#test/api/lab.ts';

const pems = await makeCertificate();

/** A read of this address, unless said otherwise. */
export function wire(url: string, more: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', url, headers: [], body: null, priority: 'read', connectTimeoutMs: 2_000, totalTimeoutMs: 5_000, ...more };
}
const text = (value: string) => new TextEncoder().encode(value);
const jsonHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

type Keep = <T extends { close(): Promise<void> }>(starting: Promise<T>) => Promise<T>;
interface Lab {
  transport: () => Transport;
  /** Closes it when the cases are over. */
  keep: Keep;
}

/** Cases for every transport. `open` makes one that trusts this certificate only. */
export function transportCases(open: (ca: string) => Transport): void {
  const closing: (() => Promise<void>)[] = [];
  let transport: Transport;
  beforeAll(() => {
    transport = open(pems.cert);
  });
  afterAll(async () => {
    await transport.close();
    await Promise.all(closing.map((close) => close()));
  });
  const keep: Keep = async (starting) => {
    const server = await starting;
    closing.push(() => server.close());
    return server;
  };
  const lab: Lab = { transport: () => transport, keep };
  describe('a failure reports the bytes written', () => failureCases(lab));
  describe('lanes', () => laneCases(lab));
  describe('limits on an answer', () => limitCases(lab));
}

function failureCases({ transport, keep }: Lab): void {
  it('says none for a refused connection, an unknown name, plain http and a strange certificate', async () => {
    const strange = await keep(startServer((_seen, response) => response.end(), { pems: await makeCertificate() }));
    const gone = await startServer((_seen, response) => response.end(), { pems });
    await gone.close();
    const cases: [string, string][] = [
      [gone.origin, 'refused'],
      ['https://no-such-name.invalid/', 'dns'],
      ['http://127.0.0.1:9/', 'plainHttp'],
      ['https://', 'badAddress'],
      [strange.origin, 'tls'],
    ];
    for (const [url, cause] of cases) {
      for (const priority of ['write', 'payment', 'read', 'document'] as const) {
        const answer = await transport().exchange(wire(url, { priority }));
        expect(answer).toMatchObject({ kind: 'failure', cause, bytesWritten: false });
      }
    }
    expect(strange.seen).toEqual([]);
  });

  it('says none when the server never finishes the TLS handshake', async () => {
    const net = await import('node:net');
    const mute = net.createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const answer = await transport().exchange(
      wire(`https://127.0.0.1:${port}/`, { priority: 'payment', method: 'POST', body: text('{}'), connectTimeoutMs: 300 }),
    );
    expect(answer).toMatchObject({ kind: 'failure', cause: 'connectTimeout', bytesWritten: false });
    mute.close();
  });

  it('says some when the server hangs up, resets or stays silent after the request', async () => {
    const hangsUp = await keep(startRawServer(pems, (_request, socket) => socket.destroy()));
    const silent = await keep(startRawServer(pems, () => undefined));
    const post = {
      method: 'POST' as const,
      body: text('{"a":1}'),
      priority: 'payment' as const,
      headers: [['Content-Length', '7']] as [string, string][],
    };
    const closed = await transport().exchange(wire(hangsUp.origin, post));
    expect(closed).toMatchObject({ kind: 'failure', bytesWritten: true });
    expect(['closed', 'reset']).toContain(closed.kind === 'failure' && closed.cause);
    const slow = await transport().exchange(wire(silent.origin, { ...post, totalTimeoutMs: 250 }));
    expect(slow).toMatchObject({ kind: 'failure', cause: 'timeout', bytesWritten: true });
    expect(hangsUp.heard).toHaveLength(1);
    expect(silent.heard).toHaveLength(1);
  });

  it('says some when the caller aborts under way, none when it aborted before', async () => {
    const caller = new AbortController();
    const silent = await keep(startRawServer(pems, () => caller.abort()));
    expect(await transport().exchange(wire(silent.origin, { priority: 'write' }), caller.signal)).toMatchObject({
      cause: 'cancelled',
      bytesWritten: true,
    });
    expect(await transport().exchange(wire(silent.origin, { priority: 'write' }), caller.signal)).toMatchObject({
      cause: 'cancelled',
      bytesWritten: false,
    });
    expect(silent.heard).toHaveLength(1);
  });
}

function laneCases({ transport, keep }: Lab): void {
  it('gives every payment a connection of its own and closes it', async () => {
    const server = await keep(startServer((_seen, response) => response.end('{}'), { pems }));
    for (let n = 0; n < 3; n += 1)
      await transport().exchange(wire(server.origin, { method: 'POST', priority: 'payment', body: text('{}') }));
    expect(server.seen.map(({ connection }) => connection)).toEqual([1, 2, 3]);
    expect(server.seen.every(({ headers }) => headers.connection === 'close')).toBe(true);
  });

  it('keeps the connection of writes and opens as many as are in flight', async () => {
    const waiting: (() => void)[] = [];
    const server = await keep(
      startServer(
        (seen, response) => {
          if (seen.url !== '/together') return void response.end('{}');
          waiting.push(() => response.end('{}'));
          if (waiting.length === 12) waiting.forEach((answer) => answer());
        },
        { pems, http2: true },
      ),
    );
    const write = { method: 'PATCH' as const, priority: 'write' as const, body: text('{}') };
    for (let n = 0; n < 4; n += 1) await transport().exchange(wire(`${server.origin}/`, write));
    // undici frees a connection one turn of the event loop after its answer: two may alternate.
    expect(server.connections()).toBeLessThanOrEqual(2);
    await Promise.all(Array.from({ length: 12 }, () => transport().exchange(wire(`${server.origin}/together`, write))));
    expect(server.connections()).toBeLessThanOrEqual(14);
    expect(server.seen.every(({ httpVersion }) => httpVersion === '1.1')).toBe(true);
  });

  it('drops idle connections when told to, and finishes requests under way', async () => {
    const answering = Promise.withResolvers<() => void>();
    const server = await keep(
      startServer((seen, response) => (seen.url === '/slow' ? answering.resolve(() => response.end('{}')) : void response.end('{}')), {
        pems,
      }),
    );
    await transport().exchange(wire(`${server.origin}/a`));
    const slow = transport().exchange(wire(`${server.origin}/slow`));
    const answer = await answering.promise;
    const before = server.connections();
    transport().renew?.();
    await transport().exchange(wire(`${server.origin}/b`));
    expect(server.connections()).toBe(before + 1);
    answer();
    expect(await slow).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('frames the body of OPTIONS with its length', async () => {
    const server = await keep(startRawServer(pems, (_request, socket) => socket.end(`${jsonHead}content-length: 2\r\n\r\n{}`)));
    const body = text('{"roles":["ADMIN"],"name":"é"}');
    const headers: [string, string][] = [
      ['Content-Type', 'application/json;charset=UTF-8'],
      ['Content-Length', String(body.byteLength)],
    ];
    expect(await transport().exchange(wire(server.origin, { method: 'OPTIONS', body, headers }))).toMatchObject({
      kind: 'answer',
      status: 200,
    });
    expect(server.heard[0]).toMatch(/^OPTIONS \/ HTTP\/1\.1\r\n/);
    expect(server.heard[0]?.match(/content-length: 31/gi)).toHaveLength(1);
  });
}

function limitCases({ transport, keep }: Lab): void {
  it('refuses more than the lane takes, announced, sent or after decompression', async () => {
    const big = Buffer.alloc(11_000_000, 0x20);
    const bomb = gzipSync(Buffer.alloc(64_000_000, 0x20));
    const server = await keep(
      startServer(
        (seen, response) => {
          if (seen.url === '/announced') response.writeHead(200, { 'content-length': String(big.length) }).end(big);
          else if (seen.url === '/sent') response.writeHead(200).end(big);
          else response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
        },
        { pems },
      ),
    );
    for (const path of ['/announced', '/sent', '/bomb']) {
      expect(await transport().exchange(wire(server.origin + path)), path).toMatchObject({
        kind: 'failure',
        cause: 'tooLarge',
        status: 200,
      });
    }
    const document = await transport().exchange(wire(`${server.origin}/sent`, { priority: 'document' }));
    expect(document.kind === 'answer' && document.body.byteLength).toBe(11_000_000);
  });

  it('decompresses gzip and refuses what does not decompress', async () => {
    const whole = gzipSync('{"ok":true}');
    const server = await keep(
      startServer(
        (seen, response) =>
          response
            .writeHead(200, { 'content-encoding': seen.url === '/odd' ? 'zstd' : 'gzip' })
            .end(seen.url === '/cut' ? whole.subarray(0, 12) : whole),
        { pems },
      ),
    );
    const answer = await transport().exchange(wire(`${server.origin}/whole`));
    expect(answer.kind === 'answer' && new TextDecoder().decode(answer.body)).toBe('{"ok":true}');
    expect(await transport().exchange(wire(`${server.origin}/cut`))).toMatchObject({
      kind: 'failure',
      cause: 'truncated',
      bytesWritten: true,
      status: 200,
    });
    expect(await transport().exchange(wire(`${server.origin}/odd`))).toMatchObject({ kind: 'failure', cause: 'malformed', status: 200 });
  });

  it('tells a truncated answer and one that is not HTTP from a whole one', async () => {
    const truncated = await keep(startRawServer(pems, (_request, socket) => socket.end(`${jsonHead}content-length: 50\r\n\r\n{"a":1}`)));
    const chunked = await keep(
      startRawServer(pems, (_request, socket) => socket.end(`${jsonHead}transfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n`)),
    );
    const noise = await keep(startRawServer(pems, (_request, socket) => socket.end('SSH-2.0-nothing\r\n\r\n')));
    const two = await keep(
      startRawServer(pems, (_request, socket) => socket.end(`${jsonHead}content-length: 2\r\ncontent-length: 9\r\n\r\n{}`)),
    );
    for (const server of [truncated, chunked, two]) {
      expect(await transport().exchange(wire(server.origin))).toMatchObject({ kind: 'failure', cause: 'truncated', bytesWritten: true });
    }
    const noisy = await transport().exchange(wire(noise.origin, { priority: 'write', method: 'PATCH' }));
    expect(noisy).toMatchObject({ kind: 'failure', cause: 'malformed', bytesWritten: true });
  });
}
