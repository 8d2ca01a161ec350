import { allEdits, editById, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import type { JournalEntry } from '#service/domain/journal.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { isJsonObject, parseJson, type JsonObject } from '#shared/json/json.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { seededRandom } from '#test/world.ts';
import { asked } from './asked.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const refused: readonly string[] = ['rejected', 'conflict'];

/**
 * A user who corrects payments, comments, lines, vendors and dates, holds, releases, undoes and redoes any acts in any order; and the judge of law
 * 24. Draws from a source of its own, so that schedules without it stay as they were.
 */
export class Corrections {
  readonly #simulation: Simulation;
  readonly #random: () => number;
  /** Edits that an undo or a redo was pressed on, and corrections, the newest last. */
  readonly #touched: string[] = [];
  #count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x39c0de);
  }

  begin(): void {
    const { scenario, time, person } = this.#simulation;
    if (!scenario.corrects) return;
    const acts = 20 + Math.floor(this.#random() * 30);
    for (let n = 0; n < acts; n++) {
      const [act, what] = [this.#random(), this.#random()];
      time.after(20_000 + this.#random() * 9 * minute, () => person.trying(() => this.#act(act, what)));
    }
  }

  #act(act: number, what: number): void {
    const { store, lid } = this.#simulation;
    if (!store || lid.isClosed()) return;
    if (act < 0.34) this.#correct(store, what);
    else if (act < 0.6) this.#press(store, 'undo', what);
    else if (act < 0.84) this.#press(store, 'redo', what);
    else if (act < 0.93) this.#put(store, what, ['waiting', 'draft', 'rejected', 'conflict'], ({ id }) => hold(store, [id]).ok, 'held');
    else this.#put(store, what, ['waiting', 'draft', 'held', ...refused], ({ id }) => discard(store, [id]).ok, 'discarded');
    this.oneOpenEdit();
  }

  #put(store: Store, what: number, states: readonly string[], act: (row: OutboxRow) => boolean, name: string): void {
    const row = this.#pick(store, what, states);
    if (!row || !act(row)) return;
    this.#touched.push(row.id);
    this.#simulation.tally(`corrections: ${name}`);
    if (refused.includes(row.state)) this.#soon('redo', row.id);
  }

  /** An edit in one of these states; one that was refused, if there is one, every other time. */
  #pick(store: Store, what: number, states: readonly string[]): OutboxRow | undefined {
    const fitting = allEdits(store).filter((one) => states.includes(one.state) && !this.#isThere(one));
    const special = fitting.filter(({ state }) => refused.includes(state));
    return what < 0.5 && special.length > 0 ? pick(special, what * 2) : pick(fitting, what);
  }

  /** Undoes or redoes a recent command. */
  #soon(name: 'undo' | 'redo', id: string): void {
    const { time, person } = this.#simulation;
    time.after(1_000 + this.#random() ** 2 * minute, () => {
      const { store, lid } = this.#simulation;
      if (store && !lid.isClosed()) person.trying(() => this.#pressOn(store, name, id));
    });
  }

  #correct(store: Store, what: number): void {
    const states = ['waiting', 'draft', 'held', 'rejected', 'conflict'];
    const row = this.#pick(store, what, states);
    const body = row && this.#corrected(row);
    if (!row || !body) return;
    const look = recordOf(store, refOf(row))?.value ?? null;
    const answer = change(store, row.id, body, {}, look);
    if (!answer.ok) return;
    this.#touched.push(row.id, answer.id);
    this.#simulation.person.acknowledge(answer.id, row.kind);
    this.#simulation.otherDevice.saw(answer.id, look);
    this.#simulation.lastWords.saw(answer.id, look);
    this.#simulation.tally(`corrected ${row.kind}`);
    if (refused.includes(row.state) || this.#random() < 0.5) this.#soon('undo', answer.id);
  }

  /** Undoes or redoes an edit, mostly one of the newest that were corrected, undone or redone; any edit at times. */
  #press(store: Store, name: 'undo' | 'redo', what: number): void {
    const newest = this.#touched.slice(-6);
    const id = what < 0.8 ? pick(newest, what / 0.8) : pick(allEdits(store), (what - 0.8) * 5)?.id;
    if (id !== undefined) this.#pressOn(store, name, id);
  }

  #pressOn(store: Store, name: 'undo' | 'redo', id: string): void {
    const answer = this.#simulation.deviations[name](store, [id], {});
    if (!answer.ok) return this.#simulation.tally(`corrections: ${name} refused`);
    this.#touched.push(id);
    // A new act of the user.
    if (name === 'redo') this.#simulation.toReview.delete(id);
    this.#simulation.tally(`corrections: ${name}`);
    if (this.#random() < 0.5) this.#soon(name === 'undo' ? 'redo' : 'undo', id);
    this.#simulation.trace(() => `${name} ${id}`);
  }

  /** The same intention in other words: the number in them stays. */
  #corrected(row: OutboxRow): Record<string, unknown> | null {
    this.#count += 1;
    const k = this.#count;
    const body = bodyOf(row) ?? {};
    switch (row.kind) {
      case 'createUserComment':
        return { content: `Comment ${intentionOf(body) ?? 0}, again ${k}` };
      case 'recordInvoicePayment':
        return { ...body, amountInInvoiceCurrency: BigInt(intentionOf(body) ?? 0) + BigInt(1_000 * k) };
      case 'createInvoiceLine':
        return { ...body, quantity: (intentionOf(body) ?? 0) + 1_000 * k };
      case 'updateExpense':
        return { performedDate: `2026-02-${String(1 + (k % 27)).padStart(2, '0')}` };
      case 'updateVendor':
        return this.#simulation.scenario.partlyKnown ? null : { email: `corrected${k}@vendor.test` };
      default:
        return { description: `Corrected ${k}` };
    }
  }

  /** A careful user looks before they change or give up what may be on the service. */
  #isThere(row: OutboxRow): boolean {
    if (row.repeat !== 'creates') return false;
    const body = bodyOf(row);
    const n = body && intentionOf(body);
    return this.#simulation.company.store.journal().some((entry) => entry.applied && entry.recordId === row.recordId && of(entry) === n);
  }

  /** Law 24: at most one open edit has one place of one record. */
  oneOpenEdit(): void {
    const text = `SELECT record_id AS id, count(*) AS n FROM outbox WHERE ${isOpenSql} GROUP BY record_kind, record_id, place HAVING n > 1`;
    const twins = asked<[], { id: string; n: number }>(this.#simulation.sql, text).get();
    if (twins) this.#simulation.violation('law 24: one place', `${twins.n} open edits have one place of ${twins.id}`);
  }

  /** Law 24: nothing leaves for a record while another request for it may be under way. */
  leaves(editId: string, record: string): void {
    const { generation, scenario, sql } = this.#simulation;
    if (generation > 0 || !scenario.corrects) return;
    const text = `SELECT id, state FROM outbox WHERE record_kind || ' ' || record_id = ? AND id <> ? AND state IN ('sending', 'checking', 'inDoubt')`;
    const other = asked<[string, string], { id: string; state: string }>(sql, text).get(record, editId);
    if (other) this.#simulation.violation('law 24: under way', `${editId} left while ${other.id} of its record is ${other.state}`);
  }

  /** Law 24, at the end: what a user meant once is on the service once, and nothing that was claimed left again by undo or redo. */
  check(store: Store): void {
    if (!this.#simulation.scenario.corrects || this.#simulation.generation > 0) return;
    this.oneOpenEdit();
    const meant = Map.groupBy(
      this.#simulation.company.store.journal().filter((entry) => entry.applied && of(entry) !== null),
      (entry) => `${entry.operation} ${entry.recordId} ${of(entry)}`,
    );
    for (const [what, entries] of meant)
      if (entries.length > 1) this.#simulation.violation('law 24: once', `${what} was meant once and is there ${entries.length} times`);
    const text = `SELECT edit_id AS id FROM audit AS back WHERE what = 'reopened' AND json_valid(facts) AND facts ->> '$.to' IN ('draft', 'waiting')
      AND EXISTS (SELECT 1 FROM audit AS left WHERE left.edit_id = back.edit_id AND left.what = 'left' AND left.seq < back.seq)`;
    for (const { id } of asked<[], { id: string }>(store.sql, text).all())
      this.#simulation.violation('law 24: claimed', `${id} was claimed, and became sendable again by undo or redo`);
    for (const row of allEdits(store))
      if (row.state === 'rejected' && reasonOf(row) === null)
        this.#simulation.violation('law 24: why', `${row.id} is refused, and nobody knows why`);
    if (this.#touched.some((id) => editById(store, id)?.state === 'applied')) this.#simulation.tally('corrected and applied');
  }
}

function pick<T>(list: readonly T[], what: number): T | undefined {
  return list[Math.floor(what * list.length)];
}

/** The number of a creating edit's intention, in any text; null for other edits. */
function intentionOf(body: JsonObject): number | null {
  const told = body['amountInInvoiceCurrency'] ?? body['quantity'];
  if (told !== undefined && told !== null) return Number(told) % 1_000;
  const n = typeof body['content'] === 'string' ? /^Comment (\d+)/.exec(body['content'])?.[1] : undefined;
  return n === undefined ? null : Number(n);
}

function of({ method, bodyText }: JournalEntry): number | null {
  const parsed = method === 'POST' ? parseJson(bodyText) : null;
  return parsed?.ok && isJsonObject(parsed.value) ? intentionOf(parsed.value) : null;
}
