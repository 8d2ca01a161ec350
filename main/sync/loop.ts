import type { Settled } from '#main/cache/outbox/settle.ts';
import type { OutboxRow } from '#main/cache/outbox/outbox.ts';
import { isStorageTrouble } from '#main/cache/database/driver.ts';
import { storageRetryMs } from './backoff.ts';
import { Candidates } from './candidates.ts';
import type { EngineParts } from './engine-parts.ts';
import type { Line } from './line.ts';
import type { Choice } from './next-sendable.ts';
import { parkedRead, parkedSend, withoutRecord } from './park.ts';
import { read, send, type Outcome } from './step.ts';
import { takeTurn, type Decided } from './turn.ts';
import { signOf } from './verdict.ts';
import type { Width } from './width.ts';

/*
 *              ┌────────────────────────── one turn ──────────────────────────┐
 *  wake ──▶ gather what arrived ──▶ ONE COMMIT { settle · choose · claim } ──▶ launch errands ──▶ sleep
 *    ▲                                                                          (send, check, read, probe)
 *    └── an errand came back · something was recorded or approved · a wait ran out
 *
 * Nothing leaves before the commit that claims it, and nothing is believed before the commit that settles it. Answers that arrive together
 * are settled together; intents that leave together are committed together. The line (line.ts) says whether anything may leave at all.
 */

