import type { Page } from '@playwright/test';
import { expect, test, type SandboxControl } from './fixtures.ts';
import { record, show } from './person.ts';

// Every operation of the specification, done from the window; what arrives at the service is compared byte for byte.

interface Arrived {
  method: string;
  path: string;
  headers: Record<string, string>;
  bodyText: string;
}
type Row = Record<string, unknown> & { id: string };

const exported = async (sandbox: SandboxControl, kind: string): Promise<Row[]> =>
  (await sandbox.get(`/sandbox/export?kind=${kind}&format=json`)) as Row[];

/** The requests of one method to one path, oldest first. */
const arrivals = async (sandbox: SandboxControl, method: string, path: string): Promise<Arrived[]> =>
  ((await sandbox.get('/sandbox/requests')) as Arrived[]).filter((request) => request.method === method && request.path === path);

/** Approves everything that waits for a user; changed bank details a second time. */
async function approve(page: Page, { bank = false } = {}): Promise<void> {
  await show(page, '#/review');
  await page
    .getByRole('checkbox', { name: /^Send / })
    .first()
    .check();
  await page.getByRole('button', { name: /^Approve and send/ }).click();
  if (bank) await page.getByRole('dialog').getByRole('button', { name: 'Approve and send' }).click();
}

/** Expects one request with exactly this body and the headers of the specification. */
async function expectArrived(sandbox: SandboxControl, method: string, path: string, bodyText: string): Promise<void> {
  await expect.poll(async () => (await arrivals(sandbox, method, path)).map((request) => request.bodyText)).toEqual([bodyText]);
  const [{ headers } = { headers: {} }] = await arrivals(sandbox, method, path);
  expect(headers).toMatchObject({
    accept: 'application/json',
    authorization: expect.stringMatching(/^Basic \S+$/),
    'content-type': 'application/json;charset=UTF-8',
    'content-length': String(Buffer.byteLength(bodyText)),
  });
}

test.use({ locale: 'en-GB' });

test('endpoints 3, 4 and 5: an expense is read, changed and commented', { tag: '@slow' }, async ({ app, host }) => {
  const sandbox = host.sandbox();
  const { id } = (await exported(sandbox, 'expenses')).find(
    (row) => row['status'] === 'IN_DRAFT' && row['originalCurrency'] === 'EUR',
  ) as Row;
  await show(app, `#/expenses/${id}`);
  await app.getByRole('button', { name: 'More' }).click();
  await app.getByRole('menuitem', { name: /^Read again from the service/ }).click();
  await expect.poll(async () => (await arrivals(sandbox, 'GET', `/v1/expenses/${id}`)).length).toBeGreaterThan(0);
  const [read] = await arrivals(sandbox, 'GET', `/v1/expenses/${id}`);
  expect([read?.bodyText, read?.headers['content-type'], read?.headers['accept']]).toEqual(['', undefined, 'application/json']);

  await record(app, 'Edit', { Date: '9 Mar 2026', 'Original currency': 'SEK' });
  await expectArrived(sandbox, 'PATCH', `/v1/expenses/${id}`, '{"originalCurrency":"SEK","performedDate":"2026-03-09"}');
  await record(app, 'Comment', { Comment: 'Looks right: "März" €' });
  await expectArrived(sandbox, 'POST', '/v1/user-comments', `{"resourceId":"${id}","content":"Looks right: \\"März\\" €"}`);
});

test('endpoints 6 and 7: a card transaction is described, and its receipt asked about', async ({ app, host }) => {
  const sandbox = host.sandbox();
  const { id } = (await exported(sandbox, 'card-transactions')).find((row) => row['editStatus'] === 'ALL_EDITS_ALLOWED') as Row;
  await show(app, `#/card-transactions/${id}`);
  await record(app, 'Edit', { Description: 'Train to Malmö' });
  await expectArrived(sandbox, 'PATCH', `/rest/ext/v1/card-transactions/${id}`, '{"description":"Train to Malmö"}');

  await show(app, '#/settings/receipt');
  await app.getByRole('button', { name: 'Ask about a receipt…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Ask about a receipt' });
  await dialog.getByLabel('Card transaction').selectOption(id ?? '');
  await dialog.getByLabel(/^Name/).fill('receipt');
  await dialog.getByLabel(/^Roles/).fill('ADMIN, OWNER');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'The service answered 200' })).toBeVisible();
  await expectArrived(sandbox, 'OPTIONS', `/v1/card-transactions/${id}/receipt`, '{"roles":["ADMIN","OWNER"],"name":"receipt"}');
});

