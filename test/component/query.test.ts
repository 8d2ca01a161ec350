import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { slowly } from './slowly.ts';
import { openWindow, press, violations, withHeads } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const field = () => page.getByRole('combobox', { name: 'Search expenses' });
const rows = () => page.getByRole('grid');
const option = (name: RegExp) => page.getByRole('option', { name });

async function type(text: string): Promise<void> {
  await press('/');
  await userEvent.keyboard(text);
}

test('a query narrows the list, its count and its totals; hits are marked', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await type('roaming currency:EUR amount>1');
  const found = app
    .rowsOf('expense')
    .filter((row) => /roaming/i.test(row.title) && row.currency === 'EUR' && (row.amountMinor ?? 0n) > 100n);
  expect(found.length).toBeGreaterThan(0);
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(found.length));
  await expect.element(page.getByRole('heading', { name: 'Expenses' })).toBeVisible();
  await expect.element(page.getByText(`${found.length} of 340`)).toBeVisible();
  await expect.poll(() => page.getByLabelText('Totals of this list').element().textContent).not.toContain('USD');
  expect([...document.querySelectorAll('[role=grid] [role=row] mark')].map((mark) => mark.textContent?.toLowerCase())).toContain('roaming');
});

fullTest('a letter keeps the rows until the matching ones arrive, with their marks', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(340));
  const asked = slowly(app.api.records.list);
  app.api.records.list = asked.command;
  const drawn: MutationRecord[] = [];
  const watch = new MutationObserver((changes) => void drawn.push(...changes));
  await press('/');
  for (const row of document.querySelectorAll('[role=grid] [role=row]'))
    watch.observe(row, { childList: true, subtree: true, characterData: true });
  await userEvent.keyboard('roaming');
  await expect.poll(() => asked.asked.at(-1)).toMatchObject({ filter: { query: 'roaming' } });
  expect(watch.takeRecords()).toEqual([]);
  expect(drawn).toEqual([]);
  asked.go();
  await expect.poll(() => document.querySelectorAll('[role=grid] [role=row] mark').length).toBeGreaterThan(0);
  watch.disconnect();
});

fullTest('rows that answer are there before anybody knows how many they are', async () => {
  const app = new FakeApp();
  const counted = Promise.withResolvers<void>();
  app.counting = counted.promise;
  await openWindow(app, 'expenses');
  const found = app.rowsOf('expense').filter((row) => row.currency !== 'SEK').length;
  // A page that ends the list says itself how many there are.
  expect(found).toBeGreaterThan(100);
  await type('-currency:SEK');
  await expect.element(page.getByText('… of 340')).toBeVisible();
  await expect.element(rows().getByRole('row').first()).toBeVisible();
  await expect.element(rows()).toHaveAttribute('aria-rowcount', '-1');
  counted.resolve();
  await expect.element(page.getByText(`${found} of 340`)).toBeVisible();
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(found));
});

fullTest('a term that is still being typed is not underlined as a mistake; one that was left is', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await type('amount>1 currency:');
  await expect.element(option(/^SEK/)).toBeVisible();
  const odd = () => [...document.querySelectorAll('.behind .odd')].map((part) => part.textContent);
  expect(odd()).toEqual([]);
  await userEvent.click(page.getByRole('heading', { name: 'Expenses' }));
  await expect.poll(odd).toEqual(['currency:']);
});

fullTest('typing completes: a value by Enter, a field by the arrow keys', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await type('curr');
  await expect.element(option(/^currency:/)).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect.element(field()).toHaveValue('currency:');
  await userEvent.keyboard('se');
  await expect.element(option(/^SEK/)).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect.element(field()).toHaveValue('currency:SEK ');
  await userEvent.keyboard('status:dr');
  await press('Enter');
  await expect.element(field()).toHaveValue('currency:SEK status:"in draft" ');
});

test('an unreadable term is explained in place, ignored by the count, and repaired by one click', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await type('currency:SEK amount>5oo ');
  const sek = page.getByRole('grid').element().getAttribute('aria-rowcount');
  expect(sek).not.toBe('340');
  await expect.element(page.getByText('5oo is no amount.')).toBeVisible();
  await page.getByRole('button', { name: 'Take amount>500' }).click();
  await expect.element(field()).toHaveValue('currency:SEK amount>500 ');
  await expect.element(page.getByText('5oo is no amount.')).not.toBeInTheDocument();
  await expect.poll(() => page.getByRole('grid').element().getAttribute('aria-rowcount')).not.toBe(sek);
});

fullTest('menus write the query for the user, and show its terms', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('menuitem', { name: /^In draft/ }).click();
  await expect.element(field()).toHaveValue('status:"in draft"');
  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Over 500' }).click();
  await expect.element(field()).toHaveValue('status:"in draft" amount>500');
  await expect.element(page.getByRole('button', { name: 'Amount: > 500' })).toBeVisible();
  await page.getByRole('button', { name: 'Status: in draft' }).click();
  await page.getByRole('menuitem', { name: 'Any status' }).click();
  await expect.element(field()).toHaveValue('amount>500');
});

