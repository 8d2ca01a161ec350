import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openExpenses } from './fake-records.ts';
import { cutAmounts } from './layout.ts';
import { scenario } from './scenarios.ts';
import { pageStates } from './states.ts';
import { openWindow, press, withHeads } from './window.ts';
import { fullTest } from '#test/full-test.ts';

/** Types a query into the list's own field, and goes back to the list. */
async function ask(query: string): Promise<void> {
  await press('/');
  await userEvent.keyboard(query);
  await press('Escape', 'Enter');
}

const rowNamed = (name: string) => page.getByRole('row').filter({ hasText: name });

test('a list shows rows, their count and the totals of each currency apart', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await expect.element(page.getByRole('grid', { name: 'Expenses' })).toHaveAttribute('aria-rowcount', withHeads(340));
  const totals = page.getByLabelText('Totals of this list');
  for (const currency of ['EUR', 'JPY', 'KWD', 'SEK', 'USD']) await expect.element(totals).toMatchTextContent(currency);
});

fullTest('texts are centred in a row, figures end under the end of their head, and no amount is cut off', async () => {
  await openWindow(new FakeApp(), 'invoices', 'large');
  const row = document.querySelector.bind(document, '[role=grid] [role=row]');
  await expect.poll(row).toBeTruthy();
  const middle = (element: Element) => (element.getBoundingClientRect().top + element.getBoundingClientRect().bottom) / 2;
  await expect.poll(() => Math.abs(middle(row()!) - middle(row()!.querySelector('.name')!))).toBeLessThan(1.5);
  const endOf = (element: Element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().right;
  };
  const heads = [...document.querySelectorAll('.head.right .sort')].map(endOf);
  const figures = [...row()!.querySelectorAll('.cell.right')].map(
    (cell) => cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight),
  );
  expect(heads.length).toBeGreaterThan(1);
  for (const end of heads) expect(Math.min(...figures.map((figure) => Math.abs(figure - end)))).toBeLessThan(1.5);
  for (let step = 0; step < 4; step += 1) {
    expect(cutAmounts()).toEqual([]);
    await press('PageDown');
  }
});

test.each(['small', 'large'] as const)('the longest amount that there can be is not cut off in a %s window', async (size) => {
  await openWindow(pageStates['stretched']!(), 'invoices', size);
  const row = page.getByRole('row').filter({ hasText: '92,233,720,368,547,758.07' });
  await expect.element(row.first()).toBeVisible();
  await document.fonts.load('600 13px "Inter Variable"');
  await expect.poll(cutAmounts).toEqual([]);
});

test('the first rows are requested together with the list’s layout, and again only if it differs', async () => {
  const asked: unknown[] = [];
  const app = new FakeApp();
  const { list } = app.api.records;
  const { all } = app.api.lists;
  const layout = Promise.withResolvers<void>();
  app.api.records.list = (...given) => (asked.push(given[0]), list(...given));
  app.api.lists.all = async () => (
    await layout.promise,
    { ...(await all()), layouts: { expense: { columns: [], sort: 'amount', descending: true } } }
  );
  await openWindow(app, 'expenses');
  await expect.poll(() => asked).toMatchObject([{ sort: 'date', limit: 50, skip: 0 }]);
  expect(document.querySelector('[role=grid] [role=row][aria-rowindex]')).toBeNull();
  layout.resolve();
  await expect.poll(() => asked).toMatchObject([{ sort: 'date' }, { sort: 'amount' }]);
});

test('a list with its default layout is requested once', async () => {
  const asked: unknown[] = [];
  const app = new FakeApp();
  const { list } = app.api.records;
  app.api.records.list = (...given) => (asked.push(given[0]), list(...given));
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid', { name: 'Expenses' })).toHaveAttribute('aria-rowcount', withHeads(340));
  expect(asked).toHaveLength(1);
});

test('a status is whole in its column', async () => {
  await openWindow(new FakeApp(), 'expenses', 'large');
  const status = page.getByText('Submitted for review', { exact: true }).first();
  await expect.element(status).toBeVisible();
  const cell = status.element().closest('.cell')!;
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
});

test('beside an open record a list keeps name, day and amount', async () => {
  await openWindow(new FakeApp(), 'expenses', 'large');
  await press('j', 'Enter');
  await expect.element(page.getByRole('article')).toBeVisible();
  const heads = () => [...document.querySelectorAll('.head .sort')].map((head) => head.textContent.trim());
  await expect.poll(heads).toEqual(['Date', 'Description', 'Amount']);
  expect(cutAmounts()).toEqual([]);
});

test('search and status narrow the list and its totals; an empty result offers the way back', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await press('/');
  await userEvent.keyboard('phone roaming');
  await expect.element(rowNamed('Phone roaming').first()).toBeVisible();
  await expect.element(rowNamed('Rental car').first()).not.toBeInTheDocument();
  await userEvent.keyboard(' nowhere');
  await expect.element(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(340));
});

