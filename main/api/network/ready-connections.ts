import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { World } from '#shared/world.ts';
import { bareHost, type Network } from './network.ts';

/** One connection that nothing has used: being made, or standing. */
interface Ready {
  socket: Promise<Socket>;
  standing: Socket | null;
}

interface ReadyParts {
  world: World;
  network: Network;
  connect: buildConnector.connector;
  /** The lifetime of an unused connection in milliseconds. */
  keepMs: number;
}

/**
 * Connections to one origin that are opened before there is anything to send over them: TCP and TLS, and no byte of a request. undici connects
 * for a request only, but it asks a connector for each connection, and `over` makes one that hands these out first.
 */
export class ReadyConnections {
  readonly #parts: ReadyParts;
  #key = '';
  #ready = new Set<Ready>();
  #round = new AbortController();

  constructor(parts: ReadyParts) {
    this.#parts = parts;
  }

  /**
   * Opens this many, and one for the next request at once; unused earlier ones are closed. Through a proxy the first one opens alone: a wrong
   * password would otherwise be sent many times and lock the user out.
   */
  open(address: string, connections: number): void {
    this.leave();
    const url = URL.parse(address);
    if (connections === 0 || url?.protocol !== 'https:') return;
    const { signal } = this.#round;
    this.#key = keyOf(url);
    const first = this.#begin(url);
    const others = () => {
      if (!signal.aborted) for (let n = 0; n < connections; n += 1) this.#begin(url);
    };
    this.#parts.network.waysTo(url.href).then(
      ([way]) => (way?.kind === 'direct' ? others() : first.socket.then(others, () => undefined)),
      () => undefined,
    );
    void this.#parts.world.sleep(this.#parts.keepMs, signal).then(() => {
      if (!signal.aborted) this.leave();
    });
  }

  /** Closes unused connections; one that is still opening is closed when it is open. */
  leave(): void {
    this.#round.abort('left');
    this.#round = new AbortController();
    for (const { socket } of this.#ready)
      socket.then(
        (made) => made.destroy(),
        () => undefined,
      );
    this.#ready.clear();
  }

  /** A connector that takes from these first, and connects by `connect` when there is none. */
  over(connect: buildConnector.connector): buildConnector.connector {
    return (options, done) => {
      const ready = keyOf(options) === this.#key ? this.#take() : null;
      if (ready === null) return connect(options, done);
      ready.then(
        (socket) => (isUsable(socket) ? done(null, socket) : connect(options, done)),
        (error: Error) => done(error, null),
      );
    };
  }

  #begin({ host, hostname, protocol, port }: URL): Ready {
    const { promise: socket, resolve, reject } = Promise.withResolvers<Socket>();
    const ready: Ready = { socket, standing: null };
    this.#ready.add(ready);
    this.#parts.connect({ host, hostname: bareHost(hostname), protocol, port }, (error, made) => {
      if (made === null) return reject(error);
      ready.standing = made;
      // An error of an unused connection is ignored.
      made.on('error', () => undefined);
      resolve(made);
    });
    socket.catch(() => this.#ready.delete(ready));
    return ready;
  }

  /** Returns an open connection, else the one that began to open first. */
  #take(): Promise<Socket> | null {
    for (const ready of this.#ready) {
      if (ready.standing === null || isUsable(ready.standing)) continue;
      this.#ready.delete(ready);
      ready.standing.destroy();
    }
    const all = [...this.#ready];
    const ready = all.find(({ standing }) => standing !== null) ?? all[0];
    if (ready === undefined) return null;
    this.#ready.delete(ready);
    return ready.socket;
  }
}

/** A connection that the server closed, or that sent bytes unasked, gets no request. */
const isUsable = (socket: Socket): boolean => socket.writable && !socket.readableEnded && socket.readableLength === 0;

const keyOf = ({ hostname, port }: { hostname: string; port: string }): string => `${bareHost(hostname)} ${port || '443'}`;
