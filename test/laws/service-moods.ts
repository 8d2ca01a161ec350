import type { WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { createCompanyPin } from '#main/accounts/trust/company-pin.ts';
import { companyOf } from '#main/records/company.ts';
import type { Store } from '#main/storage/store.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const hour = 60 * minute;
const stranger = '00000000-0000-4000-8000-00000000c002';

/** Behaviour beyond the specification: a record that never reads, reads that vanish, answers of another company. */
export class ServiceMoods {
  readonly #simulation: Simulation;
  readonly #never: string;
  /** A random stream of its own for further faults of answers, so that other schedules keep their draws. */
  readonly apart: () => number;
  #vanishesAt = Infinity;
  #vanished = 0;
  #readsOfNever = 0;
  #foreign = 0;
  /** Records of our own company that the living process was told of. */
  #told = new Set<string>();
  /** Preflights that a user asked for: each may read each record once. */
  preflights = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.apart = seededRandom(simulation.options.seed ^ 0x510e);
    this.#never = simulation.company.expenses[2] ?? '';
    const { scenario, random } = simulation;
    if (scenario.readsVanish) this.#vanishesAt = random() * 5 * minute;
  }

  /** The reads beyond the specification are not offered any more. */
  readsVanished(): boolean {
    return this.#simulation.time.now >= this.#vanishesAt;
  }

  /** An answer that comes instead of the record, or null. */
  instead(request: WireRequest): WireAnswer | null {
    const { scenario, time } = this.#simulation;
    if (request.method !== 'GET') return null;
    if (scenario.neverReads && request.url.includes(this.#never)) {
      this.#readsOfNever += 1;
      this.#simulation.tally('fault neverReads');
      return answer(500, '{"name":"Error","type":"INTERNAL_ERROR","errors":[]}');
    }
    if (time.now < this.#vanishesAt || request.url.includes('/expenses/')) return null;
    this.#vanished += 1;
    this.#simulation.tally('fault readsVanish');
    return answer(405, '{"name":"Error","type":"METHOD_NOT_ALLOWED","errors":[]}');
  }

  /** The first answers with a record name a company that is not ours. */
  bend(said: WireAnswer): WireAnswer {
    if (!this.#simulation.scenario.noCompany || this.#foreign > 0 || said.status >= 300) return said;
    const parsed = parseJson(new TextDecoder().decode(said.body));
    if (!parsed.ok || !isJsonObject(parsed.value) || typeof parsed.value['companyId'] !== 'string') return said;
    this.#foreign += 1;
    this.#simulation.tally('fault foreignFirst');
    return { ...said, body: new TextEncoder().encode(stringifyJson({ ...parsed.value, companyId: stranger })) };
  }

  /** The account's own question whether a record is its company's. */
  belongs(store: Store): (record: JsonObject) => boolean {
    this.#told = new Set();
    const pin = this.#simulation.deviations.belongs(createCompanyPin(store), store);
    return (record) => {
      const { companyId, id } = record;
      if (companyId !== stranger && typeof companyId === 'string' && typeof id === 'string') this.#told.add(id);
      return pin(record);
    };
  }

  /** P18 and the pin, at the end: no record keeps the service busy, and no stray answer decides whose records these are. */
  check(store: Store): void {
    const { time, crashes, tallies, scenario } = this.#simulation;
    const boots = tallies.get('boots') ?? 1;
    const most = boots * 30 + (time.now / hour) * 16 + this.preflights;
    if (this.#readsOfNever > most)
      this.#simulation.violation('asks', `${this.#readsOfNever} reads of a record that never reads, in ${boots} boots`);
    if (this.#vanished > 12 + crashes * 12) this.#simulation.violation('asks', `${this.#vanished} reads of what is known to be absent`);
    if (scenario.noCompany && this.#told.size > 1 && companyOf(store) === stranger)
      this.#simulation.violation('law 13', 'the first stray answer decides for good whose records these are');
  }
}

const answer = (status: number, text: string): WireAnswer => ({
  kind: 'answer',
  status,
  headers: [['content-type', 'application/json;charset=UTF-8']],
  body: new TextEncoder().encode(text),
  afterMs: 10,
});
