import { hearRecord } from '#main/outbox/hear-record.ts';
import type { Store } from '#main/storage/store.ts';
import { writeJson } from '#service/domain/json.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { seededRandom } from '#test/world.ts';
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
    const { sql, scenario, generation } = this.#simulation;
    const rows = sql
      .prepare<[], { id: string; n: number; asks: number; creates: number }>(
        `SELECT id, last_attempt AS n, repeat_class = 'creates' OR touches_bank AS asks, repeat_class = 'creates' AS creates
         FROM outbox WHERE state = 'sending'`,
      )
      .all();
    const unsent = rows.filter(({ id, n }) => !this.#left.has(`${id} ${n}`));
    if (unsent.length > 0) this.#simulation.tally('left behind by a crash, unsent');
    if (!scenario.narrow || generation > 0) return;
    const underWay = rows.find((row) => row.creates === 0 && !unsent.includes(row));
    const asked = unsent.find((row) => row.creates === 0 && row.asks === 1);
    if (underWay && asked)
      this.#simulation.violation('law 21', `${asked.id} was claimed ahead of ${underWay.id}, and a person is asked about what never left`);
  }
}
