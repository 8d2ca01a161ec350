import { expect, test } from './fixtures.ts';
import { show } from './person.ts';

// A bank statement of the practice company, from the file to a payment at the service.

test('a statement becomes payments: imported, drafted from its lines, reviewed, sent once, and never proposed again', async ({
  app,
  host,
}) => {
  const sandbox = host.sandbox();
  const accounts = (await sandbox.get('/sandbox/export?kind=bank-accounts&format=json')) as {
    id: string;
    currency: string;
    name: string;
  }[];
  const account = accounts.find(({ currency }) => currency === 'EUR');
  const file = {
    name: 'statement.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(String(await sandbox.get('/sandbox/statement?currency=EUR&day=2026-11-24'))),
  };
  await show(app, '#/bank-lines');
  await app.getByLabel('Bank statement').setInputFiles(file);
  await expect(app.getByRole('navigation', { name: 'Bank lines' }).getByRole('link').first()).toBeVisible();

  // The account is confirmed once.
  const picker = app.getByRole('combobox', { name: /^Account of the service for/ });
  await picker.fill(account?.id ?? '');
  await expect(picker).toBeHidden();

  const draft = app.getByRole('button', { name: /^Draft \d+ lines?$/ });
  const count = Number(/\d+/.exec((await draft.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await draft.click();
  await expect(draft).toBeHidden();

  await show(app, '#/review');
  await app.getByRole('button', { name: /^Approve and send/ }).click();
  const payments = async () =>
    ((await sandbox.get('/sandbox/requests')) as { method: string; path: string }[]).filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/payments'),
    ).length;
  await expect.poll(payments).toBe(count);

  await show(app, '#/bank-lines');
  await app.getByLabel('Bank statement').setInputFiles(file);
  await expect(app.getByText(/^0 lines imported/).first()).toBeVisible();
  await expect(draft).toBeHidden();
  expect(await payments()).toBe(count);
});
