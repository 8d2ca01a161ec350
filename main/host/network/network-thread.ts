import { Worker } from 'node:worker_threads';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import type { Transport, WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import { createUndiciTransport, type OpenTransport, type UndiciTransportOptions } from '#main/api/transport/undici-transport.ts';
import type { World } from '#shared/world.ts';
import { closedBefore, gathering, ownBytes, type FromThread, type ToThread } from './thread-messages.ts';

type Outcome = WireAnswer | WireFailure;

/** Longer than any thread takes to begin; one that has not is given up, and requests travel from this thread. */
const PATIENCE_MS = 5_000;

/**
 * A thread that carries every account's requests, so that encrypting and parsing them never waits for the cache, nor the window for them. Runs the
 * program at `file` (`network-program.ts`) from `begin` or the first request on, whichever is first: at a start the window needs the
 * processors more. A thread that cannot begin, or that ends on its own, costs speed and nothing else.
 */
export function networkThread(world: World, file: string) {
  let thread: Thread | null = null;
  let closed = false;
  const running = () => (thread ??= new Thread(world, file));
  return {
    openTransport: ((options) => lineOver(running, options)) satisfies OpenTransport,
    /** Starts the thread before the first request. */
    begin: () => {
      if (!closed) running();
    },
    /** Ends the thread; its transports are closed already. */
    close: async () => {
      closed = true;
      await thread?.end();
    },
  };
}

/** One account's requests over the thread; from here once it is over. */
function lineOver(running: () => Thread, options: UndiciTransportOptions): Transport {
  let line: { thread: Thread; number: number } | null = null;
  let here: Transport | null = null;
  let closed = false;
  const opened = () => {
    const thread = running();
    return (line ??= { thread, number: thread.open(options) });
  };
  return {
    exchange: async (request, signal) => {
      if (closed) return closedBefore;
      const { thread, number } = opened();
      const usable = (await thread.ready) && !thread.over;
      if (usable) return thread.exchange(number, request, signal);
      return (here ??= createUndiciTransport(options)).exchange(request, signal);
    },
    makeReady: (url, connections) => {
      if (closed) return;
      const { thread, number } = opened();
      if (thread.over) here?.makeReady?.(url, connections);
      else thread.tell({ kind: 'makeReady', line: number, url, connections });
    },
    renew: () => {
      line?.thread.tell({ kind: 'renew', line: line.number });
      here?.renew?.();
    },
    giveUp: (priorities) => {
      line?.thread.tell({ kind: 'giveUp', line: line.number, priorities });
      here?.giveUp?.(priorities);
    },
    close: async () => {
      closed = true;
      await Promise.all([line?.thread.close(line.number), here?.close()]);
    },
  };
}

/** The thread itself and whom its words are for. */
class Thread {
  readonly #world: World;
  readonly #worker: Worker;
  readonly #exchanges = new Map<number, (outcome: Outcome) => void>();
  readonly #lines = new Map<number, { network: Network; closed: PromiseWithResolvers<void> }>();
  readonly #say: (message: ToThread, owned?: ArrayBuffer | null) => void;
  readonly #begun = Promise.withResolvers<boolean>();
  /** Says at once when it can no longer be used. */
  over = false;
  #count = 0;

  constructor(world: World, file: string) {
    this.#world = world;
    this.#worker = new Worker(file, { name: 'network' });
    this.#worker.on('message', (batch: FromThread[]) => {
      for (const message of batch) this.#hear(message);
    });
    this.#worker.on('error', (error) => this.#broken(String(error)));
    this.#worker.on('exit', (code) => this.#broken(`exit ${code}`));
    // after the microtasks: requests that begin in one turn of the engine leave in one message
    this.#say = gathering<ToThread>(
      (flush) => process.nextTick(flush),
      (batch, owned) => this.#worker.postMessage(batch, owned),
    );
    this.#patience();
  }

  /** Resolves true when it can be used, false when it cannot. */
  get ready(): Promise<boolean> {
    return this.#begun.promise;
  }

  open({ trust, network = directNetwork }: UndiciTransportOptions): number {
    const line = ++this.#count;
    this.#lines.set(line, { network, closed: Promise.withResolvers() });
    this.#say({ kind: 'open', line, trust });
    return line;
  }

  exchange(line: number, request: WireRequest, signal?: AbortSignal): Promise<Outcome> {
    const id = ++this.#count;
    const abort = () => this.#say({ kind: 'abort', id });
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#exchanges.set(id, resolve);
    const body = request.body === null ? null : ownBytes(request.body);
    this.#say({ kind: 'exchange', line, id, request: { ...request, body } }, body?.buffer);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  tell(message: Extract<ToThread, { kind: 'makeReady' | 'renew' | 'giveUp' }>): void {
    if (!this.over) this.#say(message);
  }

  async close(line: number): Promise<void> {
    const known = this.#lines.get(line);
    if (!known || this.over) return;
    this.#say({ kind: 'close', line });
    await known.closed.promise;
    this.#lines.delete(line);
  }

  async end(): Promise<void> {
    this.#finish();
    await this.#worker.terminate();
  }

  #patience(): void {
    const enough = new AbortController();
    void this.ready.then(() => enough.abort('begun'));
    void this.#world.sleep(PATIENCE_MS, enough.signal).then(() => {
      if (!enough.signal.aborted) this.#broken('did not begin');
    });
  }

  #broken(why: string): void {
    if (this.over) return;
    this.#world.log.error('networkThreadEnded', { why });
    this.#finish();
    void this.#worker.terminate();
  }

  /** The thread is gone: requests under way have an unknown outcome. */
  #finish(): void {
    this.over = true;
    this.#begun.resolve(false);
    for (const end of this.#exchanges.values())
      end({ kind: 'failure', cause: 'closed', bytesWritten: true, status: null, detail: 'threadEnded', afterMs: 0 });
    this.#exchanges.clear();
    for (const { closed } of this.#lines.values()) closed.resolve();
  }

  #hear(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        return this.#begun.resolve(true);
      case 'outcome':
        this.#exchanges.get(message.id)?.(message.outcome);
        this.#exchanges.delete(message.id);
        return;
      case 'closed':
        return this.#lines.get(message.line)?.closed.resolve();
      case 'heard':
        return this.#lines.get(message.line)?.network.heard?.(message.proxy, message.what);
      case 'askWays':
      case 'askCredentials':
        return void this.#answer(message);
    }
  }

  async #answer(message: Extract<FromThread, { kind: 'askWays' | 'askCredentials' }>): Promise<void> {
    const network = this.#lines.get(message.line)?.network;
    if (!network) return;
    const answer = await (message.kind === 'askWays'
      ? // what the computer says of its network may be unreadable, and is then no reason to go around a proxy
        network.waysTo(message.url).catch(() => [{ kind: 'unsupported' as const, scheme: 'system' }])
      : network.credentials(message.proxy).catch(() => null));
    if (!this.over) this.#say({ kind: 'answer', id: message.id, answer });
  }
}
