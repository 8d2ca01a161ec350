import type { KeychainState, ClaimCounter, Guard, Recovered } from './engine-parts.ts';
import type { EngineParts } from './laws.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { claimsEver } from '#main/outbox/claim.ts';
import { compareLine, sameAnchor, trustDigest, type Anchor } from '#main/audit/anchor.ts';
import { newestWordOf, auditHead } from '#main/audit/audit.ts';
import { markOf, moveMark } from '#main/audit/verified.ts';
import { recover } from '#main/sync/answer/recover.ts';

/** The retry interval of a locked keychain in milliseconds. */
const askEveryMs = 5_000;
/** The time in milliseconds that closing an account waits for the keychain. */
const patienceMs = 5_000;

type Parts = Omit<EngineParts, 'counter'>;

/** `changed` is called when what may leave has changed. */
export function createClaimCounter(parts: Parts, changed: () => void): ClaimCounter {
  const counter = new AnchoredCounter(parts, changed);
  return {
    state: () => counter.state,
    start: (later) => counter.start(later),
    raise: (to) => (to === 0 ? Promise.resolve(counter.state) : counter.raise()),
    heard: () => counter.heard(),
    known: () => counter.known(),
    stop: () => counter.stop(),
  };
}

class AnchoredCounter {
  state: KeychainState = 'ok';
  readonly #parts: Parts;
  readonly #changed: () => void;
  #started = false;
  #stopped = false;
  #waiting = false;
  /** The highest count that the keychain and this database agreed on in this process. */
  #agreed = 0;
  /** The newest word that the keychain was told. */
  #word = 0;
  #newest: Anchor | null = null;
  /** The broken line of the audit log, as shown to the user. */
  #broken = 0;
  /** False while the keychain was locked since the start: it is not written over before it was read. */
  #compared = true;
  #later: (found: Recovered) => void = () => undefined;
  /** The newest line at the start; each later one is of this process. */
  #startedAt = 0;
  #raising: Promise<KeychainState> = Promise.resolve('ok');
  #queued: Promise<KeychainState> | null = null;

  constructor(parts: Parts, changed: () => void) {
    this.#parts = parts;
    this.#changed = changed;
  }

