import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { addDays, dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { FakeApp } from './fake-app.ts';
import { colourOf, openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const today = dateOfEpoch(Date.now());
const tomorrow = addDays(today, 1) ?? '';
/** "26.11." of a date, or "26 nov". */
const inFigures = (date: string) => `${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`;
const dayAndMonth = (date: string) => formatDate(date).split(' ').slice(0, 2).join(' ').toLowerCase();
const openInvoice = (app: FakeApp, currency: string) => {
  const invoice = app.records.find(
    ({ kind, service }) => kind === 'invoiceReceivable' && service['state'] === 'OPEN' && service['currency'] === currency,
  );
  if (!invoice) throw new Error(`no open invoice in ${currency}`);
  return invoice;
};
const said = () => document.querySelector('footer.foot .says')?.textContent.replaceAll(/\s+/g, ' ');

test('a day and a month of an expense are the last such day, the foot says it as it was understood, and a future date is warned about', async () => {
  const app = new FakeApp();
  const { id } = app.record('expense', 20);
  await openWindow(app, `expenses/${id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const date = page.getByRole('textbox', { name: 'Date', exact: true });
  const last = `${Number(today.slice(0, 4)) - 1}${tomorrow.slice(4)}`;
  for (const typed of [inFigures(tomorrow), dayAndMonth(tomorrow)]) {
    await userEvent.fill(date, typed);
    await expect.poll(said).toContain(`→ ${formatDate(last)}`);
    await expect.element(page.getByText(/is in the future/)).not.toBeInTheDocument();
  }
  await userEvent.fill(date, '+30');
  const ahead = page.getByText(`${formatDate(addDays(today, 30) ?? '')} is in the future. Is it what you mean?`);
  await expect.element(ahead).toBeVisible();
  expect(getComputedStyle(ahead.element()).color).toBe(colourOf('--unsure'));
  expect(await violations()).toEqual([]);
  await press('Enter');
  // Warned about, not forbidden.
  await expect.poll(() => app.edits[0]?.body).toEqual({ performedDate: addDays(today, 30) });
});

test('another way to write the date that is there already is no change', async () => {
  const app = new FakeApp();
  const expense = app.record('expense', 20);
  await openWindow(app, `expenses/${expense.id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  await userEvent.fill(page.getByRole('textbox', { name: 'Date', exact: true }), String(expense.service['performedDate']));
  await expect.poll(said).toContain('No changes yet');
});

fullTest('a payment’s day and month are the last such day; a line’s billing dates keep the nearest and are not warned about', async () => {
  const app = new FakeApp();
  const invoice = openInvoice(app, 'EUR');
  await openWindow(app, `invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  await userEvent.fill(payment.getByLabelText('Payment date'), inFigures(tomorrow));
  await expect.element(payment.getByText(new RegExp(formatDate(`${Number(today.slice(0, 4)) - 1}${tomorrow.slice(4)}`)))).toBeVisible();
  await userEvent.fill(payment.getByLabelText('Payment date'), 'tomorrow');
  await expect.element(payment.getByText(/is in the future. Is it what you mean\?/)).toBeVisible();
  await payment.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add line' }).click();
  const line = page.getByRole('dialog', { name: 'Add line' });
  await userEvent.fill(line.getByLabelText(/^Billing from/), inFigures(tomorrow));
  await expect.element(line.getByText(new RegExp(formatDate(tomorrow)))).toBeVisible();
  await expect.element(line.getByText(/is in the future/)).not.toBeInTheDocument();
});

fullTest('when the open amount is the total, one chip names it and both keys enter it', async () => {
  const app = new FakeApp();
  const invoice = openInvoice(app, 'EUR');
  await openWindow(app, `invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const pane = page.getByRole('dialog', { name: 'Record payment' });
  const chips = pane.getByRole('group', { name: 'Amounts' }).getByRole('button');
  await expect.element(chips).toMatchTextContent(/^Open /);
  expect(chips.all()).toHaveLength(1);
  const amount = pane.getByLabelText('Amount, EUR');
  await userEvent.click(amount);
  await press('Alt+t');
  await expect.element(chips).toHaveAttribute('aria-pressed', 'true');
  expect((amount.element() as HTMLInputElement).value.replaceAll(/\D/g, '')).toBe(String(invoice.service['amount']));
});

fullTest('the service’s value is under a field, also when it changes while the form is open, which is shown', async () => {
  const app = new FakeApp();
  const expense = app.record('expense', 20);
  const before = formatDate(String(expense.service['performedDate']));
  await openWindow(app, `expenses/${expense.id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const date = page.getByRole('textbox', { name: 'Date', exact: true });
  await userEvent.fill(date, '9 Mar 2026');
  const under = () => document.getElementById(date.element().getAttribute('aria-describedby') ?? '')?.textContent;
  await expect.poll(under).toBe(`Mon 9 Mar 2026 · Service: ${before}`);
  expense.service = { ...expense.service, performedDate: '2026-01-09' };
  app.publish({ kind: 'records', refs: [{ kind: 'expense', id: expense.id }] });
  await expect.poll(under).toBe('Mon 9 Mar 2026 · Service: 9 Jan 2026, changed while this form was open');
  await expect.element(date).toHaveValue('9 Mar 2026');
  expect(await violations()).toEqual([]);
});

fullTest('an account number that the service changed while it is edited is under Now, with a notice', async () => {
  const app = new FakeApp();
  const vendor = app.records.find(({ kind, service }) => kind === 'vendor' && /^DE\d{20}$/.test(String(service['bankAccountNumber'])))!;
  await openWindow(app, `vendors/${vendor.id}`);
  await page.getByRole('button', { name: 'Edit bank' }).click();
  await expect.element(page.getByLabelText('Account number', { exact: true })).toBeVisible();
  vendor.service = { ...vendor.service, bankAccountNumber: 'DE89370400440532013000' };
  app.publish({ kind: 'records', refs: [{ kind: 'vendor', id: vendor.id }] });
  const words = (where: string) =>
    [...document.querySelectorAll(where)].map((each) => each.textContent.replaceAll(/\s/g, ' ').trim()).join(' | ');
  await expect.poll(() => words('.now')).toMatch(/Now ?DE89370400440532013000/);
  await expect.poll(() => words('.field p')).toContain('Service: DE89 3704 0044 0532 0130 00, changed while this form was open');
});

test('a payment that would take money back says so in words while it is typed', async () => {
  const app = new FakeApp();
  await openWindow(app, `invoices/${openInvoice(app, 'EUR').id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const pane = page.getByRole('dialog', { name: 'Record payment' });
  const amount = pane.getByLabelText('Amount, EUR');
  await userEvent.fill(amount, '−5.00');
  await expect.element(pane.getByText(/This takes 5\.00.EUR back\. Is it what you mean\?/)).toBeVisible();
  await userEvent.fill(amount, '0');
  await expect.element(pane.getByText('This is not more than zero. Is it what you mean?')).toBeVisible();
  await expect.element(pane.getByText(/takes .* back/)).not.toBeInTheDocument();
});

test('a date is changed in its cell: by F2 with Ctrl+Enter on to the next row, by a click in the open row, from the row’s menu', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  const editor = page.getByRole('dialog', { name: /^Edit expense/ });
  const date = editor.getByRole('textbox', { name: 'Date' });
  const made = () => app.edits.map(({ body }) => body['performedDate']);
  await press('j', 'F2');
  await expect.element(date).toHaveFocus();
  await userEvent.fill(date, '31.31.2026');
  await press('Enter');
  await expect.element(date).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(date, '2026-03-02');
  await press('Control+Enter');
  await expect.poll(made).toEqual(['2026-03-02']);
  await expect.element(date).toHaveFocus();
  await userEvent.fill(date, '2026-03-03');
  expect(await violations()).toEqual([]);
  await press('Enter');
  await expect.poll(made).toEqual(['2026-03-02', '2026-03-03']);
  expect(new Set(app.edits.map(({ record }) => record.id)).size).toBe(2);
  await expect.element(editor).not.toBeInTheDocument();
  await expect.element(page.getByRole('grid', { name: 'Expenses' })).toHaveFocus();

  const row = page.getByRole('grid', { name: 'Expenses' }).getByRole('row').nth(4);
  await row.getByRole('gridcell').nth(2).click();
  await expect.element(page.getByRole('article')).toBeVisible();
  await expect.element(row.getByRole('gridcell').nth(2)).toBeVisible();
  await expect.element(editor).not.toBeInTheDocument();
  await row.getByRole('gridcell').nth(2).click();
  await userEvent.fill(date, '2026-03-04');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => made().at(-1)).toBe('2026-03-04');

  await row.getByRole('gridcell').nth(3).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Edit the date here/ }).click();
  await expect.element(date).toHaveFocus();
  await press('Escape');
  await expect.element(editor).not.toBeInTheDocument();
  expect(made()).toHaveLength(3);
});

fullTest('a description is changed in its cell; a record that takes no edit has none', async () => {
  const app = new FakeApp();
  await openWindow(app, 'card-transactions');
  await press('j', 'F2');
  await userEvent.fill(page.getByRole('textbox', { name: 'Description' }), 'Team dinner');
  await press('Enter');
  await expect.poll(() => app.edits.map(({ body }) => body['description'])).toEqual(['Team dinner']);
  await openWindow(app, 'vendors');
  await press('j', 'F2');
  expect(page.getByRole('dialog').elements()).toEqual([]);
});
