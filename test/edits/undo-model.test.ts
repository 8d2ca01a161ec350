import { anchorOf } from '#main/audit/anchor.ts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptsOf, mayHaveArrived } from '#main/outbox/attempts.ts';
import { claim } from '#main/outbox/claim.ts';
import { allOpenEdits, editById, openEditsOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { settleAll } from '#main/outbox/settle.ts';
import type { Move } from '#main/outbox/move.ts';
import { createStore, type Store } from '#main/storage/store.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { theLaws } from '#main/sync/laws.ts';
import { recover } from '#main/sync/answer/recover.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';
import { recordOf, UndoModel, type ModelKind } from './undo-model.ts';

/**
 * Any sequence of acts, claims, answers and crashes, played by the program on SQLite and by the model: the same edits are open in the same order
 * and states. More: `UNDO_SEQUENCES=100000 UNDO_SEED=1 npx vitest run --project node test/edits/undo-model.test.ts`.
 */
const sequences = Number(process.env['UNDO_SEQUENCES'] ?? 300);
const seed = Number(process.env['UNDO_SEED'] ?? 39);

const names = [
  'record',
  'correct',
  'hold',
  'release',
  'discard',
  'approve',
  'undo',
  'redo',
  'claim',
  'answer',
  'crash',
  'resolve',
] as const;
type Name = (typeof names)[number];

/** One step: what happens, to which edit, and how (a share in percent) where there is a choice. */
interface Step {
  name: Name;
  at: number;
  how: number;
}

const steps = fc.noBias(
  fc.array(
    fc.record({
      name: fc.constantFrom<Name>(...names, 'record', 'correct', 'undo', 'undo', 'redo', 'redo', 'claim', 'claim', 'answer', 'approve'),
      at: fc.nat(1_000),
      how: fc.integer({ min: 0, max: 99 }),
    }),
    { minLength: 12, maxLength: 40, size: 'max' },
  ),
);

/** States that an act is mostly tried in; undo is tried on everything, redo mostly on what was taken away. */
const fits: Partial<Record<Name, readonly string[]>> = {
  correct: ['draft', 'waiting', 'held', 'rejected'],
  hold: ['draft', 'waiting', 'rejected'],
  release: ['held', 'held', 'rejected'],
  approve: ['draft'],
  claim: ['waiting'],
  answer: ['sending'],
  resolve: ['inDoubt', 'checking'],
};

/** The edit that a step is about; one of the newest six where its state does not matter. */
function chosen({ edits }: UndoModel, { name, at }: Step): number {
  const fitting = [...edits.keys()].filter((n) =>
    name === 'redo' ? edits[n]?.takenAway === true : fits[name]?.includes(edits[n]?.state ?? '') === true,
  );
  if (fitting.length + (fits[name]?.length ?? 0) > 0 && (at % 10 > 2 || name === 'answer' || name === 'resolve'))
    return fitting[at % fitting.length] ?? -1;
  return edits.length - 1 - (at % 6);
}

let empty: Buffer | null = null;

/** A migrated empty database, made once. */
function emptyDatabase(): Buffer {
  if (empty) return empty;
  const store = openTestStore(fakeWorld());
  empty = store.sql.serialize();
  store.close();
  return empty;
}

const ids = { expense: '00000000-0000-4000-8000-0000000000e1', invoice: '00000000-0000-4000-8000-0000000000f1' };
const kinds = { comment: 'createUserComment', payment: 'recordInvoicePayment', date: 'updateExpense' } as const;
const records = { expense: 'expense', invoice: 'invoiceReceivable' } as const;

/** The program, on a database of its own, and the service that it writes to. */
class Program {
  readonly #sql = new Database(emptyDatabase());
  readonly #edits: string[] = [];
  #boots = 0;
  #world: FakeWorld = fakeWorld();
  #store: Store = this.#boot();
  #texts = 0;
  /** The number of applied requests per user intention: an edit and its corrections. */
  readonly carriedOut = new Map<number, number>();

  #boot(): Store {
    this.#boots += 1;
    this.#world = fakeWorld({ seed: this.#boots, bootId: `boot ${this.#boots}` });
    return createStore(this.#sql, this.#world, testAccount);
  }

  close(): void {
    this.#sql.close();
  }

  /** The typed values and states of a record's open edits, in order. */
  openOf(record: 'expense' | 'invoice'): string[] {
    return openEditsOf(this.#store, { kind: records[record], id: ids[record] }).map(({ body, state }) => `${state} ${body}`);
  }

  /** Places that more than one open edit has. */
  twins(): string[] {
    const places = allOpenEdits(this.#store).map(({ recordKind, place }) => `${recordKind} ${place}`);
    return places.filter((place, at) => places.indexOf(place) !== at);
  }

  row(n: number): OutboxRow {
    const row = editById(this.#store, this.#edits[n] ?? '');
    if (!row) throw new Error(`edit ${n} is gone`);
    return row;
  }

  /** The first edit of those that stand for each other. */
  rootOf(n: number): number {
    const { supersedes } = this.row(n);
    return supersedes === null ? n : this.rootOf(this.#edits.indexOf(supersedes));
  }

  record(kind: ModelKind): boolean {
    const record = recordOf(kind);
    const answer = recordEdit(
      this.#store,
      { kind: kinds[kind], recordKind: records[record], recordId: ids[record], body: this.#body(kind) },
      {},
    );
    if (answer.ok) this.#edits.push(answer.id);
    return answer.ok;
  }

  correct(n: number): boolean {
    const kind = (Object.keys(kinds) as ModelKind[]).find((one) => kinds[one] === this.row(n).kind) ?? 'date';
    const answer = change(this.#store, this.row(n).id, this.#body(kind), {});
    if (answer.ok) this.#edits.push(answer.id);
    return answer.ok;
  }

  hold = (n: number): boolean => hold(this.#store, [this.row(n).id]).ok;
  release = (n: number): boolean => release(this.#store, [this.row(n).id]).ok;
  discard = (n: number): boolean => discard(this.#store, [this.row(n).id]).ok;
  undo = (n: number): boolean => undo(this.#store, [this.row(n).id], {}).ok;
  redo = (n: number): boolean => redo(this.#store, [this.row(n).id], {}).ok;

  approve(n: number): boolean {
    const approval = { ids: [this.row(n).id], fingerprint: fingerprintOf(this.#store), secondConfirmation: true };
    return approve(this.#store, approval).ok;
  }

  claim(n: number): boolean {
    const row = this.row(n);
    const body = new TextEncoder().encode(row.body);
    const request = {
      method: 'POST',
      url: 'https://service.test',
      sha256: '00',
      body,
      ifMatch: null,
      idempotencyKey: row.id,
      baseVersion: null,
    };
    return this.#store.commit('claim', () => claim(this.#store, [{ row, request }])).length === 1;
  }

  /** Ends the request under way; `there`: the service carried it out. */
  answer(n: number, outcome: string, move: Omit<Move, 'what'>, there: boolean): void {
    const row = this.row(n);
    const attempt = { n: row.lastAttempt, end: { outcome, status: null, afterMs: 1 } };
    if (there) this.#carryOut(n);
    this.#store.commit('answer', () =>
      settleAll(this.#store, [{ row, attempt, move: { what: 'verdict', ...move }, heard: null, ours: [] }]),
    );
  }

  /** The process ends, and the service may carry out what was under way. */
  crash(there: (n: number) => boolean): void {
    for (const row of allOpenEdits(this.#store)) {
      const n = this.#edits.indexOf(row.id);
      if (row.state === 'sending' && there(n)) this.#carryOut(n);
    }
    this.#store = this.#boot();
    recover({ store: this.#store, world: this.#world, laws: theLaws }, anchorOf(this.#store));
  }

  /** Long after, the user, or a read, finds out whether an unknown request was carried out, and says so. */
  async resolve(n: number): Promise<boolean> {
    await this.wait();
    const row = this.row(n);
    const there = this.isThere(n);
    if (row.state === 'inDoubt') expect((there ? confirm(this.#store, row.id) : sendAgain(this.#store, row.id, true)).ok).toBe(true);
    else {
      const move = { to: there ? 'applied' : 'waiting', what: 'verdict', reason: { kind: 'checkedByReading' }, maybeSent: false } as const;
      this.#store.commit('check', () => settleAll(this.#store, [{ row, attempt: null, move, heard: null, ours: [] }]));
    }
    return there;
  }

  /** Every quarantine ends. */
  wait = (): Promise<void> => this.#world.advance(300_000);

  isThere = (n: number): boolean => (this.carriedOut.get(this.rootOf(n)) ?? 0) > 0;

  /** True when a request before the newest one ended unknown. */
  mayHaveArrivedBefore(n: number): boolean {
    const { id, lastAttempt } = this.row(n);
    return attemptsOf(this.#store, id).some((request) => request.n < lastAttempt && mayHaveArrived(request));
  }

  #carryOut(n: number): void {
    const root = this.rootOf(n);
    this.carriedOut.set(root, (this.carriedOut.get(root) ?? 0) + 1);
  }

  #body(kind: ModelKind): Record<string, unknown> {
    this.#texts += 1;
    if (kind === 'comment') return { content: `Comment ${this.#texts}` };
    if (kind === 'date') return { performedDate: `2026-02-${String(1 + (this.#texts % 27)).padStart(2, '0')}` };
    return {
      paymentDate: '2026-02-03',
      bankAccountId: '00000000-0000-4000-8000-0000000000b1',
      amountInInvoiceCurrency: BigInt(this.#texts),
    };
  }
}

/** The number of each command over all sequences. */
const happened = new Map<string, number>();

async function play(sequence: readonly Step[]): Promise<void> {
  const [model, program] = [new UndoModel(), new Program()];
  try {
    for (const step of sequence) {
      const n = chosen(model, step);
      if (n < 0 && step.name !== 'record' && step.name !== 'crash') continue;
      if (await happens(model, program, step, n)) happened.set(step.name, (happened.get(step.name) ?? 0) + 1);
      const after = `after ${step.name} of ${n}`;
      for (const record of ['expense', 'invoice'] as const)
        expect(program.openOf(record), after).toEqual(
          model.order[record].map((one) => `${model.edits[one]?.state} ${program.row(one).body}`),
        );
      expect(program.twins(), after).toEqual([]);
    }
    for (const [root, times] of program.carriedOut)
      if (model.edits[root]?.kind !== 'date') expect(times, `edit ${root} was carried out`).toBe(1);
  } finally {
    program.close();
  }
}

/** Takes one step in both; answers whether it happened. */
async function happens(model: UndoModel, program: Program, { name, how }: Step, n: number): Promise<boolean> {
  switch (name) {
    case 'record': {
      const kind = how < 40 ? 'comment' : how < 70 ? 'payment' : 'date';
      return program.record(kind) && model.record(kind);
    }
    case 'crash':
      program.crash((one) => how < 50 && !program.isThere(one));
      return model.crash();
    case 'answer':
      return answered(model, program, n, how);
    case 'resolve':
      return model.resolved(n, await program.resolve(n));
    case 'correct':
    case 'release':
    case 'approve':
      await program.wait();
      // A user looks before they send again what may be there.
      if (program.isThere(n)) return false;
      break;
    case 'hold':
    case 'discard':
    case 'claim':
    case 'undo':
    case 'redo':
  }
  const allowed = model[name](n);
  expect(program[name](n), `${name} of ${n}`).toBe(allowed);
  return allowed;
}

function answered(model: UndoModel, program: Program, n: number, how: number): boolean {
  if (how < 30) {
    program.answer(n, 'applied', { to: 'applied', reason: { kind: 'clean' }, maybeSent: false }, true);
    return model.answered(n, 'applied');
  }
  if (how < 50) {
    const unclear = program.mayHaveArrivedBefore(n) ? { mayBeApplied: true as const } : {};
    const reason = { kind: 'rejectedByService', status: 422, error: null, ...unclear } as const;
    program.answer(n, 'refused', { to: 'rejected', reason, maybeSent: false }, false);
    return model.answered(n, 'rejected');
  }
  if (how < 60) {
    const spent = { attempts: program.row(n).attempts - 1, maybeSent: false };
    program.answer(n, 'notSent', { to: 'waiting', reason: { kind: 'offline', failure: 'test' }, ...spent }, false);
    return model.answered(n, 'unsent');
  }
  const to = model.edits[n]?.kind === 'date' ? 'checking' : 'inDoubt';
  program.answer(n, 'doubt', { to, reason: { kind: 'noAnswer', failure: 'test', afterMs: 1 }, waitMs: 120_000 }, how < 80);
  return model.answered(n, 'unknown');
}

test(
  `${sequences} random sequences of acts, claims, answers and crashes end as the model says`,
  async () => {
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: sequences, seed });
    console.log([...happened].map(([name, times]) => `${name}: ${times}`).join(', '));
    // A run in which an act never happened proved nothing about it.
    expect(names.filter((name) => !happened.has(name))).toEqual([]);
  },
  300_000 + sequences * 100,
);
