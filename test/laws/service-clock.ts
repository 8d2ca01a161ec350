import type { WireAnswer } from '#main/api/transport/transport.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const startOfTime = Date.UTC(2027, 2, 12, 9);

/**
 * The clock that the service writes into `updatedAt`: right; set forward and back by minutes; another one in each of its nodes; or none that can be
 * believed, since it writes no time, always the same, or the end of time.
 */
export const serviceClocks = ['jumps', 'nodes', 'absent', 'equal', 'future'] as const;
export type ServiceClockKind = (typeof serviceClocks)[number] | 'steady';

export class ServiceClock {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  #offset = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x7c10c4);
  }

  begin(): void {
    const { scenario, time } = this.#simulation;
    if (scenario.serviceClock !== 'jumps') return;
    for (const by of [-2, 2, -2, -30, 30])
      time.after(this.#random() * faultsUntilMs, () => {
        this.#offset += by * minute;
        this.#simulation.tally('fault clock jumps');
      });
  }

  /** The time of the node that applies the next request. */
  now(): number {
    return Math.floor(startOfTime + this.#simulation.time.now) + this.#offset + this.#skew();
  }

  #skew(): number {
    if (this.#simulation.scenario.serviceClock !== 'nodes') return 0;
    this.#simulation.tally('fault clock nodes');
    return Math.floor(this.#random() * 3) * 2 * minute - 2 * minute;
  }

  /** The answer with the time that this service writes. */
  bend(answer: WireAnswer): WireAnswer {
    const { serviceClock: kind } = this.#simulation.scenario;
    if (answer.status >= 300 || !['absent', 'equal', 'future'].includes(kind)) return answer;
    const parsed = parseJson(new TextDecoder().decode(answer.body));
    if (!parsed.ok || !isJsonObject(parsed.value) || !('updatedAt' in parsed.value)) return answer;
    this.#simulation.tally(`fault clock ${kind}`);
    return { ...answer, body: new TextEncoder().encode(stringifyJson(this.#timed(parsed.value))) };
  }

  #timed({ updatedAt, ...record }: JsonObject): JsonObject {
    const { scenario, time } = this.#simulation;
    switch (scenario.serviceClock) {
      case 'equal':
        return { ...record, updatedAt: '2027-01-01T00:00:00Z' };
      case 'future':
        // Until somebody repairs it.
        return { ...record, updatedAt: time.now < 4 * minute ? '9999-12-31T00:00:00Z' : (updatedAt ?? null) };
      default:
        return record;
    }
  }
}
