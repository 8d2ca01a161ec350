import net, { type Socket } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import tls from 'node:tls';
import type { Network, ProxyCredentials } from '#main/api/network/network.ts';
import type { ProxyAddress } from '#main/api/network/proxy-address.ts';

/** The behaviour of a proxy at CONNECT, or in the tunnel after it. */
export type ProxyManner =
  | { kind: 'tunnels' }
  /** Asks for this name and password. */
  | { kind: 'asks'; user: string; password: string; scheme?: string }
  /** Answers CONNECT with this, whole. */
  | { kind: 'answers'; head: string; body?: string }
  | { kind: 'silent' }
  | { kind: 'cutsAtConnect' }
  | { kind: 'cutsHalfAnHead' }
  /** Says 200 and then speaks HTML where TLS should begin. */
  | { kind: 'speaksHtml' }
  /** Cuts the tunnel once the client has sent this many bytes into it. */
  | { kind: 'cutsAfter'; bytes: number }
  /** Passes exactly this many bytes of the client's and cuts: a request then arrives in part. */
  | { kind: 'cutsWithin'; bytes: number }
  /** Lets the client speak and cuts once the service has answered this many bytes into the tunnel. */
  | { kind: 'cutsAnswer'; bytes: number }
  /** A company's gateway that ends TLS itself and gives an answer of its own, after the service carried the request out or in its place. */
  | { kind: 'answersInside'; head: string; body: string; carries: boolean; pems: { key: string; cert: string }; serviceCa: string }
  /** Goes on holding the tunnel but passes nothing from this many bytes on. */
  | { kind: 'hangsAfter'; bytes: number };

export interface LabProxy {
  address: ProxyAddress;
  /** Every request head that the proxy saw, verbatim. */
  heads: string[];
  /** Every byte that reached the proxy, one character each: for one spoken to over TLS, what it decrypted. */
  saw(): string;
  /** Bytes that clients sent into tunnels. */
  tunnelled(): number;
  close(): Promise<void>;
}

/** A CONNECT proxy of our own on a free loopback port, plain or over TLS. It shares no code with what it judges. */
export async function startProxy(manner: ProxyManner, pems?: { key: string; cert: string }): Promise<LabProxy> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const count = { bytes: 0 };
  const seen: Buffer[] = [];
  const hear = (client: Socket) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.on('close', () => sockets.delete(client));
    client.on('data', (chunk: Buffer) => void seen.push(chunk));
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      client.off('data', onData);
      heads.push(text.slice(0, end));
      answer(manner, text.slice(0, end), client, sockets, count);
    };
    client.on('data', onData);
  };
  const server: Server = pems ? tls.createServer(pems, hear) : net.createServer(hear);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: { scheme: pems ? 'https' : 'http', host: '127.0.0.1', port },
    heads,
    saw: () => Buffer.concat(seen).toString('latin1'),
    tunnelled: () => count.bytes,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function answer(manner: ProxyManner, head: string, client: Socket, sockets: Set<Socket>, count: { bytes: number }): void {
  switch (manner.kind) {
    case 'silent':
      return;
    case 'cutsAtConnect':
      return void client.destroy();
    case 'cutsHalfAnHead':
      return void client.end('HTTP/1.1 200 Connec');
    case 'answers':
      return void client.end(`${manner.head}\r\nContent-Length: ${manner.body?.length ?? 0}\r\n\r\n${manner.body ?? ''}`);
    case 'speaksHtml':
      return void client.end('HTTP/1.1 200 OK\r\n\r\n<html><body>Please sign in</body></html>');
    case 'asks':
      if (head.includes(`Basic ${Buffer.from(`${manner.user}:${manner.password}`).toString('base64')}`)) break;
      return void client.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${manner.scheme ?? 'Basic realm="lab"'}\r\nContent-Length: 0\r\n\r\n`,
      );
    case 'tunnels':
    case 'cutsAfter':
    case 'cutsWithin':
    case 'cutsAnswer':
    case 'hangsAfter':
      break;
    case 'answersInside':
      return answerInside(manner, head, client, sockets);
  }
  pass(manner, head, client, sockets, count);
}

function pass(manner: ProxyManner, head: string, client: Socket, sockets: Set<Socket>, count: { bytes: number }): void {
  const [, host = '', port = ''] = /^CONNECT ([^ ]+):(\d+) /.exec(head) ?? [];
  const target = net.connect(Number(port), host, () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  sockets.add(target);
  target.on('error', () => client.destroy());
  target.on('close', () => client.destroy());
  client.on('close', () => target.destroy());
  let sent = 0;
  client.on('data', (chunk: Buffer) => {
    sent += chunk.byteLength;
    count.bytes += chunk.byteLength;
    if (manner.kind === 'cutsAfter' && sent >= manner.bytes) {
      target.write(chunk, () => {
        client.destroy();
        target.destroy();
      });
      return;
    }
    if (manner.kind === 'cutsWithin' && sent >= manner.bytes) {
      target.end(chunk.subarray(0, chunk.byteLength - (sent - manner.bytes)));
      return void client.destroy();
    }
    if (manner.kind !== 'hangsAfter' || sent < manner.bytes) target.write(chunk);
  });
  let heard = 0;
  target.on('data', (chunk: Buffer) => {
    heard += chunk.byteLength;
    if (manner.kind === 'cutsAnswer' && heard >= manner.bytes) return void client.destroy();
    if (manner.kind !== 'hangsAfter' || sent < manner.bytes) client.write(chunk);
  });
}

function answerInside(manner: ProxyManner & { kind: 'answersInside' }, head: string, client: Socket, sockets: Set<Socket>): void {
  const [, host = '', port = ''] = /^CONNECT ([^ ]+):(\d+) /.exec(head) ?? [];
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  const inside = new tls.TLSSocket(client, { isServer: true, ...manner.pems });
  inside.on('error', () => client.destroy());
  const answerNow = () => void inside.end(`${manner.head}\r\nContent-Length: ${manner.body.length}\r\n\r\n${manner.body}`);
  if (!manner.carries) return void inside.once('data', answerNow);
  const outside = tls.connect({ host, port: Number(port), ca: manner.serviceCa });
  sockets.add(outside);
  outside.on('error', () => client.destroy());
  client.on('close', () => outside.destroy());
  inside.on('data', (chunk: Buffer) => void outside.write(chunk));
  outside.once('data', answerNow);
}

/** A network in which everything goes through this proxy. */
export function through(proxy: ProxyAddress, known: ProxyCredentials | null = null): Network & { told: string[] } {
  const told: string[] = [];
  return {
    told,
    waysTo: () => Promise.resolve([{ kind: 'proxy', proxy }]),
    credentials: () => Promise.resolve(known),
    heard: (_proxy, what) => void told.push(what),
  };
}
