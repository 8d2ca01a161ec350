import type { Page } from '@playwright/test';
import { expect, pack, test, type FarService } from './desk-fixtures.ts';
import { stop } from './guide.ts';
import { record, show } from './person.ts';

// The acceptance story, from the evening before to the last doubt settled. Each stop is looked through by axe; its pictures are the guide's.

test.use({ serviceFlags: ['--reads'], locale: 'en-GB', timezoneId: 'Europe/Lisbon' });

const go = (page: Page, name: RegExp | string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
const mark = (page: Page) => page.getByRole('main');

interface Chosen {
  expenses: string[];
  invoices: string[];
  vendor: string;
  bankAccountId: string;
}

/** What the person will work on: expenses that can be changed, open invoices in euro, a vendor, the company's bank account. */
async function choose(far: FarService): Promise<Chosen> {
  type Row = { id: string; state?: string; currency?: string };
  const invoices = (await far.control('GET', '/sandbox/export?kind=invoice-receivables&format=json')) as Row[];
  const accounts = (await far.control('GET', '/sandbox/export?kind=bank-accounts&format=json')) as Row[];
  const open = invoices.filter((invoice) => invoice.state === 'OPEN' && invoice.currency === 'EUR');
  return {
    expenses: await far.ids('expenses'),
    invoices: open.slice(0, 3).map((invoice) => invoice.id),
    vendor: (await far.ids('vendors'))[0] ?? '',
    bankAccountId: accounts[0]?.id ?? '',
  };
}

async function eveningBefore(page: Page, far: FarService, chosen: Chosen): Promise<void> {
  await go(page, 'Settings');
  for (const name of ['Read vendors again', 'Read invoices again']) await page.getByRole('switch', { name }).click();
  await go(page, 'Trip packs');
  await page.getByRole('button', { name: 'New trip pack' }).first().click();
  await page.getByLabel('Name').fill('Lisbon');
  await page.getByRole('button', { name: 'Make it' }).click();
  await pack(page, 'Lisbon', 'Expenses', chosen.expenses.slice(0, 60));
  await pack(page, 'Lisbon', 'Purchase invoices', (await far.ids('invoice-payables')).slice(0, 20));
  await pack(page, 'Lisbon', 'Invoices', chosen.invoices);
  await pack(page, 'Lisbon', 'Vendors', [chosen.vendor]);
  await expect(page.getByRole('article', { name: 'Lisbon' }).getByText(/^Ready to travel/)).toBeVisible();
  await expect(mark(page)).toContainText('Ready to travel, 84');
  await stop(
    page,
    '02-trip-pack',
    'The evening before',
    'Sixty expenses, twenty purchase invoices with their PDFs, three invoices and a vendor: ready to travel.',
  );
  await go(page, /^Documents/);
  await expect(page.locator('canvas').first()).toBeVisible();
  await stop(page, '03-document', 'Documents travel along', 'A purchase invoice beside its facts, readable without a network.');
}

async function onThePlane(page: Page, chosen: Chosen): Promise<void> {
  const { expenses, invoices, vendor, bankAccountId } = chosen;
  await go(page, /^Expenses/);
  await expect(page.getByRole('grid', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible();
  await stop(page, '04-expenses', 'On the plane', 'The list works as at home; the dot at the bottom says that nothing leaves.');
  for (const id of expenses.slice(0, 6)) {
    await show(page, `#/expenses/${id}`);
    await record(page, 'Edit', { Date: '12 Mar 2026' });
  }
  await record(page, 'Comment', { Comment: 'Receipt is in the hotel folder.' });
  await page.keyboard.press('Control+z');
  // Undone, it waits no more; the history keeps what was said.
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Undone');
  await expect(page.getByText('Receipt is in the hotel folder.')).toHaveCount(1);
  await record(page, 'Comment', { Comment: 'Receipt is with the travel desk.' });
  await stop(
    page,
    '05-expense',
    'Every change is saved at once',
    'What is recorded here and not sent yet stands in its place, with what the service has below it.',
  );
  await show(page, `#/vendors/${vendor}`);
  await record(page, 'Edit contact', { City: 'Lisboa' });
  for (const id of invoices.slice(0, 2)) {
    await show(page, `#/invoices/${id}`);
    await record(page, 'Record payment', {
      'Payment date': '12 Mar 2026',
      'Amount, EUR': '1,250.00',
      'Received on bank account': bankAccountId,
    });
  }
}

/** While the person is in the air, somebody at the office changes two of the expenses: one in another field, one in the same. */
async function officeMeanwhile(far: FarService, { expenses }: Chosen): Promise<void> {
  await far.control('POST', '/sandbox/change', { kind: 'expense', id: expenses[0], fields: { originalCurrency: 'SEK' } });
  await far.control('POST', '/sandbox/change', { kind: 'expense', id: expenses[1], fields: { performedDate: '2026-02-27' } });
  await far.control('POST', '/sandbox/faults', { method: 'POST', path: '/payments', fault: { kind: 'dropAfter' } });
}

async function landing(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Outbox.*1 needs you/ })).toBeVisible();
  await go(page, /^Outbox/);
  await page.getByRole('tab', { name: /^To review/ }).click();
  await page.getByRole('button', { name: 'Check against the service' }).click();
  await expect(mark(page)).toContainText('Checked against the service');
  await stop(
    page,
    '07-review',
    'Review and send',
    'Nothing risky leaves by itself: old beside new, warnings, totals per currency, one button.',
  );
  await page.getByRole('button', { name: /^Approve and send 3/ }).click();
  const dialog = page.getByRole('dialog', { name: /Approve 2 payments/ });
  await stop(page, '08-confirm', 'Payments are confirmed twice', 'Amounts, invoices and totals once more, before anything leaves.');
  await dialog.getByRole('button', { name: 'Approve and send' }).click();
  await expect(page.getByRole('link', { name: /^Outbox.*1 in doubt/ })).toBeVisible();
}

