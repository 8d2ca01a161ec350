/** Milliseconds since 1970 by the wall clock. For showing only: no rule reads it (docs/laws.md, law 9). */
export type EpochMs = number;

/** Milliseconds by a clock that only runs forward and starts again with every boot of the process. */
export type MonotonicMs = number;

/** One moment by both clocks: the monotonic one may stand still while the computer sleeps, the wall clock may be moved. */
export interface Moment {
  monotonic: MonotonicMs;
  wall: EpochMs;
}

/** Takes log lines: never field values, never tokens. Never throws: it is called where a full disk or a bug is being handled. */
export interface Log {
  /** A developer should look. */
  error(event: string, facts?: Record<string, unknown>): void;
  /** State changed. */
  info(event: string, facts?: Record<string, unknown>): void;
}

/**
 * Everything the core needs from outside itself, passed in. Lint bans the globals behind it, which is what lets the simulator run the
 * real engine on a virtual clock.
 */
export interface World {
  /** Random for every start of the process; a row in `sending` with another boot id was abandoned. */
  readonly bootId: string;
  now(): EpochMs;
  monotonic(): MonotonicMs;
  /** Resolves after `ms`, or at once (never rejects) when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Uniform in [0, 1). */
  random(): number;
  uuid(): string;
  readonly log: Log;
  /**
   * Called at every point at which a crash could be seen from outside: around each commit, request and keychain call. Does nothing in
   * production; the simulator throws here to crash the engine.
   */
  passing(point: string): void;
}
