import { assertNever } from '#shared/assert-never.ts';
import type { Connection } from '#shared/contract/views.ts';
import type { EpochMs, MonotonicMs, World } from '#shared/world.ts';
import { backoffMs, offlineCapMs } from './backoff.ts';
import type { LineSign } from './verdict.ts';

/**
 * The way to the service, shared by all edits. One record's trouble never closes it; the service's own trouble slows it; a missing sign-in
 * pauses it without spending anything.
 */
export type LineState =
  /** Nobody asked yet, or not since the last trouble: one cheap question goes first, so that no write meets a captive portal. */
  | { kind: 'unproven' }
  /** `from` spreads the first batch after a reconnect. */
  | { kind: 'open'; from: MonotonicMs }
  | { kind: 'resting'; until: MonotonicMs; connection: Connection }
  | { kind: 'signedOut'; connection: Connection }
  | { kind: 'workingOffline' };

export interface Line {
  state(): LineState;
  connection(): Connection;
  /** Learns from one answer. */
  hear(sign: LineSign): void;
  /** A rest is over, or somebody signed in, or the network came back: ask again at once. */
  askAgain(): void;
  /** The rest ran out. */
  wakeUp(): void;
  workOffline(on: boolean): void;
  broken(detail: string, retryAfterMs: number | null): void;
  /** Whether anything but a question may leave now. */
  mayLeave(): boolean;
  /** When the line changes by itself: the end of a rest, or of the spread after a reconnect. */
  changesAt(): MonotonicMs | null;
  /** Whether any request was answered by the service within this time, with no doubt since. */
  provenWithin(ms: number): boolean;
}

/** After this many troubles in a row, with nothing healthy between, the trouble is the service's and not one record's. */
const troublesOfTheService = 3;
/** The first batch after a reconnect starts somewhere in this time. */
const spreadMs = 2_000;

interface Facts {
  state: LineState;
  troubles: number;
  lostSince: EpochMs | null;
  provenAt: MonotonicMs | null;
  slow: boolean;
  /** Times in a row that the service asked for a rest, and when it last did. */
  limited: number;
  limitedAt: MonotonicMs | null;
}

/** A line that nobody has asked yet. `changed` is called when what `connection()` answers has changed. */
export function createLine(world: World, changed: () => void): Line {
  const facts: Facts = {
    state: { kind: 'unproven' },
    troubles: 0,
    lostSince: null,
    provenAt: null,
    slow: false,
    limited: 0,
    limitedAt: null,
  };
  let shown = '';
  const tell = () => {
    const now = JSON.stringify(connectionOf(facts, world));
    if (now === shown) return;
    shown = now;
    changed();
  };
  const thenTell =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      act(...args);
      tell();
    };
  return {
    state: () => facts.state,
    connection: () => connectionOf(facts, world),
    hear: thenTell((sign: LineSign) => hear(facts, world, sign)),
    askAgain: thenTell(() => {
      if (facts.state.kind !== 'workingOffline' && facts.state.kind !== 'open') facts.state = { kind: 'unproven' };
    }),
    wakeUp: thenTell(() => {
      if (facts.state.kind === 'resting' && facts.state.until <= world.monotonic()) facts.state = afterRest(facts, world.monotonic());
    }),
    workOffline: thenTell((on: boolean) => {
      if (on) facts.state = { kind: 'workingOffline' };
      else if (facts.state.kind === 'workingOffline') facts.state = { kind: 'unproven' };
    }),
    broken: thenTell((detail: string, retryAfterMs: number | null) => {
      const until = retryAfterMs === null ? Number.POSITIVE_INFINITY : world.monotonic() + retryAfterMs;
      facts.state = { kind: 'resting', until, connection: { kind: 'broken', detail } };
    }),
    mayLeave: () => facts.state.kind === 'open' && facts.state.from <= world.monotonic(),
    changesAt: () => {
      if (facts.state.kind === 'resting') return facts.state.until;
      return facts.state.kind === 'open' && facts.state.from > world.monotonic() ? facts.state.from : null;
    },
    provenWithin: (ms) => facts.provenAt !== null && world.monotonic() - facts.provenAt <= ms,
  };
}

