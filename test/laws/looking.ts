import { lookThroughLater, QueueDamaged } from '#main/storage/open/look-through.ts';
import { seededRandom } from '#test/world.ts';
import type { World } from '#shared/world.ts';
import type { Simulation } from './simulation.ts';

const shareOfBoots = 0.3;

/** Pages are read before the queue was looked through: until then nothing is committed and nothing is sent. At a start it may be found damaged. */
export class Looking {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  #done = true;
  #damages = 1;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x7a11ed);
  }

  /** The check of the queue for a process that starts now. */
  of(world: World): () => boolean {
    const { sql, deviations, scenario } = this.#simulation;
    this.#done = false;
    const damaged = scenario.damagedAtStart && this.#damages > 0 && this.#random() < shareOfBoots;
    const look = lookThroughLater(sql, world, () => (this.#done = true));
    if (!damaged) return deviations.lookThrough(look, sql);
    this.#damages -= 1;
    this.#simulation.tally('fault damagedAtStart');
    return deviations.lookThrough(() => {
      world.passing('before looking through outbox');
      throw new QueueDamaged('a damaged page');
    }, sql);
  }

  isDone(): boolean {
    return this.#done;
  }

  /** Decides a crash during the check, from its own random numbers. */
  crashes(point: string): boolean | null {
    return point.includes('looking through') ? this.#random() < this.#simulation.scenario.crashShare : null;
  }

  /** The law itself, at every point that the process passes and at every request that leaves. */
  judge(what: string): void {
    if (!this.#done) this.#simulation.violation('law 22', `${what} before the queue was looked through`);
  }
}
