import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { FakeApp } from './fake-app.ts';
import { packed } from './packed.ts';
import { scenario } from './scenarios.ts';
import { openWindow, violations } from './window.ts';

const steps = () => page.getByRole('region', { name: 'Getting started' });

function accountOf(app: FakeApp) {
  const { account } = app.appStatus();
  if (!account) throw new Error('there is an account');
  return account;
}

test('the headline is one sentence, and the rows under it have its numbers', async () => {
  const app = scenario('working');
  await openWindow(app, 'today');
  await expect.element(page.getByText('3 to review, 3 need you, 1 in doubt, 6 queued')).toBeVisible();
  const counts = [...document.querySelectorAll('.needs .count')].map((each) => Number(each.textContent));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(13);
  await page.getByRole('button', { name: 'Review 3' }).click();
  expect(location.hash).toBe('#/outbox?tab=review');
});

test('a trip pack says which documents are here, a few by their names', async () => {
  const app = packed(scenario('working'));
  const [pack] = await app.api.library.packs();
  if (!pack) throw new Error('there is a pack');
  const names = ['Frame agreement catering', 'Name plates and folders', 'Sea freight to Göteborg', 'Customs clearance', null];
  const items = names.map((title) => {
    const { id } = app.record('invoicePayable');
    return { ref: { kind: 'invoicePayable' as const, id }, title, state: 'ready' as const, detail: null, bytes: 1 };
  });
  app.api.library.packs = async () => [{ ...pack, items: [...pack.items, ...items], documents: 5 }];
  await openWindow(app, 'today');
  await expect
    .element(page.getByRole('region', { name: 'Trip packs' }))
    .toMatchTextContent(/Documents here: Frame agreement catering, Name plates and folders, Sea freight to Göteborg, and 2 more/);
});

test('on an empty account of a company the steps say what to bring, with a mail that is written and a template', async () => {
  const app = scenario('empty');
  app.status = { account: { ...accountOf(app), embedded: false } };
  await openWindow(app, 'today');
  await expect.element(steps()).toMatchTextContent(/Bring your records/);
  await expect.element(steps()).not.toMatchTextContent(/practice company/);
  await expect.element(steps().getByRole('button', { name: 'Import records' })).toBeVisible();
  await steps().getByRole('button', { name: 'Write to a colleague' }).first().click();
  await expect.element(page.getByRole('dialog', { name: 'Write to a colleague' })).toMatchTextContent(/kind, id, code, name, currency/);
  expect(await violations()).toEqual([]);
});

test('the steps stay until they are done or hidden, whatever was done meanwhile', async () => {
  const app = scenario('working');
  await openWindow(app, 'today');
  await expect.element(steps()).toMatchTextContent(/Bring your records.*are on this laptop/);
  await steps().getByRole('button', { name: 'Hide' }).click();
  await expect.element(steps()).not.toBeInTheDocument();
  expect(app.settings.stepsHidden).toBe(true);
});

test('a step is done by what it names and by nothing else', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const done = () => steps().getByRole('listitem').filter({ hasText: 'Done:' });
  await openWindow(app, 'today');
  await expect.element(done().filter({ hasText: 'Bring your records' })).toBeVisible();
  app.put('createUserComment', { kind: 'expense', id: app.record('expense').id }, { content: 'Seen.' });
  app.put('updateExpense', { kind: 'expense', id: app.record('expense').id }, { performedDate: '2026-03-12' });
  await expect.element(done().filter({ hasText: 'Change an expense' })).toBeVisible();
  expect(done().filter({ hasText: 'Record a payment' }).elements()).toEqual([]);
  const payment = { paymentDate: '2026-03-11', amountInInvoiceCurrency: 125_000n };
  app.put('recordInvoicePayment', { kind: 'invoiceReceivable', id: app.record('invoiceReceivable').id }, payment);
  await expect.element(done().filter({ hasText: 'Record a payment' })).toBeVisible();
});

test('steps that could not be read are not there, and the page says that a part is missing', async () => {
  const app = scenario('empty');
  const { tried } = app.api.edits;
  app.api.edits.tried = () => Promise.reject(new Error('the line broke'));
  await openWindow(app, 'today');
  await expect.element(page.getByText(/Part of this page could not be read/)).toBeVisible();
  await expect.element(steps()).not.toBeInTheDocument();
  app.api.edits.tried = tried;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(steps()).toBeVisible();
});

