import { asked } from './asked.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const everyMs = 20_000;
/** Time with an open line that an edit may be there, sendable, and not leave. What creates something waits up to an hour after doubts. */
const boundMs = { absolute: 10 * minute, creates: 80 * minute };

const sendableSql = `SELECT id, repeat_class = 'creates' AS creates, attempts FROM outbox AS o
  WHERE state = 'waiting' AND (wait_until IS NULL OR wait_until <= ?) AND NOT EXISTS (SELECT 1 FROM outbox AS earlier
    WHERE earlier.record_kind = o.record_kind AND earlier.record_id = o.record_id AND earlier.place < o.place
    AND earlier.state NOT IN ('applied', 'confirmed', 'superseded', 'discarded'))`;

interface Sendable {
  id: string;
  creates: number;
  attempts: number;
}

/** P18: nothing starves. Each edit that could leave does, within a bound of the time in which the window says "online". */
export class Starvation {
  readonly #simulation: Simulation;
  #stood = new Map<string, number>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(): void {
    const { time } = this.#simulation;
    time.after(everyMs, () => {
      this.#look();
      this.begin();
    });
  }

  #look(): void {
    const { engine, store, sql, lid } = this.#simulation;
    if (!engine || !store || lid.isClosed() || sql.inTransaction || !['online', 'slow'].includes(engine.connection().kind)) return;
    const now = new Map<string, number>();
    for (const { id, creates, attempts } of asked<[number], Sendable>(sql, sendableSql).all(store.world.monotonic())) {
      const key = `${id} ${attempts}`;
      const stood = (this.#stood.get(key) ?? 0) + everyMs;
      now.set(key, stood);
      if (stood === (creates === 1 ? boundMs.creates : boundMs.absolute))
        this.#simulation.violation('P18', `${id} could leave for ${stood / minute} minutes of an open line, and did not`);
    }
    this.#stood = now;
  }
}