fullTest('heads sort, and sort the other way round; columns are chosen, and both are kept', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sort by amount' }).click();
  const amounts = () => [...document.querySelectorAll('[role=grid] [role=row] .money')].slice(0, 5).map((each) => each.textContent);
  await expect.element(page.getByRole('button', { name: 'Amount, sorted falling' })).toBeVisible();
  const falling = amounts();
  await page.getByRole('button', { name: 'Amount, sorted falling' }).click();
  await expect.poll(amounts).not.toEqual(falling);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: /^Lines/ }).click();
  await expect.element(page.getByRole('button', { name: 'Sort by lines' })).not.toBeInTheDocument();
  const { layouts } = await app.api.lists.all();
  expect(layouts.expense).toMatchObject({ sort: 'amount', descending: false });
  expect(layouts.expense?.columns.map(({ name }) => name)).not.toContain('lines');
});

test('the selection shows its sum per currency; the box in the head selects all that match, and none', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await type('currency:SEK');
  await press('Escape', 'Enter');
  const sek = app.rowsOf('expense').filter(({ currency }) => currency === 'SEK');
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(sek.length));
  const box = page.getByRole('checkbox', { name: 'Select all expenses' });
  await box.click();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect.element(bar).toMatchTextContent(`${sek.length} selected`);
  await expect.element(page.getByLabelText('Sum of the selection')).toMatchTextContent('SEK');
  await expect.element(box).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('checkbox').click();
  await expect.element(box).toHaveAttribute('aria-checked', 'mixed');
  await box.click();
  await expect.element(bar).not.toBeInTheDocument();
});

test('a view keeps query, columns and order under its section, with a count that follows', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await type('currency:SEK');
  await page.getByRole('button', { name: 'Sort by amount' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Crowns');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  const sek = app.rowsOf('expense').filter(({ currency }) => currency === 'SEK').length;
  const link = page.getByRole('link', { name: `Crowns ${sek}` });
  await expect.element(link).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect.element(field()).toHaveFocus();
  await page.getByRole('button', { name: 'Sort by date' }).click();
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(340));
  await link.click();
  await expect.element(field()).toHaveValue('currency:SEK');
  await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(sek));
  await expect.element(page.getByRole('button', { name: 'Amount, sorted falling' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Remove the view “Crowns”' }).click();
  await expect.element(link).not.toBeInTheDocument();
});

fullTest('one comes back to a list as one left it: query, order, selection, place', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await type('currency:EUR');
  await press('Escape', 'Enter', 'j', 'x', 'j');
  await page.getByRole('button', { name: 'Sort by amount' }).click();
  await press('j', 'x');
  location.hash = '#/vendors';
  await expect.element(page.getByRole('heading', { name: 'Vendors' })).toBeVisible();
  location.hash = '#/expenses';
  await expect.element(field()).toHaveValue('currency:EUR');
  await expect.element(page.getByRole('button', { name: 'Amount, sorted falling' })).toBeVisible();
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toMatchTextContent('2 selected');
});

fullTest('nothing in the list, its query and its menus is against the rules of access', async () => {
  await openWindow(scenario('working'), 'expenses');
  await type('amount>5oo status:');
  expect(await violations()).toEqual([]);
});

fullTest(
  'a query that is too long, and one that cannot be read, show no rows, sums or count of another; what was asked for can be asked again',
  async () => {
    const app = new FakeApp();
    await openWindow(app, 'expenses');
    await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(340));
    await press('/');
    await userEvent.fill(field(), `amount>1 ${'roaming '.repeat(130)}`);
    await expect.element(page.getByRole('status').filter({ hasText: 'This query is too long: 1,000 characters at most.' })).toBeVisible();
    const gone = async () => {
      await expect.element(page.getByRole('heading', { name: 'This could not be read' })).toBeVisible();
      await expect.element(rows()).not.toBeInTheDocument();
      await expect.element(page.getByLabelText('Totals of this list')).not.toBeInTheDocument();
      await expect.element(page.getByText(/\b340\b/)).not.toBeInTheDocument();
    };
    await gone();
    await press('Control+a', 'Backspace');
    await expect.element(rows()).toHaveAttribute('aria-rowcount', withHeads(340));
    const { list } = app.api.records;
    app.api.records.list = async () => Promise.reject(new Error('gone'));
    await userEvent.keyboard('roaming');
    await gone();
    app.api.records.list = list;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rows()).not.toHaveAttribute('aria-rowcount', withHeads(340));
  },
);

test.each(['expenses', 'invoices', 'card-transactions', 'vendors'])(
  'the example in the box of %s is understood there; status and state are aliases',
  async (name) => {
    await openWindow(new FakeApp(), name);
    const box = page.getByRole('combobox', { name: /^Search/ });
    await expect.element(box).toBeVisible();
    const [, example = ''] = /^Search or filter, e.g. (.+)$/.exec(box.element().getAttribute('placeholder') ?? '') ?? [];
    await userEvent.fill(box, `${example} status:a state:b `);
    await expect.poll(() => document.querySelectorAll('.behind .term').length).toBeGreaterThan(2);
    expect(document.querySelectorAll('.behind .odd, .told')).toHaveLength(0);
  },
);
