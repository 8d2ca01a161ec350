import { expect, test, type SandboxControl } from './fixtures.ts';
import { changeDate, show } from './person.ts';

interface Expense {
  id: string;
  status: string;
  performedDate: string;
}
interface Invoice {
  id: string;
  state: string;
  currency: string;
  companyId: string;
}

const exported = async <T>(sandbox: SandboxControl, kind: string): Promise<T[]> =>
  (await sandbox.get(`/sandbox/export?kind=${kind}&format=json`)) as T[];

/** Expenses that the service lets anybody change. */
const changeable = async (sandbox: SandboxControl) =>
  (await exported<Expense>(sandbox, 'expenses')).filter((expense) => expense.status === 'CREATED').map((expense) => expense.id);

const applied = async (sandbox: SandboxControl) =>
  ((await sandbox.get('/sandbox/journal')) as { recordId: string; applied: boolean }[]).filter((entry) => entry.applied);

test('an answer that gets lost shows Checking, and the service carried it out once', async ({ app, host }) => {
  const sandbox = host.sandbox();
  const [id = ''] = await changeable(sandbox);
  await sandbox.post('/sandbox/faults', { method: 'PATCH', fault: { kind: 'dropAfter' } });
  await changeDate(app, id, '2026-03-12');
  await expect(app.getByRole('main').getByText('Checking').first()).toBeVisible();
  await show(app, '#/outbox?tab=waiting');
  await app.getByRole('grid').getByRole('row').first().click();
  await expect(app.getByRole('article', { name: 'Edit' })).toContainText('Checking');
  expect(await applied(sandbox)).toHaveLength(1);
});

test('a 422 comes back to its field with the service’s words, and blocks no other record', { tag: '@slow' }, async ({ app, host }) => {
  const sandbox = host.sandbox();
  const [first = '', second = ''] = await changeable(sandbox);
  await changeDate(app, first, '2027-06-01');
  await changeDate(app, second, '2026-03-02');
  await expect.poll(async () => (await applied(sandbox)).map((entry) => entry.recordId)).toEqual([second]);
  await app.getByRole('link', { name: /^Outbox.*1 needs you/ }).click();
  await app.getByRole('grid').getByRole('row').first().click();
  await expect(app.getByRole('article', { name: 'Edit' })).toContainText('Rejected');
  await app.getByRole('button', { name: 'Correct' }).click();
  const field = app.getByRole('dialog').getByRole('textbox', { name: 'Date' });
  await expect(field).toBeFocused();
  await expect(app.getByRole('dialog')).toContainText('in the future');
  await field.fill('2026-03-12');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await applied(sandbox)).map((entry) => entry.recordId)).toEqual([second, first]);
});

test('the same field changed meanwhile is a conflict that the user settles, field by field', { tag: '@slow' }, async ({ app, host }) => {
  const sandbox = host.sandbox();
  const [id = ''] = await changeable(sandbox);
  await app.getByRole('button', { name: /^Connection:/ }).click();
  await app.getByRole('switch', { name: 'Work offline' }).click();
  await app.keyboard.press('Escape');
  await changeDate(app, id, '2026-03-12');
  await sandbox.post('/sandbox/change', { kind: 'expense', id, fields: { performedDate: '2026-02-20' } });
  await app.getByRole('button', { name: /^Connection:/ }).click();
  await app.getByRole('switch', { name: 'Work offline' }).click();
  await app.keyboard.press('Escape');
  await app.getByRole('link', { name: /^Outbox.*1 needs you/ }).click();
  await expect(app.getByRole('row', { name: /Date/ })).toContainText('20 Feb 2026');
  await app.getByRole('radio', { name: /mine/ }).check();
  await app.getByRole('button', { name: 'Save choice' }).click();
  await expect(app.getByRole('button', { name: 'Save choice' })).toBeHidden();
  await expect
    .poll(async () => ((await sandbox.get(`/sandbox/records?kind=expense&id=${id}`)) as Expense).performedDate)
    .toBe('2026-03-12');
});

test('2^63−1 minor units are typed, shown, approved and recorded without losing one', { tag: '@slow' }, async ({ app, host }) => {
  const sandbox = host.sandbox();
  const invoice = (await exported<Invoice>(sandbox, 'invoice-receivables')).find(
    (each) => each.state === 'OPEN' && each.currency === 'EUR',
  );
  const [account] = await exported<{ id: string }>(sandbox, 'bank-accounts');
  await show(app, `#/invoices/${invoice?.id ?? ''}`);
  await app.getByRole('button', { name: 'Record payment' }).click();
  const sheet = app.getByRole('dialog', { name: /payment/i });
  await sheet.getByRole('textbox', { name: 'Payment date' }).fill('2026-03-12');
  await sheet.getByLabel('Amount, EUR').fill('92233720368547758.07');
  await sheet.getByRole('combobox', { name: 'Received on bank account' }).fill(account?.id ?? '');
  await sheet.locator('button[type="submit"]').click();
  await expect(sheet).toBeHidden();
  await app.getByRole('link', { name: /^Outbox/ }).click();
  await expect(app.getByRole('main')).toContainText('92,233,720,368,547,758.07');
  // More than is open: nothing is sent that its user did not tick.
  await app.getByRole('checkbox', { name: /^Send / }).check();
  await app.getByRole('button', { name: /^Approve and send 1/ }).click();
  const requests = async () => JSON.stringify(await sandbox.get('/sandbox/requests'));
  await expect.poll(requests).toContain('"amountInInvoiceCurrency\\":9223372036854775807');
  await show(app, `#/invoices/${invoice?.id ?? ''}`);
  await expect(app.getByRole('main')).toContainText('Partially paid');
});
