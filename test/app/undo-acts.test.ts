import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AppServices } from '#main/app/app-services.ts';
import { discardAll, recordAll, recordOne, redoActs, settleOne, undoActs } from '#main/app/commands/edit-commands.ts';
import { UndoScopes } from '#main/app/undo-scopes.ts';
import { bodyOf, openEditsOf } from '#main/outbox/outbox.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { createDesk, failure, type Desk } from '#test/sync/desk.ts';

const window = { windowId: 'one' };
const expense = (at: Desk, n: number) => ({ kind: 'expense' as const, id: at.company.expenses[n] ?? '' });

function input(at: Desk, n: number, body: Record<string, unknown>) {
  const { kind, id } = expense(at, n);
  at.know(kind, id);
  return { kind: 'updateExpense', recordKind: kind, recordId: id, body };
}

/** The minimal app for these commands: one account, and each window's history. */
function app(at: Desk): AppServices {
  const parts = { undo: new UndoScopes(), account: () => ({ store: at.store }), store: () => at.store, options: {} };
  return parts as unknown as AppServices;
}

const states = (at: Desk, ids: string[]) => ids.map((id) => at.edit(id).state);

test('undo reverts the unsent part of a bulk command, reports the sent part, and keeps the command before it', async () => {
  const at = createDesk();
  const desk = app(at);
  const before = recordOne(desk, window, input(at, 0, { performedDate: '2026-02-03' }));
  const day = { performedDate: '2026-02-04' };
  const bulk = recordAll(desk, window, [input(at, 1, day), input(at, 2, day)]);
  hold(at.store, [before.id, ...bulk.ids.slice(1)]);
  await at.begin(11_000);
  expect(states(at, bulk.ids)).toEqual(['applied', 'held']);
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [bulk.ids[1]], left: [bulk.ids[0]], reopened: [] });
  expect(states(at, bulk.ids)).toEqual(['applied', 'discarded']);
  expect(at.edit(before.id).state).toBe('held');
});

test('an undo or redo that the disk refused can be repeated later', () => {
  const at = createDesk();
  const desk = app(at);
  const { id } = recordOne(desk, window, input(at, 0, { performedDate: '2026-02-03' }));
  let full = true;
  at.world.passing = (point) => {
    if (full && point.startsWith('committing ')) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  expect(() => undoActs(desk, window, undefined)).toThrow(/full/);
  full = false;
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [id], left: [], reopened: [] });
  full = true;
  expect(() => redoActs(desk, window)).toThrow(/full/);
  full = false;
  expect(redoActs(desk, window).redone).toHaveLength(1);
});

test('an act that was undone by its own button is stepped over', () => {
  const at = createDesk();
  const desk = app(at);
  const older = recordOne(desk, window, input(at, 0, { performedDate: '2026-02-03' }));
  const newer = recordOne(desk, window, input(at, 1, { performedDate: '2026-02-03' }));
  undoActs(desk, window, { ids: [newer.id], discards: false });
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [older.id], left: [], reopened: [] });
});

test('undo after a settlement brings the conflict back, and no older act', async () => {
  const at = createDesk();
  const desk = app(at);
  const older = recordOne(desk, window, input(at, 1, { performedDate: '2026-02-03' }));
  hold(at.store, [older.id]);
  const { id } = recordOne(desk, window, input(at, 0, { performedDate: '2026-02-03', originalCurrency: 'USD' }));
  const served = at.company.store.get('expense', expense(at, 0).id);
  if (served)
    at.company.store.put('expense', expense(at, 0).id, { ...served, performedDate: '2026-01-09', updatedAt: '2027-01-01T00:00:00Z' });
  await at.begin(11_000);
  at.engine.workOffline(true);
  expect(at.edit(id)).toMatchObject({ state: 'conflict', attempts: 0 });
  settleOne(desk, window, id, [{ path: ['performedDate'], take: 'theirs' }]);
  undoActs(desk, window, undefined);
  expect(openEditsOf(at.store, expense(at, 0)).map((row) => [row.state, bodyOf(row)])).toEqual([
    ['conflict', { performedDate: '2026-02-03', originalCurrency: 'USD' }],
  ]);
  expect(at.edit(older.id).state).toBe('held');
});

