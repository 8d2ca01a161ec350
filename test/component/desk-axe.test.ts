import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario, scenarioNames } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

/** Addresses of the daily pages; `*` stands for the first record of the list. */
const lists = [
  ['expenses', 'expense'],
  ['invoices', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
  ['vendors', 'vendor'],
] as const;

const themes = ['light', 'dark'] as const;

for (const theme of themes) {
  for (const name of scenarioNames)
    test(`${theme}: Today and the outbox, ${name}`, async () => {
      await openWindow(scenario(name, { theme }), 'today');
      await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
      expect(await violations()).toEqual([]);
      await press('g', 'o');
      await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
      expect(await violations()).toEqual([]);
    });

  for (const [address, kind] of lists)
    test(`${theme}: ${address}, its record, its form, its selection`, async () => {
      const desk = scenario('long', { theme });
      await openWindow(desk, `${address}/${desk.record(kind).id}`);
      await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
      await expect.element(page.getByRole('row').first()).toBeVisible();
      expect(await violations()).toEqual([]);
      await press('c');
      await expect.element(page.getByRole('dialog')).toBeVisible();
      expect(await violations()).toEqual([]);
      await press('Escape');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await press('e');
      await expect.element(page.getByRole('button', { name: 'Put back' })).toBeVisible();
      expect(await violations()).toEqual([]);
      await press('Escape');
      await expect.element(page.getByRole('button', { name: 'Put back' })).not.toBeInTheDocument();
      await press('x');
      await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
      expect(await violations()).toEqual([]);
    });

  test(`${theme}: an edit’s page in each state`, async () => {
    const desk = scenario('working', { theme });
    await openWindow(desk, 'outbox');
    for (const edit of desk.edits) {
      location.hash = `#/outbox/${edit.id}`;
      await expect.element(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeVisible();
      expect(await violations()).toEqual([]);
    }
  });

  test(`${theme}: palette and keyboard sheet`, async () => {
    await openWindow(scenario('working', { theme }), 'expenses');
    await press('Control+k');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('Escape');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await press('?');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });
}
