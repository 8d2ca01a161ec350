import { expect, type Page } from '@playwright/test';
import { show } from './person.ts';

/** Every page that there is and these records (`expenses/<id>`), on the screen and on paper: the ear of every page (policy-watch.ts) hears no fault. */
export async function everyPage(page: Page, records: readonly string[]): Promise<void> {
  const titles = {
    expenses: 'Expenses',
    invoices: 'Invoices',
    'card-transactions': 'Card transactions',
    vendors: 'Vendors',
    outbox: 'Outbox',
    names: 'Names',
    packs: 'Trip packs',
    history: 'History',
    settings: 'Settings',
    security: 'Security',
    repair: 'Repair',
    'sign-in': 'Connect an account',
    nowhere: 'There is no such page',
  };
  for (const [place, name] of Object.entries(titles)) {
    await show(page, `#/${place}`);
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  }
  for (const place of records) {
    await show(page, '#/today');
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await show(page, `#/${place}`);
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  }
  await show(page, '#/vendors');
  await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: true }) }));
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate(() => 'printed' in globalThis)).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
  await show(page, '#/documents');
  await expect(page.locator('canvas').first()).toBeVisible();
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
}
