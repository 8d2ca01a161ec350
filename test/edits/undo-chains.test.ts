import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupOutbox } from '#main/recovery/backup.ts';
import { bringBackEdits, holdEverything } from '#main/recovery/bring-back.ts';
import { bodyOf, openEditsOf, reasonOf } from '#main/outbox/outbox.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

const ref = (at: Desk) => ({ kind: 'expense' as const, id: at.company.expenses[0] ?? '' });
const input = (at: Desk, body: Record<string, unknown>) => ({
  kind: 'updateExpense',
  recordKind: ref(at).kind,
  recordId: ref(at).id,
  body,
});
const open = (at: Desk) => openEditsOf(at.store, ref(at));
const openBodies = (at: Desk) => open(at).map(bodyOf);

function desk(): Desk {
  const made = createDesk();
  made.know('expense', ref(made).id);
  return made;
}

/** An edit of both fields in conflict over the date, found by a read before anything was sent. */
async function inConflict(): Promise<{ at: Desk; id: string }> {
  const at = desk();
  const id = at.record(input(at, { performedDate: '2026-02-03', originalCurrency: 'USD' }));
  const served = at.company.store.get('expense', ref(at).id);
  if (served) at.company.store.put('expense', ref(at).id, { ...served, performedDate: '2026-01-09', updatedAt: '2027-01-01T00:00:00Z' });
  await at.begin(5_000);
  at.engine.workOffline(true);
  expect(at.edit(id)).toMatchObject({ state: 'conflict', attempts: 0 });
  return { at, id };
}

test('undoing act by act takes back every act, also where one had merged into the next', () => {
  const at = desk();
  const acts = [{ performedDate: '2026-02-03' }, { originalCurrency: 'USD' }, { performedDate: '2026-02-05' }].map((body) =>
    at.record(input(at, body)),
  );
  const left = [...acts].reverse().map((id) => {
    expect(undo(at.store, [id], {})).toMatchObject({ ok: true, undone: [expect.any(String)] });
    return openBodies(at);
  });
  expect(left).toEqual([[{ performedDate: '2026-02-03', originalCurrency: 'USD' }], [{ performedDate: '2026-02-03' }], []]);
});

test('undoing a command that a later one merged does not change the later one', () => {
  const at = desk();
  const [first = '', then = ''] = ['2026-02-03', '2026-02-05'].map((performedDate) => at.record(input(at, { performedDate })));
  expect(undo(at.store, [first], {})).toEqual({ ok: true, undone: [], left: [], back: [] });
  expect(open(at).map(({ id }) => id)).toEqual([then]);
});

test('a bulk act on one record twice is undone as one, nothing of it comes back', () => {
  const at = desk();
  const many = recordMany(at.store, [input(at, { performedDate: '2026-02-03' }), input(at, { originalCurrency: 'USD' })], {});
  if (!many.ok) throw new Error('refused');
  expect(undo(at.store, many.ids, {})).toMatchObject({ ok: true });
  expect(open(at)).toEqual([]);
});

test('undoing a settlement restores the conflict, never the overwrite that the user had decided against', async () => {
  const { at, id } = await inConflict();
  const settled = settle(at.store, id, [{ path: ['performedDate'], take: 'theirs' }], {});
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  expect(undo(at.store, [settled.id], {})).toMatchObject({ ok: true });
  expect(open(at)).toMatchObject([{ state: 'conflict' }]);
  expect(openBodies(at)).toEqual([{ performedDate: '2026-02-03', originalCurrency: 'USD' }]);
  expect(redo(at.store, [settled.id], {})).toMatchObject({ ok: true });
  expect(openBodies(at)).toEqual([{ originalCurrency: 'USD' }]);
});

test('a discarded conflict comes back as a conflict', async () => {
  const { at, id } = await inConflict();
  expect(discard(at.store, [id])).toEqual({ ok: true });
  expect(redo(at.store, [id], {})).toMatchObject({ ok: true });
  expect(open(at)).toMatchObject([{ state: 'conflict', approvedBy: expect.stringContaining('by a rule') as string }]);
});