fullTest('a search that begins far down a list shows what it found from the first row on', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Expenses' });
  await userEvent.wheel(grid, { delta: { y: 1_500 } });
  await expect.poll(() => grid.element().scrollTop).toBeGreaterThan(1_000);
  await press('/');
  await userEvent.keyboard('c');
  await expect.poll(() => grid.element().scrollTop).toBe(0);
  await expect.element(page.getByRole('grid').getByRole('row').first()).toHaveAttribute('aria-rowindex', '2');
});

fullTest('a button of a row that scrolls away never becomes another row’s under the keyboard', async () => {
  await openWindow(new FakeApp(), 'expenses');
  const grid = page.getByRole('grid', { name: 'Expenses' });
  const button = grid.getByRole('button', { name: /^Options for / }).first();
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).focus();
  expect(document.activeElement).toBe(button.element());
  await userEvent.wheel(grid, { delta: { y: 1_500 } });
  await expect.poll(() => document.activeElement).toBe(grid.element());
});

test('keys move, select and extend; the bar counts; Escape clears', async () => {
  await openWindow(new FakeApp(), 'expenses', 'small');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'j', 'x', 'Shift+J', 'Shift+J');
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toMatchTextContent('3 selected');
  expect(document.querySelectorAll('[role=grid] [role=row][aria-selected=true]')).toHaveLength(3);
  await press('Escape');
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).not.toBeInTheDocument();
});

fullTest('a list that one comes back to selects, counts and narrows as at the first visit', async () => {
  await openWindow(new FakeApp(), 'expenses', 'small');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('g', 'i');
  await expect.element(page.getByRole('grid', { name: 'Invoices' })).toBeInTheDocument();
  await press('g', 'e');
  await expect.element(page.getByRole('grid', { name: 'Expenses' })).toHaveAttribute('aria-rowcount', withHeads(340));
  await page.getByRole('checkbox', { name: 'Select all expenses' }).click();
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toMatchTextContent('340 selected');
  await press('Escape');
  await press('/');
  await userEvent.keyboard('phone roaming');
  await expect.element(rowNamed('Rental car').first()).not.toBeInTheDocument();
  await expect.element(rowNamed('Phone roaming').first()).toBeVisible();
});

test('ticks show the selection, whichever hand made it: box, row with Ctrl, range with Shift, key', async () => {
  await openWindow(new FakeApp(), 'expenses', 'small');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const placesOf = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) =>
      Number(element.closest<HTMLElement>('[data-place]')?.dataset['place']),
    );
  const agree = async (places: number[]) => {
    await expect.poll(() => placesOf('[role=grid] [role=row][aria-selected=true]')).toEqual(places);
    await expect
      .poll(() => placesOf('[role=grid] [role=row] [role=checkbox][aria-checked=true], [role=grid] [role=row] input:checked'))
      .toEqual(places);
  };
  const box = (place: number) => page.getByRole('grid').getByRole('row').nth(place).getByRole('checkbox');
  for (const place of [0, 1, 2, 3, 4]) await box(place).click();
  await agree([0, 1, 2, 3, 4]);
  await box(2).click();
  await agree([0, 1, 3, 4]);
  await box(2).click();
  await page
    .getByRole('grid')
    .getByRole('row')
    .nth(5)
    .click({ modifiers: ['Control'] });
  await agree([0, 1, 2, 3, 4, 5]);
  await page
    .getByRole('grid')
    .getByRole('row')
    .nth(7)
    .click({ modifiers: ['Shift'] });
  await agree([0, 1, 2, 3, 4, 5, 6, 7]);
  await press('x');
  await agree([0, 1, 2, 3, 4, 5, 6]);
  await press('Escape');
  await agree([]);
});

fullTest('everything in a filtered list is selected, read or not, and edited as one with one undo', async () => {
  const app = new FakeApp();
  openExpenses(app.records);
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('Control+a');
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toMatchTextContent('340 selected');
  await press('e');
  await page.getByLabelText('Original currency').fill('eur');
  await page.getByRole('button', { name: 'Save 340' }).click();
  await expect.element(page.getByText('340 edits saved.').first()).toBeVisible();
  expect(app.edits).toHaveLength(340);
  expect(new Set(app.edits.map((edit) => edit.body['originalCurrency']))).toEqual(new Set(['EUR']));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('340 edits undone.').first()).toBeVisible();
  expect(app.edits.every((edit) => edit.state === 'discarded')).toBe(true);
});

test('a row wears the mark of its most urgent edit, and a change repaints it at once', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  await ask('has:conflict,rejected,held,review');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(3));
  await expect.element(page.getByText('Conflict', { exact: true }).first()).toBeInTheDocument();
  const conflict = app.edits.find((edit) => edit.state === 'conflict');
  app.setState([conflict?.id ?? ''], 'discarded');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(2));
});

