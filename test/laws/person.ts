import { allOpenEdits, blockerOf, editById, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { wouldEmpty } from '#main/outbox/merge/sent-partly.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm, giveUp, lookMyself } from '#main/edits/decide/doubt.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { hold, release, releaseForHost } from '#main/edits/decide/hold.ts';
import { putBack } from '#main/edits/decide/put-back.ts';
import type { EditInput } from '#main/edits/record/record-edit.ts';
import { sendPartly } from '#main/edits/decide/send-partly.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { PaidElsewhere } from './paid-elsewhere.ts';
import { Repeats } from './repeats.ts';
import { Crash } from './simulated-world.ts';
import { faultsUntilMs } from './scenario.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const stopsLookingMs = faultsUntilMs + 6 * 60 * minute;

/** One act that is planned before the schedule begins: when, what sort (0 to 1), and of what (0 to 1). fast-check makes and shrinks these. */
export interface PlannedAct {
  atMs: number;
  act: number;
  what: number;
}

function plannedBy(random: () => number): PlannedAct {
  return { atMs: random() * 5 * minute, act: random(), what: random() };
}

/** A careful user: records, approves, corrects, and looks at the service before deciding what nobody knows. */
export class Person {
  /** Edits that were said to be saved, with the generation of the database that said so. */
  readonly acknowledged = new Map<string, { kind: string; at: number }>();
  readonly trusted = new Set<string>();
  /** When the last act that was planned beforehand is over. */
  lastActAt = 5.5 * minute;
  readonly repeats: Repeats;
  readonly paidElsewhere: PaidElsewhere;
  readonly #simulation: Simulation;
  readonly #checkedSince = new Map<string, number>();
  readonly #putBackOnce = new Set<string>();
  #undone: string[] = [];
  #count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.repeats = new Repeats(simulation);
    this.paidElsewhere = new PaidElsewhere(simulation);
  }

  begin(): void {
    const { time, random, scenario } = this.#simulation;
    const script = this.#simulation.options.script ?? Array.from({ length: scenario.acts }, () => plannedBy(random));
    for (const planned of script) time.after(planned.atMs, () => this.#act(planned, 0));
    if (random() < 0.15) this.#workOffline();
    const look = () => {
      this.trying(() => this.#look());
      if (time.now < stopsLookingMs) time.after(20_000 + random() * minute, look);
    };
    time.after(15_000, look);
  }

  /** A restored backup knows only what was saved before it was taken. */
  forgetAllBut(kept: ReadonlySet<string>): void {
    for (const id of [...this.acknowledged.keys()]) if (!kept.has(id)) this.acknowledged.delete(id);
  }

  /** True when everything open waits for a user, who does nothing here. */
  nothingMoves(): boolean {
    const { store } = this.#simulation;
    if (!store) return false;
    return this.#open(store).every((row) => {
      const blocker = blockerOf(store, row);
      return waitsForPerson(blocker?.state ?? row.state);
    });
  }

  /** Does something; a crash in the middle is the process's, and the user tries something else later. */
  trying(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      if (error instanceof Crash || this.#simulation.disk.refused(error, 'a person')) return false;
      this.#simulation.violation('bug', `an act threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return false;
    }
  }

  #act(planned: PlannedAct, tries: number): void {
    const { store, time } = this.#simulation;
    if (!store || this.#simulation.lid.isClosed()) {
      // The app is not open: the user waits for it.
      if (tries < 600) time.after(3_000, () => this.#act(planned, tries + 1));
      return;
    }
    const draw = planned.act;
    this.trying(() => {
      if (draw < 0.72) this.#record(store, this.#input(planned.what));
      else if (draw < 0.8) this.#recordMany(store);
      else if (draw < 0.86) this.#undo(store);
      else if (draw < 0.88) this.#redo(store);
      else if (draw < 0.93) this.#change(store);
      else this.#hold(store);
    });
  }

  #record(store: Store, input: EditInput): void {
    const { deviations, openForms, otherDevice, time } = this.#simulation;
    openForms.fill(store, [input], (at, { inputs: [filled = input], looks: [look = null] }) => {
      const answer = deviations.record(at, filled, (ms, act) => void time.after(ms, () => this.trying(act)));
      if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.issues)}`);
      this.acknowledge(answer.id, input.kind);
      otherDevice.saw(answer.id, look);
      this.#simulation.lastWords.saw(answer.id, look);
      this.#simulation.tally(`recorded ${input.kind}`);
    });
  }

  /** An edit was said to be saved. */
  acknowledge(id: string, kind: string): void {
    this.acknowledged.set(id, { kind, at: this.#simulation.time.now });
  }

  #recordMany(store: Store): void {
    const { deviations, openForms, otherDevice, random } = this.#simulation;
    const several = [0, 0, 0].map(() => this.#input(random()));
    openForms.fill(store, several, (at, { inputs, looks }) => {
      const answer = deviations.recordMany(at, inputs);
      if (!answer.ok) throw new Error('refused');
      for (const [index, id] of answer.ids.entries()) {
        this.acknowledge(id, inputs[index]?.kind ?? '?');
        otherDevice.saw(id, looks[index] ?? null);
        this.#simulation.lastWords.saw(id, looks[index] ?? null);
      }
      this.#simulation.tally('recorded in bulk');
    });
  }

  #undo(store: Store): void {
    const row = this.#pick(this.#open(store).filter(({ attempts }) => attempts === 0));
    if (!row) return;
    const answer = this.#simulation.deviations.undo(store, [row.id], {});
    if (!answer.ok) return;
    this.#undone = answer.undone;
    this.#simulation.tally('undone');
  }

  #redo(store: Store): void {
    if (this.#undone.length === 0) return;
    const answer = this.#simulation.deviations.redo(store, this.#undone, {});
    for (const id of answer.ok ? answer.redone : []) {
      this.acknowledge(id, 'redone');
      // A new act of the user.
      this.#simulation.toReview.delete(id);
    }
    this.#undone = [];
    this.#simulation.tally('redone');
  }

  #change(store: Store): void {
    const row = this.#pick(
      this.#open(store).filter(({ kind, state }) => kind === 'updateExpense' && ['waiting', 'held', 'rejected'].includes(state)),
    );
    if (!row) return;
    // In a form that shows the record as it is known now.
    const look = recordOf(store, refOf(row))?.value ?? null;
    const answer = change(store, row.id, { performedDate: this.#day() }, {}, look);
    if (!answer.ok) return;
    this.acknowledge(answer.id, row.kind);
    this.#simulation.otherDevice.saw(answer.id, look);
  }

  #hold(store: Store): void {
    const row = this.#pick(this.#open(store).filter(({ state }) => ['waiting', 'draft', 'rejected', 'conflict'].includes(state)));
    if (row) hold(store, [row.id]);
  }

  #workOffline(): void {
    const { time, random } = this.#simulation;
    const from = random() * 4 * minute;
    time.after(from, () => this.#simulation.engine?.workOffline(true));
    time.after(from + random() * 3 * minute, () => this.#simulation.engine?.workOffline(false));
  }

  #look(): void {
    const { store, scenario, random } = this.#simulation;
    if (!store || this.#simulation.lid.isClosed()) return;
    const afterFaults = this.#simulation.time.now > faultsUntilMs;
    if (random() < 0.6) this.#approve(store);
    if (random() < 0.3) this.#preflight();
    this.#putBack(store);
    // With nobody there, nothing but what was approved beforehand happens; holding is released, since a user held it.
    for (const row of this.#open(store)) {
      if (!afterFaults && random() < 0.4) continue;
      if (scenario.noPerson && !(row.state === 'held' && reasonOf(row)?.kind === 'heldByPerson')) continue;
      this.#decide(store, row);
    }
  }

  /** A preflight comes to its end, whatever it hears; only the disk may end it with an error. */
  #preflight(): void {
    const { engine, moods, disk } = this.#simulation;
    moods.preflights += 1;
    engine?.preflight().catch((error: unknown) => {
      if (!(error instanceof Crash) && !disk.refused(error, 'a preflight'))
        this.#simulation.violation('bug', `a preflight threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
  }

  /** Restores, once, the fields that an update emptied. */
  #putBack(store: Store): void {
    const sql = `SELECT id FROM outbox WHERE state = 'applied' AND reason ->> '$.kind' = 'fieldsLost'`;
    for (const { id } of store.sql.prepare<unknown[], { id: string }>(sql).all()) {
      if (this.#putBackOnce.has(id)) continue;
      this.#putBackOnce.add(id);
      const answer = putBack(store, id, {});
      if (!answer.ok) continue;
      this.acknowledge(answer.id, 'put back');
      this.#simulation.otherDevice.sees(store, answer.id);
      this.#simulation.tally('put back');
    }
  }

  #approve(store: Store): void {
    const drafts = this.#open(store).filter(({ state }) => state === 'draft');
    if (drafts.length === 0) return;
    for (const row of drafts) this.paidElsewhere.sees(store, row);
    approve(store, { ids: drafts.map(({ id }) => id), fingerprint: fingerprintOf(store), secondConfirmation: true });
  }

  #decide(store: Store, row: OutboxRow): void {
    const { deviations, random } = this.#simulation;
    this.repeats.decided(row.id);
    switch (row.state) {
      case 'inDoubt': {
        const there = this.#simulation.effectsOf(row.id) > 0;
        if (there || this.#simulation.lastWords.errs(row)) deviations.confirm(store, row.id);
        else if (givesUp(row)) {
          if (giveUp(store, row.id).ok) this.#simulation.tally('given up by a person');
        } else if (deviations.sendAgain(store, row.id).ok) this.#simulation.tally('sent again by a person');
        return;
      }
      case 'conflict':
        if (!this.#simulation.lastWords.retypes(store, row)) this.#settle(store, row);
        return;
      case 'rejected':
        if (random() < 0.2) release(store, [row.id]);
        else if (!lookMyself(store, row.id).ok) discard(store, [row.id]);
        return;
      case 'held':
        this.#free(store, row);
        return;
      case 'checking':
        if (this.#checksForLong(row)) lookMyself(store, row.id);
        return;
      default:
        return;
    }
  }

  /** Nobody waits for ever: after half an hour, seen at two looks or more, a user looks on their own. */
  #checksForLong({ id }: OutboxRow): boolean {
    const { now } = this.#simulation.time;
    const since = this.#checkedSince.get(id) ?? now;
    this.#checkedSince.set(id, since);
    if (now - since < 30 * minute) return false;
    this.#simulation.tally('looked by themselves');
    return true;
  }

  #settle(store: Store, row: OutboxRow): void {
    const { random } = this.#simulation;
    const fields = this.#open(store).some(({ id }) => id === row.id) ? settlementOf(store, row, random) : [];
    this.#simulation.otherDevice.sees(store, row.id);
    const answer = settle(store, row.id, fields, {});
    if (answer.ok && answer.id !== null) this.acknowledge(answer.id, row.kind);
    this.#simulation.tally(answer.ok && answer.id === null ? 'settled: theirs' : 'settled');
  }

  /** Releases a held edit after a careful user looked for its effect. */
  #free(store: Store, row: OutboxRow): void {
    const reason = reasonOf(row);
    if (reason?.kind === 'untrustedHost') {
      // "No": the stranger is not trusted, the request is asked for again.
      releaseForHost(store, reason.host);
      return;
    }
    const there = row.repeat === 'creates' && this.#simulation.effectsOf(row.id) > 0;
    this.#simulation.toReview.delete(row.id);
    if (reason?.kind === 'invoiceMoved') {
      this.#simulation.tally('held as its invoice moved');
      this.paidElsewhere.sees(store, row);
    }
    if (reason?.kind === 'cannotRead') this.#simulation.looks.allows(row.id);
    if (!there && reason?.kind === 'incompleteBase') this.#withoutRecord(store, row);
    else if (!there) release(store, [row.id]);
    else if (row.maybeSent === 0) discard(store, [row.id]);
    else if (release(store, [row.id]).ok && editById(store, row.id)?.state === 'inDoubt') confirm(store, row.id);
  }

  /** The full record is asked for: a user presses release, brings it, accepts what is lost, or gives the edit up. */
  #withoutRecord(store: Store, row: OutboxRow): void {
    const { random, partlyKnown } = this.#simulation;
    const draw = random();
    if (draw < 0.5 || random() < 0.5) this.#simulation.deviations.release(store, [row.id]);
    if (editById(store, row.id)?.state !== 'held') return;
    if (draw < 0.6) partlyKnown.importWhole(store, row.recordId);
    else if (draw < 0.95 && sendPartly(store, row.id, wouldEmpty(store, row) ?? []).ok) partlyKnown.tellMore(store, row.recordId);
    else if (draw >= 0.95) discard(store, [row.id]);
  }

  #open(store: Store): OutboxRow[] {
    return allOpenEdits(store);
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#simulation.random() * list.length)];
  }

  #day(): string {
    return `2026-02-${String(1 + Math.floor(this.#simulation.random() * 27)).padStart(2, '0')}`;
  }

  #vendorFields(n: number): Record<string, unknown> {
    const draw = this.#simulation.random();
    if (draw < 0.2) return { bankAccountNumber: `SE${n}` };
    if (draw < 0.3) return { bankName: `Our bank ${n}` };
    if (draw < 0.4) return { phoneNumber: { countryCode: 'SE', localNumber: `0${n}` } };
    if (draw < 0.55) return { customProperties: this.#properties() };
    return { email: `v${n}@vendor.test` };
  }

  #properties(): unknown[] {
    const group = this.#pick(this.#simulation.company.groups);
    const value = group && this.#pick(group.values);
    return group && value ? [{ groupId: group.id, valueIds: [value.id] }] : [];
  }

  #input(draw: number): EditInput {
    const { company, random } = this.#simulation;
    this.#count += 1;
    const n = this.#count;
    const on = (recordKind: EditInput['recordKind'], ids: readonly string[], kind: string, body: Record<string, unknown>): EditInput => {
      return { kind, recordKind, recordId: this.#pick(ids) ?? '', body };
    };
    if (draw < 0.36) {
      const one = random() < 0.7 ? { performedDate: this.#day() } : { originalCurrency: random() < 0.5 ? 'EUR' : 'USD' };
      const body = this.#simulation.scenario.inPart ? { performedDate: this.#day(), originalCurrency: n % 2 ? 'EUR' : 'USD' } : one;
      return on('expense', company.expenses, 'updateExpense', body);
    }
    if (draw < 0.52) return on('vendor', company.vendors, 'updateVendor', this.#simulation.partlyKnown.named(n, this.#vendorFields(n)));
    if (draw < 0.62) {
      const body = random() < 0.5 ? { description: `Trip ${n}` } : { customProperties: this.#properties() };
      return on('cardTransaction', company.cardTransactions, 'updateCardTransaction', body);
    }
    if (draw < 0.7) return on('expense', company.expenses, 'createUserComment', { content: `Comment ${n}` });
    if (draw < 0.78) return on('invoiceReceivable', company.invoices, 'createInvoiceLine', { productId: company.productId, quantity: n });
    const body = { paymentDate: this.#day(), bankAccountId: company.bankAccountId, amountInInvoiceCurrency: BigInt(n) };
    return on('invoiceReceivable', company.invoices, 'recordInvoicePayment', body);
  }
}

function waitsForPerson(state: string): boolean {
  return ['draft', 'inDoubt', 'rejected', 'conflict', 'held'].includes(state);
}

/** Mine, theirs, or both by field; a user who sees no record keeps mine. */
function settlementOf(store: Store, row: OutboxRow, random: () => number) {
  const known = recordOf(store, { kind: row.recordKind, id: row.recordId });
  if (!known || random() < 0.5) return [];
  const body: unknown = JSON.parse(row.body);
  return Object.keys(body as object).map((name) => ({ path: [name], take: 'theirs' as const }));
}

/** One in eight, by its id: no draw, so that older schedules stay as they were. */
const givesUp = ({ id }: OutboxRow): boolean => id.endsWith('0') || id.endsWith('8');
