import type { OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { asked } from './asked.ts';
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
  /** The state that a user saw, and the payments of the same invoice that had ended by then. */
  readonly #seen = new Map<string, { state: unknown; ended: readonly string[] }>();
  readonly #left = new Map<string, Set<string>>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x9a1de15e);
  }

  begin(): void {
    const { scenario, time } = this.#simulation;
    if (!scenario.paidElsewhere) return;
    for (let n = 0; n < 6; n++) time.after(this.#random() * faultsUntilMs, () => this.#pay());
  }

  /** A user sees the invoice when approving or releasing a payment. */
  sees(store: Store, { id, priority, recordKind, recordId }: OutboxRow): void {
    if (priority !== 'payment') return;
    const text = `SELECT id FROM outbox WHERE record_id = ? AND priority = 'payment' AND state IN ('applied', 'confirmed')`;
    const ended = asked<[string], { id: string }>(store.sql, text).all(recordId);
    const state = recordOf(store, { kind: recordKind, id: recordId })?.value['state'];
    this.#seen.set(id, { state, ended: ended.map((one) => one.id) });
  }

  /** A payment leaves. */
  leaves(row: OutboxRow): void {
    if (row.priority !== 'payment' || this.#simulation.generation > 0) return;
    const ours = this.#left.get(row.recordId) ?? new Set();
    this.#left.set(row.recordId, ours);
    const seen = this.#seen.get(row.id);
    const others = [...ours].some((id) => id !== row.id && seen?.ended.includes(id) !== true);
    ours.add(row.id);
    const heard = this.#simulation.looks.shownFor(row)?.['state'];
    if (others || !seen || (heard !== 'PARTIALLY_PAID' && heard !== 'PAID')) return;
    if (heard === seen.state) this.#simulation.tally('paid knowingly');
    else this.#simulation.violation('law 34', `${row.id} was approved on ${String(seen.state)} and leaves on ${heard}`);
  }

  #pay(): void {
    const { company, otherDevice } = this.#simulation;
    const id = company.invoices[Math.floor(this.#random() * company.invoices.length)] ?? '';
    const state = (['PARTIALLY_PAID', 'PAID', 'OPEN'] as const)[Math.floor(this.#random() * 3)] ?? 'PAID';
    otherDevice.writesTo('invoiceReceivable', id, { state });
    this.#simulation.tally(state === 'OPEN' ? 'taken back by a colleague' : 'paid by a colleague');
  }
}