test('100,000 rows: both ends and a record from elsewhere are one read away, and only what is seen is in the document', async () => {
  const records = Array.from({ length: 100_000 }, (_, place) => {
    const id = `00000000-0000-4000-8000-${place.toString().padStart(12, '0')}`;
    return { kind: 'expense' as const, id, service: { id, performedDate: '2026-01-01', status: 'CREATED' } };
  });
  const app = new FakeApp({ records });
  const rows = app.rowsOf('expense');
  const reversed = rows.toReversed();
  let reads = 0;
  app.api.records.list = async ({ descending = true, after = null, skip = 0, limit = 100 }) => {
    reads += 1;
    const start = (after ? Number(after) : 0) + skip;
    const next = start + limit < rows.length ? String(start + limit) : null;
    return { rows: (descending ? rows : reversed).slice(start, start + limit), next, total: rows.length, names: [] };
  };
  await openWindow(app, 'expenses', 'large');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(100000));
  await press('End');
  await expect.element(page.getByRole('row', { selected: false }).last()).toHaveAttribute('aria-rowindex', withHeads(100000));
  await expect.element(page.getByRole('grid').getByRole('row').last()).toMatchTextContent('Expense');
  expect(document.querySelectorAll('[role=grid] [role=row]').length).toBeLessThan(80);
  expect(reads).toBeLessThan(6);
  app.api.records.place = async ({ id }) => rows.findIndex((row) => row.id === id);
  location.hash = `#/expenses/${rows[41_230]?.id ?? ''}`;
  await expect.poll(() => document.querySelector('[data-place="41230"] .opened')?.textContent).toContain('Expense');
  expect(reads).toBeLessThan(10);
});

test('rows are drawn once, with the names that came with them, and no other question asks for these', async () => {
  const app = new FakeApp();
  await openWindow(app, 'invoices', 'large');
  const first = () => document.querySelector('[role=grid] [role=row][aria-rowindex]')?.textContent ?? '';
  await expect.poll(first).not.toBe('');
  const { list } = app.api.records;
  const customer = '00000000-0000-4000-8000-0000000000f1';
  const called = { code: null, note: null, currency: null, inUse: true, origin: 'typed' as const };
  let name: string | null = 'Orla Quinn';
  app.api.records.list = async (input) => {
    expect(input.named).toContain('customer');
    const { rows, ...told } = await list(input);
    const names = name === null ? [] : [{ kind: 'customer' as const, id: customer, name, ...called }];
    return { ...told, rows: rows.map((row) => ({ ...row, facts: { ...row.facts, customer: [customer] } })), names };
  };
  const { of } = app.api.names;
  const asked = new Set<string>();
  app.api.names.of = async (input) => {
    for (const { id } of input.refs) asked.add(id);
    return of(input);
  };
  const said: string[] = [];
  const watch = new MutationObserver(() => said.push(first()));
  watch.observe(document.querySelector('[role=grid]')!, { childList: true, subtree: true, characterData: true });
  await page.getByRole('button', { name: 'Sort by overdue by' }).click();
  await expect.poll(first).toContain('Orla Quinn');
  expect(said.filter((text) => text.includes('Customer 0000'))).toEqual([]);
  watch.disconnect();
  expect(asked).not.toContain(customer);
  // The newest answer of the names directory wins over names that come later with rows.
  app.api.names.of = async () => [{ kind: 'customer', id: customer, name: 'Orla Byrne', ...called }];
  app.publish({ kind: 'names' });
  await expect.poll(first).toContain('Orla Byrne');
  name = null;
  await page.getByRole('button', { name: 'Overdue by, sorted falling' }).click();
  await expect.poll(first).toContain('Orla Byrne');
});

fullTest('names that came with rows requested before the directory changed are dropped', async () => {
  const app = new FakeApp();
  await openWindow(app, 'invoices', 'large');
  const first = () => document.querySelector('[role=grid] [role=row][aria-rowindex]')?.textContent ?? '';
  await expect.poll(first).not.toBe('');
  const { list } = app.api.records;
  const customer = '00000000-0000-4000-8000-0000000000f2';
  const called = { kind: 'customer' as const, id: customer, code: null, note: null, currency: null, inUse: true, origin: 'typed' as const };
  const answering = Promise.withResolvers<void>();
  const wasAsked = Promise.withResolvers<void>();
  app.api.records.list = async (input) => {
    wasAsked.resolve();
    await answering.promise;
    const { rows, ...told } = await list(input);
    return {
      ...told,
      rows: rows.map((row) => ({ ...row, facts: { ...row.facts, customer: [customer] } })),
      names: [{ ...called, name: 'Old Name' }],
    };
  };
  const bookWasAsked = Promise.withResolvers<void>();
  app.api.names.of = async () => (bookWasAsked.resolve(), [{ ...called, name: 'New Name' }]);
  await page.getByRole('button', { name: 'Sort by overdue by' }).click();
  await wasAsked.promise;
  app.publish({ kind: 'names' });
  await bookWasAsked.promise;
  answering.resolve();
  await expect.poll(first).toContain('New Name');
});

