import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, withHeads } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const field = () => page.getByRole('combobox', { name: 'Search expenses' });
const rows = () => page.getByRole('grid');
const drawn = (kind: 'term' | 'odd') => [...document.querySelectorAll(`.behind .${kind}`)].map((part) => part.textContent);

async function type(text: string): Promise<void> {
  await press('/');
  await userEvent.keyboard(text);
}

fullTest(
  'blanks around an operator change nothing: amount > 500 is amount>500, drawn as one term, and no mistake while it is typed',
  async () => {
    const app = new FakeApp();
    await openWindow(app, 'expenses');
    const found = app.rowsOf('expense').filter((row) => row.currency === 'EUR' && (row.amountMinor ?? 0n) > 50_000n).length;
    expect(found).toBeGreaterThan(0);
    await type('currency : ');
    await userEvent.keyboard('eur');
    await expect.element(page.getByRole('option', { name: /^EUR/ })).toBeVisible();
    await press('Enter');
    await expect.element(field()).toHaveValue('currency : EUR ');
    await userEvent.keyboard('amount > ');
    await expect.element(page.getByText('amount of what?')).not.toBeInTheDocument();
    expect(drawn('odd')).toEqual([]);
    await userEvent.keyboard('500');
    await expect.poll(() => drawn('term')).toEqual(['currency : EUR', 'amount > 500']);
    await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(found));
    await expect.element(page.getByRole('button', { name: 'Amount: > 500' })).toBeVisible();
  },
);

test('a reversed range is explained and repaired by one press; until then it filters nothing', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  const found = app.rowsOf('expense').filter(({ facts }) => ['2', '3', '4', '5'].includes(facts['lines']?.[0] ?? '')).length;
  expect(found).toBeGreaterThan(0);
  await type('lines:5..2 ');
  await expect.element(page.getByText('5..2 is the wrong way round.')).toBeVisible();
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(340));
  await expect.poll(() => drawn('odd')).toEqual(['lines:5..2']);
  await page.getByRole('button', { name: 'Take lines:2..5' }).click();
  await expect.element(field()).toHaveValue('lines:2..5 ');
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(found));
  expect(drawn('odd')).toEqual([]);
});

fullTest('a completion, a repair or clearing is reverted by the field’s own undo, step by step', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await type('hotel curr');
  await expect.element(page.getByRole('option', { name: /^currency:/ })).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect.element(field()).toHaveValue('hotel currency:');
  await userEvent.keyboard('se');
  await expect.element(page.getByRole('option', { name: /^SEK/ })).toBeVisible();
  await press('Enter');
  await expect.element(field()).toHaveValue('hotel currency:SEK ');
  await press('Control+z');
  await expect.element(field()).toHaveValue('hotel currency:se');
  await press('Control+y');
  await expect.element(field()).toHaveValue('hotel currency:SEK ');
  await userEvent.keyboard('amount>5oo ');
  await page.getByRole('button', { name: 'Take amount>500' }).click();
  await expect.element(field()).toHaveValue('hotel currency:SEK amount>500 ');
  await press('Escape');
  await expect.element(field()).toHaveValue('hotel currency:SEK amount>500 ');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect.element(field()).toHaveValue('');
  await press('Control+z');
  await expect.element(field()).toHaveValue('hotel currency:SEK amount>500 ');
  await press('Control+z');
  await expect.element(field()).toHaveValue('hotel currency:SEK amount>5oo ');
  await expect.element(page.getByText('5oo is no amount.')).toBeVisible();
});

test('a term that is ignored lights no filter, and a line under the box explains it while the box has no focus', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await type('date<2026-13-99 amount:500..100 currency:SEK');
  await userEvent.click(page.getByRole('heading', { name: 'Expenses' }));
  await expect.element(field()).not.toHaveFocus();
  const line = page.getByText('2026-13-99 is no date. 500..100 is the wrong way round.');
  await expect.element(line).toBeVisible();
  const lit = () => [...document.querySelectorAll('.filter.set')].map(({ textContent }) => textContent?.trim());
  await expect.poll(lit).toEqual(['Currency: SEK']);
  await expect.element(page.getByRole('button', { name: 'Date', exact: true })).toBeVisible();
  // The line keeps its room: a press on a row or a filter that takes the focus must not move its target.
  const top = () => page.getByRole('grid').element().getBoundingClientRect().top;
  const before = top();
  await userEvent.click(field());
  await expect.element(line).not.toBeInTheDocument();
  expect(top()).toBe(before);
});
