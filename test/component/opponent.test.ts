import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { slowly } from './slowly.ts';
import { openWindow, press } from './window.ts';
import { fullTest } from '#test/full-test.ts';

// A clerk in a hurry: double clicks, two Enters, drags, words that an input method is still making. Nothing may be recorded twice by it.

test('a double click and two Enters record one comment, also while the first is on its way', async () => {
  const app = new FakeApp();
  const slow = slowly(app.api.edits.record);
  let asked = 0;
  app.api.edits.record = async (input) => {
    asked += 1;
    return slow.command(input);
  };
  await openWindow(app, `expenses/${app.record('expense', 4).id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('c');
  const words = page.getByRole('textbox', { name: 'Comment' });
  await userEvent.fill(words, 'Seen.');
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).dblClick();
  await userEvent.click(words);
  await press('Control+Enter', 'Control+Enter');
  slow.go();
  await expect.poll(() => app.edits).toHaveLength(1);
  await expect.element(words).not.toBeInTheDocument();
  expect(asked).toBe(1);
});

test('a question is not answered by the second click of a double click', async () => {
  const app = new FakeApp();
  const place = app.records.filter(({ kind }) => kind === 'invoiceReceivable').findIndex(({ service }) => service['state'] === 'OPEN');
  app.api.names.doubt = async ({ ref: { id } }) => ({ kind: 'neverSeen', refers: 'bankAccount', id });
  await openWindow(app, `invoices/${app.record('invoiceReceivable', place).id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const pane = page.getByRole('dialog', { name: 'Record payment' });
  await userEvent.fill(pane.getByLabelText('Payment date'), '12 Mar 2026');
  await userEvent.fill(pane.getByLabelText(/^Amount, /), '1.00');
  await userEvent.fill(pane.getByRole('combobox', { name: /bank account/i }), '0f0f0f0f-0000-4000-8000-000000000001');
  await press('Tab');
  await expect.element(pane.getByText(/never seen on this laptop/)).toBeVisible();
  await pane.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).dblClick();
  await expect.element(pane.getByText(/Nothing is recorded yet/)).toBeVisible();
  expect(app.edits).toEqual([]);
});

test('Enter that ends a word of an input method records nothing and keeps the focus', async () => {
  const app = new FakeApp();
  await openWindow(app, `expenses/${app.record('expense', 4).id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const field = page.getByLabelText('Original currency');
  await userEvent.fill(field, 'nok');
  const composed = (key: string) =>
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }));
  composed('Enter');
  composed('Escape');
  await expect.element(field).toHaveValue('nok');
  await expect.element(page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ })).toBeVisible();
  expect(app.edits).toEqual([]);
  await press('Enter');
  await expect.poll(() => app.edits).toHaveLength(1);
});

test('Ctrl+Z in a field takes back what was typed, not what was recorded', async () => {
  const app = scenario('working');
  const open = app.edits.filter(({ state }) => state === 'waiting').length;
  await openWindow(app, `expenses/${app.record('expense', 20).id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('c');
  const words = page.getByRole('textbox', { name: 'Comment' });
  await userEvent.click(words);
  await userEvent.keyboard('abc');
  await press('Control+z');
  await expect.element(words).not.toHaveValue('abc');
  expect(app.edits.filter(({ state }) => state === 'waiting')).toHaveLength(open);
});

fullTest('a range that is chosen with Shift marks rows and no text; a word of a fact can be marked without editing it', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  const box = (place: number) => page.getByRole('grid').getByRole('row').nth(place).getByRole('gridcell').first();
  await expect.element(page.getByRole('grid').getByRole('row').nth(6)).toBeVisible();
  await box(1).click();
  await box(5).click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('5 selected').first()).toBeVisible();
  expect(getSelection()?.toString()).toBe('');
});

fullTest('many are edited once by a double click', async () => {
  const app = scenario('working');
  const slow = slowly(app.api.edits.recordMany);
  let asked = 0;
  app.api.edits.recordMany = async (input) => {
    asked += 1;
    return slow.command(input);
  };
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').nth(6)).toBeVisible();
  await press('j', 'x', 'Shift+j', 'Shift+j');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText('Date', { exact: true }), '9 Mar 2026');
  await dialog.getByRole('button', { name: /^Save 3$/ }).dblClick();
  await userEvent.click(dialog.getByLabelText('Date', { exact: true }));
  await press('Enter', 'Enter');
  slow.go();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked).toBe(1);
});
