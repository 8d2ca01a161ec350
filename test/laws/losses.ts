import { headerOf, type WireAnswer, type WireRequest } from '#main/api/transport/transport.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { CardTransaction } from '#service/domain/records/card-transaction.ts';
import type { Simulation } from './simulation.ts';

/** The book of what our updates of card transactions emptied without having sent it (law 20). */
export class Losses {
  /** Kinds of edit that the engine was told to send whole; survives every process. */
  readonly learned = new Set<string>();
  readonly #simulation: Simulation;
  readonly #lostBy = new Map<string, string[]>();
  /** Edits whose record was read as it was before them, or as a colleague made it whole since: who reads what they sent there cannot know. */
  readonly #hidden = new Set<string>();
  readonly #lostOn = new Map<string, string[]>();
  /** Places that requests of ours set, by record. */
  readonly #written = new Set<string>();
  #happened = false;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** Carries a request out and compares the record before and after. */
  watching(request: WireRequest, carryOut: () => WireAnswer): WireAnswer {
    const id =
      request.method === 'PATCH' && request.url.includes('/card-transactions/') ? new URL(request.url).pathname.split('/').at(-1) : '';
    const { store } = this.#simulation.company;
    if (request.method === 'GET') this.#readWhole(request.url);
    const before = id ? store.get('cardTransaction', id) : undefined;
    const answer = carryOut();
    const after = id ? store.get('cardTransaction', id) : undefined;
    const editId = headerOf(request.headers, 'idempotency-key');
    if (!before || !after || !editId) return answer;
    this.#putBack(editId, after);
    if (this.#simulation.otherDevice.touched(`cardTransaction ${id ?? ''}`)) return answer;
    const sent = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as Partial<CardTransaction>;
    const emptied = [...heldBy(before)].filter(
      (name) => !heldBy(after).has(name) && !heldBy(sent, true).has(name) && this.#isHeardOf(id ?? '', name),
    );
    for (const name of heldBy(sent, true)) this.#written.add(`${id} ${name}`);
    if (emptied.length > 0) {
      this.#lostBy.set(editId, emptied);
      this.#lostOn.set(request.url, [...(this.#lostOn.get(request.url) ?? []), editId]);
    }
    this.#happened ||= emptied.length > 0;
    return answer;
  }

  /** A read is answered with a copy from before; hands it on. */
  hiddenBy(url: string, old: WireAnswer): WireAnswer {
    for (const editId of this.#lostOn.get(url) ?? []) this.#hidden.add(editId);
    return old;
  }

  /** True when another answer than the request's own tells of its effect: without one, a loss cannot be noticed. */
  #isHeardOf(id: string, name: string): boolean {
    const { store } = this.#simulation;
    if (store === null || !this.#written.has(`${id} ${name}`)) return true;
    const known = recordOf(store, { kind: 'cardTransaction', id })?.value;
    return known === undefined || heldBy(known).has(name);
  }

  #readWhole(url: string): void {
    const id = url.split('/').at(-1) ?? '';
    if (!this.#simulation.otherDevice.touched(`cardTransaction ${id}`)) return;
    const held = heldBy(this.#simulation.company.store.get('cardTransaction', id) ?? {});
    const isHeld = (editId: string) => this.#lostBy.get(editId)?.every((name) => held.has(name));
    for (const editId of this.#lostOn.get(url) ?? []) if (isHeld(editId)) this.#hidden.add(editId);
  }

  /** A repeat of the same edit that sends all fields has put them back, also after a colleague's write between the two. */
  #putBack(editId: string, after: CardTransaction): void {
    const gone = (this.#lostBy.get(editId) ?? []).filter((name) => !heldBy(after).has(name));
    if (gone.length === 0) this.#lostBy.delete(editId);
  }

  /** True when any field was ever emptied so. */
  happened(): boolean {
    return this.#happened;
  }

  /** Every loss that our update caused is told in its verdict. */
  check(rows: readonly OutboxRow[]): void {
    if (this.#simulation.generation > 0) return;
    for (const row of rows) {
      const emptied = this.#lostBy.get(row.id);
      if (emptied === undefined || row.state !== 'applied') continue;
      if (this.#simulation.illTyped.touched(`${row.recordKind} ${row.recordId}`)) continue;
      const reason = reasonOf(row)?.kind;
      if (reason === 'checkedByReading' && this.#hidden.has(row.id)) continue;
      this.#simulation.tally('loss told');
      if (reason !== 'fieldsLost')
        this.#simulation.violation('law 20', `${row.id} emptied ${emptied.join(', ')} and says ${String(row.reason)}`);
    }
  }
}

/** The filled parts of a card transaction: description and groups of custom properties. `named`: also those said to be empty. */
function heldBy({ description, customProperties = [] }: Partial<CardTransaction>, named = false): Set<string> {
  const groups = customProperties.filter(({ values }) => named || values.length > 0).map(({ groupId }) => groupId);
  const isHeld = named ? description !== undefined : Boolean(description);
  return new Set(isHeld ? ['description', ...groups] : groups);
}