/** How long a proof of the path lasts for what creates something. */
const provenForMs = 60_000;

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
  readonly #line: Line;
  readonly #width: Width;
  readonly #events: LoopEvents;
  readonly #heartbeatMs: number;
  readonly #candidates: Candidates;
  readonly #busy = new Map<string, OutboxRow>();
  #arrived: Outcome[] = [];
  /** Answers that could not be settled together with others. */
  readonly #apart: Outcome[] = [];
  readonly #heard = new WeakSet<Outcome>();
  #probing = false;
  /** The disk refused what ends a run. */
  #idleRefused = false;
  #inTurn = false;
  #stopped = false;
  #awake = false;
  #sleep: AbortController | null = null;

  constructor(parts: EngineParts, line: Line, width: Width, events: LoopEvents, heartbeatMs: number) {
    this.#parts = parts;
    this.#line = line;
    this.#width = width;
    this.#events = events;
    this.#heartbeatMs = heartbeatMs;
    this.#candidates = new Candidates(parts);
  }

  /** Takes turns until stopped. Throws only for a bug. */
  async run(): Promise<void> {
    const { world } = this.#parts;
    while (!this.#stopped) {
      // One turn of the event loop, so that answers that came together are settled together.
      await world.sleep(0);
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
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  underWay(): number {
    return this.#busy.size;
  }

  // A method, so that a flow analysis does not take the flag for settled across an await.
  #isStopped(): boolean {
    return this.#stopped;
  }

  #turn(): void {
    const apart = this.#apart.splice(0, 1);
    const outcomes = apart.length > 0 ? apart : this.#arrived.splice(0);
    if (apart.length > 0) this.wake();
    else for (const outcome of outcomes) this.#hearOnce(outcome);
    const decided = this.#commit(outcomes);
    if (decided) this.#launch(decided);
    if (this.#line.state().kind === 'unproven') this.#probe();
    const quiet = this.#busy.size + this.#arrived.length + this.#apart.length === 0 && !this.#probing;
    if (quiet && (!decided || decided.claimed.length + decided.reads.length === 0)) this.#idle();
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

  /** An answer that a full disk did not let settle comes again, and is no news to the line: neither a proof of now nor a further doubt. */
  #hearOnce(outcome: Outcome): void {
    if (this.#heard.has(outcome)) return;
    this.#heard.add(outcome);
    this.#hear(outcome);
  }

  #hear({ sign, afterMs, ask, settlement }: Outcome): void {
    const { row, attempt } = settlement;
    const isNewTrouble = this.#line.hear(sign, this.#parts.world.monotonic() - afterMs);
    if (sign.kind === 'healthy') this.#width.answered(afterMs);
    if (isNewTrouble && sign.kind !== 'offline' && sign.kind !== 'captivePortal') this.#width.tooMuch();
    const inDoubt = settlement.move?.to === 'inDoubt';
    if (attempt && row.repeat === 'creates' && (inDoubt || sign.kind === 'healthy')) this.#line.createdInDoubt(inDoubt);
    if (ask) this.#events.asked(ask.host, settlement.row.id);
  }

  /** Null when there was nothing to do, or the disk refused: then everything is as it was before the turn. */
  #commit(outcomes: Outcome[]): Decided | null {
    const nothingArrived = outcomes.length === 0;
    if (nothingArrived && (!this.#line.mayLeave() || this.#candidates.now().length === 0)) return null;
    const back = new Set(outcomes.map(({ settlement }) => keyOf(settlement.row)));
    this.#inTurn = true;
    try {
      const decided = takeTurn(
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

  /** What could not be settled together is settled one by one, and a record that cannot be taken in is left out: it parks alone (law 19). */
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
    if (!this.#line.mayLeave()) return { errands: [], left: [], needsProof: false };
    const busy = [...this.#busy].filter(([key]) => !back.has(key));
    const isBusy = new Set(busy.map(([key]) => key));
    const choice = this.#parts.laws.choose(this.#candidates.now(), {
      slots: this.#width.now() - busy.filter(([, row]) => row.repeat !== 'creates').length,
      isBusy: (row) => isBusy.has(keyOf(row)),
      creatingUnderWay: busy.some(([, row]) => row.repeat === 'creates'),
      busyBatches: new Set(
        busy.flatMap(([, row]) => (row.lane === 'write' && row.batchId !== null && !this.#failed(row) ? [row.batchId] : [])),
      ),
      hasFailed: (ref) => this.#parts.freshness.hasFailed(ref),
      pathProven: this.#line.provenWithin(provenForMs),
      mayCreate: this.#parts.counter.state() !== 'locked' && this.#line.mayCreate(),
      isFresh: (ref) => this.#parts.freshness.isFresh(ref),
      mayRead: this.#parts.mayRead,
    });
    this.#candidates.keep(choice.left);
    return choice;
  }

  #failed(row: OutboxRow): boolean {
    return this.#parts.freshness.hasFailed({ kind: row.recordKind, id: row.recordId });
  }

  #launch({ claimed, reads, needsProof }: Decided): void {
    // Before the first byte of each: one call for all that leave together.
    const guarded = this.#parts.counter.raise(Math.max(0, ...claimed.map(({ claim }) => claim.raiseTo)));
    for (const { ready, claim } of claimed) {
      const row = ready.intent.row;
      this.#bringBack(row, send(this.#parts, ready, claim, guarded), () => parkedSend(this.#parts, row, claim));
    }
    for (const { kind, row } of reads) this.#bringBack(row, read(this.#parts, row, kind), () => parkedRead(this.#parts, row));
    if (needsProof && !claimed.some(({ ready }) => ready.intent.row.repeat === 'creates')) this.#probe();
  }

  #bringBack(row: OutboxRow, errand: Promise<Outcome>, parked: () => Outcome): void {
    this.#busy.set(keyOf(row), row);
    const arrive = (outcome: Outcome) => {
      this.#arrived.push(outcome);
      this.wake();
    };
    errand.then(arrive, (error: unknown) => {
      this.#parts.world.log.error('editParked', { edit: row.id, message: messageOf(error) });
      arrive(parked());
    });
  }

  /** Asks whether the service itself answers, before anything else leaves. */
  #probe(): void {
    if (this.#probing) return;
    this.#probing = true;
    const askedAt = this.#parts.world.monotonic();
    this.#parts.client.probe().then(
      (result) => {
        this.#probing = false;
        this.#line.hear(signOf(result), askedAt);
        this.wake();
      },
      (error: unknown) => this.fail(error),
    );
  }

  /** A bug stops the engine visibly; nothing is retried. */
  fail(error: unknown): void {
    this.#parts.world.log.error('engineBroken', { message: messageOf(error) });
    this.#line.died('engine');
    this.stop();
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
    const heartbeat = ms === this.#heartbeatMs && !this.#awake && this.#line.state().kind === 'open';
    if (heartbeat) this.#probe();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const keyOf = (row: OutboxRow) => `${row.recordKind} ${row.recordId}`;
