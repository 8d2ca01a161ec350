import { isStorageTrouble } from '#main/cache/database/driver.ts';
import { claimsEver } from '#main/cache/outbox/claim.ts';
import type { EngineParts, Guard } from './engine-parts.ts';
import { recover, type Recovered } from './recover.ts';

/** How the keychain takes the counter: it does, it may when it is unlocked, or it never will and nothing can tell a restored backup. */
export type KeychainState = 'ok' | 'locked' | 'unavailable';

/** How often a locked keychain is asked again, in milliseconds. */
const askEveryMs = 5_000;

/** The engine's side of the keychain's counter: asked at the start, raised with every claim, asked again after it was locked (law 12). */
export interface ClaimCounter {
  state(): KeychainState;
  /** Asks the keychain, recovers what an earlier process left, and tells the keychain what was held. */
  start(): Promise<Recovered>;
  /**
   * Answers when the keychain holds at least `to`, or cannot: `locked` keeps what creates something back. Calls that come while one is under
   * way are one call after it.
   */
  raise(to: number): Promise<KeychainState>;
  stop(): void;
}

type Parts = Omit<EngineParts, 'counter'>;

/** `changed` is called when what may leave has changed. */
export function createClaimCounter(parts: Parts, changed: () => void): ClaimCounter {
  const { store, world, guard, laws } = parts;
  let state: KeychainState = 'ok';
  let stopped = false;
  let waiting = false;
  let highest = 0;
  /** The highest count that the keychain and this database agreed on in this process. */
  let agreed = 0;
  let raising: Promise<KeychainState> = Promise.resolve('ok');
  let queued: Promise<KeychainState> | null = null;

  const hear = (heard: KeychainState): KeychainState => {
    const before = state;
    state = heard;
    if (heard === 'locked') void untilUnlocked().catch((error: unknown) => world.log.error('keychainNotHeard', { message: String(error) }));
    if (before !== heard) changed();
    return heard;
  };

  /** A locked keychain opens with the person's session: then the guard is asked again, and a restored backup is still found. */
  const untilUnlocked = async (): Promise<void> => {
    if (waiting) return;
    waiting = true;
    while (!stopped && state === 'locked') {
      await world.sleep(askEveryMs);
      const keychain = stopped ? 'locked' : await ask(guard, claimsEver(store));
      if (keychain === 'locked' || stopped) continue;
      if (laws.mustHoldAll(agreed, keychain) && !recovered(parts, keychain, agreed)) continue;
      await guard.raise(BigInt(claimsEver(store)));
      hear(keychain === 'unavailable' ? 'unavailable' : 'ok');
    }
    waiting = false;
  };

  const raiseNow = async (): Promise<KeychainState> => {
    queued = null;
    const to = BigInt(highest);
    world.passing('before keychain');
    const raised = await guard.raise(to);
    world.passing('after keychain');
    if (raised === true) agreed = Math.max(agreed, Number(to));
    return hear(raised === true ? 'ok' : raised);
  };

  return {
    state: () => state,
    start: async () => {
      const keychain = await ask(guard, claimsEver(store));
      agreed = claimsEver(store);
      const recovered = recover(parts, keychain);
      // What is open is held by now, durably. A keychain that forgot the counter is told it, or every start would hold everything again; one
      // that is new is told that there is nothing yet.
      if (recovered.restored || keychain === null) await guard.raise(BigInt(claimsEver(store)));
      if (keychain === 'locked' || keychain === 'unavailable') hear(keychain);
      return recovered;
    },
    raise: (to) => {
      highest = Math.max(highest, to);
      if (to === 0 || state === 'unavailable') return Promise.resolve(state);
      return (queued ??= raising = raising.then(raiseNow));
    },
    stop: () => {
      stopped = true;
    },
  };
}

/** A counter behind ours is what a crash cut off, or a keychain that takes no writes any more: only a write tells. */
async function ask(guard: Guard, ever: number): Promise<Awaited<ReturnType<Guard['read']>>> {
  const known = await guard.read();
  if (typeof known !== 'bigint' || known >= BigInt(ever)) return known;
  const raised = await guard.raise(BigInt(ever));
  return raised === true ? BigInt(ever) : raised;
}

/** False when the disk refused: then it is tried again, and what creates something waits as before. */
function recovered(...args: Parameters<typeof recover>): boolean {
  try {
    recover(...args);
    return true;
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return false;
  }
}
