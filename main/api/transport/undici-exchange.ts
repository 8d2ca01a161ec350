import { Buffer } from 'node:buffer';
import type { Dispatcher } from 'undici';
import type { World } from '#shared/world.ts';
import { decompress } from './decompress.ts';
import { priorityLimits } from './limits.ts';
import type { WireAnswer, WireCause, WireFailure, WireRequest } from './transport.ts';
import { causeAfterRequest, causeBeforeRequest, errorCode } from '#main/api/wire-error.ts';

/** One request through one dispatcher, to its whole answer, its failure, its total time-out or the caller's abort, whichever is first. */
export async function undiciExchange(
  world: World,
  dispatcher: Dispatcher,
  request: WireRequest,
  signal?: AbortSignal,
): Promise<WireAnswer | WireFailure> {
  const exchange = new Exchange(world, request);
  if (signal?.aborted) return exchange.failure('cancelled', 'aborted');
  const onAbort = () => exchange.end('cancelled', 'aborted');
  signal?.addEventListener('abort', onAbort);
  const clock = new AbortController();
  void world.sleep(request.totalTimeoutMs, clock.signal).then(() => exchange.end('timeout', 'total'));
  try {
    start(dispatcher, request, exchange);
    const answer = await exchange.outcome;
    return answer.kind === 'answer' ? await exchange.decompressed(answer) : answer;
  } finally {
    // A reason of our own: without one, every request would pay for an error with its stack.
    clock.abort('ended');
    signal?.removeEventListener('abort', onAbort);
  }
}

function start(dispatcher: Dispatcher, request: WireRequest, exchange: Exchange): void {
  const url = new URL(request.url);
  try {
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body ? Buffer.from(request.body) : null,
        // A payment's connection says so itself: nothing may follow on it.
        reset: request.priority === 'payment',
        idempotent: false,
      },
      exchange,
    );
  } catch (error) {
    exchange.end('badAddress', errorCode(error));
  }
}

/** Receives undici's events for one request. undici calls `onRequestStart` immediately before the first byte is written. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<WireAnswer | WireFailure>;
  readonly #world: World;
  readonly #request: WireRequest;
  readonly #limit: { wireBytes: number; bodyBytes: number };
  readonly #startedAt: number;
  readonly #settle: (outcome: WireAnswer | WireFailure) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #ended = false;
  #bytesWritten = false;
  #status: number | null = null;
  #headers: [string, string][] = [];
  #body: Buffer = Buffer.alloc(0);
  #received = 0;

  constructor(world: World, request: WireRequest) {
    const { promise, resolve } = Promise.withResolvers<WireAnswer | WireFailure>();
    this.outcome = promise;
    this.#settle = resolve;
    this.#world = world;
    this.#request = request;
    this.#limit = priorityLimits[request.priority];
    this.#startedAt = world.monotonic();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isLate()) this.end('tooLate', 'tooLate');
    // Ended while it waited for a connection: aborting here, before the first byte, keeps "nothing was written" true.
    if (this.#ended) return controller.abort(new Error('ended'));
    this.#controller = controller;
    this.#bytesWritten = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    // 1xx comes before the answer proper.
    if (status < 200) return;
    this.#status = status;
    this.#headers = flatHeaders(headers);
    const announced = Number(this.#headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
    if (announced > this.#limit.wireBytes) this.end('tooLarge', 'announced');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const received = this.#received + chunk.byteLength;
    if (received > this.#limit.wireBytes) return this.end('tooLarge', 'received');
    // One growing body: ten million chunks of a byte would cost a hundred times what they carry.
    if (received > this.#body.byteLength) this.#body = grown(this.#body, this.#received, received);
    this.#body.set(chunk, this.#received);
    this.#received = received;
  }

  onResponseEnd(): void {
    this.#ended = true;
    const body = this.#body.subarray(0, this.#received);
    this.#settle({ kind: 'answer', status: this.#status ?? 0, headers: this.#headers, body, afterMs: this.#afterMs() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = errorCode(error);
    this.end(this.#bytesWritten ? causeAfterRequest(code, this.#status !== null) : causeBeforeRequest(code), code);
  }

  /** Ends the exchange with a failure, unless it has ended; the connection of a request under way is destroyed. */
  end(cause: WireCause, detail: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#body = Buffer.alloc(0);
    this.#settle(this.failure(cause, detail));
    this.#controller?.abort(new Error(cause));
  }

  failure(cause: WireCause, detail: string): WireFailure {
    return { kind: 'failure', cause, bytesWritten: this.#bytesWritten, status: this.#status, detail, afterMs: this.#afterMs() };
  }

  async decompressed(answer: WireAnswer): Promise<WireAnswer | WireFailure> {
    const encoding = answer.headers.find(([name]) => name === 'content-encoding')?.[1] ?? '';
    const plain = await decompress(answer.body, encoding, this.#limit.bodyBytes);
    return plain.ok ? { ...answer, body: plain.bytes } : this.failure(plain.why, 'content-encoding');
  }

  /** Proxies, addresses and connections take their time, and the computer may sleep meanwhile: then the monotonic clock may stand still. */
  #isLate(): boolean {
    const { leaves } = this.#request;
    return leaves !== undefined && (this.#afterMs() > leaves.withinMs || Math.abs(this.#world.now() - leaves.at) > leaves.withinMs);
  }

  #afterMs(): number {
    return this.#world.monotonic() - this.#startedAt;
  }
}

/** A copy of the first `used` bytes with room for `needed`, and for as much again, so that all copies together are linear. */
function grown(body: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, 2 * body.byteLength, 1024));
  larger.set(body.subarray(0, used));
  return larger;
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name.toLowerCase(), one]),
  );
}
