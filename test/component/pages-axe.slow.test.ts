import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press, stillness, violationsInBothThemes } from './window.ts';

/** The lists by their addresses, and what they hold. */
const lists = [
  ['expenses', 'expense'],
  ['invoices', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
  ['vendors', 'vendor'],
] as const;

for (const [address, kind] of lists)
  test(`${address}, its record, its form, its selection`, async () => {
    const app = scenario('long');
    await openWindow(app, `${address}/${app.record(kind).id}`);
    await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
    await press('c');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
    await press('Escape');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await press('e');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
    await press('Escape');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
    await press('x');
    await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
  });

test('an edit’s page in each state', async () => {
  const app = scenario('working');
  await openWindow(app, 'outbox');
  for (const edit of app.edits) {
    location.hash = `#/outbox/${edit.id}`;
    await expect.element(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await stillness();
    expect(await violationsInBothThemes()).toEqual([]);
  }
});
