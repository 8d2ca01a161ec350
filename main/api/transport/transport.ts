import type { EpochMs } from '#shared/world.ts';

/** The priority class of a request: each has its own connections, so a document never delays a write and a payment never reuses one. */
export type PriorityClass = 'write' | 'payment' | 'read' | 'document';

/** One HTTP request, complete: nothing is added on the way but framing. Header names are as they go on the wire. */
export interface WireRequest {
  method: 'GET' | 'OPTIONS' | 'PATCH' | 'PUT' | 'POST';
  /** Absolute; a transport refuses anything but https. */
  url: string;
  headers: [string, string][];
  body: Uint8Array | null;
  priority: PriorityClass;
  connectTimeoutMs: number;
  /** From handing the request over to the last byte of the answer. */
  totalTimeoutMs: number;
  /** Handed over `at`, by the wall clock; after so many milliseconds, by either clock, not even its first byte may be sent. Absent: whenever it can. */
  leaves?: { at: EpochMs; withinMs: number };
}

/** One whole HTTP answer. `body` is decompressed and within the limits of its priority class; header names are lower case. */
export interface WireAnswer {
  kind: 'answer';
  status: number;
  headers: [string, string][];
  body: Uint8Array;
  afterMs: number;
}

/** Network failures. The first group happens before the request, the second while it is sent, the third in the response. */
export type WireCause =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'connectTimeout'
  | 'tls'
  | 'plainHttp'
  | 'badAddress'
  /** Before the tunnel stood: whatever a proxy said or did there, nothing reached the service. */
  | 'proxyUnreachable'
  | 'proxyRefused'
  | 'proxyPassword'
  | 'proxyUnsupported'
  | 'proxyPortal'
  | 'reset'
  | 'timeout'
  | 'closed'
  | 'truncated'
  | 'malformed'
  | 'tooLarge'
  | 'cancelled'
  /** Its permission to be sent expired before its first byte. */
  | 'tooLate'
  | 'workingOffline';

/**
 * No usable answer. `bytesWritten` is false only when it is certain that no byte of the request left; `status` is set when the answer
 * had begun. `detail` is a code, never a value.
 */
export interface WireFailure {
  kind: 'failure';
  cause: WireCause;
  bytesWritten: boolean;
  status: number | null;
  detail: string;
  afterMs: number;
}

/** One HTTP exchange, no redirect, no repetition, never throwing for the network. The simulator supplies its own. */
export interface Transport {
  exchange(request: WireRequest, signal?: AbortSignal): Promise<WireAnswer | WireFailure>;
  /** True when the user works offline: nothing is sent and no connection is prepared. */
  isOff?(): boolean;
  /**
   * Opens this many connections to an address that is about to be asked, before there is anything to send over them; 0 closes those that nothing used.
   * Payments never use one.
   */
  makeReady?(url: string, connections: number): void;
  /** Leaves idle connections behind: after sleep or on another network they are dead without knowing it. What is under way goes on. */
  renew?(): void;
  /** Ends the connections of these lanes at once, those that are still being made too. */
  giveUp?(priorities: readonly PriorityClass[]): void;
  /** Ends every connection; exchanges under way answer `cancelled`. */
  close(): Promise<void>;
}

/** The first value of a header, or null. `name` is lower case. */
export function headerOf(headers: [string, string][], name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}
