import { expect, type Page } from '@playwright/test';
import { t } from '#shared/messages/t.ts';
import { show } from './person.ts';

/** Every page that there is and these records (`expenses/<id>`), on the screen and on paper: the ear of every page (policy-watch.ts) hears no fault. */
export async function everyPage(page: Page, records: readonly string[]): Promise<void> {
  const titles = {
    expenses: t('frame.page.expenses'),
    invoices: t('frame.page.invoices'),
    'card-transactions': t('frame.page.cardTransactions'),
    vendors: t('frame.page.vendors'),
    outbox: t('outbox.title'),
    names: t('names.title'),
    packs: t('packs.title'),
    history: t('history.title'),
    settings: t('settings.title'),
    security: t('protection.title'),
    repair: t('repair.title'),
    'sign-in': t('signIn.title'),
    nowhere: t('parts.noSuchPage'),
  };
  for (const [place, name] of Object.entries(titles)) {
    await show(page, `#/${place}`);
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  }
  for (const place of records) {
    await show(page, '#/today');
    await expect(page.getByRole('heading', { name: t('today.title'), level: 1 })).toBeVisible();
    await show(page, `#/${place}`);
    await expect(page.getByRole('region', { name: t('record.history') })).toBeVisible();
  }
  await show(page, '#/vendors');
  await expect(page.getByRole('heading', { name: t('frame.page.vendors'), level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: true }) }));
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate(() => 'printed' in globalThis)).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
  await show(page, '#/documents');
  await expect(page.locator('canvas').first()).toBeVisible();
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
}
