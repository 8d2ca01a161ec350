import type { Laws } from '#main/sync/laws.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const deliberate = 'a deliberate bug';

/** A bug in the engine's own turn, after which everything is pressed that can be pressed: it is said until somebody starts it again. */
export class Deaths {
  readonly #simulation: Simulation;
  #buggy = false;
  #threwAt: number | null = null;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(): void {
    const { time, random, scenario } = this.#simulation;
    if (!scenario.dies) return;
    time.after(random() * 4 * minute, () => {
      this.#buggy = true;
      this.#press();
    });
  }

  /** A process began: a bug of the last one is not in it. */
  booted(): void {
    this.#threwAt = null;
  }

  laws(laws: Laws): Laws {
    return {
      ...laws,
      choose: (candidates, scene) => {
        if (!this.#buggy) return laws.choose(candidates, scene);
        this.#threwAt ??= this.#simulation.time.now;
        throw new Error(deliberate);
      },
    };
  }

  isDeliberate(facts: unknown): boolean {
    return (JSON.stringify(facts) ?? '').includes(deliberate);
  }

  /** Kicks, the switch of working offline, an approval of nothing; then, after some minutes, the program is started again. */
  #press(): void {
    const { time, engine, random } = this.#simulation;
    if (!this.#buggy) return;
    const at = this.#threwAt;
    if (at !== null && engine && time.now > at + 1_000) {
      engine.kick();
      if (random() < 0.3) engine.workOffline(random() < 0.5);
      const said = engine.connection();
      if (said.kind !== 'broken') this.#simulation.violation('P18', `the engine died and says ${said.kind} after a kick`);
      this.#simulation.tally('kicked when dead');
      if (time.now > at + 2 * minute) return this.#startOver();
    }
    time.after(7_000, () => this.#press());
  }

  #startOver(): void {
    this.#buggy = false;
    this.#simulation.tally('fault dies');
    this.#simulation.restart(3_000);
  }
}
