import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press, stillness, violationsInBothThemes } from './window.ts';

/** Addresses of the daily pages; `*` stands for the first record of the list. */
const lists = [
  ['expenses', 'expense'],
  ['invoices', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
  ['vendors', 'vendor'],
] as const;

// The desk filled, empty, offline and stretched: states-axe.test.ts.
for (const name of ['captivePortal', 'signedOut', 'sending', 'serviceDown', 'broken'])
  test(`Today and the outbox, ${name}`, async () => {
    await openWindow(scenario(name), 'today');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
    await press('g', 'o');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
  });

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

test('palette and keyboard sheet', async () => {
  await openWindow(scenario('working'), 'expenses');
  await press('Control+k');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInBothThemes()).toEqual([]);
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await violationsInBothThemes()).toEqual([]);
});
test('a colour that only the dark theme has is looked at: one without contrast would be told', async () => {
  await openWindow(scenario('empty'), 'today');
  const unreadable = document.head.appendChild(document.createElement('style'));
  unreadable.textContent = ":root[data-theme='dark'] { --ink-1: var(--surface-0); --ink-2: var(--surface-0) }";
  const found = await violationsInBothThemes();
  unreadable.remove();
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((each) => !each.startsWith('dark: color-contrast'))).toEqual([]);
});
