import { isDefinedError, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient, type AnyRouter } from '@orpc/server';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AppServices } from '#main/app/app-services.ts';
import { createRouter } from '#main/app/router.ts';
import { UndoScopes } from '#main/app/undo-scopes.ts';
import { removeView, saveView } from '#main/projections/query/saved-lists.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { noteBefore } from '#main/records/import-before.ts';
import { createPacks } from '#main/library/packs/packs.ts';
import { contract } from '#shared/contract.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { readingHere } from '#test/reading.ts';
import { createDesk } from '#test/sync/desk.ts';

type Api = ContractRouterClient<typeof contract>;

const at = createDesk();
const expenseId = at.company.expenses[0] ?? '';
const layout = { kind: 'expense' as const, columns: [], sort: 'date', descending: true };
const view = saveView(at.store, { ...layout, name: 'mine', query: '' });
const gone = saveView(at.store, { ...layout, name: 'gone', query: '' });
removeView(at.store, gone.id);
const packs = createPacks({ store: at.store, tokenUntil: () => null, mayRead: () => false } as unknown as Parameters<
  typeof createPacks
>[0]);
const pack = packs.create('trip');
at.know('expense', expenseId);
at.store.commit('noted', () => noteBefore(at.store, { kind: 'expense', id: expenseId }, 5, false));
const id = at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expenseId, body: { performedDate: '2026-03-12' } });
const fingerprint = fingerprintOf(at.store);

const account = { store: at.store, engine: at.engine, session: { ensureFor: () => undefined }, packs, capabilities: at.capabilities };
const services = {
  ...{ undo: new UndoScopes(), options: {}, reading: readingHere, lockScreen: { drawn: false }, changes: { publish: () => undefined } },
  ...{ account: () => account, store: () => at.store, life: { open: account, registry: { readSetting: () => null } } },
} as unknown as AppServices;
services.undo.remember('one', [id]);
services.undo.of('one').undone.push({ ids: [id], discards: false });
const api = createRouterClient(createRouter(services) as AnyRouter, { context: { windowId: 'one' } }) as unknown as Api;

at.world.passing = (point) => {
  if (point.startsWith('committing ')) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
};

const edit = { kind: 'updateExpense', recordKind: 'expense' as const, recordId: expenseId, body: { performedDate: '2026-03-13' } };
const ref = { kind: 'costCenter' as const, id: expenseId };

/** The calls that store something. */
const asks: Record<string, () => Promise<unknown>> = {
  'app.changeSettings': () => api.app.changeSettings({ stepsHidden: true }),
  'edits.record': () => api.edits.record(edit),
  'edits.recordMany': () => api.edits.recordMany({ edits: [edit] }),
  'edits.change': () => api.edits.change({ id, body: edit.body }),
  'edits.undo': () => api.edits.undo({}),
  'edits.redo': () => api.edits.redo(),
  'edits.discard': () => api.edits.discard({ ids: [id] }),
  'edits.hold': () => api.edits.hold({ ids: [id] }),
  'edits.release': () => api.edits.release({ ids: [id] }),
  'edits.sendPartly': () => api.edits.sendPartly({ id, emptied: [] }),
  'edits.settle': () => api.edits.settle({ id, fields: [] }),
  'edits.lookMyself': () => api.edits.lookMyself({ id }),
  'edits.giveUp': () => api.edits.giveUp({ id }),
  'edits.confirm': () => api.edits.confirm({ id }),
  'edits.sendAgain': () => api.edits.sendAgain({ id, secondConfirmation: true }),
  'edits.reverse': () => api.edits.reverse({ id }),
  'edits.putBack': () => api.edits.putBack({ id }),
  'review.approve': () => api.review.approve({ ids: [id], fingerprint }),
  'library.createPack': () => api.library.createPack({ name: 'another' }),
  'library.removePack': () => api.library.removePack({ id: pack.id }),
  'library.endTrip': () => api.library.endTrip({ id: pack.id, records: 0, documents: 0 }),
  'library.addToPack': () => api.library.addToPack({ id: pack.id, kind: 'expense', ids: [expenseId] }),
  'library.followView': () => api.library.followView({ id: pack.id, viewId: view.id, locale: 'en' }),
  'library.leaveView': () => api.library.leaveView({ id: pack.id, viewId: view.id }),
  'library.leaveOutOfPack': () => api.library.leaveOutOfPack({ id: pack.id, refs: [{ kind: 'expense', id: expenseId }] }),
  'library.importRecords': () =>
    api.library.importRecords({
      name: 'a.json',
      kind: 'expense',
      file: new Blob([JSON.stringify([{ id: expenseId, status: 'CREATED' }])]),
    }),
  'library.undoImport': () => api.library.undoImport({ at: 5 }),
  'documents.name': () => api.documents.name({ recordId: expenseId, called: 'mine' }),
  'accounts.setCapability': () => api.accounts.setCapability({ name: 'readVendor', allowed: true }),
  'lists.keepLayout': () => api.lists.keepLayout(layout),
  'lists.saveView': () => api.lists.saveView({ ...layout, name: 'yours', query: '' }),
  'lists.renameView': () => api.lists.renameView({ id: view.id, name: 'ours' }),
  'lists.bringViewBack': () => api.lists.bringViewBack({ id: gone.id }),
  'lists.removeView': () => api.lists.removeView({ id: view.id }),
  'names.give': () => api.names.give({ ...ref, name: 'Acme' }),
  'names.forget': () => api.names.forget({ refs: [ref] }),
  'names.importFile': () => api.names.importFile({ name: 'a.csv', kind: 'costCenter', file: new Blob([`id,name\n${expenseId},Acme\n`]) }),
};

test.each(Object.entries(asks))('%s on a full disk says so, as promised', async (_name, ask) => {
  const error: unknown = await ask().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'STORAGE_FAILED', data: { detail: 'SQLITE_FULL' } });
  expect(error instanceof ORPCError && isDefinedError(error)).toBe(true);
  expect(sentenceOfRefusal(error)).toMatch(/^It could not be saved\. /);
});

/** Needs a service, files or other accounts as well; the disk's refusal is the same there. */
const elsewhere = [
  ...['accounts.learnDocumentParameter', 'accounts.trust', 'app.repair', 'documents.fetch', 'documents.pin', 'documents.remove'],
  ...['library.runPack', 'protection.bringBack', 'protection.bringBackSetAside', 'protection.startOver', 'records.refresh'],
  ...['library.draftSheet', 'library.compareSheet'],
  ...[
    'statements.assignAccount',
    'statements.confirmAccount',
    'statements.draft',
    'statements.draftReady',
    'statements.importFile',
    'statements.importPractice',
    'statements.keepLine',
    'statements.putAside',
  ],
];

test('each procedure that promises the disk’s refusal stores something', () => {
  const promising = Object.entries(contract).flatMap(([area, procedures]) =>
    Object.entries(procedures).flatMap(
      ([
        name,
        {
          '~orpc': { errorMap },
        },
      ]) => ('STORAGE_FAILED' in errorMap ? `${area}.${name}` : []),
    ),
  );
  expect(promising.sort()).toEqual([...Object.keys(asks), ...elsewhere].sort());
});
