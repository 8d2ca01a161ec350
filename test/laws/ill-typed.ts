import type { WireAnswer } from '#main/api/transport/transport.ts';
import { isJsonObject, JsonDecimal, parseJson, stringifyJson, type JsonValue } from '#shared/json/json.ts';
import type { Simulation } from './simulation.ts';

/** Fields of an answer that the client believes and never wrote. */
const believed = ['version', 'updatedAt', 'state', 'amount', 'currency', 'status', 'failureContext', 'lines', 'openAmount', 'editStatus'];

/** Values that are not what the field should hold, as JSON can say them. */
const odd: readonly JsonValue[] = [
  new JsonDecimal('10.5'),
  new JsonDecimal('1e400'),
  99_999_999_999_999_999_999n,
  -1n,
  'ten',
  '',
  true,
  null,
  [1n],
  { a: { b: [] } },
];

/** Answers in which one believed field holds something odd. */
export class IllTyped {
  readonly #simulation: Simulation;
  /** Records about which something odd was said: what is known of their versions and ages proves nothing. */
  readonly about = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** The answer, or one with an odd value in it. */
  bend(answer: WireAnswer, url: string): WireAnswer {
    const { scenario, random } = this.#simulation;
    if (!scenario.illTyped || answer.status >= 300 || !this.#simulation.isFaulty() || random() > 0.25) return answer;
    const parsed = parseJson(new TextDecoder().decode(answer.body));
    if (!parsed.ok || !isJsonObject(parsed.value)) return answer;
    const { value } = parsed;
    const there = believed.filter((name) => name in value);
    const name = there[Math.floor(random() * there.length)];
    const oddValue = odd[Math.floor(random() * odd.length)];
    if (name === undefined || oddValue === undefined) return answer;
    this.about.add(new URL(url).pathname.split('/').find((part) => part.length === 36) ?? '');
    this.#simulation.tally(`fault illTyped`);
    this.#simulation.tally(`ill-typed ${name}`);
    return { ...answer, body: new TextEncoder().encode(stringifyJson({ ...value, [name]: oddValue })) };
  }

  /** True when a record got an odd value; `record` is its kind and id. */
  touched(record: string): boolean {
    return this.about.has(record.split(' ')[1] ?? '');
  }
}
