import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press, violationsInBothThemes } from './window.ts';
import { fewOf } from '#test/full-test.ts';

// The desk filled, empty, offline and stretched: states-axe.slow.test.ts; records, forms and edits: pages-axe.slow.test.ts.
for (const name of fewOf(['broken', 'sending', 'captivePortal', 'signedOut', 'serviceDown'], 2))
  test(`Today and the outbox, ${name}`, async () => {
    await openWindow(scenario(name), 'today');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
    await press('g', 'o');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
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
