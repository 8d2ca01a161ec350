import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { behindPinned, besideTheWindow, chosenOutOfSight, cutAmounts, cutCells, overlaps, strayArrows } from './layout.ts';
import { learned, nameOf } from './named-desk.ts';
import { scenario } from './scenarios.ts';
import { pageStates } from './states.ts';
import { openWindow } from './window.ts';

const pages = [
  'today',
  'expenses',
  'invoices',
  'vendors',
  'documents',
  'history',
  'outbox?tab=review',
  'outbox?tab=needsYou',
  'outbox?tab=inDoubt',
  'outbox?tab=waiting',
  'packs',
  'settings/rules',
];

test.each(pages)('%s at 360 px, as at 400 %: nothing over anything, cut off, beside the window or out of its line', async (address) => {
  const desk = scenario('working');
  for (const record of desk.records) if (record.kind === 'invoiceReceivable') record.service['amount'] = 1_234_567_890_123n;
  await openWindow(desk, address);
  await page.viewport(360, 640);
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  // The window hears of its new width a moment after it has it: what is judged is the narrow page that stays.
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBeGreaterThan(300);
  await expect.poll(() => [overlaps, cutAmounts, besideTheWindow, chosenOutOfSight, strayArrows].flatMap((look) => look())).toEqual([]);
});

test('amounts of eleven digits stand whole beside their date, in every list and beside an opened record', async () => {
  const desk = scenario('working');
  const invoice = desk.record('invoiceReceivable');
  for (const record of desk.records) if (record.kind === 'invoiceReceivable') record.service['totalAmount'] = 1_234_567_890_123n;
  await openWindow(desk, `invoices/${invoice.id}`, 'large');
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => overlaps()).toEqual([]);
  expect(cutAmounts()).toEqual([]);
});

test.each([
  ['outbox?tab=review', []],
  ['expenses', ['Status']],
  ['card-transactions', ['Country', 'Status']],
  ['invoices', ['State']],
])('%s on a large screen: arrows between the lines that they join, the service’s own words whole', async (address, columns) => {
  const desk = scenario('working');
  for (const { kind, service } of desk.records) if (kind === 'expense') service['status'] = 'SUBMITTED_FOR_REVIEW';
  await openWindow(desk, address, 'large');
  await expect.poll(() => document.querySelectorAll('main .was, main [role=gridcell]').length).toBeGreaterThan(2);
  await expect.poll(() => [...strayArrows(), ...cutCells(...columns)]).toEqual([]);
});

test.each([360, 1440])('%s px: where new bank details are asked about, the arrow stands beside what it joins', async (width) => {
  const desk = scenario('empty');
  desk.records = scenario('working').records;
  const vendor = desk.record('vendor');
  vendor.service['bankAccountNumber'] = 'DE89370400440532013000';
  vendor.service['name'] = 'Hotel on the long quay behind the old harbour';
  const change = { bankAccountNumber: 'PT50000201231234567890154', name: 'Another vendor whose name takes more than one line' };
  desk.put('updateVendor', { kind: 'vendor', id: vendor.id }, change, 'draft');
  await openWindow(desk, 'review');
  await page.viewport(width, 900);
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect.element(page.getByRole('dialog', { name: 'Approve changed bank details?' })).toBeVisible();
  expect(document.querySelectorAll('[role=dialog] .was')).toHaveLength(2);
  await expect.poll(() => strayArrows()).toEqual([]);
});

test('a strip of tabs that is below what a low window shows leaves the page where it was', async () => {
  await openWindow(scenario('working'), 'sign-in');
  const tabs = page.getByRole('tablist');
  await expect.element(tabs).toBeVisible();
  await page.viewport(360, 220);
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBeLessThan(360);
  await expect.poll(() => tabs.element().getBoundingClientRect().top).toBeGreaterThan(innerHeight);
});

test('at 360 px the banner of a lost network takes two lines, and the amounts of a record’s lines are in sight', async () => {
  const desk = scenario('offline');
  await openWindow(desk, `invoices/${desk.record('invoiceReceivable').id}`);
  await page.viewport(360, 640);
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBeLessThan(360);
  const banner = page.getByRole('status').filter({ hasText: 'No network.' });
  await expect.element(banner).toMatchTextContent(/safe on this laptop\./);
  await expect.poll(() => banner.element().getBoundingClientRect().height).toBeLessThanOrEqual(54);
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect.element(lines).toBeVisible();
  const past = () => {
    const table = lines.element().getBoundingClientRect();
    const ends = [...lines.element().querySelectorAll('tr > :last-child')].map((cell) => cell.getBoundingClientRect().right - table.right);
    return Math.round(Math.max(...ends));
  };
  await expect.poll(past).toBeLessThanOrEqual(0);
});

test.each(['small', 'large'] as const)('lines whose references have names show every figure whole (%s)', async (size) => {
  const desk = learned(scenario('working'), (row, place) => ({
    ...nameOf(row, place),
    code: '6071',
    name: 'Representation and travel abroad',
  }));
  const lines = desk.records.find(({ kind, service }) => kind === 'expense' && (service['lineItems'] as unknown[]).length > 2);
  for (const line of lines?.service['lineItems'] as Record<string, unknown>[]) line['description'] = 'Printer paper and toner for the fair';
  await openWindow(desk, `expenses/${lines?.id}`, size);
  await expect.element(page.getByRole('columnheader', { name: /Billing amount/ })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('main td .name').length).toBeGreaterThan(5);
  expect(behindPinned()).toEqual([]);
});

test('a name of two hundred letters takes no more than three lines of its cell, and leaves the figures in sight', async () => {
  const desk = pageStates['stretched']!();
  await openWindow(desk, `expenses/${desk.record('expense').id}`, 'small');
  await expect.poll(() => document.querySelectorAll('main td .name').length).toBeGreaterThan(1);
  expect(behindPinned()).toEqual([]);
  const heights = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(80);
});

test('figures that stay in sight over others are told from them by a shadow, and by none where they cover nothing', async () => {
  await openWindow(pageStates['filled']!(), `expenses/${scenario('working').record('expense').id}`, 'small');
  const amount = page.getByRole('columnheader', { name: /Billing amount/ });
  await expect.element(amount).toBeVisible();
  const shadow = () => getComputedStyle(amount.element()).boxShadow;
  expect([behindPinned(), shadow()]).toEqual([[], 'none']);
  await page.viewport(360, 640);
  await expect.poll(() => behindPinned().length).toBeGreaterThan(0);
  await expect.poll(shadow).not.toBe('none');
});
