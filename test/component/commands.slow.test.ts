import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { learned } from './named-desk.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

const row = (place: number) => page.getByRole('grid').getByRole('row').nth(place);
const menu = page.getByRole('menu');

/** The items of the open menu in order, without their keys. */
async function offered(): Promise<string[]> {
  await expect.element(menu).toBeVisible();
  expect(menu.element().firstElementChild?.role).toBe('menuitem');
  return [...menu.element().querySelectorAll('[role=menuitem] > .breaks')].map((item) => item.textContent);
}
const choose = (name: string | RegExp) => page.getByRole('menuitem', { name }).click();

test('a right click, the row’s “…”, Shift+F10 and the record’s own menu are one menu', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await row(1).click({ button: 'right' });
  const clicked = await offered();
  expect(clicked).toEqual(expect.arrayContaining(['Open', 'Edit', 'Comment', 'Add to trip pack', 'Copy id']));
  expect(await violations()).toEqual([]);
  await press('Escape');
  await expect.element(menu).not.toBeInTheDocument();
  // It is there before a pointer comes near.
  expect(
    getComputedStyle(
      row(3)
        .getByRole('button', { name: /^Options for / })
        .element(),
    ).opacity,
  ).toBe('1');
  await row(1).hover();
  await row(1)
    .getByRole('button', { name: /^Options for / })
    .click();
  expect(await offered()).toEqual(clicked);
  await press('Escape');
  await expect.element(menu).not.toBeInTheDocument();
  await press('Shift+F10');
  expect(await offered()).toEqual(clicked);
  await press('ArrowDown', 'Enter');
  const article = page.getByRole('article').first();
  await article.getByRole('button', { name: 'More' }).click();
  // A cell is edited in the list alone.
  const elsewhere = clicked.filter((label) => !label.endsWith(' here'));
  expect(['Open', ...(await offered())]).toEqual([...elsewhere, 'Print', 'Save as PDF']);
});

test('a row’s menu opens the record with the command; keys do the same at the cursor', async () => {
  const app = new FakeApp();
  await openWindow(app, 'invoices');
  await row(2).click({ button: 'right' });
  await choose(/^Record payment/);
  await expect.element(page.getByRole('dialog', { name: /payment/i })).toBeVisible();
  await press('Escape');
  location.hash = '#/expenses';
  await expect.element(page.getByRole('grid', { name: 'Expenses' })).toBeVisible();
  await expect.element(row(1)).toBeVisible();
  await press('j', 'j', 'c');
  await expect.element(page.getByRole('textbox', { name: /Comment/ })).toHaveFocus();
});

test('a row inside the selection offers what the selection offers, one outside its own', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(row(1)).toBeVisible();
  await press('j', 'x', 'Shift+J', 'Shift+J');
  await row(1).click({ button: 'right' });
  expect(await offered()).toEqual(expect.arrayContaining(['Edit', 'Add to trip pack', 'Export to Excel', 'Clear the selection']));
  await choose(/^Add to trip pack/);
  await expect.element(page.getByRole('dialog', { name: 'Add 3 expenses to a trip pack' })).toBeVisible();
  await press('Escape');
  await row(5).click({ button: 'right' });
  expect(await offered()).toContain('Open');
  await choose(/^Add to trip pack/);
  await expect.element(page.getByRole('dialog', { name: 'Add 1 expense to a trip pack' })).toBeVisible();
});

test('an edit of a row is held and released from its menu', async () => {
  const app = new FakeApp();
  const id = (await app.api.records.ids({ filter: { kind: 'expense' }, sort: 'date', descending: true }))[0] ?? '';
  const edit = app.put('updateExpense', { kind: 'expense', id }, { performedDate: '2026-03-09' });
  await openWindow(app, 'expenses?q=has:edit');
  await row(0).click({ button: 'right' });
  await choose(/^Hold its edit/);
  await expect.element(page.getByText('1 edit held.').first()).toBeVisible();
  expect(edit.state).toBe('held');
  await expect.poll(() => app.edits[0]?.state).toBe('held');
  await row(0).click({ button: 'right' });
  await choose(/^Release its edit/);
  await expect.element(page.getByText('1 edit released.').first()).toBeVisible();
});

test('an edit in the outbox offers in its row what its page does', async () => {
  const app = scenario('working');
  await openWindow(app, 'outbox?tab=waiting');
  await row(0).click({ button: 'right' });
  expect(await offered()).toEqual(['Open', 'Edit', 'Hold', 'Discard', expect.stringMatching(/^Open (expense|card)/)]);
  await choose(/^Edit/);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await press('Escape');
  await row(0).click({ button: 'right' });
  await choose(/^Hold/);
  await expect.element(page.getByText('1 edit held.').first()).toBeVisible();
});

