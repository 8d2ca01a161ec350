import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { FakeDesk } from './fake-desk.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press } from './window.ts';

const pageOf: Partial<Record<RecordKind, string>> = {
  expense: 'expenses',
  invoiceReceivable: 'invoices',
  cardTransaction: 'card-transactions',
  vendor: 'vendors',
};
const open = (desk: FakeDesk, kind: RecordKind, place = 0) => openWindow(desk, `${pageOf[kind] ?? ''}/${desk.record(kind, place).id}`);
const factNamed = (label: string) => page.getByRole('article').getByRole('definition').filter({ hasText: label });

test('an edit is recorded from the keyboard alone and shows in place over the service’s value', async () => {
  const desk = new FakeDesk();
  await open(desk, 'expense', 20);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const date = page.getByLabelText('Date', { exact: true });
  await expect.element(date).toHaveFocus();
  await userEvent.keyboard('9 Mar 2026{Enter}');
  await expect.element(page.getByText('Recorded here.').first()).toBeVisible();
  await expect.element(factNamed('9 Mar 2026')).toMatchTextContent('Waiting');
  await expect.element(factNamed('9 Mar 2026')).toMatchTextContent('Service:');
  expect(desk.edits.map(({ kind, body }) => ({ kind, body }))).toEqual([{ kind: 'updateExpense', body: { performedDate: '2026-03-09' } }]);
  await press('u');
  await expect.element(page.getByText('1 edit undone.').first()).toBeVisible();
  await expect.element(factNamed('9 Mar 2026')).not.toBeInTheDocument();
});

test('Esc or another page costs no typing: the form opens as it was left, and Cancel drops it', async () => {
  const desk = new FakeDesk();
  await open(desk, 'expense', 20);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const date = page.getByLabelText('Date', { exact: true });
  const before = (date.element() as HTMLInputElement).value;
  await userEvent.fill(date, '9 Mar 2026');
  await press('Escape');
  await expect.element(date).not.toBeInTheDocument();
  await press('e');
  await expect.element(date).toHaveValue('9 Mar 2026');
  await expect.element(page.getByText(/What you had typed is here again/)).toBeVisible();
  const here = location.hash;
  location.hash = '#/outbox';
  await expect.element(date).not.toBeInTheDocument();
  location.hash = here;
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  await expect.element(date).toHaveValue('9 Mar 2026');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await press('e');
  await expect.element(date).toHaveValue(before);
  expect(desk.edits).toEqual([]);
});

test('a wrong value is said beside its field and nothing is recorded', async () => {
  const desk = new FakeDesk();
  await open(desk, 'expense');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabelText('Original currency').fill('EURO');
  await page.getByRole('button', { name: 'Record' }).click();
  await expect.element(page.getByText('A currency has three capital letters.')).toBeVisible();
  await expect.element(page.getByLabelText('Original currency')).toHaveFocus();
  expect(desk.edits).toHaveLength(0);
});

test('a payment: an amount that reads two ways asks once, and is recorded exactly', async () => {
  const desk = new FakeDesk();
  const place = desk.records
    .filter(({ kind }) => kind === 'invoiceReceivable')
    .findIndex(({ service }) => service['state'] === 'OPEN' && service['currency'] === 'EUR');
  await open(desk, 'invoiceReceivable', place);
  await page.getByRole('button', { name: 'Record payment' }).click();
  await page.getByLabelText('Payment date').fill('11 Mar 2026');
  await page.getByLabelText('Amount, EUR').fill('1.234,56');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.element(page.getByRole('group', { name: 'Which one do you mean?' })).toBeVisible();
  expect(desk.edits).toHaveLength(0);
  await page.getByRole('button', { name: '1,234.56 EUR' }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.element(page.getByText('Recorded. It waits for your review.').first()).toBeVisible();
  expect(desk.edits[0]?.body['amountInInvoiceCurrency']).toBe(123_456n);
  await expect.element(page.getByRole('region', { name: 'Recorded here' })).toMatchTextContent('1,234.56');
});

test('a locked invoice offers no first step and warns before a payment', async () => {
  const desk = new FakeDesk();
  const place = desk.records.filter(({ kind }) => kind === 'invoiceReceivable').findIndex(({ service }) => service['state'] === 'ARCHIVED');
  await open(desk, 'invoiceReceivable', place);
  await press('p');
  await expect.element(page.getByText(/archived and locked/)).toBeVisible();
});

test('a vendor’s bank field shows what it was and waits for a person', async () => {
  const desk = new FakeDesk();
  await open(desk, 'vendor');
  await press('e');
  await page.getByLabelText('Account number', { exact: true }).fill('PT50 0002 0123 1234 5678 9015 4');
  await expect.element(page.getByText(/^Was /)).toBeVisible();
  await page.getByRole('button', { name: 'Record' }).click();
  await expect.element(page.getByText('Recorded. It waits for your review.').first()).toBeVisible();
  expect(desk.edits[0]?.state).toBe('draft');
});

test('a comment and a description', async () => {
  const desk = new FakeDesk();
  await open(desk, 'cardTransaction', 3);
  await press('c');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Dinner with the customer.');
  await page.getByRole('button', { name: 'Record' }).click();
  await expect.element(page.getByRole('region', { name: 'Recorded here' })).toMatchTextContent('Dinner with the customer.');
  await press('e');
  await page.getByLabelText('Description').fill('Team dinner, Lisbon');
  await page.getByRole('button', { name: 'Record' }).click();
  await expect.poll(() => desk.edits.at(-1)?.body).toEqual({ description: 'Team dinner, Lisbon' });
});

test('the receipt is asked about and the raw answer is shown', async () => {
  const desk = new FakeDesk();
  await open(desk, 'cardTransaction');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Ask about the receipt' }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('The service answered 200')).toBeVisible();
  await expect.element(page.getByLabelText('Raw answer')).toMatchTextContent('{"receipt":"attached"}');
});

test('a failed read says so in place and keeps what is here', async () => {
  const desk = scenario('offline');
  await open(desk, 'expense');
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('r');
  await expect.element(page.getByRole('article').getByRole('status')).toMatchTextContent('There is no network');
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
});

test('an unknown record says how it would come here', async () => {
  await openWindow(new FakeDesk(), 'expenses/00000000-0000-4000-8000-00000000dead');
  await expect.element(page.getByRole('heading', { name: 'This expense is not on this laptop' })).toBeVisible();
});
