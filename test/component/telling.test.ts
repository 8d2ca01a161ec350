import { ORPCError } from '@orpc/client';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { sentenceOf } from '#renderer/pages/history/report-words.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const broken = async () => {
  throw new Error('the line broke');
};

test('a sync opens to its report: edits that need the user first, every line with its path, hashes only for IT', async () => {
  const app = scenario('working');
  await openWindow(app, 'reports');
  await expect.element(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  const report = page.getByRole('article', { name: 'Report' });
  const parts = () =>
    report
      .getByRole('heading', { level: 3 })
      .elements()
      .map((each) => each.textContent?.replace(/[\d\s]+$/, ''));
  await expect.poll(parts).toEqual(['Rejected', 'Conflict', 'In doubt', 'Held', 'Confirmed']);
  // The report counts the edits that its row counts.
  const [newest] = await app.api.reports.list({ limit: 1 });
  await expect.element(report).toMatchTextContent(newest ? (/^\d+ edits/.exec(sentenceOf(newest))?.[0] ?? 'no count') : 'no report');
  await expect.element(report.getByRole('listitem').first()).toMatchTextContent(/performedDate must not be in the future/);
  await expect.element(report.getByRole('link', { name: /^Look it up: / })).toHaveAttribute('href', expect.stringMatching(/^#\/outbox\//));
  await expect.element(report).not.toMatchTextContent(/SHA-256 of the bytes that were sent [0-9a-f]/);
  await press('j');
  await expect.poll(() => location.hash).toBe('#/history/r2');
  expect(await violations()).toEqual([]);
});

fullTest('lines say who, what, which record and which verdict, under their days; like ones at once are one', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  for (const n of [0, 1, 2])
    app.put('updateExpense', { kind: 'expense', id: app.record('expense', n).id }, { performedDate: '2026-11-19' });
  const { list } = app.api.activity;
  app.api.activity.list = async (input) => {
    const page = await list(input);
    return { ...page, rows: page.rows.map((row) => ({ ...row, at: Date.now() })).toReversed() };
  };
  await openWindow(app, 'history');
  const today = page.getByRole('region', { name: 'Today' });
  await expect.element(today.getByRole('listitem')).toMatchTextContent(/^\d\d:\d\d You 3 expenses Date 19 Nov 2026 Queued$/);
});

fullTest('CSV saves a report’s file, and a failure is shown', async () => {
  const app = scenario('working');
  const asked: string[] = [];
  app.api.reports.export = async ({ format }) => {
    asked.push(format);
    throw new ORPCError('NOT_FOUND', { defined: true, status: 404, data: { what: 'report' } });
  };
  await openWindow(app, 'history');
  await page.getByRole('article', { name: 'Report' }).getByRole('button', { name: 'CSV', exact: true }).click();
  await expect.element(page.getByText('This is not known here any more.').first()).toBeVisible();
  expect(asked).toEqual(['csv']);
  // The purpose of each file, in the user's words.
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.element(page.getByRole('menu')).toMatchTextContent(/^Excel ?CSV ?JSON, for IT$/);
  await press('Escape');
});

fullTest('the history finds words, shows syncs only, and tells IT that the chain is whole', async () => {
  const app = scenario('working');
  await openWindow(app, 'activity');
  await expect.element(page.getByRole('listitem').filter({ hasText: /You/ }).first()).toBeVisible();
  await expect.element(page.getByText(/the chain is whole/)).not.toBeVisible();
  await page.getByText('Details for IT').first().click();
  await expect.element(page.getByText(/the chain is whole/)).toBeVisible();
  await page.getByRole('button', { name: 'Syncs only' }).click();
  await expect.element(page.getByRole('main').getByText('You', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Syncs only' }).click();
  const asked: (string | undefined)[] = [];
  app.api.activity.list = async ({ text }) => {
    asked.push(text);
    return { rows: [], next: null };
  };
  await press('/');
  await expect.element(page.getByRole('textbox', { name: 'Search the history' })).toHaveFocus();
  await page.getByRole('textbox', { name: 'Search the history' }).fill('nowhere');
  await expect.element(page.getByText('No line has these words')).toBeVisible();
  expect(asked.at(-1)).toBe('nowhere');
});

fullTest('the search of the history looks further back', async () => {
  const app = scenario('working');
  await openWindow(app, 'history');
  const [old] = app.history(null);
  // A search looks a few pages back on its own: this line lies one further.
  app.api.activity.list = async ({ before }) => {
    if (before === 400 && old) return { rows: [{ ...old, seq: 3, at: Date.UTC(2024, 2, 4, 12) }], next: null };
    return { rows: [], next: (before ?? 1_000) - 100 };
  };
  await page.getByRole('textbox', { name: 'Search the history' }).fill('long ago');
  await expect.element(page.getByText('No recent line has these words')).toBeVisible();
  await page.getByRole('button', { name: 'Look further back' }).click();
  await expect.element(page.getByRole('region', { name: '4 Mar 2024' }).getByRole('listitem')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('a broken chain is shown, in red, with the next step', async () => {
  const app = scenario('working');
  app.api.activity.verify = async () => ({ whole: false, lines: 4, brokenAt: 3 });
  await openWindow(app, 'history');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/changed outside Layover.*Line 3.*show it to your administrator/);
  expect(await violations()).toEqual([]);
});

test('a document is fetched, commented on beside its record, and a failure says why', async () => {
  const app = scenario('working');
  const { fetch } = app.api.documents;
  app.api.documents.fetch = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'dns', code: null, status: null, next: 'checkNetwork' },
    });
  };
  const id = app.record('invoicePayable').id;
  await openWindow(app, `documents/${id}`);
  await page.getByRole('button', { name: 'Fetch' }).click();
  await expect.element(page.getByText(/There is no network/)).toBeVisible();
  app.api.documents.fetch = fetch;
  await press('c');
  await page.getByRole('dialog').getByRole('textbox').fill('The amount is right.');
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
  await expect.element(page.getByRole('complementary', { name: 'Record' })).toMatchTextContent(/The amount is right\./);
});

test.for([
  ['notPdf', 'here', 'This file is not a PDF.', true],
  ['webPage', 'here', 'This file is a web page, not a PDF.', true],
  ['protected', 'here', 'This PDF is protected by a password.', true],
  ['damaged', 'here', 'This PDF is damaged: no page of it can be read.', true],
  ['empty', 'failed', 'The service sent an empty file.', false],
  ['quota', 'failed', 'There is no room for this document.', false],
] as const)('a document that is %s says so, and never to try again online', async ([detail, state, title, saves]) => {
  const app = scenario('working');
  const { list } = app.api.documents;
  app.api.documents.list = async (input) => {
    const page = await list(input);
    return { ...page, rows: page.rows.map((row) => ({ ...row, state, detail })) };
  };
  await openWindow(app, 'documents');
  await expect.element(page.getByText(title)).toBeVisible();
  expect(page.getByRole('button', { name: 'Save as…' }).elements()).toHaveLength(saves ? 1 : 0);
  expect(page.getByText(/when you are online/).elements()).toEqual([]);
  expect(page.getByRole('region', { name: /^Pages of/ }).elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('repair names what is wrong, keeps the edits and restores a copy', async () => {
  const app = scenario('working');
  const commands: unknown[] = [];
  app.status = {
    repair: {
      kind: 'restoredBackup',
      log: { how: 'goesOn', here: 1, noted: 1 },
      counter: 4,
      keychainCounter: 7,
      held: 4,
      backups: [{ id: 'b1', at: 1_773_300_000_000, edits: 12 }],
    },
  };
  app.api.app.repair = async (input) => {
    commands.push(input);
    return app.appStatus();
  };
  await openWindow(app, 'repair');
  await expect.element(page.getByRole('heading', { name: 'This is an older copy of your data' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Restore, and hold everything' }).click();
  await expect.poll(() => commands).toEqual([{ act: 'restore', backupId: 'b1' }]);
});

test.each([
  ['history', 'activity'],
  ['documents', 'documents'],
  ['packs', 'library'],
  ['conflicts', 'edits'],
  ['in-doubt', 'edits'],
] as const)('%s: an unreadable page is explained, with a retry', async (address, room) => {
  const app = scenario('working');
  if (room === 'library') app.api.library.packs = broken;
  else app.api[room].list = broken;
  await openWindow(app, address);
  await expect.element(page.getByRole('heading', { name: 'This could not be read' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
