import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient, type AnyRouter } from '@orpc/server';
import { expect, test } from 'vitest';
import type { AppServices } from '#main/app/app-services.ts';
import { createRouter } from '#main/app/router.ts';
import { UndoScopes } from '#main/app/undo-scopes.ts';
import { realWorld } from '#main/host/world.ts';
import type { contract } from '#shared/contract.ts';
import { createDesk } from '#test/sync/desk.ts';

const at = createDesk();
const expenseId = at.company.expenses[0] ?? '';
at.know('expense', expenseId);
const lockScreen = { drawn: false };
const account = { store: at.store, engine: at.engine, session: { ensureFor: () => undefined } };
const services = {
  ...{
    world: realWorld(at.world.log),
    undo: new UndoScopes(),
    options: {},
    lockScreen,
    changes: { publish: () => undefined },
    firstPage: Promise.withResolvers(),
  },
  ...{ account: () => account, store: () => at.store, life: { open: account, registry: { readSetting: () => null } } },
} as unknown as AppServices;
const api = createRouterClient(createRouter(services) as AnyRouter, { context: { windowId: 'one' } }) as unknown as ContractRouterClient<
  typeof contract
>;

const list = () => api.records.list({ filter: { kind: 'expense' }, sort: 'date', descending: true, after: null, skip: 0, limit: 50 });

test('a save waits for at most one answer while a window reads everything again', async () => {
  const answered: string[] = [];
  const note = (name: string) => () => void answered.push(name);
  const reads = [list, list, () => api.records.facets({ kind: 'expense' }), () => api.records.totals({ kind: 'expense' })];
  const asked = reads.map((read, n) => read().then(note(`read ${n}`)));
  const edit = { kind: 'updateExpense', recordKind: 'expense' as const, recordId: expenseId, body: { performedDate: '2026-03-13' } };
  await Promise.all([...asked, api.edits.record(edit).then(note('saved'))]);
  expect(answered).toEqual(expect.arrayContaining(['saved', 'read 0', 'read 1', 'read 2', 'read 3']));
  expect(answered.indexOf('saved')).toBeLessThanOrEqual(1);
  expect(answered.filter((name) => name !== 'saved')).toEqual(['read 0', 'read 1', 'read 2', 'read 3']);
});

test('a lock screen that is drawn while a question waits its turn shows nothing', async () => {
  const asked = list();
  lockScreen.drawn = true;
  await expect(asked).rejects.toMatchObject({ code: 'NOT_NOW' });
  lockScreen.drawn = false;
  expect((await list()).rows).not.toEqual([]);
});
