import { hearRecord } from '#main/outbox/hear-record.ts';
import type { Store } from '#main/storage/store.ts';
import { writeJson } from '#service/domain/json.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { seededRandom } from '#test/world.ts';
import { asked } from './asked.ts';
import { Crash } from './simulated-world.ts';
import type { Simulation } from './simulation.ts';

const importsShare = 0.3;

/** One request at a time, so that others are claimed ahead of their turn; exports that come meanwhile tell what a colleague wrote. */
export class Narrow {
  readonly #simulation: Simulation;
  readonly #random: () => number;
  readonly #left = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x7a110);
  }

  /** A write leaves; the next ones may be claimed by now. */
  leaves(editId: string, n: number): void {
    const { scenario, time } = this.#simulation;
    this.#left.add(`${editId} ${n}`);
    if (scenario.narrow && this.#random() < importsShare) time.after(5 + this.#random() * 15, () => this.#importAll());
  }

  /** Imports today's export, whatever requests are under way. */
  #importAll(): void {
    const { store, sql, company, lid, disk } = this.#simulation;
    if (!store || sql.inTransaction || lid.isClosed()) return;
    const { expenses, vendors, cardTransactions } = company;
    const all: [RecordKind, readonly string[]][] = [
      ['expense', expenses],
      ['vendor', vendors],
      ['cardTransaction', cardTransactions],
    ];
    try {
      for (const [kind, ids] of all) for (const id of ids) this.#import(store, kind, id);
      this.#simulation.tally('imported meanwhile');
    } catch (error) {
      if (!(error instanceof Crash) && !disk.refused(error, 'a person')) throw error;
    }
  }

  #import(store: Store, kind: RecordKind, id: string): void {
    const text = writeJson(this.#simulation.company.store.get(kind, id));
    const parsed = parseJson(text);
    if (!parsed.ok || !isJsonObject(parsed.value)) return;
    const heard = { ref: { kind, id }, text, value: parsed.value, provenance: 'import', asOf: store.world.now(), complete: true } as const;
    if (hearRecord(store, heard).stored === 'stored') this.#simulation.looks.imported(kind, id);
  }

  /** A process begins: what the last one left claimed. Of what never left, a machine can look after everything, or it had room to leave. */
  begins(): void {
    const rows = this.#claimed();
    if (rows.some(({ left }) => !left)) this.#simulation.tally('left behind by a crash, unsent');
    const ahead = this.#askedAbout(rows);
    if (ahead)
      this.#simulation.violation('law 21', `${ahead.asked} was claimed ahead of ${ahead.of}, and a person is asked about what never left`);
  }

  /** A process dies at the worst moment: an edit that a user would be asked about is claimed, and has not left. */
  crashes(): true | null {
    return this.#simulation.scenario.narrow && this.#askedAbout(this.#claimed()) ? true : null;
  }

  #claimed(): Claimed[] {
    const text = `SELECT id, last_attempt AS n, repeat_class = 'creates' AS creates, touches_bank AS bank FROM outbox WHERE state = 'sending'`;
    const rows = asked<[], { id: string; n: number; creates: number; bank: number }>(this.#simulation.sql, text).all();
    return rows.filter(({ creates }) => creates === 0).map(({ id, n, bank }) => ({ id, left: this.#left.has(`${id} ${n}`), bank }));
  }

  #askedAbout(rows: readonly Claimed[]): { asked: string; of: string } | null {
    const { scenario, generation } = this.#simulation;
    const underWay = rows.find(({ left }) => left);
    const unsent = rows.find(({ left, bank }) => !left && bank === 1);
    return scenario.narrow && generation === 0 && underWay && unsent ? { asked: unsent.id, of: underWay.id } : null;
  }
}

/** A claimed update, and whether its request left. */
interface Claimed {
  id: string;
  left: boolean;
  bank: number;
}
