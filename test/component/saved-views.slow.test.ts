import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, stillness, violations } from './window.ts';

const standing = { columns: [{ name: 'date' }, { name: 'amount' }], sort: 'amount', descending: false };
const sections = () => page.getByRole('navigation', { name: 'Sections' });
const link = (name: RegExp) => sections().getByRole('link', { name });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const field = () => page.getByRole('combobox', { name: 'Search expenses' });
const dialog = () => page.getByRole('dialog', { name: 'Rename view' });

/** A window with two views of its expenses. */
async function openViews(): Promise<FakeApp> {
  const app = new FakeApp();
  await app.api.lists.saveView({ kind: 'expense', name: 'Crowns', query: 'currency:SEK', ...standing });
  await app.api.lists.saveView({ kind: 'expense', name: 'Drafts', query: 'status:draft', ...standing });
  await openWindow(app, 'expenses');
  await expect.element(link(/^Crowns \d/)).toBeVisible();
  return app;
}
const names = () => [...document.querySelectorAll('nav .view > :first-child')].map(({ textContent }) => textContent);

test('a right click on a view opens its menu: it is opened, and renamed, but not as another of its list', async () => {
  const app = await openViews();
  const [was] = (await app.api.lists.all()).views;
  await link(/^Crowns/).click({ button: 'right' });
  await item('Open').click();
  await expect.element(field()).toHaveValue('currency:SEK');
  await link(/^Crowns/).click({ button: 'right' });
  await item('Rename…').click();
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('Crowns');
  await userEvent.keyboard('Drafts');
  await press('Enter');
  await expect.element(dialog().getByText('There is a view “Drafts” already.')).toBeVisible();
  await press('Control+a');
  await userEvent.keyboard('Kronor');
  await press('Enter');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(names).toEqual(['Kronor', 'Drafts']);
  expect((await app.api.lists.all()).views[0]).toEqual({ ...was, name: 'Kronor' });
  await expect.element(link(/^Kronor/)).toHaveAttribute('aria-current', 'page');
});

test('Shift+F10 on a view opens the same menu; what is removed is back by Undo, in its place', async () => {
  const app = await openViews();
  const before = (await app.api.lists.all()).views;
  link(/^Crowns/)
    .element()
    .focus();
  await press('Shift+F10');
  await expect.element(item('Open')).toHaveFocus();
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await expect.poll(names).toEqual(['Drafts']);
  await expect.element(page.getByText('“Crowns” removed.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Crowns', 'Drafts']);
  expect((await app.api.lists.all()).views).toEqual(before);
});

test('“…” at the end of a view’s row is that menu, and the menu of columns renames and removes too', async () => {
  await openViews();
  await sections()
    .getByRole('button', { name: /^Options for / })
    .nth(1)
    .click();
  await item('Remove').click();
  await expect.poll(names).toEqual(['Crowns']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Rename the view “Crowns”…' }).click();
  await expect.element(dialog()).toBeVisible();
  await stillness();
  expect(await violations()).toEqual([]);
  await press('Escape', 'Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Remove the view “Crowns”' }).click();
  await expect.poll(names).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('in a narrow window the sidebar over the page has the same menu, and the name is asked for in front of it', async () => {
  await openViews();
  await page.viewport(500, 800);
  await page
    .getByRole('button', { name: /^Menu|menu/ })
    .first()
    .click();
  await link(/^Crowns/).click({ button: 'right' });
  await item('Rename…').click();
  await expect.element(dialog().getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Kronor');
  await press('Enter');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(names).toEqual(['Kronor', 'Drafts']);
});
