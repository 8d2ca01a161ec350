import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { FakeApp } from './fake-app.ts';
import { fakeName } from './fake-names.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const idOf = (place: number) => `a0000000-0000-4000-8000-${place.toString().padStart(12, '0')}`;
const account = (place: number, name: string | null, currency: string | null, here = false) =>
  fakeName({
    kind: 'bankAccount',
    id: idOf(place),
    name,
    currency,
    uses: 3,
    here: here ? { by: 'customer', uses: 3, last: '2026-02-28' } : null,
  });

/** An invoice in euro that says no bank account, and a book with five of them and something of another kind. */
function appWithAccounts(): { app: FakeApp; address: string } {
  const app = scenario('working');
  const invoice = app.record('invoiceReceivable', 4);
  Object.assign(invoice.service, { currency: 'EUR', state: 'SENT', payeeBankAccountId: null });
  app.names = [
    account(1, 'SEB dollar account', 'USD'),
    account(2, 'SEB main account', 'EUR', true),
    account(3, null, null),
    fakeName({ kind: 'ledgerAccount', id: idOf(9), name: 'Travel', code: '6200' }),
  ];
  return { app, address: `invoices/${invoice.id}` };
}

const field = () => page.getByRole('combobox', { name: /Received on bank account/ });
const option = (name: RegExp) => page.getByRole('option', { name });
/** Tab, as often as it takes to reach a field. */
async function tabTo(label: string): Promise<void> {
  const there = () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent?.includes(label) ?? false;
  for (let step = 0; step < 12 && !there(); step++) await press('Tab');
  expect(there(), label).toBe(true);
}
const record = () => page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
const accountsOf = (app: FakeApp) =>
  app.edits.filter(({ record: { id } }) => id === app.record('invoiceReceivable', 4).id).map(({ body }) => body['bankAccountId']);

test('a payment by keyboard alone: the account used last is suggested, another is typed for, chosen with Enter and recorded', async () => {
  const { app, address } = appWithAccounts();
  await openWindow(app, address, 'small');
  await press('p');
  await expect.element(field()).toHaveValue('SEB main account');
  await expect.element(page.getByText('Last used here')).toBeVisible();
  await expect.element(page.getByText(/^Today · /)).toBeVisible();
  await tabTo('Amount, EUR');
  await userEvent.keyboard('50');
  await tabTo('Received on bank account');
  await press('ArrowDown');
  await expect.element(page.getByRole('listbox', { name: 'Bank accounts' })).toBeVisible();
  await expect.element(page.getByText('Other accounts')).toBeVisible();
  expect(page.getByRole('option').all()).toHaveLength(3);
  await expect.element(option(/Travel/)).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
  await press('Escape');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('main');
  await expect.element(option(/SEB main account/)).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect.element(field()).toHaveValue('SEB main account');
  await press('Control+Enter');
  await expect.poll(() => accountsOf(app)).toEqual([idOf(2)]);
});

fullTest('the list opens at what is chosen, and begins with accounts of the invoice’s currency', async () => {
  const { app, address } = appWithAccounts();
  app.names = [
    account(1, 'SEB dollar account', 'USD', true),
    ...Array.from({ length: 14 }, (_, n) => account(20 + n, `Kronor ${n}`, 'SEK')),
    account(5, 'Adlerbank', 'EUR'),
    account(2, 'SEB main account', 'EUR', true),
    account(3, null, null),
  ];
  await openWindow(app, address, 'small');
  await press('p');
  await expect.element(field()).toHaveValue('SEB main account');
  await page.getByLabelText('Amount, EUR').fill('50');
  await field().click();
  await press('ArrowDown');
  await expect.element(option(/^Adlerbank/)).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect.element(field()).toHaveValue('Adlerbank');
  // Opened again, the first Enter keeps what is chosen.
  await press('ArrowDown');
  await expect.element(option(/^Adlerbank/)).toHaveAttribute('aria-selected', 'true');
  const optionTexts = () =>
    [...document.querySelectorAll('[role=listbox] > *')].map((each) => each.textContent.trim().replace(/\s+/g, ' '));
  expect(optionTexts().slice(0, 6)).toMatchObject([
    'Used here before',
    expect.stringMatching(/^SEB main account EUR/),
    'Others in EUR',
    expect.stringMatching(/^Adlerbank EUR/),
    'Other accounts',
    expect.stringMatching(/^SEB dollar account USD not the invoice’s currency/),
  ]);
  await press('Enter');
  await expect.element(field()).toHaveValue('Adlerbank');
  // The chosen item is listed also beyond the visible rows.
  await userEvent.fill(field(), 'Kronor 13');
  await expect.element(option(/^Kronor 13/)).toHaveAttribute('aria-selected', 'true');
  await press('Enter', 'ArrowDown');
  await expect.element(option(/^Kronor 13/)).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect.element(field()).toHaveValue('Kronor 13');
});

const doubtful: [what: string, enter: (app: FakeApp) => Promise<void>, asked: RegExp, id: (app: FakeApp) => string][] = [
  [
    'an account in another currency',
    async () => {
      await field().click();
      await option(/SEB dollar account/).click();
    },
    /SEB dollar account is a USD account, and the invoice is in EUR/,
    () => idOf(1),
  ],
  [
    'the id of something else',
    () => userEvent.fill(field(), idOf(9)),
    /This is the ledger account 6200 Travel, not a bank account/,
    () => idOf(9),
  ],
  [
    'the id of a record',
    (app) => userEvent.fill(field(), app.record('expense').id),
    /This is the id of a record \(expense\)/,
    (app) => app.record('expense').id,
  ],
  ['an account never seen', () => userEvent.fill(field(), idOf(77)), /never seen on this laptop before/, () => idOf(77)],
];