function hear(facts: Facts, world: World, sign: LineSign): void {
  if (facts.state.kind === 'workingOffline') return;
  switch (sign.kind) {
    case 'healthy':
      return healthy(facts, world);
    case 'offline':
      facts.lostSince ??= world.now();
      return rest(facts, world, { kind: 'offline', since: facts.lostSince, failure: sign.failure }, offlineCapMs);
    case 'captivePortal':
      return rest(facts, world, { kind: 'captivePortal' }, offlineCapMs);
    case 'rateLimited':
      return limited(facts, world, sign.forMs);
    case 'serviceTrouble':
    case 'unknown':
      return trouble(facts, world, sign);
    case 'signedOut':
      facts.state = { kind: 'signedOut', connection: { kind: 'signedOut', why: 'expired' } };
      return;
    case 'none':
      return;
    default:
      assertNever(sign);
  }
}

/** A service that asked for a rest moments ago is there: asking it again would only use up what it allows. */
const heardForMs = 15_000;

function afterRest(facts: Facts, now: MonotonicMs): LineState {
  const heardOf = facts.limitedAt !== null && now - facts.limitedAt <= heardForMs;
  return heardOf && facts.state.kind === 'resting' && facts.state.connection.kind === 'rateLimited'
    ? { kind: 'open', from: now }
    : { kind: 'unproven' };
}

/** Rests of many laptops are spread, wider each time, so that those who were refused together do not come back together: 1, 2, 4, 8 times as long. */
const mostSpread = 8;
/** However long the service asks for, nobody waits much longer than that. */
const mostSpreadMs = 60_000;

function limited(facts: Facts, world: World, forMs: number): void {
  const now = world.monotonic();
  const resting = facts.state.kind === 'resting' && facts.state.connection.kind === 'rateLimited' ? facts.state : null;
  facts.limitedAt = now;
  // Answers to what left before the rest began say nothing new.
  if (resting && resting.until >= now + forMs) return;
  if (!resting) facts.limited += 1;
  const wider = Math.min(mostSpread, 2 ** Math.max(0, facts.limited - 1));
  const ms = forMs + world.random() * Math.min(forMs * wider, mostSpreadMs);
  facts.state = { kind: 'resting', until: now + ms, connection: { kind: 'rateLimited', untilMs: world.now() + ms } };
}

function healthy(facts: Facts, world: World): void {
  const now = world.monotonic();
  facts.troubles = 0;
  facts.limited = 0;
  facts.slow = false;
  facts.provenAt = now;
  const { state } = facts;
  // An answer that was under way does not end a rest that the service asked for.
  if (state.kind === 'resting' && state.connection.kind === 'rateLimited' && state.until > now) return;
  if (state.kind === 'open') return;
  facts.state = { kind: 'open', from: facts.lostSince === null ? now : now + world.random() * spreadMs };
  facts.lostSince = null;
}

function trouble(facts: Facts, world: World, sign: Extract<LineSign, { kind: 'serviceTrouble' | 'unknown' }>): void {
  facts.troubles += 1;
  facts.provenAt = null;
  facts.slow = sign.kind === 'unknown';
  const asked = sign.kind === 'serviceTrouble' ? sign.forMs : null;
  if (facts.troubles < troublesOfTheService && asked === null && facts.state.kind === 'open') return;
  const connection: Connection = sign.kind === 'unknown' ? { kind: 'slow' } : { kind: 'serviceDown', status: sign.status };
  const until = world.monotonic() + (asked ?? backoffMs(world, facts.troubles));
  facts.state = { kind: 'resting', until, connection };
}

function rest(facts: Facts, world: World, connection: Connection, capMs: number): void {
  facts.troubles += 1;
  facts.provenAt = null;
  facts.state = { kind: 'resting', until: world.monotonic() + Math.max(250, backoffMs(world, facts.troubles, capMs)), connection };
}

function connectionOf(facts: Facts, world: World): Connection {
  switch (facts.state.kind) {
    case 'resting':
    case 'signedOut':
      return facts.state.connection;
    case 'workingOffline':
      return { kind: 'workingOffline' };
    case 'open':
      return facts.slow ? { kind: 'slow' } : { kind: 'online' };
    case 'unproven':
      return facts.lostSince === null ? { kind: 'online' } : { kind: 'offline', since: facts.lostSince ?? world.now(), failure: null };
    default:
      return assertNever(facts.state);
  }
}
