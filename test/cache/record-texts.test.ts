import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { expect, onTestFinished } from 'vitest';
import { backupOutbox } from '#main/recovery/backup.ts';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import { answerOf, attemptsOf } from '#main/outbox/attempts.ts';
import { claim } from '#main/outbox/claim.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { allEdits, baseOf, baseTextOf, baseToCompare, editById, openEditsOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { settleAll } from '#main/outbox/settle.ts';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { recordOf } from '#main/records/records.ts';
import { differenceOf, textFrom } from '#main/records/text-difference.ts';
import type { Store } from '#main/storage/store.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

const ref = { kind: 'expense', id: idOf(1, 'a') } as const;
const filler = 'Train, then taxi. '.repeat(40);
/** What the service says of the expense: a field that edits set, one that they do not, and much that never changes. */
const serviceText = (day: number, note: number) =>
  JSON.stringify({ id: ref.id, performedDate: `2026-01-${10 + day}`, description: filler, note: 'n'.repeat(note), status: 'CREATED' });

/** A store beside a plain list of what every edit was recorded on and what every request was answered. */
class Beside {
  readonly world = stillWorld();
  readonly store: Store;
  readonly bases = new Map<string, string | null>();
  readonly answers = new Map<string, string>();
  #told = 0;

  constructor(file = ':memory:') {
    this.store = openTestStore(this.world, file);
  }

  known = (): string | null => recordOf(this.store, ref)?.text ?? null;
  first = (): OutboxRow | undefined => openEditsOf(this.store, ref)[0];