  async start(later?: (found: Recovered) => void): Promise<Recovered> {
    if (later) this.#later = later;
    const { store, guard, laws } = this.#parts;
    const keychain = await ask(this.#parts);
    const anchor = typeof keychain === 'object' ? keychain : null;
    this.#agreed = claimsEver(store);
    this.#startedAt = auditHead(store)?.seq ?? 0;
    const from = markOf(store);
    const log = await laws.followOpenEdits(store, from, anchor);
    const recovered = recover(this.#parts, keychain, this.#agreed, log);
    if (log.brokenAt === null) moveMark(store, log.to, from);
    this.#broken = log.brokenAt ?? anchor?.broken ?? 0;
    // Open edits are durably held by now. A keychain that forgot the anchor is told it, or every start would hold everything again; one
    // that is new is told that there is nothing yet.
    const { restored, notAsApproved, trustForgotten } = recovered;
    const isNews = restored !== null || log.brokenAt !== null || notAsApproved > 0 || trustForgotten.length > 0;
    if (isNews || keychain === null) await guard.raise(this.#anchor());
    this.#started = true;
    this.#compared = keychain !== 'locked';
    this.#word = newestWordOf(store);
    if (keychain === 'locked' || keychain === 'unavailable') this.#hear(keychain);
    return recovered;
  }

  raise(): Promise<KeychainState> {
    if (this.state === 'unavailable') return Promise.resolve(this.state);
    return (this.#queued ??= this.#raising = this.#raising.catch(() => this.state).then(() => this.#raiseNow()));
  }

  heard(): void {
    const { store, laws } = this.#parts;
    if (!this.#started || this.#stopped || newestWordOf(store) <= this.#word) return;
    this.#word = newestWordOf(store);
    if (laws.tellsWords) this.raise().catch((error: unknown) => this.#notHeard(error));
  }

  async known(): Promise<void> {
    const now = this.#started && this.state === 'ok' ? this.#anchor() : null;
    if (now === null || (this.#newest && sameAnchor(this.#newest, now))) return;
    const clock = new AbortController();
    const raised = this.raise().catch((error: unknown) => this.#notHeard(error));
    await Promise.race([raised, this.#parts.world.sleep(patienceMs, clock.signal)]);
    clock.abort();
  }

  stop(): void {
    this.#stopped = true;
  }

  #anchor(): Anchor {
    return this.#parts.laws.anchorOf(this.#parts.store, this.#broken);
  }

  #hear(heard: KeychainState): KeychainState {
    const before = this.state;
    this.state = heard;
    if (heard === 'locked') this.#untilUnlocked().catch((error: unknown) => this.#notHeard(error));
    if (before !== heard) this.#changed();
    return heard;
  }

  #notHeard(error: unknown): void {
    this.#parts.world.log.error('keychainNotHeard', { message: String(error) });
  }

  /** A locked keychain opens with the person's session: then the guard is asked again, and a restored backup is still found. */
  async #untilUnlocked(): Promise<void> {
    const { guard, world } = this.#parts;
    if (this.#waiting) return;
    this.#waiting = true;
    while (!this.#stopped && this.state === 'locked') {
      await world.sleep(askEveryMs);
      const opened = this.#stopped ? 'locked' : await this.#compare();
      if (opened === 'locked' || this.#stopped) continue;
      await guard.raise(this.#anchor());
      this.#hear(opened);
    }
    this.#waiting = false;
  }

  /**
   * Compares the database with the anchor of a keychain that was locked, and holds what does not agree. `locked`: the keychain still is, or the disk
   * refused.
   */
  async #compare(): Promise<KeychainState> {
    const { store, laws } = this.#parts;
    const keychain = await ask(this.#parts);
    if (keychain === 'locked' || this.#stopped) return 'locked';
    const anchor = typeof keychain === 'object' ? keychain : null;
    const told = anchor && { ...anchor, broken: this.#broken || anchor.broken };
    const log = await laws.followOpenEdits(store, markOf(store), told, this.#startedAt);
    const isOther = laws.mustHoldAll(this.#agreed, keychain, anchor ? compareLine(store, anchor) : 'goesOn');
    const isTrustOther = anchor !== null && anchor.trust !== trustDigest(store);
    const differs = isOther || isTrustOther || log.brokenAt !== null || log.differ.size > 0;
    const found = differs ? recovered(this.#parts, keychain, this.#agreed, log) : null;
    if (differs && !found) return 'locked';
    this.#broken = log.brokenAt ?? told?.broken ?? 0;
    this.#compared = true;
    if (found) this.#later(found);
    return keychain === 'unavailable' ? 'unavailable' : 'ok';
  }

  async #raiseNow(): Promise<KeychainState> {
    const { store, world, guard } = this.#parts;
    this.#queued = null;
    if (!this.#compared && (await this.#compare()) === 'locked') return this.#hear('locked');
    const to = this.#anchor();
    this.#word = newestWordOf(store);
    world.passing('before keychain');
    const raised = await guard.raise(to);
    world.passing('after keychain');
    if (raised === true) {
      this.#agreed = Math.max(this.#agreed, to.claims);
      this.#newest = to;
    }
    return this.#hear(raised === true ? 'ok' : raised);
  }
}

type GuardAnswer = Awaited<ReturnType<Guard['read']>>;

/** A counter behind ours is what a crash cut off, or a keychain that takes no writes any more: only a write tells. */
async function ask({ guard, store }: Parts): Promise<GuardAnswer> {
  const known = await guard.read();
  const ever = claimsEver(store);
  if (typeof known !== 'object' || known === null || known.claims >= ever) return known;
  // The line stays: what follows it is still to be looked at.
  const raised = await guard.raise({ ...known, claims: ever });
  return raised === true ? { ...known, claims: ever } : raised;
}

/** Null when the disk refused: then it is tried again, and what creates something waits as before. */
function recovered(...args: Parameters<typeof recover>): Recovered | null {
  try {
    return recover(...args);
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return null;
  }
}
