import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { behindPinned, besideTheWindow, chosenOutOfSight, cutAmounts, cutCells, overlaps, strayArrows } from './layout.ts';
import { learned, nameOf } from './named-desk.ts';
import { packed } from './packed.ts';
import { sections } from '#renderer/pages/pages.ts';
import { t } from '#shared/messages/t.ts';
import { scenario } from './scenarios.ts';
import { pageStates, stops } from './states.ts';
import { asHighAsItsPage, openWindow, press, stillness, tickTheRest, violations, violationsInBothThemes } from './window.ts';

const pages = [
  'today',
  'expenses',
  'invoices',
  'vendors',
  'documents',
  'history',
  'outbox?tab=review',
  'outbox?tab=needsYou',
  'outbox?tab=inDoubt',
  'outbox?tab=waiting',
  'packs',
  'settings/rules',
];

test.each(pages)('%s at 360 px, as at 400 %: nothing over anything, cut off, beside the window or out of its line', async (address) => {
  const app = scenario('working');
  for (const record of app.records) if (record.kind === 'invoiceReceivable') record.service['amount'] = 1_234_567_890_123n;
  await openWindow(app, address);
  await page.viewport(360, 640);
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  // The window hears of its new width a moment after it has it: what is judged is the narrow page that stays.
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBe(360);
  await expect
    .poll(() => [overlaps, cutAmounts, besideTheWindow, chosenOutOfSight, strayArrows].flatMap((summary) => summary()))
    .toEqual([]);
});

test('amounts of eleven digits are whole beside their date, in every list and beside an opened record', async () => {
  const app = scenario('working');
  const invoice = app.record('invoiceReceivable');
  for (const record of app.records) if (record.kind === 'invoiceReceivable') record.service['totalAmount'] = 1_234_567_890_123n;
  await openWindow(app, `invoices/${invoice.id}`, 'large');
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => overlaps()).toEqual([]);
  expect(cutAmounts()).toEqual([]);
});

test.each([
  ['outbox?tab=review', []],
  ['expenses', ['Status']],
  ['card-transactions', ['Country', 'Status']],
  ['invoices', ['Status']],
])('%s on a large screen: arrows between the lines that they join, the service’s own words whole', async (address, columns) => {
  const app = scenario('working');
  for (const { kind, service } of app.records) if (kind === 'expense') service['status'] = 'SUBMITTED_FOR_REVIEW';
  await openWindow(app, address, 'large');
  await expect.poll(() => document.querySelectorAll('main .was, main [role=gridcell]').length).toBeGreaterThan(2);
  await expect.poll(() => [...strayArrows(), ...cutCells(...columns)]).toEqual([]);
});

test.each([360, 1440])('%s px: in the question about new bank details the arrow is beside both values', async (width) => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const vendor = app.record('vendor');
  vendor.service['bankAccountNumber'] = 'DE89370400440532013000';
  vendor.service['name'] = 'Hotel on the long quay behind the old harbour';
  const change = { bankAccountNumber: 'PT50000201231234567890154', name: 'Another vendor whose name takes more than one line' };
  app.put('updateVendor', { kind: 'vendor', id: vendor.id }, change, 'draft');
  await openWindow(app, 'review');
  await page.viewport(width, 900);
  await tickTheRest();
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect.element(page.getByRole('dialog', { name: 'Approve changed bank details?' })).toBeVisible();
  expect(document.querySelectorAll('[role=dialog] .was')).toHaveLength(2);
  await expect.poll(() => strayArrows()).toEqual([]);
});

test('a strip of tabs below a low window does not scroll the page', async () => {
  await openWindow(scenario('working'), 'sign-in');
  const tabs = page.getByRole('tablist');
  await expect.element(tabs).toBeVisible();
  await page.viewport(360, 220);
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBe(360);
  await expect.poll(() => tabs.element().getBoundingClientRect().top).toBeGreaterThan(innerHeight);
});

