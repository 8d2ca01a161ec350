import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { listReports } from '#main/audit/reports.ts';
import { fileLog } from '#main/host/log-file.ts';
import type { Log } from '#shared/world.ts';
import { createDesk, failure, type Desk } from './desk.ts';

/** Lets some commits fail as on a full disk: those for which `fails` says so, counted from 0 over the life of the desk. */
function fullDisk(desk: Desk, fails: (nth: number) => boolean): { commits: () => number } {
  let commits = 0;
  const passing = desk.world.passing;
  desk.world.passing = (point) => {
    passing(point);
    if (!point.startsWith('committing ')) return;
    if (fails(commits++)) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  return { commits: () => commits };
}

/** Two expenses, a comment and a payment, recorded and approved. */
function batch(desk: Desk): string[] {
  const [one = '', two = ''] = desk.company.expenses;
  const [invoice = ''] = desk.company.invoices;
  desk.know('expense', one);
  desk.know('expense', two);
  desk.know('invoiceReceivable', invoice);
  const body = { performedDate: '2026-02-03' };
  const payment = desk.record({
    kind: 'recordInvoicePayment',
    recordKind: 'invoiceReceivable',
    recordId: invoice,
    body: { paymentDate: '2026-02-03', bankAccountId: desk.company.bankAccountId, amountInInvoiceCurrency: 100n },
  });
  const ids = [
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: one, body }),
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: two, body }),
    desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId: two, body: { content: 'Why?' } }),
    payment,
  ];
  desk.approve(payment);
  return ids;
}

const posts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'POST').length;

test.each([1, 3])(
  'commits that the full disk refuses, %i in a row, are made later: nothing sent twice, each edit reported once',
  async (many) => {
    for (let nth = 0, last = Infinity; nth < last; nth++) {
      const desk = createDesk();
      const ids = batch(desk);
      await desk.engine.start();
      const disk = fullDisk(desk, (n) => n >= nth && n < nth + many);
      await desk.run(60_000);
      last = disk.commits();
      expect(
        ids.map((id) => desk.edit(id).state),
        `commit ${nth}`,
      ).toEqual(ids.map(() => 'applied'));
      expect(posts(desk)).toBe(2);
      expect(desk.engine.connection()).toEqual({ kind: 'online' });
      const reports = listReports(desk.store, 10);
      expect(reports.every(({ endedAt }) => endedAt !== null)).toBe(true);
      expect(reports.reduce((sum, { applied, changedByService }) => sum + applied + changedByService, 0)).toBe(ids.length);
      expect(desk.engine.progress()).toMatchObject({ running: false, problems: 0 });
      expect(desk.engine.progress().done).toBe(desk.engine.progress().applied);
      desk.engine.stop();
      if (last > 60) throw new Error('more commits than a batch has');
    }
  },
);

test('a doubt that the full disk keeps from being settled is one doubt: the next payment waits for a proof and no longer', async () => {
  const desk = createDesk();
  const ids = batch(desk);
  const [, , , payment = ''] = ids;
  desk.weather((request) => (request.method === 'POST' && request.url.endsWith('/payments') ? failure('reset', true) : null));
  let full = false;
  fullDisk(desk, () => full);
  await desk.engine.start();
  while (!full) {
    await desk.run(10);
    full = desk.requests.some(({ url }) => url.endsWith('/payments'));
  }
  // Some ten tries to settle it.
  await desk.run(60_000);
  full = false;
  desk.weather(null);
  await desk.run(10_000);
  expect(desk.edit(payment).state).toBe('inDoubt');
  const next = desk.record({
    kind: 'createUserComment',
    recordKind: 'expense',
    recordId: desk.company.expenses[0] ?? '',
    body: { content: 'And now?' },
  });
  await desk.run(60_000);
  expect(desk.edit(next).state).toBe('applied');
});

/** The app's own log where the disk takes no line: a folder is in its file's place. */
function fullLog(): Log {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'layover.log'));
  return fileLog(folder, () => undefined);
}

test('an answer that a full disk cannot log is settled all the same', async () => {
  const desk = createDesk({ log: fullLog() });
  const [edit = ''] = batch(desk);
  let broken = true;
  desk.weather(({ method }) => {
    if (!broken || method === 'GET') return null;
    broken = false;
    throw new Error('a bug of the transport');
  });
  await desk.engine.start();
  await desk.run(400_000);
  expect(broken).toBe(false);
  expect(desk.edit(edit).state).toBe('applied');
  expect(desk.engine.connection()).toEqual({ kind: 'online' });
});

test('an engine that dies of a bug says so, although a full disk cannot log it', async () => {
  const desk = createDesk({ log: fullLog() });
  batch(desk);
  await desk.engine.start();
  desk.world.passing = (point) => {
    if (point.startsWith('committing ')) throw new Error('a bug');
  };
  await desk.run(60_000);
  expect(desk.engine.connection()).toEqual({ kind: 'broken', detail: 'engine' });
});
