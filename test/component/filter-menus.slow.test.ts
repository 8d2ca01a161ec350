import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press } from './window.ts';

const filters = () => page.getByRole('group', { name: 'Filters' });
const button = (name: string) => filters().getByRole('button', { name, exact: true });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
const box = () => page.getByRole('combobox', { name: /^Search/ });

async function open(query: string, list = 'expenses'): Promise<void> {
  await openWindow(new FakeApp(), list);
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('/');
  await userEvent.keyboard(query);
  await userEvent.click(page.getByRole('heading', { level: 1 }));
}

async function chosenIn(name: string): Promise<string[]> {
  await button(name).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  const chosen = [...document.querySelectorAll('[role=menuitem]')].flatMap(({ textContent: message }) =>
    /✓/.test(message)
      ? [
          message
            .replace(/\s*✓.*/s, '')
            .replace(/ \([\d,]+\)$/, '')
            .trim(),
        ]
      : [],
  );
  await press('Escape');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  return chosen;
}

test.each([
  ['status:DRAFT', 'Status: in draft', ['In draft']],
  ['state : IN_DRAFT', 'Status: in draft', ['In draft']],
  ['status:"in draft"', 'Status: in draft', ['In draft']],
  ['currency:eur,sek', 'Currency: EUR, SEK', ['EUR', 'SEK']],
  ['amount > 500.00', 'Amount: > 500.00', ['Over 500']],
  ['amount>1,000', 'Amount: > 1,000', ['Over 1,000']],
  ['amount>501', 'Amount: > 501', []],
  ['amount>100 amount<500', 'Amount: > 100 and < 500', []],
  ['-currency:eur', 'Currency: not EUR', []],
  ['date:none', 'Date: none', ['None']],
  ['has:CONFLICT,held', 'Edits: conflict, held', ['Conflict', 'Held']],
  ['-has:edit', 'Edits: not edit', []],
])('a typed term is ticked in its menu and named by its button: %s', async (query, name, chosen) => {
  await open(query);
  expect(await chosenIn(name)).toEqual(chosen);
});

test('a month is ticked however it is written', async () => {
  const now = new Date();
  const month = now.toLocaleString('en', { month: 'long' });
  await open(`date:${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`);
  const [chosen, ...others] = await chosenIn(`Date: ${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`);
  expect(others).toEqual([]);
  expect(chosen).toContain(month.slice(0, 3));
});

test('a ticked term can be removed, and terms without a menu item stay', async () => {
  await open('status:DRAFT,none');
  await button('Status: in draft, none').click();
  await item(/^In draft/).click();
  await expect.element(box()).toHaveValue('status:none');
});

test('the menu of edits does not touch other terms', async () => {
  await open('has:comment -has:problem');
  expect(await chosenIn('Edits')).toEqual(['All']);
  await button('Edits').click();
  await item('Conflict').click();
  await expect.element(box()).toHaveValue('has:comment -has:problem has:conflict');
  await button('Edits: conflict').click();
  await item('All').click();
  await expect.element(box()).toHaveValue('has:comment -has:problem');
});

test.each([
  ['OVERDUE', 'Overdue'],
  ['-overdue', 'Not overdue'],
])('%s is pressed as it was typed, and released by one press', async (query, name) => {
  await open(`${query} total>1`, 'invoices');
  await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true');
  await button(name).click();
  await expect.element(box()).toHaveValue('total>1');
  await expect.element(button('Overdue')).toHaveAttribute('aria-pressed', 'false');
  await button('Overdue').click();
  await expect.element(box()).toHaveValue('total>1 overdue');
});

test('“Between…” writes a range into the search, selected to be typed over', async () => {
  await open('hotel', 'expenses');
  await button('Amount').click();
  await item('Between…').click();
  await expect.element(box()).toHaveValue('hotel amount:100..500');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('20..30');
  await expect.element(box()).toHaveValue('hotel amount:20..30');
});
