import { expect, type Page } from '@playwright/test';
import { t } from '#shared/messages/t.ts';
import { oneOf } from './said.ts';

// A user's first steps, for the specs of the real window and `npm run verify:package`, so that the window's texts are in one place.

/** The button that saves what is being edited, in a pane or in place. */
export const saveButton = (page: Page) =>
  page
    .locator('button[type="submit"]')
    .or(page.getByRole('button', { name: oneOf(t('parts.save'), t('form.saveForReview')) }))
    .last();

/** Records what was typed, in place or beside the record, and waits until its fields are gone. */
export async function recordIt(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: t('parts.cancel') })).toBeHidden();
}

/** Goes to an address of the window. */
export async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

/** Changes the date of an expense. */
export async function changeDate(page: Page, id: string, date: string): Promise<void> {
  await show(page, `#/expenses/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill(date);
  await recordIt(page);
}

/** Opens the first expense, changes its date, and waits until the service has confirmed it. */
export async function changeFirstExpense(page: Page, date: string): Promise<void> {
  await page
    .getByRole('link', { name: /Expenses/ })
    .first()
    .click();
  await page.getByRole('grid', { name: 'Expenses' }).getByRole('row').nth(1).click();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill(date);
  await recordIt(page);
  // the window's words of a verdict (shared/messages/activity-words.ts), as the record's own history shows them
  await expect(page.getByRole('main').getByText('Confirmed').first()).toBeVisible({ timeout: 60_000 });
}

/** Fetches the first purchase invoice's PDF and waits for its first page. */
export async function openFirstDocument(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Documents/ })
    .first()
    .click();
  const fetch = page.getByRole('button', { name: 'Fetch', exact: true });
  await fetch.or(page.locator('canvas')).first().waitFor();
  if (await fetch.isVisible()) await fetch.click();
  await page.locator('canvas').first().waitFor();
}