async function resolution(page: Page, far: FarService): Promise<void> {
  await go(page, /^History/);
  await expect(mark(page)).toContainText('1 in doubt');
  await stop(page, '09-report', 'The report', 'What happened to every single edit; every line is a link.');
  await go(page, /^Outbox/);
  await page.getByRole('tab', { name: /^Needs you/ }).click();
  await expect(page.getByRole('row', { name: /Date/ })).toContainText('27 Feb 2026');
  await stop(page, '10-conflict', 'A conflict costs no typing', 'Mine, theirs and what was, field by field.');
  await page.getByRole('radio', { name: /theirs/ }).check();
  await page.getByRole('button', { name: 'Settle' }).click();
  await expect(page.getByRole('button', { name: 'Settle' })).toBeHidden();
  await page.getByRole('tab', { name: /^In doubt/ }).click();
  await expect(mark(page)).toContainText('We do not know whether it is recorded');
  await stop(
    page,
    '11-in-doubt',
    'In doubt',
    'The answer got lost: what was sent, when, and what to look for. Sending again is locked for two minutes.',
  );
  const payments = (await far.journal()).filter((entry) => entry.operation === 'recordInvoicePayment' && entry.applied);
  expect(payments.length).toBeGreaterThanOrEqual(1);
  await page.getByRole('button', { name: /^It is there/ }).click();
  await expect(page.getByText('Nothing is in doubt')).toBeVisible();
}

/** Every page that there is and three kinds of record, on the screen and on paper: the ear of every page (policy-watch.ts) hears no fault. */
async function everyPage(page: Page, { expenses, invoices, vendor }: Chosen): Promise<void> {
  const titles = {
    expenses: 'Expenses',
    invoices: 'Invoices',
    'card-transactions': 'Card transactions',
    vendors: 'Vendors',
    outbox: 'Outbox',
    names: 'Names',
    packs: 'Trip packs',
    history: 'History',
    settings: 'Settings',
    security: 'Security',
    repair: 'Repair',
    'sign-in': 'Connect an account',
    nowhere: 'There is no such page',
  };
  for (const [place, name] of Object.entries(titles)) {
    await show(page, `#/${place}`);
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  }
  for (const place of [`expenses/${expenses[0]}`, `invoices/${invoices[0]}`, `vendors/${vendor}`]) {
    await show(page, '#/today');
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await show(page, `#/${place}`);
    await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible();
  }
  await show(page, '#/vendors');
  await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: true }) }));
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate(() => 'printed' in globalThis)).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
  await show(page, '#/documents');
  await expect(page.locator('canvas').first()).toBeVisible();
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
}

test('the trip: sign in, pack, fly, land, review, send, and settle what is left', async ({ app, far, host, systemBrowser, browser }) => {
  await app.setViewportSize({ width: 1440, height: 900 });
  await app.getByRole('link', { name: 'Connect your account' }).click();
  await app.getByLabel('Address of the service').fill(far.address);
  await app.getByLabel('Client id').fill(far.clientId);
  await app.getByLabel('Client secret').fill(far.clientSecret);
  await app.getByText('Name and certificate').click();
  await app.getByLabel(/Name of this account/).fill('Head office');
  await app.getByLabel(/Extra CA certificate/).fill(far.ca);
  await stop(app, '01-connect', 'Connect once', 'An address and a sign-in; secrets stay in this computer’s keychain.');
  await app.getByRole('button', { name: 'Continue in the browser' }).click();
  await systemBrowser.signIn(browser);
  await app.getByRole('button', { name: 'Keep this sign-in' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  const chosen = await choose(far);
  await eveningBefore(app, far, chosen);
  await far.cable.pull();
  await expect(app.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible();
  await onThePlane(app, chosen);
  await officeMeanwhile(far, chosen);

  await host.end('SIGKILL');
  await host.start();
  await host.open(app);
  await go(app, /^Outbox/);
  await app.getByRole('tab', { name: /Waiting/ }).click();
  await expect(app.getByRole('tab', { name: /Waiting/ })).toContainText('7');
  await expect(app.getByRole('tab', { name: /To review/ })).toContainText('3');
  await stop(app, '06-outbox', 'The battery died; nothing is lost', 'After the restart every edit is where it was, and nothing was sent.');
  expect(await far.journal()).toEqual([]);

  await far.cable.plug();
  await landing(app);
  await resolution(app, far);
  const creating = (await far.journal()).filter((entry) => entry.applied && entry.method === 'POST');
  expect(new Set(creating.map((entry) => entry.idempotencyKey)).size).toBe(creating.length);
  await go(app, /^History/);
  await app.getByText('Details for IT').first().click();
  await expect(mark(app)).toContainText('the chain is whole');
  await stop(app, '12-activity', 'Everything is on record', 'Who did what, chained line by line.');
  await everyPage(app, chosen);
});
