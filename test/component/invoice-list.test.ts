import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

const heads = () => [...document.querySelectorAll('.heads [role=columnheader].head')].map((head) => head.textContent.trim());

test('the list of invoices begins with the customer, and keeps it beside an open record', async () => {
  await openWindow(scenario('working'), 'invoices', 'large');
  await expect.poll(() => heads().slice(0, 2)).toEqual(['Customer', 'Number']);
  await press('j', 'Enter');
  await expect.element(page.getByRole('article')).toBeVisible();
  // Invoices of one customer are told apart by their numbers.
  await expect.poll(() => heads().includes('Number')).toBe(false);
  expect(heads()[0]).toBe('Customer');
  expect(heads()).toContain('Still open');
  expect(
    page
      .getByRole('grid', { name: 'Invoices' })
      .getByText(/ · (?:SE01-|DE01-|JP01-|KW01-|Draft)/)
      .elements().length,
  ).toBeGreaterThan(3);
});

test('a narrow list of invoices keeps its order’s column and what is owed; how late it is stands in the place of its status', async () => {
  await openWindow(scenario('working'), 'invoices', 'small');
  await expect.poll(heads).toEqual(expect.arrayContaining(['Customer', 'Number', 'Date', 'Status', 'Still open']));
  expect(heads()).not.toContain('Total');
  expect(heads()).not.toContain('Overdue by');
  await expect.element(page.getByRole('gridcell', { name: /days overdue/ }).first()).toBeVisible();
});

test('a draft has no number, and each state has its own sign beside its word', async () => {
  const app = scenario('working');
  app.records = app.records.filter(
    ({ kind, service }) => kind !== 'invoiceReceivable' || ['DRAFT', 'PAID'].includes(String(service['state'])),
  );
  const draft = app.records.find(({ service }) => service['state'] === 'DRAFT');
  if (!draft) throw new Error('no draft');
  Object.assign(draft.service, { invoiceNumber: null, reference: 'REF 565' });
  await openWindow(app, 'invoices', 'large');
  const cells = () => [...document.querySelectorAll('.cell')].filter((cell) => cell.querySelector('.sign'));
  await expect.poll(() => cells().length).toBeGreaterThan(1);
  for (const cell of cells()) {
    const sign = cell.querySelector('.sign');
    expect(sign?.classList.contains('draft')).toBe(/Draft/.test(cell.textContent));
  }
  const numbers = [...document.querySelectorAll('.cell.name')].map((cell) => cell.textContent.trim());
  expect(numbers.filter((text) => text === 'Draft').length).toBeGreaterThan(0);
  expect(numbers).not.toContain('REF 565');
  expect(await violations()).toEqual([]);
});

test('an invoice whose total a new line made unknown says so in its cell, and the foot counts what its sums leave out', async () => {
  const app = scenario('working');
  const invoices = app.records.filter(({ kind }) => kind === 'invoiceReceivable');
  for (const { service } of invoices.slice(10)) service['amount'] = null;
  await openWindow(app, 'invoices', 'large');
  await expect.element(page.getByText('not known here').first()).toBeVisible();
  await expect
    .element(page.getByLabelText('Totals of this list'))
    .toMatchTextContent(new RegExp(`${invoices.length - 10} without an amount`));
});

test.for([
  ['OPEN', 1],
  ['ARCHIVED', 0],
  ['REVERSED', 0],
] as const)('an invoice that is %s offers %i payments in its head', async ([state, offered]) => {
  const app = scenario('working');
  const invoice = app.record('invoiceReceivable');
  invoice.service['state'] = state;
  await openWindow(app, `invoices/${invoice.id}`, 'large');
  await expect.element(page.getByRole('article').getByRole('button', { name: 'Comment' }).first()).toBeVisible();
  expect(
    page
      .getByRole('article')
      .getByRole('button', { name: /^Record payment/ })
      .elements(),
  ).toHaveLength(offered);
});
