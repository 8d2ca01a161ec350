import type { EpochMs, Moment, MonotonicMs, World } from '#shared/world.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import { backoffMs, offlineCapMs } from './backoff.ts';

import type { ConnectionSignal } from '#main/sync/answer/verdict.ts';

/**
 * The way to the service, shared by all edits. One record's trouble never closes it; the service's own trouble slows it; a missing sign-in
 * pauses it without spending anything.
 */
export type CircuitState =
  /** Nobody asked yet, or not since the last trouble: one cheap question goes first, so that no write meets a captive portal or an outage. */
  | { kind: 'unproven' }
  /** `from` spreads the first batch after a reconnect. */
  | { kind: 'open'; from: MonotonicMs }
  | { kind: 'resting'; until: MonotonicMs }
  | { kind: 'signedOut' }
  | { kind: 'workingOffline' }
  /** The engine met a bug of its own: nothing but a new start brings it back. */
  | { kind: 'dead'; detail: string };

/** The breaker's memory. */
export interface Facts {
  state: CircuitState;
  /** Troubles in a row, with nothing healthy between. What was cut together is one. */
  troubles: number;
  /** When the newest trouble was first heard of, and when it was last: what was asked before says nothing about what came after. */
  countedAt: MonotonicMs | null;
  troubleAt: MonotonicMs | null;
  /** The newest problem, until the service responds. */
  trouble: Connection | null;
  lostSince: EpochMs | null;
  provenAt: Moment | null;
  slow: boolean;
  /** Times in a row that the service asked for a rest, and when it last did. */
  limited: number;
  limitedAt: MonotonicMs | null;
  /** Creating requests in doubt in a row, and when the next one may leave. */
  doubts: number;
  createsFrom: MonotonicMs;
  storage: boolean;
}

/** After this many troubles in a row, with nothing healthy between, the trouble is the service's and not one record's. */
const troublesOfTheService = 3;
/** The first batch after a reconnect starts somewhere in this time. */
const spreadMs = 2_000;
/** An answer that took longer than this is a slow one. */
const slowMs = 5_000;

/** Learns from one answer to what was `asked` then; answers whether it was a trouble that nobody knew of yet. */
export function hear(facts: Facts, world: World, sign: ConnectionSignal, asked: Moment): boolean {
  const askedAt = asked.monotonic;
  switch (sign.kind) {
    case 'healthy':
      healthy(facts, world, asked);
      return false;
    case 'offline':
      facts.lostSince ??= world.now();
      return rest(facts, world, askedAt, { kind: 'offline', since: facts.lostSince, failure: sign.failure });
    case 'captivePortal':
      return rest(facts, world, askedAt, { kind: 'captivePortal' });
    case 'rateLimited':
      return limited(facts, world, sign.forMs);
    case 'serviceTrouble':
      return trouble(facts, world, askedAt, { kind: 'serviceDown', status: sign.status }, sign.forMs);
    case 'unknown':
      // Silence says nothing about the service: it cannot be reached, as far as anybody here can tell.
      return trouble(facts, world, askedAt, { kind: 'offline', since: facts.lostSince ?? world.now(), failure: sign.failure }, null);
    case 'signedOut':
      facts.trouble = null;
      facts.state = { kind: 'signedOut' };
      return false;
    case 'none':
      return false;
    default:
      return assertNever(sign);
  }
}

/** A service that asked for a rest moments ago is there: asking it again would only use up what it allows. */
const heardForMs = 15_000;

/** The breaker's next state when a pause ended. */
export function afterRest({ limitedAt, trouble }: Facts, now: MonotonicMs): CircuitState {
  const heardOf = trouble?.kind === 'rateLimited' && limitedAt !== null && now - limitedAt <= heardForMs;
  return heardOf ? { kind: 'open', from: now } : { kind: 'unproven' };
}

/** Rests of many laptops are spread, wider each time, so that those who were refused together do not come back together: 1, 2, 4, 8 times as long. */
const mostSpread = 8;
/** However long the service asks for, nobody waits much longer than that. */
const mostSpreadMs = 60_000;

