import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditInput } from '#main/edits/record/record-edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { seededRandom } from '#test/world.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;

/** The base of a form, and the edit that it records. */
export interface Filled {
  inputs: readonly EditInput[];
  /** The window's records when the form opened; null for unknown ones. */
  looks: readonly (JsonObject | null)[];
}

/** A form stays open for a while, for one record or for several, and the world goes on beneath it; the window tells what it showed. */
export class OpenForms {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0xf0a315);
  }

  /** Opens a form on these and hands on what was typed when it is done, at once where nobody takes their time. A process that ends takes it along. */
  fill(store: Store, inputs: readonly EditInput[], done: (store: Store, filled: Filled) => void): void {
    const { time, person, scenario } = this.#simulation;
    const looks = inputs.map(({ recordKind, recordId }) => recordOf(store, { kind: recordKind, id: recordId })?.value ?? null);
    if (!scenario.openForms) return done(store, { inputs, looks });
    const told = inputs.map((input, index) => ({ ...input, seen: seenOf(input, looks[index] ?? null, inputs.length > 1) }));
    const finish = (): void => {
      if (this.#simulation.store !== store) return this.#simulation.tally('form lost');
      if (this.#simulation.lid.isClosed()) return void this.#after(minute, finish);
      this.#simulation.tally(inputs.length > 1 ? 'bulk form was open' : 'form was open');
      done(store, { inputs: told, looks });
    };
    this.#after(2_000 + this.#random() ** 2 * 2 * minute, finish);
    person.lastActAt = Math.max(person.lastActAt, time.now + 3 * minute);
  }

  #after(ms: number, act: () => void): void {
    this.#simulation.time.after(ms, () => this.#simulation.person.trying(act));
  }
}

/** A form for one record shows all of it; one for several keeps of each what it could set, and the currency of its amounts. */
function seenOf({ kind: name }: EditInput, look: JsonObject | null, several: boolean): JsonObject | null {
  const kind = editKind(name);
  const hasAmount = kind?.form.some(({ input }) => input === 'money') ?? false;
  if (!kind || (kind.repeat === 'creates' && !hasAmount) || look === null) return null;
  const kept = kind.form.flatMap(({ path, currencyPath }) => [path[0] ?? '', ...(currencyPath?.slice(0, 1) ?? [])]);
  return several ? Object.fromEntries(kept.map((field) => [field, look[field] ?? null])) : look;
}
