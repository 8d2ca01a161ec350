// The thread of the network: TLS, HTTP and decompression, away from the thread that keeps the cache and answers the window.
import { parentPort } from 'node:worker_threads';
import type { Network, ProxyCredentials } from '#main/api/network/network.ts';
import type { ProxyAddress, Way } from '#main/api/network/proxy-address.ts';
import type { Transport, WireRequest } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { realWorld } from '#main/host/world.ts';
import { closedBefore, gathering, ownBytes, type FromThread, type ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('The network program runs as a thread of Layover only.');

const nothing = () => undefined;
const world = realWorld({ info: nothing, error: nothing });
const lines = new Map<number, Transport>();
const aborts = new Map<number, AbortController>();
const questions = new Map<number, (answer: never) => void>();
let asked = 0;

const say = gathering<FromThread>(setImmediate, (batch, owned) => port.postMessage(batch, owned));

function ask<T>(message: (id: number) => FromThread): Promise<T> {
  const id = ++asked;
  return new Promise((resolve) => {
    questions.set(id, resolve);
    say(message(id));
  });
}

function networkOf(line: number): Network {
  return {
    waysTo: (url) => ask<Way[]>((id) => ({ kind: 'askWays', line, id, url })),
    credentials: (proxy: ProxyAddress) => ask<ProxyCredentials | null>((id) => ({ kind: 'askCredentials', line, id, proxy })),
    heard: (proxy, what) => say({ kind: 'heard', line, proxy, what }),
  };
}

async function exchange(line: number, id: number, request: WireRequest): Promise<void> {
  const transport = lines.get(line);
  if (!transport) return say({ kind: 'outcome', id, outcome: closedBefore });
  const abort = new AbortController();
  aborts.set(id, abort);
  const outcome = await transport.exchange(request, abort.signal);
  aborts.delete(id);
  if (outcome.kind === 'failure') return say({ kind: 'outcome', id, outcome });
  const body = ownBytes(outcome.body);
  say({ kind: 'outcome', id, outcome: { ...outcome, body } }, body.buffer);
}

async function close(line: number): Promise<void> {
  await lines.get(line)?.close();
  lines.delete(line);
  say({ kind: 'closed', line });
}

function hear(message: ToThread): void {
  switch (message.kind) {
    case 'open':
      return void lines.set(message.line, createUndiciTransport({ world, trust: message.trust, network: networkOf(message.line) }));
    case 'exchange':
      return void exchange(message.line, message.id, message.request);
    case 'abort':
      return aborts.get(message.id)?.abort('given up');
    case 'makeReady':
      return lines.get(message.line)?.makeReady?.(message.url, message.connections);
    case 'renew':
      return lines.get(message.line)?.renew?.();
    case 'giveUp':
      return lines.get(message.line)?.giveUp?.(message.priorities);
    case 'close':
      return void close(message.line);
    case 'answer':
      questions.get(message.id)?.(message.answer as never);
      return void questions.delete(message.id);
  }
}

port.on('message', (batch: ToThread[]) => {
  for (const message of batch) hear(message);
});
say({ kind: 'ready' });