  hear(text: string): void {
    hearRecord(this.store, { ref, text, value: JSON.parse(text) as never, provenance: 'read', asOf: (this.#told += 1), complete: true });
    // What moved along stands on what is known now, what did not on what it stood on.
    for (const row of openEditsOf(this.store, ref)) if (baseTextOf(this.store, row) === this.known()) this.bases.set(row.id, this.known());
  }

  record(day: number): void {
    const known = this.known();
    const body = { performedDate: `2026-02-${10 + day}` };
    const answer = recordEdit(this.store, { kind: 'updateExpense', recordKind: 'expense', recordId: ref.id, body }, {});
    if (!answer.ok) throw new Error('a body that is no body');
    const merged = editById(this.store, answer.id)?.supersedes;
    this.bases.set(answer.id, (merged ? this.bases.get(merged) : null) ?? known);
  }

  send(text: string | null): void {
    const row = this.first();
    if (row?.state !== 'waiting') return;
    const request = { method: 'PATCH', url: 'https://service.test/', body: new Uint8Array(), sha256: '', ifMatch: null };
    this.store.commit('turn', () => void claim(this.store, [{ row, request: { ...request, idempotencyKey: row.id, baseVersion: null } }]));
    const sent = editById(this.store, row.id);
    if (!sent || text === null) return;
    const body = Buffer.from(text);
    const answer = { body, sha256: createHash('sha256').update(body).digest('hex'), headers: {} };
    const asked = this.store.hearings.ask();
    const heard = {
      text,
      value: JSON.parse(text) as never,
      etag: null,
      provenance: 'writeResponse',
      asOf: (this.#told += 1),
      asked,
    } as const;
    const end = { outcome: 'applied', status: 200, afterMs: 1, answer };
    const move = { to: 'applied', what: 'verdict', reason: { kind: 'clean' } } as const;
    this.store.commit(
      'turn',
      () => void settleAll(this.store, [{ row: sent, attempt: { n: sent.lastAttempt, end }, move, heard, ours: [] }]),
    );
    this.answers.set(row.id, text);
    for (const open of openEditsOf(this.store, ref))
      if (baseTextOf(this.store, open) === this.known()) this.bases.set(open.id, this.known());
  }

  discard(row = this.first()): void {
    if (!row || row.state === 'sending') return;
    this.store.commit(
      'discard',
      () => void moveEdit(this.store, row, { to: 'discarded', what: 'discarded', reason: { kind: 'discarded' } as never }),
    );
  }

  /** Kept texts that nobody points at, and that no pointed one is told by. */
  garbage(): number[] {
    const ids = this.store.sql
      .prepare<[], number>(
        `WITH RECURSIVE pointed(id) AS (SELECT base_text FROM outbox UNION SELECT answer_text FROM attempts
           UNION SELECT like_text FROM record_text, pointed WHERE record_text.id = pointed.id)
         SELECT id FROM record_text WHERE id NOT IN (SELECT id FROM pointed WHERE id IS NOT NULL)`,
      )
      .pluck();
    return ids.all();
  }
}

const day = fc.nat(3);
const act = fc.oneof(
  fc.record({ does: fc.constant('hear' as const), day, note: fc.nat(3) }),
  fc.record({ does: fc.constant('record' as const), day, note: fc.constant(0) }),
  fc.record({ does: fc.constant('send' as const), day, note: fc.nat(3) }),
  fc.record({ does: fc.constantFrom('discard' as const, 'forget' as const), day, note: fc.constant(0) }),
);

test.prop([fc.array(act, { maxLength: 60 })], { numRuns: 60 })(
  'whatever comes between, every edit has the text that it was recorded on and every request the bytes of its answer, and no other text is kept',
  (acts) => {
    const beside = new Beside();
    for (const { does, day: on, note } of acts) {
      if (does === 'hear') beside.hear(serviceText(on, note));
      if (does === 'record') beside.record(on);
      if (does === 'send') beside.send(serviceText(on, note));
      if (does === 'discard') beside.discard();
      if (does === 'forget') forgetRecord(beside.store, ref);
      for (const row of allEdits(beside.store)) {
        expect(baseTextOf(beside.store, row)).toBe(beside.bases.get(row.id));
        const [attempt] = attemptsOf(beside.store, row.id);
        const answer = attempt && answerOf(beside.store, ref, attempt);
        expect(answer ? Buffer.from(answer).toString() : undefined).toBe(beside.answers.get(row.id));
      }
      expect(beside.garbage()).toEqual([]);
    }
    beside.store.close();
  },
);

const pieces = fc.array(fc.oneof(fc.constantFrom('a', 'b'), fc.string({ unit: 'grapheme' })));
// What both begin with and what both end with are the same pieces here.
const repeated: [string[], string[]][] = [
  [
    ['a', 'a'],
    ['a', 'a', 'a'],
  ],
];

test.prop([pieces, pieces], { examples: repeated })('a text is what its difference from any other says', (mine, theirs) => {
  const [text, like] = [mine.join(','), theirs.join(',')];
  expect(textFrom(differenceOf(text, like), like)).toBe(text);
});

test('of a text that has one field more, that field alone is told', () => {
  const [before, after] = [`{"id":"${ref.id}","description":"${filler}"`, `"note":"${filler}","status":"CREATED"}`];
  expect(differenceOf(`${before},"tax":"7",${after}`, `${before},${after}`).length).toBeLessThan(60);
});

test('an answer that is older than what was read since its request left is kept as it came', () => {
  const beside = new Beside();
  const said = (version: number) => JSON.stringify({ ...(JSON.parse(serviceText(version, 0)) as object), version });
  beside.hear(said(3));
  beside.record(1);
  beside.send(said(2));
  expect(beside.known()).toBe(said(3));
  const [attempt] = allEdits(beside.store).flatMap(({ id }) => attemptsOf(beside.store, id));
  const answer = attempt && answerOf(beside.store, ref, attempt);
  expect(answer && Buffer.from(answer).toString()).toBe(said(2));
});

test('what an edit points at stands once, and an edit and its answer add a tenth of a text', () => {
  const beside = new Beside();
  beside.hear(serviceText(0, 0));
  for (let n = 1; n <= 40; n += 1) {
    beside.record(n % 9);
    beside.send(serviceText(n % 9, n));
  }
  const { sql } = beside.store;
  const copies = sql.prepare(`SELECT count(base) + (SELECT count(answer) FROM attempts) FROM outbox`).pluck().get();
  expect(copies).toBe(0);
  const kept = Number(sql.prepare(`SELECT sum(length(text)) FROM record_text`).pluck().get());
  expect(kept / 40).toBeLessThan(serviceText(0, 0).length / 5);
  // However often a record changes, its oldest text is a few differences away.
  expect(sql.prepare(`SELECT max(links) FROM record_text`).pluck().get()).toBe(16);
});

test('an answer that says what is known already is no second text', () => {
  const beside = new Beside();
  for (const [n, text] of [serviceText(0, 0), serviceText(1, 1), serviceText(1, 1)].entries()) {
    if (n === 0) beside.hear(text);
    beside.record(n);
    beside.send(text);
  }
  expect(beside.store.sql.prepare(`SELECT count(*) FROM record_text`).pluck().get()).toBe(1);
  expect(beside.store.sql.prepare(`SELECT count(DISTINCT answer_text) FROM attempts`).pluck().get()).toBe(2);
});

test('a backup holds no records: its edits carry the text that they point at, today’s and an earlier one', () => {
  const beside = new Beside();
  beside.hear(serviceText(0, 0));
  beside.record(1);
  beside.hear(serviceText(2, 0));
  expect(beside.first()?.state).toBe('conflict');
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const today = { kind: 'expense', id: idOf(2, 'a') } as const;
  const text = JSON.stringify({ id: today.id, performedDate: '2026-01-01' });
  hearRecord(beside.store, { ref: today, text, value: JSON.parse(text) as never, provenance: 'read', asOf: 1, complete: true });
  const body = { performedDate: '2026-02-11' };
  recordEdit(beside.store, { kind: 'updateExpense', recordKind: 'expense', recordId: today.id, body }, {});
  const backup = backupOutbox(beside.store, folder);
  const other = openTestStore(stillWorld(2));
  bringBackEdits(other, path.join(folder, backup?.id ?? ''));
  expect(allEdits(other).map((row) => baseTextOf(other, row))).toEqual([serviceText(0, 0), text]);
});

test('a base that is lost counts as empty: whatever the service says is a change that a person sees', () => {
  const beside = new Beside();
  beside.hear(serviceText(0, 0));
  beside.record(1);
  beside.store.sql.prepare(`UPDATE outbox SET base_text = 999`).run();
  const row = beside.first();
  expect(row && baseOf(beside.store, row)).toBeNull();
  expect(row && baseToCompare(beside.store, row)).toEqual({});
  beside.hear(serviceText(2, 0));
  expect(beside.first()?.state).toBe('conflict');
});

test('every text has an id of its own, whatever a failed commit had given', () => {
  const { store } = new Beside();
  const hear = (n: number) => {
    const value = { id: idOf(n, 'a'), performedDate: '2026-01-10', status: 'CREATED' };
    hearRecord(store, { ref: { kind: 'expense', id: value.id }, value, provenance: 'read', asOf: 1, complete: true });
  };
  const hearAll = (...many: number[]) => store.commit('several', () => many.forEach(hear));
  const ids = () => store.sql.prepare('SELECT text_id FROM record ORDER BY record_id').pluck().all();
  hearAll(1, 2);
  const failing = () =>
    store.commit('failing', () => {
      hearAll(3, 4, 5);
      throw new Error('deliberate');
    });
  expect(failing).toThrow('deliberate');
  hearAll(6, 7);
  hear(8);
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  expect(store.sql.prepare('SELECT last_text FROM engine_facts').pluck().get()).toBe(5);
});
