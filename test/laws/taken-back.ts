import Database from 'better-sqlite3';
import { createTrust } from '#main/accounts/trust/trust.ts';
import { trustOf } from '#main/registry/trust.ts';
import { allOpenEdits, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { newestWordOf } from '#main/audit/audit.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { seededRandom } from '#test/world.ts';
import type { Scenario } from './scenario.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
const host = 'docs.service.test';
/** Long enough for a keychain that answers, with every retry of a busy minute. */
const promptMs = 5_000;

/** A scenario in which an older copy comes back, and nothing that keeps it from that. */
export const comesBack = {
  ...{ takesBack: true, keychain: 'none', slowKeychain: false, restore: false, bringBack: false, otherUser: false, fullDisk: false },
} as const satisfies Partial<Scenario>;

type Copy = { file: string } | { image: Buffer };

/**
 * A user works offline, takes back what was about to leave, and then the data folder of before comes back: whole, or in single rows as older pages
 * spliced into the file would bring them. Nothing of it is sent before a user looked (laws 12 and 31).
 */
export class TakenBack {
  /** Edits whose rows alone came back: others of their record may be behind them since. */
  readonly rows = new Set<string>();
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  #isUntrusted = false;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0x7b3c91);
  }

  begin(): void {
    const { scenario } = this.#simulation;
    const { takesBack, keychain, slowKeychain, restore, bringBack, otherUser, fullDisk } = scenario;
    // Other tests cover copies that the keychain does not know.
    const isOwn = keychain === 'none' && !slowKeychain && !restore && !bringBack && !otherUser && !fullDisk;
    if (takesBack && isOwn) this.#plan(minute + this.#random() * 3 * minute);
  }

  /** Called when a schedule is over. */
  judge(): void {
    const { store, tally } = this.#simulation;
    if (!this.#isUntrusted || !store) return;
    tally.call(this.#simulation, 'untrusted before a copy came back');
    if (trustOf(store, host) === 'withSignIn') this.#simulation.violation('P41', 'a host that was refused is trusted again');
  }

  #plan(atMs: number): void {
    this.#simulation.time.after(atMs, () => this.#copy());
  }

  #copy(): void {
    const { store, sql, files, time, engine, lid, person } = this.#simulation;
    const isCalm = store && engine && !sql.inTransaction && this.#simulation.looking.isDone() && !lid.isClosed();
    if (!isCalm || this.#takeable(store).length === 0) return this.#plan(1_000 + this.#random() * 3_000);
    engine.workOffline(true);
    const trusts = this.#random() < 0.5 && person.trying(() => void createTrust(store, []).answer(host, 'withSignIn'));
    if (!this.#simulation.store) return;
    const copy: Copy = files ? { file: files.copied(sql) } : { image: sql.serialize() };
    const kept = new Set(this.#simulation.person.acknowledged.keys());
    this.#simulation.tally('copy taken');
    time.after(500 + this.#random() * 5_000, () => this.#takeBack(copy, kept, trusts));
  }

  #takeable(store: Store): OutboxRow[] {
    return allOpenEdits(store).filter(({ state, attempts }) => state === 'waiting' && attempts === 0);
  }

  #takeBack(copy: Copy, kept: ReadonlySet<string>, trusts: boolean): void {
    const { store, time, person, sql } = this.#simulation;
    // The process died meanwhile: nobody took anything back.
    if (!store || sql.inTransaction) return this.#online();
    const taken: string[] = [];
    let refused = false;
    person.trying(() => {
      for (const row of this.#takeable(store).slice(0, 1 + Math.floor(this.#random() * 3))) if (this.#one(store, row)) taken.push(row.id);
      if (!trusts) return;
      createTrust(store, []).answer(host, 'no');
      refused = true;
    });
    // The process died before anything was committed.
    if (taken.length === 0 && !refused) return this.#online();
    const word = newestWordOf(store);
    this.#simulation.tally('taken back', taken.length);
    const alive = store;
    time.after(promptMs + this.#random() * minute, () => {
      if (this.#simulation.store === alive && this.#simulation.keychain.line() < word)
        this.#simulation.violation('P41', `the keychain was not told of line ${word}, and knows line ${this.#simulation.keychain.line()}`);
      // Half of the time the app is closed first, as it should be.
      if (this.#random() < 0.5) void this.#simulation.engine?.known();
      time.after(100, () => this.#comesBack(copy, { kept, taken, word, trusts: refused }));
    });
  }

  #one(store: Store, row: OutboxRow): boolean {
    const draw = this.#random();
    if (draw < 0.3) return discard(store, [row.id]).ok;
    if (draw < 0.55) return hold(store, [row.id]).ok;
    if (draw < 0.75 && row.kind === 'updateExpense') {
      const answer = change(store, row.id, { performedDate: '2026-02-28' }, {});
      if (!answer.ok) return false;
      this.#simulation.person.acknowledge(answer.id, row.kind);
      this.#simulation.otherDevice.sees(store, answer.id);
      return true;
    }
    return undo(store, [row.id], {}).ok;
  }

  /** Expects the command that was anchored in the keychain; a process that crashed before that is excluded. */
  #comesBack(
    copy: Copy,
    { kept, taken, word, trusts }: { kept: ReadonlySet<string>; taken: string[]; word: number; trusts: boolean },
  ): void {
    const { keychain, person, sql, toReview, files } = this.#simulation;
    if (sql.inTransaction || keychain.line() < word) return this.#online();
    // Whom a user let go meanwhile is not taken back any more, also where the process died since.
    const stateOf = sql.prepare<[string], string>('SELECT state FROM outbox WHERE id = ?').pluck();
    const stillTaken = taken.filter((id) => ['discarded', 'held', 'superseded'].includes(stateOf.get(id) ?? ''));
    // Excludes a place that a correction or an undo gave to another edit.
    const atPlace = sql.prepare<[string], number>(
      'SELECT count(*) FROM outbox AS it JOIN outbox AS other USING (record_id, place) WHERE it.id = ?',
    );
    const alone = stillTaken.filter((id) => atPlace.pluck().get(id) === 1);
    const rowsAlone = this.#random() < 0.4 && alone.length > 0;
    for (const id of rowsAlone ? alone : stillTaken) toReview.add(id);
    if (rowsAlone) return this.#rowsComeBack(alone);
    this.#simulation.tally('copy came back');
    this.#simulation.trace(() => `a copy came back, without ${stillTaken.join(' ')}`);
    this.#isUntrusted = trusts;
    person.forgetAllBut(kept);
    this.#simulation.replaceDatabase('file' in copy ? (files?.opened(copy.file) ?? new Database(copy.file)) : new Database(copy.image));
  }

  /** Nothing comes back: the user goes online again. */
  #online(): void {
    this.#simulation.engine?.workOffline(false);
  }

  /** The edits' rows alone, as an older page has them; the audit log stays as it is. */
  #rowsComeBack(taken: readonly string[]): void {
    const { sql } = this.#simulation;
    const triggers = sql.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    this.#simulation.tally('rows came back', taken.length);
    for (const id of taken) this.rows.add(id);
    this.#simulation.trace(() => `rows came back: ${taken.join(' ')}`);
    // A new order begins, as with a whole copy: a later edit of the record may have been sent.
    this.#simulation.generation += 1;
    this.#simulation.restart(2_000);
    // A process that died while it looked through a table left the connection without writes.
    sql.pragma('query_only = OFF');
    for (const { name } of triggers) sql.exec(`DROP TRIGGER "${name}"`);
    const put = sql.prepare(`UPDATE outbox SET state = 'waiting', reason = NULL, held_from = NULL,
      approved_at = ifnull(approved_at, recorded_at), approved_by = ifnull(approved_by, 'a rule') WHERE id = ?`);
    for (const id of taken) put.run(id);
    for (const trigger of triggers) sql.exec(trigger.sql);
  }
}