test('correcting a held edit does not let it go', () => {
  const at = desk();
  const id = at.record(input(at, { performedDate: '2026-02-03' }));
  expect(hold(at.store, [id])).toEqual({ ok: true });
  const changed = change(at.store, id, { performedDate: '2026-02-05' }, {});
  if (!changed.ok) throw new Error('refused');
  expect(at.edit(changed.id)).toMatchObject({ state: 'held', heldFrom: 'waiting' });
  expect(release(at.store, [changed.id])).toEqual({ ok: true });
  expect(at.edit(changed.id).state).toBe('waiting');
});

test('a held edit that was discarded comes back held, not on its way', () => {
  const at = desk();
  const id = at.record(input(at, { performedDate: '2026-02-03' }));
  expect(hold(at.store, [id])).toEqual({ ok: true });
  expect(discard(at.store, [id])).toEqual({ ok: true });
  expect(redo(at.store, [id], {})).toMatchObject({ ok: true });
  expect(open(at)).toMatchObject([{ state: 'held', heldFrom: 'waiting' }]);
  expect(reasonOf(open(at)[0] ?? { reason: null })).toEqual({ kind: 'heldByPerson' });
  const ids = open(at).map(({ id }) => id);
  expect(release(at.store, ids)).toEqual({ ok: true });
});

test('a comment that a restored backup holds waits again when its discard is redone', async () => {
  const at = desk();
  const body = { content: 'Why?' };
  const id = at.record({ kind: 'createUserComment', recordKind: 'expense', recordId: ref(at).id, body });
  holdEverything(at.store);
  expect(discard(at.store, [id])).toEqual({ ok: true });
  const again = redo(at.store, [id], {});
  if (!again.ok) throw new Error('refused');
  expect(release(at.store, again.redone)).toMatchObject({ ok: false, why: 'tooEarly' });
  expect(change(at.store, again.redone[0] ?? '', { content: 'Who?' }, {})).toMatchObject({ ok: false, why: 'tooEarly' });
  await at.run(210_000);
  expect(release(at.store, again.redone)).toEqual({ ok: true });
});

test('a comment restored from a file waits again when its discard is redone', async () => {
  const [before, at] = [desk(), desk()];
  // Both count from one; here they begin where the other never comes.
  for (let n = 0; n < 100; n += 1) at.store.world.uuid();
  const id = before.record({ kind: 'createUserComment', recordKind: 'expense', recordId: ref(before).id, body: { content: 'Why?' } });
  const backups = mkdtempSync(path.join(tmpdir(), 'layover-undo-'));
  try {
    const backup = backupOutbox(before.store, backups);
    expect(bringBackEdits(at.store, path.join(backups, backup?.id ?? ''))).toMatchObject({ returned: 1 });
  } finally {
    rmSync(backups, { recursive: true });
  }
  expect(discard(at.store, [id])).toEqual({ ok: true });
  const again = redo(at.store, [id], {});
  if (!again.ok) throw new Error('refused');
  expect(reasonOf(open(at)[0] ?? { reason: null })).toMatchObject({ kind: 'restoredBackup' });
  expect(release(at.store, again.redone)).toMatchObject({ ok: false, why: 'tooEarly' });
  await at.run(210_000);
  expect(release(at.store, again.redone)).toEqual({ ok: true });
});

test('an edit closed before a restored backup was found returns held, and a creating edit waits', async () => {
  const at = desk();
  const record = { kind: 'createUserComment', recordKind: 'expense' as const, recordId: ref(at).id };
  const first = at.record({ ...record, body: { content: 'Why?' } });
  const changed = change(at.store, first, { content: 'Who?' }, {});
  const discarded = at.record({ ...record, body: { content: 'Where?' } });
  discard(at.store, [discarded]);
  if (!changed.ok) throw new Error('refused');
  holdEverything(at.store);
  // A copy that is newer may have brought them back, and sent them.
  expect(undo(at.store, [changed.id], {})).toMatchObject({ ok: true, back: [first] });
  expect(redo(at.store, [discarded], {})).toMatchObject({ ok: true });
  for (const id of [first, discarded]) {
    expect(reasonOf(at.edit(id))).toMatchObject({ kind: 'restoredBackup' });
    expect(release(at.store, [id])).toMatchObject({ ok: false, why: 'tooEarly' });
  }
  await at.run(210_000);
  expect(release(at.store, [first, discarded])).toEqual({ ok: true });
});
