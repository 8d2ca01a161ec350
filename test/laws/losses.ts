import { headerOf, type WireAnswer, type WireRequest } from '#main/api/transport.ts';
import type { OutboxRow } from '#main/cache/outbox/outbox.ts';
import { reasonOf } from '#main/cache/outbox/outbox.ts';
import type { CardTransaction } from '#service/domain/records/card-transaction.ts';
import type { Simulation } from './simulation.ts';

/** The book of what our updates of card transactions emptied without having sent it (law 20). */
export class Losses {
  /** Kinds of edit that the engine was told to send whole; survives every process. */
  readonly learned = new Set<string>();
  readonly #simulation: Simulation;
  readonly #lostBy = new Map<string, string>();
  #happened = false;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** Carries a request out and compares the record before and after. */
  watching(request: WireRequest, carryOut: () => WireAnswer): WireAnswer {
    const id =
      request.method === 'PATCH' && request.url.includes('/card-transactions/') ? new URL(request.url).pathname.split('/').at(-1) : '';
    const { store } = this.#simulation.company;
    const before = id ? store.get('cardTransaction', id) : undefined;
    const answer = carryOut();
    const after = id ? store.get('cardTransaction', id) : undefined;
    const editId = headerOf(request.headers, 'idempotency-key');
    if (!before || !after || !editId || this.#simulation.otherDevice.touched(`cardTransaction ${id ?? ''}`)) return answer;
    const sent = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as Partial<CardTransaction>;
    const emptied = [
      before.description && !after.description && sent.description === undefined ? ['description'] : [],
      before.customProperties.length > 0 && after.customProperties.length === 0 && !sent.customProperties ? ['customProperties'] : [],
    ].flat();
    // A repeat of the same edit that sends all fields has put them back.
    if (after.description && after.customProperties.length > 0) this.#lostBy.delete(editId);
    if (after.description && this.#lostBy.get(editId) === 'description') this.#lostBy.delete(editId);
    if (after.customProperties.length > 0 && this.#lostBy.get(editId) === 'customProperties') this.#lostBy.delete(editId);
    if (emptied.length > 0) this.#lostBy.set(editId, emptied.join(', '));
    this.#happened ||= emptied.length > 0;
    return answer;
  }

  /** Whether any field was ever emptied so. */
  happened(): boolean {
    return this.#happened;
  }

  /** Every loss that our update caused is told in its verdict. */
  check(rows: readonly OutboxRow[]): void {
    if (this.#simulation.generation > 0) return;
    for (const row of rows) {
      const emptied = this.#lostBy.get(row.id);
      if (emptied === undefined || row.state !== 'applied') continue;
      this.#simulation.tally('loss told');
      if (reasonOf(row)?.kind !== 'fieldsLost')
        this.#simulation.violation('law 20', `${row.id} emptied ${emptied} and says ${String(row.reason)}`);
    }
  }
}
