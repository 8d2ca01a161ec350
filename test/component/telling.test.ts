import { ORPCError } from '@orpc/client';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

const broken = async () => {
  throw new Error('the line broke');
};

test('a report says what happened to every edit, what needs the person first, and every line is a link', async () => {
  await openWindow(scenario('working'), 'reports');
  const report = page.getByRole('article', { name: 'Report' });
  await expect.element(report.getByRole('heading')).toMatchTextContent(/43 applied, 1 changed by the service, 1 in doubt, 5 held/);
  await expect.element(report.getByRole('listitem').first()).toMatchTextContent(/No answer came after 90 s/);
  await expect
    .element(report.getByRole('listitem').first().getByRole('link').last())
    .toHaveAttribute('href', expect.stringMatching(/^#\/outbox\//));
  await press('j');
  await expect.element(report.getByRole('heading')).toMatchTextContent(/42 applied/);
});

test.each(['Save as PDF', 'CSV', 'JSON'])('%s saves a file, and a failure is said', async (name) => {
  const desk = scenario('working');
  const asked: string[] = [];
  desk.api.reports.export = async ({ format }) => {
    asked.push(format);
    throw new ORPCError('NOT_FOUND', { defined: true, status: 404, data: { what: 'report' } });
  };
  await openWindow(desk, 'reports');
  await page.getByRole('button', { name, exact: true }).click();
  await expect.element(page.getByText('This is not known here any more.').first()).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('the activity reads as sentences and finds words', async () => {
  const desk = scenario('working');
  await openWindow(desk, 'activity');
  await expect.element(page.getByRole('cell', { name: /Recorded/ }).first()).toBeVisible();
  await expect.element(page.getByText(/the chain is whole/)).toBeVisible();
  const asked: (string | undefined)[] = [];
  desk.api.activity.list = async ({ text }) => {
    asked.push(text);
    return { rows: [], next: null };
  };
  await press('/');
  await expect.element(page.getByRole('textbox', { name: 'Search the activity' })).toHaveFocus();
  await page.getByRole('textbox', { name: 'Search the activity' }).fill('nowhere');
  await expect.element(page.getByText('No line has these words')).toBeVisible();
  expect(asked.at(-1)).toBe('nowhere');
});

test('a broken chain is said, in red, with what to do', async () => {
  const desk = scenario('working');
  desk.api.activity.verify = async () => ({ whole: false, lines: 4, brokenAt: 3 });
  await openWindow(desk, 'activity');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The chain is broken at line 3.*show it to your administrator/);
  expect(await violations()).toEqual([]);
});

test('a document is fetched, commented on beside its record, and a failure says why', async () => {
  const desk = scenario('working');
  const { fetch } = desk.api.documents;
  desk.api.documents.fetch = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'dns', code: null, status: null, next: 'checkNetwork' },
    });
  };
  const id = desk.record('invoicePayable').id;
  await openWindow(desk, `documents/${id}`);
  await page.getByRole('button', { name: 'Fetch' }).click();
  await expect.element(page.getByText(/There is no network/)).toBeVisible();
  desk.api.documents.fetch = fetch;
  await press('c');
  await page.getByRole('dialog').getByRole('textbox').fill('The amount is right.');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.element(page.getByRole('complementary', { name: 'Record' })).toMatchTextContent(/The amount is right\./);
});

test('a refused document is not offered for opening', async () => {
  const desk = scenario('working');
  const { list } = desk.api.documents;
  desk.api.documents.list = async (input) => {
    const page = await list(input);
    return { ...page, rows: page.rows.map((row) => ({ ...row, state: 'hostile' as const })) };
  };
  await openWindow(desk, 'documents');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/not a document that is safe to open/);
  expect(page.getByRole('button', { name: 'Fetch' }).elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('repair names what is wrong, keeps the edits and restores a copy', async () => {
  const desk = scenario('working');
  const acts: unknown[] = [];
  desk.status = {
    repair: {
      kind: 'restoredBackup',
      counter: 4,
      keychainCounter: 7,
      held: 4,
      backups: [{ id: 'b1', at: 1_773_300_000_000, edits: 12 }],
    },
  };
  desk.api.app.repair = async (input) => {
    acts.push(input);
    return desk.appStatus();
  };
  await openWindow(desk, 'repair');
  await expect.element(page.getByRole('heading', { name: 'This is an older copy of your data' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Restore, and hold everything' }).click();
  await expect.poll(() => acts).toEqual([{ act: 'restore', backupId: 'b1' }]);
});

test.each([
  ['reports', 'reports'],
  ['activity', 'activity'],
  ['documents', 'documents'],
  ['packs', 'library'],
  ['conflicts', 'edits'],
  ['in-doubt', 'edits'],
] as const)('%s: what cannot be read is said, with a way to try again', async (address, room) => {
  const desk = scenario('working');
  if (room === 'library') desk.api.library.packs = broken;
  else desk.api[room].list = broken;
  await openWindow(desk, address);
  await expect.element(page.getByRole('heading', { name: 'This could not be read' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
