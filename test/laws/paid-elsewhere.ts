import type { OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { seededRandom } from '#test/world.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Simulation } from './simulation.ts';

/**
 * Colleagues who record payments of the same invoices (law 34). Judged by what the wire and the exports told the running process, and by what the window
 * showed when a user approved or released a payment.
 */
export class PaidElsewhere {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  readonly #approvedIn = new Map<string, unknown>();
  readonly #left = new Map<string, Set<string>>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x9a1de15e);
  }

  begin(): void {
    const { scenario, time } = this.#simulation;
    if (!scenario.paidElsewhere) return;
    for (let n = 0; n < 4; n++) time.after(this.#random() * faultsUntilMs, () => this.#pay());
  }

  /** A user sees the invoice when approving or releasing a payment. */
  sees(store: Store, { id, priority, recordKind, recordId }: OutboxRow): void {
    if (priority === 'payment') this.#approvedIn.set(id, recordOf(store, { kind: recordKind, id: recordId })?.value['state']);
  }

  /** A payment leaves. */
  leaves(row: OutboxRow): void {
    if (row.priority !== 'payment' || this.#simulation.generation > 0) return;
    const ours = this.#left.get(row.recordId) ?? new Set();
    this.#left.set(row.recordId, ours);
    const others = [...ours].some((id) => id !== row.id);
    ours.add(row.id);
    const heard = this.#simulation.looks.shownFor(row)?.['state'];
    const approvedIn = this.#approvedIn.get(row.id);
    if (others || !this.#approvedIn.has(row.id) || (heard !== 'PARTIALLY_PAID' && heard !== 'PAID')) return;
    if (heard === approvedIn) this.#simulation.tally('paid knowingly');
    else this.#simulation.violation('law 34', `${row.id} was approved on ${String(approvedIn)} and leaves on ${heard}`);
  }

  #pay(): void {
    const { company, otherDevice } = this.#simulation;
    const id = company.invoices[Math.floor(this.#random() * company.invoices.length)] ?? '';
    const state = this.#random() < 0.5 ? 'PARTIALLY_PAID' : 'PAID';
    otherDevice.writesTo('invoiceReceivable', id, { state });
    this.#simulation.tally('paid by a colleague');
  }
}
