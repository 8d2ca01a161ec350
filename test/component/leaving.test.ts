import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press } from './window.ts';

// Ways out: of a search, of a field, of a failure, of a first page.

test('Esc closes what a search offers, then leaves the search and keeps the query', async () => {
  await openWindow(scenario('working'), 'expenses');
  const grid = page.getByRole('grid', { name: 'Expenses' });
  await expect.element(grid.getByRole('row').first()).toBeVisible();
  await press('/');
  const search = page.getByRole('combobox', { name: 'Search expenses' });
  await userEvent.fill(search, 'account');
  await expect.element(page.getByRole('listbox', { name: 'Ways to go on' })).toBeVisible();
  await press('Escape');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(search).toHaveValue('account');
  await press('Escape');
  await expect.element(search).not.toHaveFocus();
  await expect.element(search).toHaveValue('account');
});

test('in a conflict, 3 types another value, Esc ends typing, and the page’s keys work again', async () => {
  const app = scenario('working');
  await openWindow(app, 'conflicts');
  await expect.element(page.getByRole('radio').first()).toBeVisible();
  await press('3');
  await userEvent.fill(page.getByRole('textbox', { name: /another value/ }), 'SEK');
  await press('Escape', '2');
  await expect.element(page.getByRole('radio', { name: /theirs GBP/ })).toBeChecked();
});

test('a list that cannot be read says so in its place and can be tried again', async () => {
  const app = scenario('working');
  const { list } = app.api.records;
  app.api.records.list = () => Promise.reject(new Error('the line broke'));
  await openWindow(app, 'vendors');
  await expect.element(page.getByRole('heading', { name: 'This could not be read' })).toBeVisible();
  app.api.records.list = list;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('grid', { name: 'Vendors' }).getByRole('row').first()).toBeVisible();
});

test('Enter in the palette opens the first hit, whatever was there before the hits came', async () => {
  const app = scenario('working');
  const { service, id } = app.record('vendor');
  await openWindow(app, 'today');
  await press('Control+k');
  await userEvent.fill(page.getByRole('combobox', { name: /^Search or run/ }), String(service['name']));
  await expect.element(page.getByRole('option').first()).toMatchTextContent(new RegExp(String(service['name'])));
  await press('Enter');
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1, name: String(service['name']) })).toBeVisible();
  expect(location.hash).toContain(id);
});

test('offline, no waiting edit is promised to be sent automatically', async () => {
  const app = scenario('offline');
  await openWindow(app, 'today');
  const { waiting, draft } = app.counters();
  const message = ` edits are safe on this laptop. ${waiting} are sent automatically when it is back, ${draft} wait for your review.`;
  await expect.element(page.getByText(message, { exact: false })).toBeVisible();
  const drafts = app.edits.filter(({ state }) => state === 'draft').map(({ id }) => id);
  app.setState(drafts, 'discarded');
  const without = ` edits are safe on this laptop. ${waiting} are sent automatically when it is back.`;
  await expect.element(page.getByText(without, { exact: false })).toBeVisible();
});

test('the first steps lead to records that take a change', async () => {
  const app = scenario('working');
  app.edits = [];
  await openWindow(app, 'today');
  await page.getByRole('link', { name: 'Choose an expense' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Search expenses' })).toHaveValue('status:"in draft"');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toMatchTextContent(/In draft/);
  location.hash = '#/today';
  await page.getByRole('link', { name: 'Choose an invoice' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Search invoices' })).toHaveValue('state:open');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toMatchTextContent(/Open/);
});
