import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { besideTheWindow, cutAmounts, overlaps } from './layout.ts';
import { scenario } from './scenarios.ts';
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
  'settings',
];

test.each(pages)('%s at 360 px, as at 400 %: nothing over anything, no amount cut off, nothing beside the window', async (address) => {
  const desk = scenario('working');
  for (const record of desk.records) if (record.kind === 'invoiceReceivable') record.service['amount'] = 1_234_567_890_123n;
  await openWindow(desk, address);
  await page.viewport(360, 640);
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  // The window hears of its new width a moment after it has it: what is judged is the narrow page that stays.
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBeGreaterThan(300);
  await expect.poll(() => [...overlaps(), ...cutAmounts(), ...besideTheWindow()]).toEqual([]);
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