test('at 360 px the banner of a lost network takes two lines, and the amounts of a record’s lines are in sight', async () => {
  const app = scenario('offline');
  await openWindow(app, `invoices/${app.record('invoiceReceivable').id}`);
  await page.viewport(360, 640);
  await expect.poll(() => document.querySelector('main')?.clientWidth).toBe(360);
  const banner = page.getByRole('status').filter({ hasText: 'No network.' });
  await expect.element(banner).toMatchTextContent(/safe on this laptop\./);
  await expect.poll(() => banner.element().getBoundingClientRect().height).toBeLessThanOrEqual(54);
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect.element(lines).toBeVisible();
  const past = () => {
    const table = lines.element().getBoundingClientRect();
    const ends = [...lines.element().querySelectorAll('tr > :last-child')].map((cell) => cell.getBoundingClientRect().right - table.right);
    return Math.round(Math.max(...ends));
  };
  await expect.poll(past).toBeLessThanOrEqual(0);
});

test.each(['small', 'large'] as const)('lines whose references have names show every figure whole (%s)', async (size) => {
  const app = learned(scenario('working'), (row, place) => ({
    ...nameOf(row, place),
    code: '6071',
    name: 'Representation and travel abroad',
  }));
  const lines = app.records.find(({ kind, service }) => kind === 'expense' && (service['lineItems'] as unknown[]).length > 2);
  for (const line of lines?.service['lineItems'] as Record<string, unknown>[]) line['description'] = 'Printer paper and toner for the fair';
  await openWindow(app, `expenses/${lines?.id}`, size);
  await expect.element(page.getByRole('columnheader', { name: /Billing amount/ })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('main td .name').length).toBeGreaterThan(5);
  expect(behindPinned()).toEqual([]);
});

test('a name of two hundred letters takes at most three lines of its cell, and keeps the figures in sight', async () => {
  const app = pageStates['stretched']!();
  await openWindow(app, `expenses/${app.record('expense').id}`, 'small');
  await expect.poll(() => document.querySelectorAll('main td .name').length).toBeGreaterThan(1);
  expect(behindPinned()).toEqual([]);
  const heights = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(80);
});

test('cells fade before the fixed figures that cover them, so that no figure seems cut; without a cover nothing fades', async () => {
  const app = pageStates['filled']!();
  await openWindow(app, `invoices/${app.record('invoiceReceivable').id}`, 'small');
  const amount = page.getByRole('columnheader', { name: /Custom price/ });
  await expect.element(amount).toBeVisible();
  const fading = () => getComputedStyle(amount.element(), '::before').backgroundImage;
  expect([behindPinned(), fading()]).toEqual([[], 'none']);
  await page.viewport(360, 640);
  await expect.poll(() => behindPinned().length).toBeGreaterThan(0);
  await expect.poll(fading).toContain('linear-gradient');
});

const menuButton = () => page.getByRole('button', { name: /^Menu/ });
const menu = () => page.getByRole('dialog', { name: 'Menu' });

