import { isStorageTrouble } from '#main/storage/driver.ts';
import { QueueDamaged } from '#main/storage/open/look-through.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const noLimit = 1_073_741_823;

/** The disk under the database: full for a while, or with a damaged word index. */
export class Disk {
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(): void {
    const { random, scenario } = this.#simulation;
    if (scenario.fullDisk) this.#when(random() * 4 * minute, () => this.#fill());
    if (scenario.wordDamage) this.#when(random() * 5 * minute, () => this.#damageWords());
  }

  /** True for an error of the disk; notes that `whom` received it. */
  refused(error: unknown, whom: string): boolean {
    if (!isStorageTrouble(error) && !(error instanceof QueueDamaged)) return false;
    this.#simulation.tally(`disk refused ${whom}`);
    return true;
  }

  #when(ms: number, happen: () => void): void {
    const { time, looking } = this.#simulation;
    time.after(ms, () => (this.#simulation.sql.inTransaction || !looking.isDone() ? this.#when(1_000, happen) : happen()));
  }

  #fill(): void {
    const { time, random, sql } = this.#simulation;
    sql.pragma(`max_page_count = ${Number(sql.pragma('page_count', { simple: true }))}`);
    this.#simulation.tally('fault fullDisk');
    this.#simulation.trace(() => 'disk full');
    const watch = () => {
      const said = this.#simulation.engine?.connection();
      if (said?.kind === 'broken' && said.detail === 'storage') this.#simulation.tally('disk refused the engine');
      if (isFull) time.after(1_000, watch);
    };
    let isFull = true;
    watch();
    time.after(5_000 + random() * minute, () => {
      isFull = false;
      this.#simulation.trace(() => 'disk has room');
      if (sql.open) sql.pragma(`max_page_count = ${noLimit}`);
    });
  }

  #damageWords(): void {
    const { sql } = this.#simulation;
    sql.unsafeMode(true).exec('UPDATE record_words_data SET block = zeroblob(40); UPDATE edit_words_data SET block = zeroblob(40)');
    sql.unsafeMode(false);
    this.#simulation.tally('fault wordDamage');
    this.#simulation.trace(() => 'word index damaged');
  }
}
