import type { Settled } from '#main/outbox/settle.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { Preclaimed } from '#main/sync/pace/preclaimed.ts';
import { storageRetryMs } from '#main/sync/pace/backoff.ts';
import { Candidates, keyOf } from '#main/sync/check/candidates.ts';
import type { EngineParts } from './laws.ts';
import { thisMoment, type CircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import type { Choice } from '#main/sync/check/next-sendable.ts';
import { parkedRead, parkedSend, withoutRecord } from '#main/sync/answer/park.ts';
import { schedulerStateOf } from '#main/sync/check/scheduler-state.ts';
import { read, send, type Outcome } from './step.ts';
import { settleTick, type Decided } from '#main/sync/pace/settle-tick.ts';
import { signOf } from '#main/sync/answer/verdict.ts';
import type { Concurrency } from '#main/sync/pace/concurrency.ts';

/*
 *              ┌────────────────────────── one turn ──────────────────────────┐
 *  wake ──▶ gather what arrived ──▶ ONE COMMIT { settle · choose · claim } ──▶ launch tasks ──▶ sleep
 *    ▲                                                                          (send, check, read, probe)
 *    └── a task came back · something was recorded or approved · a wait ran out
 *              └──▶ what an earlier turn claimed ahead (preclaimed.ts) takes its place at once
 *
 * Nothing leaves before the commit that claims it, and nothing is believed before the commit that settles it. Answers that arrive together
 * are settled together; intents that leave together are committed together. The circuit breaker says whether anything may leave at all, and hears
 * of an answer the moment it comes.
 */

/** Answers that take longer than this are waited for: verdicts gather for a few milliseconds while what was claimed ahead keeps the service busy. */
const slowMs = 10;
const gatherMs = 4;
/** A service that takes longer than this to answer is no quicker for what is claimed ahead, and a person's edits would stand there as leaving. */
const tooSlowMs = 1_000;

export interface LoopEvents {
  /** In the commit that settled these. */
  settled(settled: Settled[]): void;
  /** The commit is durable. */
  committed(decided: Decided): void;
  asked(host: string, editId: string): void;
  /** Nothing is under way and nothing can move now. */
  idle(): void;
}

/** The engine's heart: takes a turn whenever it is woken. */
export class Loop {
  readonly #parts: EngineParts;
  readonly #line: CircuitBreaker;
  readonly #width: Concurrency;
  readonly #events: LoopEvents;
  readonly #heartbeatMs: number;
  readonly #candidates: Candidates;
  readonly #ahead: Preclaimed;
  /** Records with a task that is under way, claimed ahead, or not settled. */
  readonly #busy = new Map<string, OutboxRow>();
  /** Edits of which only a read is under way. */
  readonly #reading = new Set<string>();
  /** Errands on the way, what creates something not counted. */
  #underWay = 0;
  /** The duration of the newest healthy response. */
  #answersTakeMs = Number.POSITIVE_INFINITY;
  #arrived: Outcome[] = [];
  /** Answers that could not be settled together with others. */
  readonly #apart: Outcome[] = [];
  #probing = false;
  /** The disk refused what ends a run. */
  #idleRefused = false;
  #inTurn = false;
  #stopped = false;
  #awake = false;
  #sleep: AbortController | null = null;

  constructor(parts: EngineParts, line: CircuitBreaker, width: Concurrency, events: LoopEvents, heartbeatMs: number) {
    this.#parts = parts;
    this.#line = line;
    this.#width = width;
    this.#events = events;
    this.#heartbeatMs = heartbeatMs;
    this.#candidates = new Candidates(parts);
    this.#ahead = new Preclaimed(parts);
  }

  /** Takes turns until stopped. Throws only for a bug. */
  async run(): Promise<void> {
    const { world } = this.#parts;
    while (!this.#stopped) {
      // One turn of the event loop at least, so that answers that came together are settled together.
      await world.sleep(this.#isServiceBusy() ? gatherMs : 0);
      if (this.#isStopped()) return;
      this.#awake = false;
      this.#line.wakeUp();
      this.#turn();
      await this.#rest();
    }
  }

  /** Something changed; the next turn comes at once. */
  wake(): void {
    this.#awake = true;
    // A reason of our own: without one, every answer would pay for an error with its stack.
    this.#sleep?.abort('awake');
  }

  /** Somebody else wrote to the outbox. */
  invalidate(): void {
    if (this.#inTurn) return;
    this.#candidates.invalidate();
    this.#ahead.doubt();
    this.wake();
  }

  /** Somebody else heard of records. */
  heardBeside(): void {
    if (!this.#inTurn) this.#ahead.doubt();
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  // A method, so that a flow analysis does not take the flag for settled across an await.
  #isStopped(): boolean {
    return this.#stopped;
  }

  /** Enough requests are preclaimed to keep the service busy for a moment. */
  #isServiceBusy(): boolean {
    return this.#answersTakeMs >= slowMs && this.#ahead.size() * 2 > this.#width.now();
  }

  #turn(): void {
    if (!this.#line.mayLeave()) this.#ahead.giveBack();
    this.#leave();
    this.#arrived.push(...this.#ahead.givenBack());
    const apart = this.#apart.splice(0, 1);
    const outcomes = apart.length > 0 ? apart : this.#arrived.splice(0);
    if (apart.length > 0) this.wake();
    const decided = this.#commit(outcomes);
    if (decided) this.#launch(decided);
    if (this.#line.state().kind === 'unproven') this.#probe();
    // An unsettled edit keeps its record busy.
    if (this.#busy.size === 0 && !this.#probing) this.#idle();
  }

  #idle(): void {
    try {
      this.#line.nothingUnderWay();
      this.#events.idle();
      if (this.#idleRefused) this.#line.stored();
      this.#idleRefused = false;
    } catch (error) {
      if (!isStorageTrouble(error)) throw error;
      this.#idleRefused = true;
      this.#line.storageRefused(storageRetryMs);
    }
  }

  /** At once, and once: an answer that a full disk does not let settle comes again, and is neither a proof of then nor a further doubt. */
  #hear({ sign, asked, afterMs, ask, settlement: { row, attempt, move } }: Outcome): void {
    const isNewTrouble = this.#line.hear(sign, asked);
    if (sign.kind === 'healthy') {
      this.#width.answered(afterMs);
      this.#answersTakeMs = afterMs;
    }
    if (isNewTrouble && sign.kind !== 'offline' && sign.kind !== 'captivePortal') this.#width.tooMuch();
    const inDoubt = move?.to === 'inDoubt';
    if (attempt && row.repeat === 'creates' && (inDoubt || sign.kind === 'healthy')) this.#line.createdInDoubt(inDoubt);
    if (ask) this.#events.asked(ask.host, row.id);
  }

  /** Null when there was nothing to do, or the disk refused: then everything is as it was before the turn. */
  #commit(outcomes: Outcome[]): Decided | null {
    if (outcomes.length === 0 && (!this.#line.mayLeave() || this.#candidates.isEmpty())) return null;
    const back = new Set(outcomes.map(({ settlement }) => keyOf(settlement.row)));
    this.#inTurn = true;
    try {
      const decided = settleTick(
        this.#parts,
        outcomes,
        (settled) => {
          this.#events.settled(settled);
          this.#candidates.settled(settled);
        },
        () => this.#choose(back),
      );
      for (const key of back) this.#busy.delete(key);
      this.#line.stored();
      this.#events.committed(decided);
      return decided;
    } catch (error) {
      if (!isStorageTrouble(error)) return this.#setApart(outcomes, error);
      this.#arrived = [...outcomes, ...this.#arrived];
      this.#candidates.invalidate();
      this.#line.storageRefused(storageRetryMs);
      return null;
    } finally {
      this.#inTurn = false;
    }
  }

  /** Outcomes that cannot be settled together are settled one by one; a record that cannot be stored is quarantined alone (law 19). */
  #setApart(outcomes: readonly Outcome[], error: unknown): null {
    const [only] = outcomes;
    if (!only || (outcomes.length === 1 && only.settlement.heard === null)) throw error;
    this.#parts.world.log.error('answersSetApart', { answers: outcomes.length, message: messageOf(error) });
    this.#apart.unshift(...(outcomes.length > 1 ? outcomes : [withoutRecord(only)]));
    this.#candidates.invalidate();
    this.wake();
    return null;
  }

  #choose(back: ReadonlySet<string>): Choice {
    if (!this.#line.mayLeave()) return { tasks: [], needsProof: false };
    const busy = new Map([...this.#busy].filter(([key]) => !back.has(key)));
    const width = this.#width.now();
    const ahead = this.#answersTakeMs <= tooSlowMs ? width - this.#ahead.size() : 0;
    const state = schedulerStateOf(this.#parts, this.#line, { busy, reading: this.#reading }, { slots: width - this.#underWay, ahead });
    const choice = this.#parts.laws.choose(this.#candidates.now(), state);
    this.#candidates.taken(choice.tasks);
    return choice;
  }

  #launch({ claimed, reads, needsProof }: Decided): void {
    // Before the first byte of each: one call for all that were claimed together.
    const guarded = this.#parts.counter.raise(Math.max(0, ...claimed.map(({ claim }) => claim.raiseTo)));
    // Each hears of its failure when it leaves; until then nobody may be there to.
    guarded.catch(() => undefined);
    for (const { kind, row } of reads) this.#bringBack(row, read(this.#parts, row, kind), () => parkedRead(this.#parts, row), true);
    for (const { ready, claim } of claimed) {
      const { row } = ready.intent;
      this.#busy.set(keyOf(row), row);
      const one = { ready, claim, guarded, writes: this.#ahead.writes() };
      if (row.repeat === 'creates') this.#send(one);
      else this.#ahead.add(one);
    }
    this.#leave();
    if (needsProof) this.#probe();
  }

  /** Sends what is claimed, as far as there is room; what may not leave any more is settled in the next turn. */
  #leave(): void {
    while (this.#underWay < this.#width.now() && this.#line.mayLeave()) {
      const next = this.#ahead.next();
      if (!next) break;
      this.#send(next);
    }
    if (this.#ahead.hasBack()) this.wake();
  }

  #send(claimed: Parameters<typeof send>[1]): void {
    const { row } = claimed.ready.intent;
    const leavesWithinMs = () => (this.#stopped ? 0 : this.#ahead.leavesWithinMs(this.#line, claimed));
    this.#bringBack(row, send(this.#parts, claimed, leavesWithinMs), () => parkedSend(this.#parts, row, claimed.claim));
  }

  #bringBack(row: OutboxRow, task: Promise<Outcome>, parked: () => Outcome, isRead = false): void {
    if (isRead) this.#reading.add(row.id);
    const counted = row.repeat === 'creates' && !isRead ? 0 : 1;
    this.#busy.set(keyOf(row), row);
    this.#underWay += counted;
    const arrive = (outcome: Outcome) => {
      this.#underWay -= counted;
      this.#reading.delete(row.id);
      if (this.#stopped) return;
      this.#arrived.push(outcome);
      this.#hear(outcome);
      this.#leave();
      this.wake();
    };
    task
      .then(arrive, (error: unknown) => {
        this.#parts.world.log.error('editParked', { edit: row.id, message: messageOf(error) });
        arrive(parked());
      })
      .catch((error: unknown) => this.fail(error));
  }

  /** Asks whether the service itself answers, before anything else leaves. */
  #probe(): void {
    if (this.#probing) return;
    this.#probing = true;
    const asked = thisMoment(this.#parts.world);
    // Only where nothing is known to be wrong: after a loss a thousand laptops would shake hands at once, and a service in trouble has no use for it.
    const connections = this.#line.connection().kind === 'connecting' ? this.#candidates.next(this.#width.now()) : 0;
    this.#parts.client.probe(undefined, connections).then(
      (result) => {
        this.#probing = false;
        this.#line.hear(signOf(result), asked);
        this.wake();
      },
      (error: unknown) => this.fail(error),
    );
  }

  /** A bug stops the engine visibly; nothing is retried. */
  fail(error: unknown): void {
    this.stop();
    this.#line.died('engine');
    this.#parts.world.log.error('engineBroken', { message: messageOf(error) });
  }

  async #rest(): Promise<void> {
    if (this.#awake || this.#stopped) return;
    const { world } = this.#parts;
    const now = world.monotonic();
    const due = [this.#line.changesAt(), this.#line.mayLeave() ? this.#candidates.dueAt() : null].filter((at) => at !== null);
    const idleFor = this.#busy.size > 0 || this.#probing ? Number.POSITIVE_INFINITY : this.#heartbeatMs;
    const ms = Math.min(idleFor, ...due.map((at) => Math.max(1, at - now)));
    this.#sleep = new AbortController();
    await world.sleep(Math.min(ms, 2 ** 31 - 1), this.#sleep.signal);
    this.#sleep = null;
    if (ms === this.#heartbeatMs && !this.#awake && this.#line.state().kind === 'open') this.#probe();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
