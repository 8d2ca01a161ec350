import type { WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import { seededRandom } from '#test/world.ts';
import { badAnswers } from '#test/sync/bad-answers.ts';
import { failure } from '#test/sync/desk.ts';
import type { Fate } from './faults.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;

/** Everything and everybody is answered alike; after an hour of these the service could not tell what was asked. */
const shapes: Record<string, { message: WireAnswer | WireFailure; afterMs: number; mostMs: number }> = {
  ...Object.fromEntries(Object.entries(badAnswers).map(([name, message]) => [name, { message, afterMs: 40, mostMs: 180 * minute }])),
  silence: { message: failure('timeout', true), afterMs: 30_000, mostMs: 180 * minute },
  'half open': { message: failure('reset', true), afterMs: 15_000, mostMs: 180 * minute },
  // Asked for every few seconds, so for a shorter time.
  '200 in HTML': { message: badAnswers['200 in HTML'] ?? failure('closed', true), afterMs: 40, mostMs: 20 * minute },
  unreachable: { message: failure('unreachable', false), afterMs: 40, mostMs: 20 * minute },
};

export const outageShapes: readonly string[] = Object.keys(shapes);

/** One time in which everything is answered badly. */
interface Phase {
  from: number;
  until: number;
  shape: string;
  carriesOut: boolean;
  /** Creating requests whose end nobody learned. */
  lost: string[];
}

/** Correlated outages: seconds to hours, flapping or not; the question whether the service is there is answered as badly as all else. */
export class Outages {
  readonly #simulation: Simulation;
  readonly #phases: Phase[] = [];
  #badAt = -1;
  #goodAt = 0;
  #goodLeftAt = -1;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    if (!simulation.scenario.outage || simulation.options.faultless) return;
    const random = seededRandom(simulation.options.seed ^ 0x0a7a6e5);
    const many = 1 + Math.floor(random() * 2);
    for (let i = 0, at = random() * 4 * minute; i < many; i++) at = this.#plan(at, random) + random() * 5 * minute;
  }

  #plan(from: number, random: () => number): number {
    const shape = outageShapes[Math.floor(random() * outageShapes.length)] ?? '';
    // Three seconds to hours, as often short as long.
    const until = from + 3_000 * ((shapes[shape]?.mostMs ?? minute) / 3_000) ** random();
    const carriesOut = random() < 0.4;
    const flapMs = random() < 0.3 ? 5_000 + random() * minute : null;
    if (flapMs === null) this.#phases.push({ from, until, shape, carriesOut, lost: [] });
    else
      for (let at = from; at < Math.min(until, from + 20 * flapMs); at += 2 * flapMs)
        this.#phases.push({ from: at, until: at + flapMs, shape, carriesOut, lost: [] });
    return until;
  }

  /** Looks at the pill as long as it lasts. */
  begin(): void {
    for (const phase of this.#phases) this.#simulation.time.after(phase.from, () => this.#watchPill(phase));
  }

  #watchPill(phase: Phase): void {
    const { time } = this.#simulation;
    if (time.now >= phase.until) return;
    const said = this.#simulation.engine?.connection().kind;
    // Words that the service may have said are asked about under the sign-in first.
    const patienceMs = phase.shape === '200 in other JSON' ? 21_000 : 1_000;
    if (said === 'online' && this.#badAt > this.#goodAt && time.now > this.#badAt + patienceMs)
      this.#simulation.violation('P18', `the pill says online, though the last answer was ${phase.shape}`);
    time.after(Math.max(7_000, (phase.until - phase.from) / 50), () => this.#watchPill(phase));
  }

  #now(): Phase | null {
    const { now } = this.#simulation.time;
    return this.#phases.find(({ from, until }) => from <= now && now < until) ?? null;
  }

  /** The fate of a request in an outage; null when the service is well. */
  fateOf(request: WireRequest, editId: string): Fate | null {
    const phase = this.#now();
    const shape = phase && shapes[phase.shape];
    if (!phase || !shape) return null;
    const { message } = shape;
    const write = request.method !== 'GET' && request.method !== 'OPTIONS';
    const sent = message.kind === 'answer' || message.bytesWritten;
    if (request.method === 'POST' && sent) {
      phase.lost.push(editId);
      if (phase.lost.length > 1)
        this.#simulation.violation('P16', `one outage of ${phase.shape} cost ${phase.lost.length} creating requests`);
    }
    this.#simulation.tally(`outage ${phase.shape}`);
    const carriedOutAfter = write && phase.carriesOut && sent ? 10 : null;
    return { carriedOutAfter, comesBack: message, after: shape.afterMs };
  }

  /** When the last of them is over. */
  endsAt(): number {
    return Math.max(0, ...this.#phases.map(({ until }) => until));
  }

  /** An answer reached the process, of a request that left then: what an older one met says nothing against a newer good one. */
  answered(bad: boolean, leftAt: number): void {
    if (!bad) {
      this.#goodAt = this.#simulation.time.now;
      this.#goodLeftAt = Math.max(this.#goodLeftAt, leftAt);
    } else if (leftAt > this.#goodLeftAt) this.#badAt = this.#simulation.time.now;
  }
}
