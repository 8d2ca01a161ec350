import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { changeOne, LEAVES_AFTER_MS, recordAll, recordOne, redoActs, settleOne, undoActs } from '#main/app/commands/edit-commands.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { UndoScopes } from '#main/app/undo-scopes.ts';
import { endPauses } from '#main/outbox/pause.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';
import { silentLog } from '#test/world.ts';

const window = { windowId: 'one' };

function input(at: Desk, n: number) {
  const id = at.company.expenses[n] ?? '';
  at.know('expense', id);
  return { kind: 'updateExpense', recordKind: 'expense' as const, recordId: id, body: { performedDate: '2026-02-03' } };
}

function app(at: Desk): AppServices {
  const parts = { undo: new UndoScopes(), account: () => ({ store: at.store }), store: () => at.store, options: {} };
  return parts as unknown as AppServices;
}

test('an automatic edit is not claimed for five seconds: undo reverts all of it, online and idle', async () => {
  const at = createDesk();
  const desk = app(at);
  await at.begin(1_000);
  const { id, leavesInMs } = recordOne(desk, window, input(at, 0));
  expect(leavesInMs).toBe(LEAVES_AFTER_MS);
  await at.run(LEAVES_AFTER_MS - 100);
  expect(at.edit(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [id], left: [], reopened: [] });
  await at.run(60_000);
  expect(at.edit(id)).toMatchObject({ state: 'discarded', attempts: 0 });
});

test('after five seconds it is sent automatically; so is a bulk command, and a pause that ends early releases it at once', async () => {
  const at = createDesk();
  const desk = app(at);
  await at.engine.start();
  const { id } = recordOne(desk, window, input(at, 0));
  await at.run(LEAVES_AFTER_MS + 1_000);
  expect(at.edit(id).state).toBe('applied');
  const bulk = recordAll(desk, window, [input(at, 1), input(at, 2)]);
  await at.run(1_000);
  expect(bulk.ids.map((each) => at.edit(each).state)).toEqual(['waiting', 'waiting']);
  endPauses(at.store);
  await at.run(1_000);
  expect(bulk.ids.map((each) => at.edit(each).state)).toEqual(['applied', 'applied']);
});

test('a full disk keeps a pause from ending early, and the window from nothing', async () => {
  const at = createDesk({ log: silentLog });
  const { id } = recordOne(app(at), window, input(at, 0));
  const { passing } = at.world;
  at.world.passing = (point) => {
    if (point === 'committing pauses end') throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  endPauses(at.store);
  at.world.passing = passing;
  await at.engine.start();
  await at.run(LEAVES_AFTER_MS - 100);
  expect(at.edit(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  await at.run(60_000);
  expect(at.edit(id).state).toBe('applied');
});

test('a draft is neither hurried nor held up by it', () => {
  const at = createDesk();
  const desk = app(at);
  const id = at.company.vendors[0] ?? '';
  at.know('vendor', id);
  const answer = recordOne(desk, window, { kind: 'updateVendor', recordKind: 'vendor', recordId: id, body: { name: 'Nordwind' } });
  expect(answer).toMatchObject({ state: 'draft', leavesInMs: null });
});

test('an edit that undo or redo reopens is sent after five seconds, and "send now" releases it at once', async () => {
  const at = createDesk();
  const desk = app(at);
  await at.begin(1_000);
  const { id } = recordOne(desk, window, input(at, 0));
  const changed = changeOne(desk, window, { id, body: { performedDate: '2026-02-04' } });
  const stays = async (open: string) => {
    await at.run(LEAVES_AFTER_MS - 100);
    expect(at.edit(open)).toMatchObject({ state: 'waiting', attempts: 0 });
  };
  expect(undoActs(desk, window, undefined)).toEqual({ undone: [changed.id], left: [], reopened: [] });
  await stays(id);
  expect(redoActs(desk, window)).toEqual({ redone: [changed.id], discarded: [] });
  await stays(changed.id);
  expect(at.edit(id).state).toBe('superseded');
  endPauses(at.store);
  await at.run(1_000);
  expect(at.edit(changed.id).state).toBe('applied');
});

test('a correction answers how long it can be undone; one that needs a review answers null', async () => {
  const at = createDesk();
  const desk = app(at);
  const { id } = recordOne(desk, window, input(at, 0));
  expect(changeOne(desk, window, { id, body: { performedDate: '2026-02-04' } })).toMatchObject({ leavesInMs: LEAVES_AFTER_MS });
  const vendor = at.company.vendors[0] ?? '';
  at.know('vendor', vendor);
  const draft = recordOne(desk, window, { kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body: { name: 'Nordwind' } });
  expect(changeOne(desk, window, { id: draft.id, body: { name: 'Nordwind AB' } })).toMatchObject({ state: 'draft', leavesInMs: null });
});

test('a settled conflict is sent after five seconds', async () => {
  const at = createDesk();
  const desk = app(at);
  const { id } = recordOne(desk, window, input(at, 0));
  const ref = { kind: 'expense' as const, id: at.edit(id).recordId };
  const served = at.company.store.get('expense', ref.id);
  if (served) at.company.store.put('expense', ref.id, { ...served, performedDate: '2026-01-09', updatedAt: '2027-01-01T00:00:00Z' });
  at.hear('expense', ref.id);
  expect(at.edit(id).state).toBe('conflict');
  await at.begin(1_000);
  const settled = settleOne(desk, window, id, []).id ?? '';
  await at.run(LEAVES_AFTER_MS - 100);
  expect(at.edit(settled)).toMatchObject({ state: 'waiting', attempts: 0 });
  await at.run(5_000);
  expect(at.edit(settled).state).toBe('applied');
});