test('the palette has what the record’s menu has, and what can be done on every page', async () => {
  const app = scenario('working');
  app.status = { account: { ...app.appStatus().account!, embedded: false } };
  await app.api.lists.saveView({
    kind: 'invoiceReceivable',
    name: 'Late and large',
    query: 'overdue total>1000',
    columns: [],
    sort: 'date',
    descending: true,
  });
  await openWindow(app, 'expenses');
  await expect.element(row(1)).toBeVisible();
  await press('j', 'Control+k');
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  await expect.element(option('Copy id')).toBeInTheDocument();
  await userEvent.keyboard('dark');
  await option(/Dark/).click();
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
  await press('Control+k');
  await userEvent.keyboard('new trip');
  await option('New trip pack').click();
  await expect.element(page.getByRole('dialog', { name: 'New trip pack' })).toBeVisible();
  await press('Escape', 'Control+k');
  await userEvent.keyboard('sign out');
  await expect.element(option(/^Sign out/)).toBeVisible();
  await press('Escape', 'Control+k');
  await userEvent.keyboard('late and');
  await option(/Late and large/).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: /Search/ })).toHaveValue('overdue total>1000');
});

test('the palette understands a query: it leads to the lists that find something, and says what it does not understand', async () => {
  await openWindow(new FakeApp(), 'today');
  await press('Control+k');
  await userEvent.keyboard('expenses currency:SEK -status:cancelled');
  const option = page.getByRole('option', { name: /^Expenses currency:SEK -status:cancelled/ });
  await expect.element(option).toMatchTextContent(/\d+/);
  await press('Enter');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: /Search/ })).toHaveValue('currency:SEK -status:cancelled');
  await press('Control+k');
  await userEvent.keyboard('overdue');
  await expect.element(page.getByRole('option', { name: /^Invoices overdue/ })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /^Expenses overdue/ })).not.toBeInTheDocument();
  await userEvent.keyboard(' total>abc');
  await expect.element(page.getByText('abc is no amount.')).toBeVisible();
});

test('rows of Documents, Names and History have their menus too: a right click, “…” and Shift+F10 are one', async () => {
  const app = learned(scenario('working'));
  await openWindow(app, 'documents');
  const documents = page.getByRole('navigation', { name: 'Documents' });
  const second = documents.getByRole('listitem').nth(1);
  await second.click({ button: 'right' });
  const ofDocument = await offered();
  expect(ofDocument).toEqual(['Open', 'Name this document…', 'Add to trip pack', 'Copy id']);
  await choose('Name this document…');
  await expect.element(page.getByRole('dialog', { name: 'Name this document' })).toBeVisible();
  await expect.element(second.getByRole('link')).toHaveAttribute('aria-current', 'true');
  await press('Escape');
  await second.hover();
  await second.getByRole('button', { name: /^Options for / }).click();
  expect(await offered()).toEqual(ofDocument);
  expect(await violations()).toEqual([]);
  await press('Escape', 'Shift+F10');
  expect(await offered()).toEqual(ofDocument);
  await press('Escape');

  location.hash = '#/names';
  const first = page.getByRole('rowgroup', { name: 'Unnamed' }).getByRole('row').nth(1);
  await first.click({ button: 'right' });
  expect(await offered()).toEqual(expect.arrayContaining(['Name this', 'Copy id']));
  await choose('Name this');
  await expect.element(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveFocus();
  await press('Escape');

  location.hash = '#/history';
  const lines = page.getByRole('region', { name: 'History, newest first' });
  await lines.getByRole('link', { name: /Sync/ }).first().click({ button: 'right' });
  expect(await offered()).toEqual(['Open the report', 'Save the report for Excel', 'Save the report as CSV', 'Save the report as JSON']);
  await choose('Open the report');
  await expect.element(page.getByRole('article', { name: 'Report' })).toBeVisible();
  await lines.getByRole('listitem').filter({ hasText: 'You' }).first().click({ button: 'right' });
  expect(await offered()).toEqual(expect.arrayContaining(['Open the edit', 'Copy id']));
  await choose('Open the edit');
  await expect.poll(() => location.hash).toMatch(/^#\/outbox\//);
});

test('the palette is seen on the page', async () => {
  await openWindow(new FakeApp(), 'today');
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Search or run a command' })).toBeVisible();
});

test('an empty undo is no failure and is explained', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await press('u');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent('There is nothing to undo.');
  await expect.element(notice).not.toHaveClass('needs');
});
