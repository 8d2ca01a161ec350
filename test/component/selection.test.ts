import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openExpenses } from './fake-records.ts';
import { openWindow, press, withHeads } from './window.ts';
import { fullTest } from '#test/full-test.ts';

/** Types a query into the list's own field, and goes back to the list. */
async function ask(query: string): Promise<void> {
  await press('/');
  await userEvent.keyboard(query);
  await press('Escape', 'Enter');
}

test('a form for several records keeps its input while they leave the list, says so, and records them all', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await ask('currency:SEK');
  const count = app.rowsOf('expense').filter(({ currency }) => currency === 'SEK').length;
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(count));
  await press('j', 'x', 'Shift+J', 'c');
  const dialog = page.getByRole('dialog');
  await userEvent.keyboard('Please check the receipt');
  const selected = [...document.querySelectorAll<HTMLElement>('[role=grid] [role=row][aria-selected=true]')];
  expect(selected).toHaveLength(2);
  const { rows } = await app.api.records.list({ filter: { kind: 'expense', query: 'currency:SEK' } });
  for (const { id } of rows.slice(0, 2)) {
    const { service } = app.records.find((each) => each.id === id)!;
    Object.assign(service, { companyCurrency: 'EUR', originalCurrency: 'EUR' });
    app.publish({ kind: 'records', refs: [{ kind: 'expense', id }] });
    await expect
      .element(dialog)
      .toMatchTextContent(id === rows[0]?.id ? '1 of them has left the list meanwhile.' : 'All of them have left the list meanwhile.');
  }
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Please check the receipt');
  await dialog.getByRole('button', { name: 'Save 2' }).click();
  await expect
    .poll(() => app.edits.map(({ record }) => record.id).sort())
    .toEqual(
      rows
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    );
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the sum of the selection follows what becomes of its records', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'x');
  const sum = page.getByLabelText('Sum of the selection');
  await expect.element(sum).toMatchTextContent(/\d/);
  const { rows } = await app.api.records.list({ filter: { kind: 'expense' } });
  const [first] = rows;
  const { service } = app.records.find((each) => each.id === first!.id)!;
  Object.assign(service, { originalCurrency: 'JPY', lineItems: [{ originalAmount: 77_123 }] });
  app.publish({ kind: 'records', refs: [{ kind: 'expense', id: first!.id }] });
  await expect.element(sum).toMatchTextContent('77,123JPY');
});

test('a link asks once: on return the user’s own query and selection are there; the current view can be shown again', async () => {
  const app = new FakeApp();
  const columns = [{ name: 'description' }, { name: 'amount' }];
  const view = await app.api.lists.saveView({
    kind: 'expense',
    name: 'Crowns',
    query: 'currency:SEK',
    columns,
    sort: 'date',
    descending: true,
  });
  await openWindow(app, 'expenses?q=currency%3AEUR');
  const field = page.getByRole('combobox', { name: 'Search expenses' });
  await expect.element(field).toHaveValue('currency:EUR');
  await userEvent.fill(field, 'roaming');
  await press('Enter');
  await expect.poll(() => document.querySelectorAll('[role=grid] [role=row] mark').length).toBeGreaterThan(0);
  await press('j', 'x', 'Shift+J', 'Enter');
  await expect.element(page.getByRole('article')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('roaming');
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toMatchTextContent('2 selected');
  const link = page.getByRole('link', { name: /^Crowns/ });
  await link.click();
  await expect.element(field).toHaveValue('currency:SEK');
  await userEvent.fill(field, 'currency:USD');
  await link.click();
  await expect.element(field).toHaveValue('currency:SEK');
  expect(location.hash).toBe(`#/expenses?view=${view.id}`);
});

fullTest(
  'a range is what lies between its ends, also when it shrinks or turns round; other ticks stay, and so does all of it in another order',
  async () => {
    await openWindow(new FakeApp(), 'expenses');
    await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
    const places = () =>
      [...document.querySelectorAll<HTMLElement>('[role=grid] [role=row][aria-selected=true]')].map((row) =>
        Number(row.closest<HTMLElement>('[data-place]')?.dataset['place']),
      );
    const at = (place: number) => page.getByRole('grid').getByRole('row').nth(place);
    await at(9).click({ modifiers: ['Control'] });
    await at(3).click({ modifiers: ['Control'] });
    await at(7).click({ modifiers: ['Shift'] });
    await expect.poll(places).toEqual([3, 4, 5, 6, 7, 9]);
    await at(5).click({ modifiers: ['Shift'] });
    await expect.poll(places).toEqual([3, 4, 5, 9]);
    await at(1).click({ modifiers: ['Shift'] });
    await expect.poll(places).toEqual([1, 2, 3, 9]);
    await press('Shift+ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await expect.poll(places).toEqual([2, 3, 9]);
    await page.getByRole('button', { name: 'Sort by amount' }).click();
    await expect.element(page.getByRole('button', { name: 'Amount, sorted falling' })).toBeVisible();
    await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toMatchTextContent('3 selected');
    await page.getByRole('button', { name: 'Sort by date' }).click();
    await expect.poll(places).toEqual([2, 3, 9]);
  },
);

fullTest('a form for several records counts probable refusals, and excludes them unless the user includes them', async () => {
  const app = new FakeApp();
  openExpenses(app.records);
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const { rows } = await app.api.records.list({ filter: { kind: 'expense' } });
  const [cancelled = '', , open = ''] = rows.map(({ id }) => id);
  app.records.find(({ id }) => id === cancelled)!.service['status'] = 'CANCELLED';
  await press('j', 'x', 'Shift+J', 'Shift+J');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('2 now, 1 will probably be refused: cancelled.');
  await dialog.getByLabelText('Date', { exact: true }).fill('9 Mar 2026');
  const leave = dialog.getByRole('checkbox', { name: 'Leave it out' });
  await expect.element(dialog.getByRole('button', { name: 'Save 2' })).toBeEnabled();
  await leave.click();
  await expect.element(dialog.getByRole('button', { name: 'Save 3' })).toBeVisible();
  await leave.click();
  await dialog.getByRole('button', { name: 'Save 2' }).click();
  await expect.poll(() => app.edits.map(({ record }) => record.id)).toHaveLength(2);
  expect(app.edits.map(({ record }) => record.id)).toContain(open);
  expect(app.edits.map(({ record }) => record.id)).not.toContain(cancelled);
});
