import type { ProxyCredentials } from '#main/api/network/network.ts';
import type { ProxyAddress, Way } from '#main/api/network/proxy-address.ts';
import type { PriorityClass, WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import type { TlsTrust } from '#main/api/transport/undici-transport.ts';

/** Messages to the thread, in batches. `line` names one account's transport, `id` one exchange or question of its line's side. */
export type ToThread =
  | { kind: 'open'; line: number; trust: TlsTrust }
  | { kind: 'exchange'; line: number; id: number; request: WireRequest }
  | { kind: 'abort'; id: number }
  | { kind: 'makeReady'; line: number; url: string; connections: number }
  | { kind: 'renew'; line: number }
  | { kind: 'giveUp'; line: number; priorities: readonly PriorityClass[] }
  | { kind: 'close'; line: number }
  | { kind: 'answer'; id: number; answer: Way[] | ProxyCredentials | null };

/** Messages from the thread, in batches. How this computer's network is to be used is asked on this side, where the settings and the keychain are. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'outcome'; id: number; outcome: WireAnswer | WireFailure }
  | { kind: 'closed'; line: number }
  | { kind: 'askWays'; line: number; id: number; url: string }
  | { kind: 'askCredentials'; line: number; id: number; proxy: ProxyAddress }
  | { kind: 'heard'; line: number; proxy: ProxyAddress; what: 'open' | 'asksPassword' | 'refusesPassword' };

/** The failure of a request through a closed transport. */
export const closedBefore: WireFailure = {
  kind: 'failure',
  cause: 'cancelled',
  bytesWritten: false,
  status: null,
  detail: 'closed',
  afterMs: 0,
};

/** Bytes on their own: what travels between threads is the whole memory under a view, and what is handed over is gone on this side. */
export const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Batches the messages of one event-loop turn: each message costs both sides a wake-up. */
export function gathering<T>(later: (flush: () => void) => void, send: (batch: T[], owned: ArrayBuffer[]) => void) {
  let batch: T[] = [];
  let owned: ArrayBuffer[] = [];
  const flush = () => {
    const [said, handed] = [batch, owned];
    batch = [];
    owned = [];
    send(said, handed);
  };
  return (message: T, bytes: ArrayBuffer | null = null): void => {
    if (bytes !== null) owned.push(bytes);
    batch.push(message);
    if (batch.length === 1) later(flush);
  };
}