test.each(doubtful)('%s is questioned before it is recorded, and recorded if the user confirms', async (_what, enter, asked, id) => {
  const { app, address } = appWithAccounts();
  await openWindow(app, address, 'small');
  await press('p');
  await page.getByLabelText('Amount, EUR').fill('50');
  await enter(app);
  await expect.element(page.getByText(asked).first()).toBeVisible();
  await record();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Nothing is recorded yet/);
  expect(accountsOf(app)).toEqual([]);
  await record();
  await expect.poll(() => accountsOf(app)).toEqual([id(app)]);
});

fullTest(
  'input that is no account and no id is explained and not recorded; foreign currencies and unnamed ids are marked in the list',
  async () => {
    const { app, address } = appWithAccounts();
    await openWindow(app, address, 'small');
    await press('p');
    await page.getByLabelText('Amount, EUR').fill('50');
    await field().click();
    await expect.element(option(/SEB dollar account/)).toMatchTextContent(/not the invoice’s currency/);
    await expect.element(option(/a0000000/)).toBeVisible();
    await userEvent.fill(field(), 'nowhere bank');
    await expect.element(page.getByText('No bank account here has this name. Paste its id, if you have it.')).toBeVisible();
    await press('Escape');
    await userEvent.fill(field(), 'nowhere bank');
    await press('Tab');
    await expect.element(page.getByText('Choose one from the list, or paste its id.')).toBeVisible();
    await record();
    expect(accountsOf(app)).toEqual([]);
  },
);

test('two that are called alike are told apart before one is chosen', async () => {
  const { app, address } = appWithAccounts();
  const [pointed] = [account(4, 'SEB main account', 'EUR')];
  app.names = [...app.names, { ...pointed, note: 'Closed in May' }, account(5, 'SEB main account', 'EUR')];
  await openWindow(app, address, 'small');
  await press('p');
  await field().click();
  await userEvent.fill(field(), 'main');
  await expect.element(option(/SEB main account.*Closed in May/)).toBeVisible();
  await expect.element(option(new RegExp(`SEB main account.*${idOf(5).slice(-4)}`))).toBeVisible();
  await expect.element(option(new RegExp(`SEB main account.*${idOf(2).slice(-4)}`))).toBeVisible();
  await userEvent.fill(field(), 'dollar');
  await expect.element(option(/SEB dollar account/)).not.toMatchTextContent(new RegExp(idOf(1).slice(-4)));
});

fullTest('long names, other scripts and a name removed meanwhile keep the picker usable', async () => {
  const { app, address } = appWithAccounts();
  const long = `${'Sehr langer Kontoname mit “Zitat” '.repeat(8)}🏦`;
  app.names = [
    account(1, long, 'USD'),
    account(2, 'حساب الكويت الرئيسي', 'KWD'),
    account(3, idOf(8), 'EUR'),
    account(4, '2026-01-31', null),
  ];
  await openWindow(app, address, 'small');
  await press('p');
  await page.getByLabelText('Amount, EUR').fill('50');
  await field().click();
  await expect.element(option(/الرئيسي.*KWD/)).toBeVisible();
  for (const each of page.getByRole('option').elements()) expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth + 1);
  await option(/2026-01-31/).hover();
  await app.api.names.forget({ refs: [{ kind: 'bankAccount', id: idOf(4) }] });
  await option(/2026-01-31|a0000000(?!-)/)
    .first()
    .click();
  await expect.element(field()).toHaveValue('a0000000');
  await record();
  await expect.poll(() => accountsOf(app)).toEqual([idOf(4)]);
});

test('a reference is named in place, everywhere at once, with its code in front; Enter moves to the next without a name', async () => {
  const app = scenario('working');
  const expense = app.record('expense', 0);
  const [line] = expense.service['lineItems'] as { accountId: string; costCenterId: string }[];
  app.names = [
    fakeName({ kind: 'ledgerAccount', id: line!.accountId, places: ['expense.lineItems.accountId'] }),
    fakeName({ kind: 'costCenter', id: line!.costCenterId, name: 'Sales Nordics', code: '410' }),
  ];
  await openWindow(app, `expenses/${expense.id}`, 'small');
  await expect.element(page.getByRole('button', { name: '410 Sales Nordics' }).first()).toBeVisible();
  expect(document.querySelector('main table')?.textContent).not.toContain('Name this');
  await page
    .getByRole('button', { name: `Name this… ledger account ${line!.accountId.slice(0, 8)}` })
    .first()
    .click();
  await expect.element(page.getByRole('dialog', { name: 'Name this ledger account' })).toMatchTextContent(/Expense lines/);
  await userEvent.keyboard('Travel');
  await press('Tab');
  await userEvent.keyboard('6200');
  await press('Enter');
  await expect.element(page.getByRole('button', { name: '6200 Travel' }).first()).toBeVisible();
  expect(app.names.find(({ id }) => id === line!.accountId)).toMatchObject({ name: 'Travel', code: '6200', origin: 'typed' });
});