function limited(facts: Facts, world: World, forMs: number): boolean {
  const now = world.monotonic();
  const resting = facts.state.kind === 'resting' && facts.trouble?.kind === 'rateLimited' ? facts.state : null;
  facts.limitedAt = now;
  // Answers to what left before the rest began say nothing new.
  if (resting && resting.until >= now + forMs) return false;
  if (!resting) facts.limited += 1;
  const wider = Math.min(mostSpread, 2 ** Math.max(0, facts.limited - 1));
  const ms = forMs + world.random() * Math.min(forMs * wider, mostSpreadMs);
  facts.trouble = { kind: 'rateLimited', untilMs: world.now() + ms };
  facts.state = { kind: 'resting', until: now + ms };
  return true;
}

function healthy(facts: Facts, world: World, asked: Moment): void {
  const askedAt = asked.monotonic;
  const now = world.monotonic();
  // Asked before the newest trouble, it says nothing about what came after.
  if (facts.troubleAt !== null && askedAt < facts.troubleAt) return;
  facts.troubles = 0;
  facts.limited = 0;
  // From when it was asked: the path was well then, and nobody knows what came after.
  facts.provenAt = asked;
  facts.slow = now - askedAt > slowMs;
  const { state } = facts;
  // An answer that was under way does not end a rest that the service asked for.
  if (state.kind === 'resting' && facts.trouble?.kind === 'rateLimited' && state.until > now) return;
  if (state.kind !== 'open') facts.state = { kind: 'open', from: facts.lostSince === null ? now : now + world.random() * spreadMs };
  facts.lostSince = null;
  facts.trouble = null;
}

/** Notes a trouble; false when it is the one that is known already: what was asked before that one and fails now was cut with it. */
function note(facts: Facts, now: MonotonicMs, askedAt: MonotonicMs): boolean {
  facts.provenAt = null;
  facts.troubleAt = now;
  if (facts.countedAt !== null && askedAt <= facts.countedAt) return false;
  facts.countedAt = now;
  facts.troubles += 1;
  return true;
}

/** Every trouble is followed by one cheap question, at once or after a rest: nothing else leaves before the service itself has answered. */
function trouble(facts: Facts, world: World, askedAt: MonotonicMs, connection: Connection, asked: number | null): boolean {
  const now = world.monotonic();
  const isNew = note(facts, now, askedAt);
  if (!isNew && asked === null) {
    if (facts.state.kind === 'open') facts.state = { kind: 'unproven' };
    facts.trouble ??= connection;
    return false;
  }
  facts.trouble = connection;
  const rests = facts.troubles >= troublesOfTheService || asked !== null || facts.state.kind !== 'open';
  if (rests && connection.kind === 'offline') facts.lostSince ??= connection.since;
  facts.state = rests ? { kind: 'resting', until: now + (asked ?? backoffMs(world, facts.troubles)) } : { kind: 'unproven' };
  return isNew;
}

function rest(facts: Facts, world: World, askedAt: MonotonicMs, connection: Connection): boolean {
  const now = world.monotonic();
  const isNew = note(facts, now, askedAt);
  facts.trouble = connection;
  if (isNew || facts.state.kind === 'open') {
    facts.state = { kind: 'resting', until: now + Math.max(250, backoffMs(world, facts.troubles, offlineCapMs)) };
  }
  return isNew;
}

const shortestDoubtMs = 120_000;
const longestDoubtMs = 3_600_000;

/**
 * After one creating request in doubt a proof is enough. Where the next one is lost too though the path was proven, the service answers
 * questions and carries nothing out: then each further one waits longer, up to an hour, until one is answered or a person says "now".
 */
export function creatingDoubt(facts: Facts, now: MonotonicMs, inDoubt: boolean): void {
  facts.doubts = inDoubt ? facts.doubts + 1 : 0;
  const waitMs = facts.doubts < 2 ? 0 : Math.min(longestDoubtMs, shortestDoubtMs * 2 ** (facts.doubts - 2));
  facts.createsFrom = now + waitMs;
}
