import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network cable between the app and a service on this machine, to be pulled and plugged in again by a test. */
export interface Cable {
  /** The port on 127.0.0.1 that the app talks to. */
  port: number;
  /** Cuts every connection in the middle and refuses new ones, as a plane's door does. */
  pull(): Promise<void>;
  /** Lets connections through again, on the same port. */
  plug(): Promise<void>;
  /** Connections that were let through since the start. */
  connections(): number;
  /** Connections that are open now. */
  open(): number;
  /** Bytes that the app has sent since the start. */
  bytesSent(): number;
  close(): Promise<void>;
}

/** Lays a cable to a port on 127.0.0.1. Bytes pass untouched: TLS is end to end. */
export async function layCable(target: number): Promise<Cable> {
  const ends = new Set<Socket>();
  let count = 0;
  let sent = 0;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    count += 1;
    near.on('data', (bytes) => void (sent += bytes.length));
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const pull = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const end of ends) end.resetAndDestroy();
    await closed;
  };
  const port = await listen(0);
  return {
    port,
    pull,
    plug: async () => {
      if (!server.listening) await listen(port);
    },
    connections: () => count,
    open: () => ends.size / 2,
    bytesSent: () => sent,
    close: pull,
  };
}
