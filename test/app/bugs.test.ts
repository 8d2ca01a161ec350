import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRouterClient, ORPCError, type AnyRouter } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRegistry } from '#main/registry/registry.ts';
import { AppServices } from '#main/app/app-services.ts';
import { createRouter } from '#main/app/router.ts';
import { syncNotice } from '#main/app/notices.ts';
import { sentenceOfRefusal, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { contract } from '#shared/contract.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { quickWorld } from '#test/integration/quick-world.ts';
import { testReading } from '#test/reading.ts';

type Api = ContractRouterClient<typeof contract>;
let folder: string;
let services: AppServices;
let api: Api;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'layover-app-'));
  const world = quickWorld();
  const host = { kind: 'test' as const, version: '1.2.3', openExternal: async () => undefined, notify: () => undefined };
  const opened = openRegistry(folder, world);
  if (opened.kind !== 'open') throw new Error(opened.kind);
  services = new AppServices({ world, host, secrets: new MemorySecrets(), dataFolder: folder, reading: testReading }, opened.registry);
  api = createRouterClient(createRouter(services) as AnyRouter, { context: {} }) as unknown as Api;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

const anId = '00000000-0000-4000-8000-000000000001';
const anEdit = { kind: 'updateExpense', recordKind: 'expense' as const, recordId: anId, body: { performedDate: '2026-03-12' } };

test('without an account everything that reads is empty, and everything that writes says what is missing', async () => {
  const status = await api.app.status();
  expect(status).toMatchObject({ version: '1.2.3', account: null, connection: { kind: 'signedOut', why: 'never' }, repair: null });
  expect(await api.records.list({ filter: { kind: 'expense' } })).toEqual({ rows: [], next: null, total: 0, names: [] });
  expect(await api.edits.list({})).toEqual({ rows: [], next: null, total: 0 });
  expect((await api.review.batch()).groups).toEqual([]);
  expect(await api.library.packs()).toEqual([]);
  await expect(api.records.get({ kind: 'expense', id: anId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(api.edits.record(anEdit)).rejects.toMatchObject({ code: 'NOT_NOW', data: { why: 'noAccount' } });
  await expect(api.edits.recordMany({ edits: [anEdit] })).rejects.toMatchObject({ code: 'NOT_NOW' });
});

test('input outside of the contract never reaches a room', async () => {
  const logged = vi.spyOn(services.world.log, 'error');
  const wrong = { ...anEdit, recordId: 'not an id' };
  await expect(api.edits.record(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(api.records.list({ filter: { kind: 'expense' }, limit: 100_000 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(logged).not.toHaveBeenCalled();
});

test('an unhandled exception fails one command: logged and reported to its caller; everything else goes on', async () => {
  const logged = vi.spyOn(services.world.log, 'error');
  const before = await api.app.status();
  services.life.registry.accounts = () => {
    throw new TypeError('accounts is not a function');
  };
  const bug: unknown = await api.accounts.list().catch((error: unknown) => error);
  expect(bug).toBeInstanceOf(TypeError);
  expect(logged).toHaveBeenCalledExactlyOnceWith('bug', expect.objectContaining({ detail: 'accounts is not a function' }));
  expect(await api.app.status()).toEqual(before);
  expect(await api.edits.list({})).toEqual({ rows: [], next: null, total: 0 });
});

test.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES'])(
  'the disk’s %s is reported as the disk’s, and is no bug',
  async (code) => {
    const logged = vi.spyOn(services.world.log, 'error');
    services.life.registry.accounts = () => {
      throw Object.assign(new Error('the disk said no'), { code });
    };
    await expect(api.accounts.list()).rejects.toMatchObject({ code: 'STORAGE_FAILED', data: { detail: code } });
    expect(logged).not.toHaveBeenCalled();
  },
);

test('the window distinguishes a bug, a lost connection and a promised refusal', () => {
  const overTheLine = new ORPCError('INTERNAL_SERVER_ERROR');
  expect(sentenceOfRefusal(overTheLine)).toMatch(/^A fault in Layover stopped this\. See whether it was done/);
  expect(sentenceOfRefusal(new Error('socket closed'))).toBe('Layover did not answer. See whether it was done before you try again.');
  const refusal = new ORPCError('NOT_FOUND', { defined: true, data: { what: 'record' } });
  expect(sentenceOfRefusal(refusal)).toBe('This is not known here any more.');
});

test('a failed query changes nothing, and nobody is asked to check', () => {
  expect(sentenceOfUnread(new Error('socket closed'))).toBe('Layover did not answer. If it stays so, quit Layover and start it again.');
  expect(sentenceOfUnread(new ORPCError('INTERNAL_SERVER_ERROR'))).toMatch(/^A fault in Layover stopped this\. If it stays/);
  const refusal = new ORPCError('NOT_FOUND', { defined: true, data: { what: 'record' } });
  expect(sentenceOfUnread(refusal)).toBe(sentenceOfRefusal(refusal));
});

test('a notice says figures that add up, and nothing when there is nothing to say', () => {
  const nothing = {
    id: 'r',
    startedAt: 0,
    endedAt: 1,
    applied: 0,
    confirmed: 0,
    changedByService: 0,
    rejected: 0,
    conflict: 0,
    inDoubt: 0,
    held: 0,
  };
  expect(syncNotice(nothing)).toBeNull();
  expect(syncNotice({ ...nothing, applied: 5 })).toEqual({ title: 'Sync finished', detail: '5 applied.', allWell: true });
  expect(syncNotice({ ...nothing, applied: 44, changedByService: 1, rejected: 1, inDoubt: 1, held: 5 })).toEqual({
    title: '7 need you',
    detail: '44 applied, 1 applied with something to look at, 1 rejected, 1 in doubt, 5 held.',
    allWell: false,
  });
});
