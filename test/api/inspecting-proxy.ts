import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import type { ProxyAddress } from '#main/api/network/proxy-address.ts';

/** A company's own certificate authority, and the certificates that its gateway makes on the way. */
export interface Gateway {
  name: string;
  /** PEM of the authority; what IT puts into the system's store. */
  ca: string;
  /** The file that holds it. */
  caFile: string;
  address: ProxyAddress;
  /** Requests that the gateway read in clear, first lines only. */
  read: string[];
  close(): Promise<void>;
}

/** Starts a proxy that reads the traffic, as companies' gateways do: for each host it shows a certificate of its own authority. */
export async function startGateway(name: string, serviceCa: string): Promise<Gateway> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-gateway-'));
  const { ca, leaf } = makeAuthority(folder, name);
  const sockets = new Set<Socket>();
  const read: string[] = [];
  const server = net.createServer((client) => {
    follow(client, sockets);
    client.once('data', (head: Buffer) => {
      const [, host = '', port = ''] = /^CONNECT ([^ ]+):(\d+) /.exec(head.toString('latin1')) ?? [];
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      const inside = new tls.TLSSocket(client, { isServer: true, ...leaf });
      const outside = tls.connect({ host, port: Number(port), ca: serviceCa });
      for (const one of [inside, outside]) follow(one, sockets);
      inside.once('data', (bytes: Buffer) => read.push(bytes.toString('latin1').split('\r\n')[0] ?? ''));
      inside.pipe(outside).pipe(inside);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    name,
    ca,
    caFile: path.join(folder, 'ca.pem'),
    address: { scheme: 'http', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    read,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function follow(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
}

function makeAuthority(folder: string, name: string): { ca: string; leaf: { key: string; cert: string } } {
  const at = (file: string) => path.join(folder, file);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { stdio: 'pipe', env: { ...process.env, OPENSSL_CONF: at('openssl.cnf') } });
  writeFileSync(at('openssl.cnf'), '[req]\ndistinguished_name=name\n[name]\n');
  writeFileSync(at('leaf.cnf'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const ofCa = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=keyCertSign'];
  openssl('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', `/CN=${name}`, '-days', '2', ...ofCa);
  openssl('req', ...key, '-keyout', at('leaf.key'), '-out', at('leaf.csr'), '-subj', '/CN=127.0.0.1');
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('leaf.cnf')];
  openssl('x509', '-req', '-in', at('leaf.csr'), '-out', at('leaf.pem'), ...signed);
  const read = (file: string) => readFileSync(at(file), 'utf8');
  return { ca: read('ca.pem'), leaf: { key: read('leaf.key'), cert: read('leaf.pem') + read('ca.pem') } };
}
