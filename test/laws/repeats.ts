import type { WireRequest } from '#main/api/transport/transport.ts';
import { asked } from './asked.ts';
import type { Simulation } from './simulation.ts';

/** A machine repeats a full-record write whose end nobody learned once. What a user decided in between starts over. */
export class Repeats {
  readonly #simulation: Simulation;
  readonly #decidedAt = new Map<string, number>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  leaves(request: WireRequest, editId: string): void {
    if (request.method !== 'PUT') return;
    const unlearned = this.#unlearned(editId) - (this.#decidedAt.get(editId) ?? 0);
    if (unlearned > 0) this.#simulation.tally('full record sent again');
    if (unlearned > 1)
      this.#simulation.violation('once', `the full record of ${editId} left once more after ${unlearned} requests without an end`);
  }

  /** A user looked, and said what becomes of it. */
  decided(editId: string): void {
    this.#decidedAt.set(editId, this.#unlearned(editId));
  }

  /** A process that dies kills a full record on its way more often than others: twice the same one is rare. */
  crashes(point: string): true | null {
    const { scenario, random, sql } = this.#simulation;
    if (!scenario.cutFullRecords || !point.startsWith('after request ')) return null;
    const of = asked<[string], { kind: string }>(sql, 'SELECT kind FROM outbox WHERE id = ?').get(point.slice('after request '.length));
    return of?.kind === 'updateVendor' && random() < 0.6 ? true : null;
  }

  #unlearned(editId: string): number {
    const text = `SELECT count(*) AS n FROM attempts WHERE edit_id = ? AND outcome IN ('check', 'doubt', 'abandoned')`;
    return asked<[string], { n: number }>(this.#simulation.sql, text).get(editId)?.n ?? 0;
  }
}
