import type { WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { seededRandom } from '#test/world.ts';
import type { Simulation } from './simulation.ts';

/** The third in a row is the service's last word, whatever its time says (law 28). */
const inARow = 2;

/** Copies of records that a node of the service keeps, and answers with although others were told of something newer. */
export class OldCopies {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  #random: (() => number) | null = null;
  readonly #copies = new Map<string, WireAnswer>();
  readonly #given = new Map<string, number>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** True when the node that lags behind takes a read. */
  lag({ url }: WireRequest): boolean {
    this.#random ??= seededRandom(this.#simulation.options.seed ^ 0x01dc);
    if (!this.#copies.has(url) || this.#random() > 0.4) return false;
    this.#simulation.tally('fault lagging read');
    return true;
  }

  /** The older answer to a read; null where there is none, or the node has caught up. */
  instead({ url }: WireRequest): WireAnswer | null {
    const given = (this.#given.get(url) ?? 0) + 1;
    if (given > inARow) return null;
    this.#given.set(url, given);
    const old = this.#copies.get(url);
    return old ? this.#simulation.losses.hiddenBy(url, old) : null;
  }

  keep({ method, url }: WireRequest, said: WireAnswer): void {
    if (method !== 'GET' || said.status !== 200) return;
    this.#copies.set(url, said);
    this.#given.delete(url);
  }
}