const days = (confirmedMinor: bigint, otherMinor: bigint) =>
  Array.from({ length: 30 }, (_, at) => ({
    date: `2026-03-${String(at + 1).padStart(2, '0')}`,
    confirmedMinor: at === 4 ? confirmedMinor : 0n,
    otherMinor: at === 29 ? otherMinor : 0n,
  }));

test('receivables and payments are pictures, tables, and ways to their invoices', async () => {
  const app = scenario('working');
  const ages = [600n, 0n, 300n, 0n, 100n].map((minor) => ({ minor: minor * 100n, count: minor > 0n ? 1 : 0 }));
  app.overview = {
    receivables: [{ currency: 'EUR', ages, atMost: false }],
    asOf: Date.UTC(2026, 2, 11, 8),
    payments: [{ currency: 'EUR', days: days(12_345n, 5_000n), confirmed: 1, other: 1 }],
  };
  await openWindow(app, 'today');
  const owed = page.getByRole('figure', { name: 'Receivables by age' });
  await expect.element(owed).toMatchTextContent(/1,000.00\s*EUR.*400.00 overdue, 40 %.*As of 11 Mar 2026/);
  const paid = page.getByRole('figure', { name: 'Payments, 30 days' });
  await expect.element(paid).toMatchTextContent(/123.45\s*EUR confirmed.*50.00\s*EUR not confirmed yet/);
  expect(await violations()).toEqual([]);
  await owed.getByRole('button', { name: 'As a table' }).click();
  await expect.element(owed.getByRole('row', { name: /^Over 90/ })).toMatchTextContent(/100.00/);
  await paid.getByRole('button', { name: 'As a table' }).click();
  await expect.element(paid.getByRole('row', { name: /^5 Mar 2026/ })).toMatchTextContent(/123.45/);
  expect(await violations()).toEqual([]);
  await owed.getByRole('button', { name: 'As a picture' }).click();
  await owed.getByRole('link', { name: '31–60, EUR: 1 invoice' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  await expect.element(page.getByText(/is not something this list shows|not understood/)).not.toBeInTheDocument();
});

test('back online, a card says what was sent, what needs the user and what is to be reviewed, with ways to each', async () => {
  const app = scenario('offline');
  await openWindow(app, 'today');
  const card = page.getByRole('region', { name: 'Back online' });
  await expect.element(card).not.toBeInTheDocument();
  app.connection = { kind: 'online' };
  app.publish({ kind: 'status' });
  await expect.element(card).toMatchTextContent(/after .*sent.*4 need you.*1 payment to review and 2 more.*Review 3/);
  expect(await violations()).toEqual([]);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect.element(card).not.toBeInTheDocument();
});

test('back online with nothing but an edit in doubt, the card leads to it', async () => {
  const app = scenario('offline');
  app.edits = app.edits.filter(({ state }) => state === 'inDoubt');
  await openWindow(app, 'today');
  app.connection = { kind: 'online' };
  app.publish({ kind: 'status' });
  const card = page.getByRole('region', { name: 'Back online' });
  await card.getByRole('link', { name: /1 needs you/ }).click();
  await expect.element(page.getByRole('tab', { name: /^In doubt/ })).toHaveAttribute('aria-selected', 'true');
});

test('back online on another page, one notice has the same numbers and leads to the card', async () => {
  const app = scenario('offline');
  app.edits = app.edits.filter(({ state }) => !['waiting', 'sending', 'checking', 'applied'].includes(state));
  await openWindow(app, 'expenses');
  app.connection = { kind: 'online' };
  app.publish({ kind: 'status' });
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent(/^Back online: 4 need you, 1 payment to review \(.*1,250.00.*\), 2 more to review/);
  await notice.getByRole('button', { name: 'Show' }).click();
  await expect.element(page.getByRole('region', { name: 'Back online' })).toBeVisible();
});

test('without an account the first page says in a sentence what Layover is, and how to begin', async () => {
  const app = scenario('empty');
  app.connection = { kind: 'signedOut', why: 'never' };
  app.status = { account: null };
  await openWindow(app, 'today');
  await expect.element(page.getByText(/work on your company’s expenses, invoices and payments without a connection/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.element(page.getByRole('heading', { name: 'Connect an account' })).toBeVisible();
});

test('a record that was opened is offered again on Today', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const { id } = app.record('vendor', 3);
  await openWindow(app, `vendors/${id}`);
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  location.hash = '#/today';
  await expect.element(page.getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveAttribute('href', `#/vendors/${id}`);
});
