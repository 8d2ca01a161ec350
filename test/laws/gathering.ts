import type { Laws } from '#main/sync/laws.ts';
import type { Simulation } from './simulation.ts';

/** Verdicts that gathered are settled in one commit; a schedule without such proves nothing about it. */
export class Gathering {
  /** The points, counted from 1, at which such a commit was about to be made. */
  readonly points: number[] = [];
  readonly #simulation: Simulation;
  #together = false;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  laws(laws: Laws): Laws {
    return {
      ...laws,
      settleAll: (store, settlements) => {
        this.#together = settlements.filter(({ attempt }) => attempt).length > 1;
        if (this.#together) this.#simulation.tally('settled together');
        return laws.settleAll(store, settlements);
      },
    };
  }

  /** Called before each point is counted. */
  passes(point: string): void {
    if (point === 'before turn') this.#together = false;
    if (this.#together && point === 'committing turn') this.points.push(this.#simulation.points + 1);
  }
}
