import type { Facts, CircuitState } from './circuit-facts.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { Moment, MonotonicMs, World } from '#shared/world.ts';
import { afterRest, creatingDoubt, hear } from './circuit-facts.ts';
import type { ConnectionSignal } from '#main/sync/answer/verdict.ts';

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** A line that nobody has asked yet. `changed` is called when what `connection()` answers has changed. */
export function createCircuitBreaker(world: World, changed: () => void) {
  const facts: Facts = {
    state: { kind: 'unproven' },
    ...{ troubles: 0, countedAt: null, troubleAt: null, trouble: null, lostSince: null, provenAt: null, slow: false },
    ...{ limited: 0, limitedAt: null, doubts: 0, createsFrom: 0, storage: false },
  };
  let shown = '';
  const thenTell =
    <A extends unknown[], R>(act: (...args: A) => R) =>
    (...args: A): R => {
      const answer = act(...args);
      const now = JSON.stringify(connectionOf(facts));
      if (now !== shown) {
        shown = now;
        changed();
      }
      return answer;
    };
  const isOver = () => facts.state.kind === 'dead' || facts.state.kind === 'workingOffline';
  return {
    state: (): CircuitState => facts.state,
    connection: (): Connection => connectionOf(facts),
    /** Learns from one answer to what was asked at `asked` (now, unless said). Answers whether it was a trouble that nobody knew of yet. */
    hear: thenTell((sign: ConnectionSignal, asked: Moment = thisMoment(world)) => !isOver() && hear(facts, world, sign, asked)),
    /** A creating request came back without anybody knowing what became of it, or (`false`) with the service's word. */
    createdInDoubt: (inDoubt: boolean): void => creatingDoubt(facts, world.monotonic(), inDoubt),
    /** A rest is over, or somebody signed in, or the network came back: ask again at once. */
    askAgain: thenTell((byPerson: boolean) => {
      if (byPerson) facts.createsFrom = 0;
      if (!isOver() && facts.state.kind !== 'open') facts.state = { kind: 'unproven' };
    }),
    /** The rest ran out. */
    wakeUp: thenTell(() => {
      if (facts.state.kind === 'resting' && facts.state.until <= world.monotonic()) facts.state = afterRest(facts, world.monotonic());
    }),
    workOffline: thenTell((on: boolean) => {
      if (facts.state.kind === 'dead') return;
      if (on) facts.state = { kind: 'workingOffline' };
      else if (facts.state.kind === 'workingOffline') facts.state = { kind: 'unproven' };
    }),
    /** The disk refused; it is tried again after this. */
    storageRefused: thenTell((retryAfterMs: number) => {
      facts.storage = true;
      if (!isOver()) facts.state = { kind: 'resting', until: world.monotonic() + retryAfterMs };
    }),
    /** The disk took what was to be written. */
    stored: thenTell(() => {
      facts.storage = false;
    }),
    /** For good: see `dead`. */
    died: thenTell((detail: string) => {
      facts.state = { kind: 'dead', detail };
    }),
    /** Nothing is under way any more: nothing can be slow. */
    nothingUnderWay: thenTell(() => {
      facts.slow = false;
    }),
    /** True when anything but a probe may be sent now. */
    mayLeave: (): boolean => facts.state.kind === 'open' && facts.state.from <= world.monotonic(),
    /** True when an edit that creates something may be sent as soon as the connection is proven. */
    mayCreate: (): boolean => facts.createsFrom <= world.monotonic(),
    /** For how long doubts in a row still keep such edits back, in milliseconds. */
    createsInMs: (): number => Math.max(0, facts.createsFrom - world.monotonic()),
    /** When the line changes by itself: the end of a rest, of the spread after a reconnect, of the wait after doubts. */
    changesAt: (): MonotonicMs | null => changesAt(facts, world.monotonic()),
    /** For how long what creates something may still leave, in milliseconds: a proof lasts a minute, and no longer than until the next doubt. */
    proofLeftMs: (): number => proofLeftMs(facts, world),
  };
}

/** Now, by both clocks. */
export const thisMoment = (world: World): Moment => ({ monotonic: world.monotonic(), wall: world.now() });

/** The validity of a proof of the connection for edits that create something. */
const provenForMs = 60_000;

/** A wall clock that was moved costs one question, and never saves one. */
function proofLeftMs({ provenAt }: Facts, world: World): number {
  if (provenAt === null) return 0;
  const age = Math.max(world.monotonic() - provenAt.monotonic, Math.abs(world.now() - provenAt.wall));
  return Math.max(0, provenForMs - age);
}

function changesAt({ state, createsFrom }: Facts, now: MonotonicMs): MonotonicMs | null {
  if (state.kind === 'resting') return state.until;
  if (state.kind !== 'open') return null;
  if (state.from > now) return state.from;
  return createsFrom > now ? createsFrom : null;
}

/** The state of the connection: `online` only while something could be sent. */
function connectionOf({ state, trouble, slow, storage }: Facts): Connection {
  if (state.kind === 'dead') return { kind: 'broken', detail: state.detail };
  if (state.kind === 'workingOffline') return { kind: 'workingOffline' };
  if (storage) return { kind: 'broken', detail: 'storage' };
  switch (state.kind) {
    case 'resting':
    case 'unproven':
      return trouble ?? { kind: 'connecting' };
    case 'signedOut':
      return { kind: 'signedOut', why: 'expired' };
    case 'open':
      return slow ? { kind: 'slow' } : { kind: 'online' };
    default:
      return assertNever(state);
  }
}