test('endpoints 1 and 2: a line is added to a draft, a payment recorded against an open invoice', async ({ app, host }) => {
  const sandbox = host.sandbox();
  const invoices = await exported(sandbox, 'invoice-receivables');
  const draft = invoices.find((row) => row['state'] === 'DRAFT' && row['currency'] === 'KWD') as Row;
  const [product] = await exported(sandbox, 'products');
  await show(app, `#/invoices/${draft.id}`);
  await record(app, 'Add line', { Product: product?.id ?? '', Quantity: '2.5' });
  await approve(app);
  const lines = `/rest/ext/v1/invoice-receivables/${draft.id}/lines`;
  await expectArrived(sandbox, 'POST', lines, `{"productId":"${product?.id}","quantity":2.5}`);

  const open = invoices.find((row) => row['state'] === 'OPEN' && row['currency'] === 'KWD') as Row;
  const account = (await exported(sandbox, 'bank-accounts')).find((row) => row['currency'] === 'KWD');
  await show(app, `#/invoices/${open.id}`);
  await record(app, 'Record payment', {
    'Payment date': '12 Mar 2026',
    'Amount, KWD': '90,071,992,547.409',
    'Received on bank account': account?.id ?? '',
  });
  await approve(app);
  const body = `{"paymentDate":"2026-03-12","bankAccountId":"${account?.id}","amountInInvoiceCurrency":90071992547409}`;
  await expectArrived(sandbox, 'POST', `/v1/invoice-receivables/${open.id}/payments`, body);
});

test('endpoint 8: the document of a purchase invoice is fetched and shown', { tag: '@slow' }, async ({ app, host }) => {
  const sandbox = host.sandbox();
  const [payable] = await exported(sandbox, 'invoice-payables');
  await show(app, `#/documents/${payable?.id}`);
  await app.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(app.locator('canvas').first()).toBeVisible();
  const [fetched] = await arrivals(sandbox, 'GET', `/v1/invoice-payables/${payable?.id}/document`);
  expect([fetched?.bodyText, fetched?.headers['accept']]).toEqual(['', 'application/pdf']);
});

/** "Endpoints 9", in the order of the specification's list. */
const vendorFields = [
  ...['name', 'defaultCompanyEntity', 'companyEntityIds', 'vatId', 'identifier', 'description', 'avatarUrl', 'email', 'website'],
  ...['city', 'address', 'zipcode', 'phoneNumber', 'country', 'bankCountry', 'bankName', 'bankCity', 'bankAddress', 'bankZipcode'],
  ...['bankAccountNumber', 'bankAccountBic', 'domesticBankAccountNumber', 'domesticBankAccountCode', 'swedishBankgiroNumber'],
];
const entityFields = ['companyEntityId', 'accountId', 'taxCodeId', 'costCenterId', 'senderBankAccountId'];
const filled = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => (from[name] ?? null) !== null).map((name) => [name, from[name]]));

test('endpoint 9: a vendor is replaced whole, with the user’s changes and nothing outside of the body', async ({ app, host }) => {
  const sandbox = host.sandbox();
  const vendor = (await exported(sandbox, 'vendors')).find((row) => row['defaultCompanyEntity'] && row['swedishBankgiroNumber']) as Row;
  const id = String(vendor['vendorId']);
  await show(app, `#/vendors/${id}`);
  await record(app, 'Edit contact', { City: 'Lisboa' });
  await approve(app);
  const entity = filled(vendor['defaultCompanyEntity'] as Row, entityFields);
  const properties = (vendor['customProperties'] as { groupId: string; values: Row[] }[]).map(({ groupId, values }) => ({
    groupId,
    valueIds: values.map((value) => value.id),
  }));
  const whole = {
    ...filled({ ...vendor, city: 'Lisboa', defaultCompanyEntity: entity }, vendorFields),
    ...(properties.length > 0 ? { customProperties: properties } : {}),
  };
  await expectArrived(sandbox, 'PUT', `/rest/ext/v1/vendors/${id}`, JSON.stringify(whole));
});
