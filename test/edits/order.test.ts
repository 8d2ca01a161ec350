import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import { blockerOf, bodyOf, openEditsOf, reasonOf } from '#main/outbox/outbox.ts';
import { successorOf } from '#main/outbox/queue.ts';
import { change } from '#main/edits/record/change.ts';
import { release } from '#main/edits/decide/hold.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { createDesk, refusal, type Desk } from '#test/sync/desk.ts';
import { tempFolder } from '#test/temp-folder.ts';

/** Law 6: the recorded order of one record stands, whatever became of its edits. */

const expenseOf = (desk: Desk) => desk.company.expenses[0] ?? '';
const open = (desk: Desk) => openEditsOf(desk.store, { kind: 'expense', id: expenseOf(desk) });
const dates = (desk: Desk) => open(desk).map((row) => bodyOf(row)?.['performedDate']);
const sentDates = (desk: Desk) =>
  desk.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => (JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())) as Record<string, unknown>)['performedDate']);

function edit(desk: Desk, day: number): string {
  const body = { performedDate: `2026-02-0${day}` };
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expenseOf(desk), body });
}

function desk(): Desk {
  const made = createDesk();
  made.know('expense', expenseOf(made));
  return made;
}

test('a corrected edit keeps its place before what waited behind it', async () => {
  const at = desk();
  const first = edit(at, 1);
  at.weather((request) => (request.method === 'PATCH' ? refusal : null));
  await at.begin(5_000);
  expect(at.edit(first).state).toBe('rejected');
  const second = edit(at, 5);
  at.weather(null);
  const changed = change(at.store, first, { performedDate: '2026-02-02' }, {});
  if (!changed.ok) throw new Error('not changed');
  expect(blockerOf(at.store, at.edit(second))?.id).toBe(changed.id);
  expect(blockerOf(at.store, at.edit(changed.id))).toBeNull();
  await at.run(10_000);
  expect(sentDates(at)).toEqual(['2026-02-01', '2026-02-02', '2026-02-05']);
  expect(at.company.store.get('expense', expenseOf(at))?.performedDate).toBe('2026-02-05');
});

test('a settled conflict keeps its place, and so does what comes back by redo before anything later has left', async () => {
  const at = desk();
  const first = edit(at, 1);
  changeRecord(at.company.store, 'expense', expenseOf(at), { performedDate: '2026-01-09' }, at.world.now());
  await at.begin(5_000);
  expect(at.edit(first).state).toBe('conflict');
  edit(at, 5);
  at.engine.workOffline(true);
  const settled = settle(at.store, first, [], {});
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  expect(dates(at)).toEqual(['2026-02-01', '2026-02-05']);
  expect(successorOf(at.store, at.edit(settled.id))?.id).toBe(settled.id);
  expect(undo(at.store, [settled.id], {})).toMatchObject({ ok: true });
  expect(redo(at.store, [settled.id], {})).toMatchObject({ ok: true });
  expect(dates(at)).toEqual(['2026-02-01', '2026-02-05']);
});

test('an edit that redo restores after a later one was sent comes after it', async () => {
  const at = desk();
  await at.engine.start();
  at.engine.workOffline(true);
  const first = edit(at, 1);
  expect(undo(at.store, [first], {})).toMatchObject({ ok: true });
  edit(at, 5);
  at.engine.workOffline(false);
  await at.run(5_000);
  at.engine.workOffline(true);
  edit(at, 6);
  const redone = redo(at.store, [first], {});
  if (!redone.ok) throw new Error('not redone');
  expect(dates(at)).toEqual(['2026-02-06', '2026-02-01']);
});

test('no one changes an edit’s place afterwards', () => {
  const at = desk();
  const id = edit(at, 1);
  expect(() => at.store.sql.prepare('UPDATE outbox SET place = 99 WHERE id = ?').run(id)).toThrow(/never changes/);
});

describe('edits that come back from a backup', () => {
  let folder = '';
  beforeEach(() => void (folder = tempFolder()));

  /** A copy of a desk's database as it is now. */
  function copyOf(at: Desk, name: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, at.store.sql.serialize());
    return file;
  }

  /** Edits of one record that do not merge: each is held back from the next by a comment between. */
  function record(at: Desk, day: number): void {
    edit(at, day);
    at.record({ kind: 'createUserComment', recordKind: 'expense', recordId: expenseOf(at), body: { content: `after ${day}` } });
  }

  const days = (at: Desk) => dates(at).filter((date) => date !== undefined);

  test('say again, let go, what the service had refused them for', async () => {
    const damaged = desk();
    const id = edit(damaged, 1);
    damaged.weather((request) => (request.method === 'PATCH' ? refusal : null));
    await damaged.begin(5_000);
    const said = reasonOf(damaged.edit(id));
    expect(said).toMatchObject({ kind: 'rejectedByService' });
    const fresh = createDesk({ seed: 7 });
    bringBackEdits(fresh.store, copyOf(damaged, 'refused.db'));
    expect(release(fresh.store, [id])).toEqual({ ok: true });
    expect(reasonOf(fresh.edit(id))).toEqual(said);
  });

  test('come before edits recorded since, in their own order, also when a second file holds more of them', () => {
    const damaged = desk();
    record(damaged, 1);
    record(damaged, 2);
    const backup = copyOf(damaged, 'backup.db');
    record(damaged, 3);
    record(damaged, 4);
    const later = copyOf(damaged, 'damaged.db');
    const fresh = createDesk({ seed: 7 });
    fresh.know('expense', expenseOf(fresh));
    record(fresh, 8);
    record(fresh, 9);
    expect(bringBackEdits(fresh.store, backup).returned).toBe(4);
    expect(days(fresh)).toEqual(['2026-02-01', '2026-02-02', '2026-02-08', '2026-02-09']);
    expect(bringBackEdits(fresh.store, later).returned).toBe(4);
    expect(days(fresh)).toEqual(['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04', '2026-02-08', '2026-02-09']);
    record(fresh, 5);
    expect(days(fresh).at(-1)).toBe('2026-02-05');
  });
});
