import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, stillness, violations } from './window.ts';
import { ordered } from './fake-records.ts';
import { fullTest } from '#test/full-test.ts';

const title = () => page.getByRole('article').getByRole('heading', { level: 1 });
const previous = page.getByRole('button', { name: 'Previous', exact: true });
const next = page.getByRole('button', { name: 'Next', exact: true });
/** The text beside the way back: "‹ Expenses 8 of 113". */
const wayBack = () => document.querySelector('article .leading, article > .away')?.textContent.replaceAll(/\s+/g, ' ').trim();
const inOrder = (app: FakeApp): RecordRow[] => ordered(app.rowsOf('expense'), 'date', true);
function countingPlaces(app: FakeApp): string[] {
  const asked: string[] = [];
  const { place } = app.api.records;
  app.api.records.place = (input) => {
    asked.push(input.id);
    return place(input);
  };
  return asked;
}

test('under 1200 px a record says its place in the list; buttons and keys lead to its neighbours, and nothing is asked that the list knows', async () => {
  const app = new FakeApp();
  const asked = countingPlaces(app);
  const rows = inOrder(app);
  await openWindow(app, 'expenses', 'small');
  await page.getByRole('grid').getByRole('row').nth(2).getByText(rows[2]!.title).click();
  await expect.poll(wayBack).toBe(`‹ Expenses 3 of ${rows.length}`);
  await next.click();
  await expect.element(title()).toHaveTextContent(rows[3]!.title);
  await expect.poll(wayBack).toBe(`‹ Expenses 4 of ${rows.length}`);
  await expect.element(next).toHaveFocus();
  await press('Enter');
  await expect.poll(wayBack).toBe(`‹ Expenses 5 of ${rows.length}`);
  await press('k', 'k', 'k');
  await expect.poll(wayBack).toBe(`‹ Expenses 2 of ${rows.length}`);
  await expect.element(title()).toHaveTextContent(rows[1]!.title);
  await previous.click();
  await expect.poll(wayBack).toBe(`‹ Expenses 1 of ${rows.length}`);
  await expect.element(previous).toBeDisabled();
  await expect.element(next).toHaveFocus();
  await press('ArrowDown');
  await stillness();
  expect([location.hash, asked]).toEqual([`#/expenses/${rows[0]!.id}`, []]);
  await next.hover();
  await expect.poll(() => document.querySelector('.tooltip')?.textContent).toMatch(/Next\s*J/);
  expect(await violations()).toEqual([]);
  await press('j', 'Escape');
  await expect.poll(() => document.querySelector('[role=row].cursor')?.textContent).toContain(rows[1]!.title);
});

fullTest(
  'steps lead past the rows that were read; a record opened by its address is requested once, one outside the query has no place',
  async () => {
    const app = new FakeApp();
    const asked = countingPlaces(app);
    const rows = inOrder(app);
    expect(rows.length).toBeGreaterThan(150);
    await openWindow(app, `expenses/${rows[149]!.id}`, 'small');
    await expect.poll(wayBack).toBe(`‹ Expenses 150 of ${rows.length}`);
    expect(asked).toEqual([rows[149]!.id]);
    for (let place = 149; place >= 98; place -= 1) {
      await press('k');
      await expect.poll(() => location.hash).toBe(`#/expenses/${rows[place - 1]!.id}`);
    }
    await expect.poll(wayBack).toBe(`‹ Expenses 98 of ${rows.length}`);
    const other = rows.find(({ currency }) => currency !== 'EUR')!;
    location.hash = '#/expenses?q=currency:EUR';
    await expect.poll(() => document.querySelector('.total')?.textContent).toMatch(/ of /);
    location.hash = `#/expenses/${other.id}`;
    await expect.element(title()).toHaveTextContent(other.title);
    await expect.poll(() => asked.at(-1)).toBe(other.id);
    await stillness();
    expect(wayBack()).toBe('‹ Expenses');
    await press('j');
    await stillness();
    expect(location.hash).toBe(`#/expenses/${other.id}`);
  },
);

fullTest('a list folded beside a form shows its name and the place; beside the record it shows neither', async () => {
  const app = new FakeApp();
  const overdue = 'state:open currency:EUR';
  await app.api.lists.saveView({
    kind: 'invoiceReceivable',
    name: 'Open in euro',
    query: overdue,
    columns: [],
    sort: 'date',
    descending: true,
  });
  await openWindow(app, `invoices?q=${encodeURIComponent(overdue)}`);
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await stillness();
  await press('j', 'j', 'Enter');
  await expect.element(title()).toBeVisible();
  await stillness();
  expect(wayBack()).toBe('');
  await press('p');
  await expect.element(page.getByRole('dialog', { name: 'Record payment' })).toBeVisible();
  await expect.poll(wayBack).toMatch(/^‹ Open in euro 2 of \d+$/);
  await userEvent.click(next);
  await expect.element(page.getByRole('dialog', { name: 'Record payment' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => document.querySelector('[role=row].cursor')?.getAttribute('aria-rowindex')).toBe('4');
});