test('an account without records says what belongs here and how it comes', async () => {
  await openWindow(scenario('empty'), 'vendors');
  await expect.element(page.getByRole('heading', { name: 'No vendors on this laptop yet' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Fill a trip pack' })).toBeVisible();
});

fullTest('a bulk act whose edits need a review says how many and why, and leads there', async () => {
  const app = new FakeApp();
  const recorded = app.api.edits.recordMany;
  app.api.edits.recordMany = async (input) => {
    const answer = await recorded(input);
    const needYou = answer.ids.slice(0, 2).map((id) => ({ id, why: 'review' }));
    return { ...answer, now: answer.ids.length - needYou.length, needYou };
  };
  await openWindow(app, 'card-transactions');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'x', 'Shift+J', 'Shift+J', 'e');
  await page.getByRole('textbox', { name: 'Description' }).fill('Trip to Lisbon');
  await page.getByRole('button', { name: 'Save 3' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('1 now, 2 need you');
  await expect.element(page.getByRole('dialog')).toMatchTextContent('2 wait for your review, as your rules say.');
  await page.getByRole('link', { name: 'Review them' }).last().click();
  expect(location.hash).toBe('#/outbox?tab=review');
});

fullTest('a bulk form is compared with what its records said when it was opened, and leads to what somebody else changed', async () => {
  const app = new FakeApp();
  const shown: string[] = [];
  const { fields } = app.api.records;
  app.api.records.fields = async (input) => {
    const answer = await fields(input);
    shown.push(...input.ids);
    return answer;
  };
  await openWindow(app, 'card-transactions');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'x', 'Shift+J', 'e');
  await page.getByRole('textbox', { name: 'Description' }).fill('Trip to Lisbon');
  await expect.poll(() => shown).toHaveLength(2);
  Object.assign(app.records.find(({ id }) => id === shown[1])?.service ?? {}, { description: 'Theirs' });
  await page.getByRole('button', { name: 'Save 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('1 now, 1 needs you');
  await expect.element(dialog).toMatchTextContent('1 not sent: the service says something else since you looked.');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await dialog.getByRole('link', { name: 'Compare them' }).click();
  expect(location.hash).toBe('#/outbox?tab=needsYou');
});

test('a bulk form that could not learn what its records say records nothing, and says so', async () => {
  const app = new FakeApp();
  app.api.records.fields = async () => {
    throw new Error('gone');
  };
  await openWindow(app, 'card-transactions');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'x', 'e');
  await page.getByRole('textbox', { name: 'Description' }).fill('Trip to Lisbon');
  await page.getByRole('button', { name: 'Save 1' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('What these records say could not be read, so nothing was saved.');
  expect(app.edits).toEqual([]);
});

fullTest('a command skips selected rows that left the list, and the cursor stays on its record', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  await ask('has:conflict,rejected,held,review');
  const grid = page.getByRole('grid');
  await expect.element(grid).toHaveAttribute('aria-rowcount', withHeads(3));
  await press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect.element(bar).toMatchTextContent('3 selected');
  await press('j', 'j');
  const atCursor = () => document.getElementById(grid.element().getAttribute('aria-activedescendant') ?? '')?.textContent;
  const before = atCursor();
  const { rows } = await app.api.records.list({ filter: { kind: 'expense', query: 'has:conflict,rejected,held,review' } });
  const pending = app.edits.filter((edit) => edit.record.id === rows[0]?.id);
  app.setState(
    pending.map(({ id }) => id),
    'discarded',
  );
  await expect.element(grid).toHaveAttribute('aria-rowcount', withHeads(2));
  await expect.element(bar).toMatchTextContent('2 selected');
  expect(atCursor()).toBe(before);
});

test('a head sorts where the list supports its order, and looks plain elsewhere', async () => {
  const app = scenario('working');
  const asked: string[] = [];
  const { list } = app.api.records;
  app.api.records.list = async (input) => {
    asked.push(`${input.sort} ${input.descending ? 'falling' : 'rising'}`);
    return list(input);
  };
  await openWindow(app, 'invoices');
  await page.getByRole('button', { name: 'Sort by overdue by' }).click();
  await expect.poll(() => asked.at(-1)).toBe('overdueby falling');
  await expect.element(page.getByRole('button', { name: 'Overdue by, sorted falling' })).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'Still open' });
  await expect.element(head).toBeVisible();
  expect(head.getByRole('button', { name: /still open/i }).elements()).toEqual([]);
});
