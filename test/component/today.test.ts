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
  await expect.element(steps().getByRole('button', { name: 'Import an export' })).toBeVisible();
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
