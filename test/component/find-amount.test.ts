import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeDesk } from './fake-desk.ts';
import { openWindow, press, violations } from './window.ts';

function openInvoice(desk: FakeDesk) {
  const invoice = desk.records.find(({ kind, service }) => kind === 'invoiceReceivable' && service['state'] === 'OPEN');
  if (!invoice) throw new Error('no open invoice');
  Object.assign(invoice.service, { amount: 162_375, currency: 'EUR' });
  return invoice;
}
const pane = page.getByRole('dialog', { name: 'Record payment' });

test.for(['1,623.75', '1623.75', '1.623,75'])('%s finds the invoice, and Ctrl+Enter has its payment ready', async (typed) => {
  const desk = new FakeDesk();
  const { id } = openInvoice(desk);
  await openWindow(desk, 'today');
  await press('Control+k');
  await userEvent.keyboard(typed);
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/1,623\.75/);
  expect(await violations()).toEqual([]);
  await press('Control+Enter');
  await expect.element(pane).toBeVisible();
  expect(location.hash).toContain(id);
  await expect.element(pane.getByRole('textbox', { name: /^Amount/ })).toHaveValue('1,623.75');
  await expect.element(pane.getByRole('textbox', { name: /^Amount/ })).toHaveFocus();
});

test('a number in a list’s search finds by amount, and marks no other figures', async () => {
  const desk = new FakeDesk();
  openInvoice(desk);
  await openWindow(desk, 'invoices');
  await press('/');
  await userEvent.keyboard('1.623,75');
  await expect.element(page.getByRole('grid', { name: 'Invoices' })).toHaveAttribute('aria-rowcount', '2');
  expect(document.querySelectorAll('[role=grid] mark')).toHaveLength(0);
});

test('an amount that may be less than is known here is not filled in', async () => {
  const desk = new FakeDesk();
  const invoice = openInvoice(desk);
  invoice.service['state'] = 'PARTIALLY_PAID';
  await openWindow(desk, `invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect.element(pane.getByRole('textbox', { name: /^Amount/ })).toHaveValue('');
});