test('under 600 px there is no rail: every page has one menu button before all else in it, which opens and gives the focus back', async () => {
  const app = packed(scenario('working'));
  await openWindow(app, 'today');
  await page.viewport(360, 640);
  const records = ['expense', 'invoiceReceivable', 'cardTransaction', 'vendor'] as const;
  const opened = ['expenses', 'invoices', 'card-transactions', 'vendors'].map((list, place) => `${list}/${app.record(records[place]!).id}`);
  const edits = ['draft', 'conflict', 'inDoubt', 'rejected'].map((state) => `outbox/${app.edits.find((edit) => edit.state === state)!.id}`);
  const others = ['history/r1', 'packs/p1', 'names', 'security', 'settings/advanced', 'nowhere', 'expenses/nowhere'];
  const addresses = [...stops.map(([address]) => address), ...opened, ...edits, ...others];
  for (const address of addresses) {
    location.hash = `#/${address}`;
    await stillness();
    await expect.element(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
    await expect.element(menuButton(), { message: address }).toBeVisible();
    const { left, top, width } = menuButton().element().getBoundingClientRect();
    expect([left < 16, top < 64, width >= 32], address).toEqual([true, true, true]);
    const controls = [...document.querySelectorAll('main :is(button, a, input)')].filter((control) => control.checkVisibility());
    expect(controls[0], address).toBe(menuButton().element());
    expect(page.getByRole('navigation', { name: 'Sections' }).elements(), address).toEqual([]);
    const over = overlaps().filter((each) => each.includes('"Menu'));
    expect([...over, ...besideTheWindow(), ...(await violations())], address).toEqual([]);
    await menuButton().click();
    await expect.element(menu(), { message: address }).toBeVisible();
    await press('Escape');
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(menuButton(), { message: address }).toHaveFocus();
  }
});

test('the menu has the whole sidebar in words, leads to every section, and the page that was chosen has the focus', async () => {
  const app = scenario('working');
  await openWindow(app, 'sign-in');
  await page.viewport(360, 640);
  await menuButton().click();
  const words = () => menu().element().textContent;
  for (const { label } of sections) expect(words()).toContain(t(label));
  for (const said of ['Layover', 'Find anything', 'Online']) expect(words()).toContain(said);
  const sides = () => {
    const { left, right } = menu().element().getBoundingClientRect();
    return [left, right];
  };
  await expect.poll(sides).toEqual([0, 280]);
  expect(await violationsInBothThemes()).toEqual([]);
  await press('Escape');
  for (const { page: to, label: id } of sections) {
    const label = t(id);
    await menuButton().click();
    await menu()
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click();
    await expect.element(menu()).not.toBeInTheDocument();
    expect(location.hash).toBe(`#/${to}`);
    await expect.poll(() => document.activeElement?.matches('[role=grid], h1'), { message: label }).toBe(true);
    await expect.element(page.getByRole('heading', { level: 1, name: label })).toBeInTheDocument();
    await expect.element(menuButton()).toHaveAttribute('aria-expanded', 'false');
  }
});

test.each([
  [360, 225],
  [320, 256],
])('%s × %s px, as at 400 %: the menu can be closed beside it, and all of it can be reached', async (width, height) => {
  await openWindow(scenario('working'), 'history');
  await page.viewport(width, height);
  asHighAsItsPage();
  await menuButton().click();
  await expect.element(menu()).toBeVisible();
  expect(menu().element().getBoundingClientRect().right).toBeLessThanOrEqual(width * 0.85);
  await expect.element(menu().getByRole('link', { name: 'History' })).toHaveFocus();
  const isInSight = (name: string) => {
    const link = menu().getByRole('link', { name }).element();
    const box = link.getBoundingClientRect();
    return document.elementFromPoint(box.left + 20, (box.top + box.bottom) / 2)?.closest('a') === link;
  };
  for (const [name, ...besides] of [['Invoices', 'Expenses', 'Card transactions'], ['Today', 'Trip packs'], ['Settings']] as const) {
    menu().getByRole('link', { name }).element().scrollIntoView({ block: 'center' });
    expect([name, ...besides].filter((each) => !isInSight(each))).toEqual([]);
  }
  await menu()
    .getByRole('button', { name: /^Connection/ })
    .click();
  const card = page.getByRole('dialog', { name: 'Connection' });
  await expect.element(card).toBeVisible();
  await expect.poll(() => card.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  const box = card.element().getBoundingClientRect();
  expect([box.left >= 0, box.right <= width, box.bottom <= height]).toEqual([true, true, true]);
});

test.each(['expenses', 'invoices', 'card-transactions', 'vendors'])(
  '%s at 360 px: the search and its buttons share one line',
  async (address) => {
    await openWindow(scenario('working'), address);
    await page.viewport(360, 640);
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    const search = page.getByRole('search');
    const [save, columns] = ['Save view', 'Columns'].map((name) => page.getByRole('button', { name }));
    await expect.element(save!).toBeVisible();
    await expect.poll(() => [save!, columns!].map((each) => Math.round(middle(each.element()) - middle(search.element())))).toEqual([0, 0]);
    expect(search.element().getBoundingClientRect().width).toBeGreaterThan(200);
  },
);