test('a conflict that was found before anything was sent can be undone', async () => {
  const at = createDesk();
  const desk = app(at);
  const { id } = recordOne(desk, window, input(at, 0, { performedDate: '2026-02-03' }));
  const served = at.company.store.get('expense', expense(at, 0).id);
  if (served)
    at.company.store.put('expense', expense(at, 0).id, { ...served, performedDate: '2026-01-09', updatedAt: '2027-01-01T00:00:00Z' });
  await at.begin(11_000);
  expect(at.edit(id)).toMatchObject({ state: 'conflict', attempts: 0 });
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [id], left: [], reopened: [] });
});

test('undo after a discard reopens the discarded edits; then it undoes the older acts in order', () => {
  const at = createDesk();
  const desk = app(at);
  const day = { performedDate: '2026-02-03' };
  const [a, b, c] = [0, 1, 2].map((n) => recordOne(desk, window, input(at, n, day)).id) as [string, string, string];
  discardAll(desk, window, [a, c]);
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [], left: [], reopened: [a, c] });
  expect(states(at, [a, b, c])).toEqual(['waiting', 'waiting', 'waiting']);
  expect(redoActs(desk, window)).toEqual({ redone: [], discarded: [a, c] });
  expect(states(at, [a, b, c])).toEqual(['discarded', 'waiting', 'discarded']);
  undoActs(desk, window, undefined);
  for (const id of [c, b, a]) expect(undoActs(desk, window, undefined)).toEqual({ undone: [id], left: [], reopened: [] });
  for (const id of [a, b, c]) expect(redoActs(desk, window)).toEqual({ redone: [id], discarded: [] });
  expect(redoActs(desk, window)).toEqual({ redone: [], discarded: [a, c] });
  expect(() => redoActs(desk, window)).toThrow(expect.objectContaining({ data: expect.objectContaining({ why: 'nothingToRedo' }) }));
});

test('the button of a discard reopens what it names, once; "U" then undoes the act before it', () => {
  const at = createDesk();
  const desk = app(at);
  const day = { performedDate: '2026-02-03' };
  const [a, b] = [0, 1].map((n) => recordOne(desk, window, input(at, n, day)).id) as [string, string];
  discardAll(desk, window, [a]);
  expect(undoActs(desk, window, { ids: [a], discards: true })).toEqual({ undone: [], left: [], reopened: [a] });
  expect(states(at, [a, b])).toEqual(['waiting', 'waiting']);
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [b], left: [], reopened: [] });
});

test('an edit that was on its way stays discarded, and undo withdraws no other edit in its place', async () => {
  const at = createDesk();
  const desk = app(at);
  const day = { performedDate: '2026-02-03' };
  const a = recordOne(desk, window, input(at, 0, day)).id;
  at.weather(({ method }) => (method === 'GET' ? null : failure('dns', false)));
  await at.begin(11_000);
  at.engine.workOffline(true);
  await at.run(1_000);
  expect(at.edit(a)).toMatchObject({ state: 'waiting', maybeSent: 0 });
  const b = recordOne(desk, window, input(at, 1, day)).id;
  discardAll(desk, window, [a]);
  expect(() => undoActs(desk, window, undefined)).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ why: 'earlierTried' }) }),
  );
  expect(states(at, [a, b])).toEqual(['discarded', 'waiting']);
});

test('undo after a settlement that leaves nothing to send brings the conflict back, and no older act', async () => {
  const at = createDesk();
  const desk = app(at);
  const older = recordOne(desk, window, input(at, 1, { performedDate: '2026-02-03' }));
  hold(at.store, [older.id]);
  const { id } = recordOne(desk, window, input(at, 0, { performedDate: '2026-02-03' }));
  const served = at.company.store.get('expense', expense(at, 0).id);
  if (served)
    at.company.store.put('expense', expense(at, 0).id, { ...served, performedDate: '2026-01-09', updatedAt: '2027-01-01T00:00:00Z' });
  await at.begin(11_000);
  at.engine.workOffline(true);
  expect(at.edit(id).state).toBe('conflict');
  expect(settleOne(desk, window, id, [{ path: ['performedDate'], take: 'theirs' }])).toEqual({ id: null });
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [], left: [], reopened: [id] });
  expect(states(at, [id, older.id])).toEqual(['conflict', 'held']);
});
