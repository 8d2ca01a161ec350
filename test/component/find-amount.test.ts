import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, violations } from './window.ts';
import { fewOf, fullTest } from '#test/full-test.ts';

function openInvoice(app: FakeApp) {
  const invoice = app.records.find(({ kind, service }) => kind === 'invoiceReceivable' && service['state'] === 'OPEN');
  if (!invoice) throw new Error('no open invoice');
  Object.assign(invoice.service, { amount: 743_119, currency: 'EUR' });
  return invoice;
}
const pane = page.getByRole('dialog', { name: 'Record payment' });

test.for(fewOf(['7.431,19', '7,431.19', '7431.19'], 1))('%s finds the invoice, and Ctrl+Enter has its payment ready', async (typed) => {
  const app = new FakeApp();
  const { id } = openInvoice(app);
  await openWindow(app, 'today');
  await press('Control+k');
  await userEvent.keyboard(typed);
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/7,431\.19/);
  await expect.poll(violations).toEqual([]);
  await press('Control+Enter');
  await expect.element(pane).toBeVisible();
  expect(location.hash).toContain(id);
  await expect.element(pane.getByRole('textbox', { name: /^Amount/ })).toHaveValue('7,431.19');
  await expect.element(pane.getByRole('textbox', { name: /^Amount/ })).toHaveFocus();
});

test('a number in a list’s search finds by amount, and marks no other figures', async () => {
  const app = new FakeApp();
  openInvoice(app);
  await openWindow(app, 'invoices');
  await press('/');
  await userEvent.keyboard('7.431,19');
  await expect.element(page.getByRole('grid', { name: 'Invoices' })).toHaveAttribute('aria-rowcount', '2');
  expect(document.querySelectorAll('[role=grid] mark')).toHaveLength(0);
});

test('an amount that may be less than is known here is not filled in', async () => {
  const app = new FakeApp();
  const invoice = openInvoice(app);
  invoice.service['state'] = 'PARTIALLY_PAID';
  await openWindow(app, `invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect.element(pane.getByRole('textbox', { name: /^Amount/ })).toHaveValue('');
});

test('shows an invoice’s amount owed first: a waiting payment does not reduce it, and shows its remainder', async () => {
  const app = new FakeApp();
  const invoice = openInvoice(app);
  invoice.service['dueDate'] = '2026-01-01';
  const ref = { kind: 'invoiceReceivable' as const, id: invoice.id };
  const pay = (amountInInvoiceCurrency: bigint, state: 'applied' | 'draft' | 'rejected') =>
    app.put('recordInvoicePayment', ref, { paymentDate: '2026-03-10', amountInInvoiceCurrency }, state);
  pay(100_000n, 'applied');
  pay(200_000n, 'draft');
  pay(300_000n, 'rejected');
  await openWindow(app, `invoices/${invoice.id}`);
  const answer = (name: string) => page.getByRole('article').getByText(name, { exact: true }).element().parentElement?.innerText;
  await expect.poll(() => answer('Still open')).toMatch(/6,431\.19.*4,431\.19/s);
  expect(answer('Paid so far')).toMatch(/1,000\.00/);
  expect(answer('Overdue')).toMatch(/\d+ days/);
  expect(await violations()).toEqual([]);
});

fullTest('a locked invoice says nothing of what is owed and offers no payment; its menu still does', async () => {
  const app = new FakeApp();
  const invoice = openInvoice(app);
  invoice.service['state'] = 'REVERSED';
  await openWindow(app, `invoices/${invoice.id}`);
  const record = page.getByRole('article');
  await expect.element(record.getByRole('heading', { level: 1 })).toBeVisible();
  expect(record.getByText('Still open', { exact: true }).elements()).toEqual([]);
  expect(record.getByRole('button', { name: 'Record payment' }).elements()).toEqual([]);
  await press('p');
  await expect.element(pane).toBeVisible();
});
