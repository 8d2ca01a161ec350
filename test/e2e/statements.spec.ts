import type { Page } from '@playwright/test';
import { expect, test, type SandboxControl } from './fixtures.ts';
import { show } from './person.ts';

// A bank statement of the practice company, from the file to payments at the service and their report, by mouse and by keys.

const linesIn = (app: Page) => app.getByRole('grid', { name: 'Bank lines' }).getByRole('row');

async function euroAccount(sandbox: SandboxControl): Promise<string> {
  const accounts = (await sandbox.get('/sandbox/export?kind=bank-accounts&format=json')) as { id: string; currency: string }[];
  return accounts.find(({ currency }) => currency === 'EUR')?.id ?? '';
}

/** The account is confirmed once. */
async function confirmAccount(app: Page, id: string): Promise<void> {
  const picker = app.getByRole('combobox', { name: /^Account of the service for/ });
  await picker.fill(id);
  await expect(picker).toBeHidden();
}

const paymentsIn = async (sandbox: SandboxControl): Promise<number> =>
  ((await sandbox.get('/sandbox/requests')) as { method: string; path: string }[]).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/payments'),
  ).length;

/** Drops a file on the window. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const held = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], file ?? ''));
      return transfer;
    },
    [name, content],
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: held });
}

test('a statement dropped on the window becomes payments: drafted, reviewed, sent once, reported, never proposed again', async ({
  app,
  host,
}, info) => {
  const picture = (name: string) => app.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled', caret: 'hide' });
  const sandbox = host.sandbox();
  const statement = String(await sandbox.get('/sandbox/statement?currency=EUR&day=2026-11-24'));
  await show(app, '#/invoices');
  await expect(app.getByRole('main').getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  await drop(app, 'statement.xml', statement);
  await expect(linesIn(app).first()).toBeVisible();
  await confirmAccount(app, await euroAccount(sandbox));

  const draft = app.getByRole('button', { name: /^Draft \d+ lines?$/ });
  const count = Number(/\d+/.exec((await draft.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await picture('1-imported');
  await draft.click();
  await expect(draft).toBeHidden();

  await show(app, '#/review');
  await picture('2-review');
  await app.getByRole('button', { name: /^Approve and send/ }).click();
  await expect.poll(() => paymentsIn(sandbox)).toBe(count);
  await app.getByRole('link', { name: 'Open the report' }).click();
  await expect(app.getByRole('main')).toContainText('payment');
  await picture('3-report');

  await show(app, '#/bank-lines');
  await drop(app, 'renamed.xml', statement.replace('<MsgId>SANDBOX', '<MsgId>AGAIN'));
  await expect(app.getByText(/^0 lines imported/).first()).toBeVisible();
  await expect(draft).toBeHidden();
  await picture('4-again');
  expect(await paymentsIn(sandbox)).toBe(count);
});

test('the practice company’s statement becomes a payment by keys alone', { tag: '@slow' }, async ({ app, host }) => {
  const sandbox = host.sandbox();
  await show(app, '#/today');
  await app.getByRole('button', { name: 'Import its statement' }).focus();
  await app.keyboard.press('Enter');
  await expect(linesIn(app).first()).toBeVisible();
  await app.getByRole('combobox', { name: /^Account of the service for/ }).focus();
  await app.keyboard.insertText(await euroAccount(sandbox));
  await expect(app.getByRole('combobox', { name: /^Account of the service for/ })).toBeHidden();

  // The newest line names no invoice that is proven: the first candidate is chosen by its key.
  const invoice = app.getByRole('radio').first();
  await app.getByRole('grid', { name: 'Bank lines' }).focus();
  for (let n = 0; n < 20 && (await invoice.count()) === 0; n += 1) await app.keyboard.press('ArrowDown');
  await expect(invoice).toBeVisible();
  await app.keyboard.press('1');
  await app.keyboard.press('d');
  await expect(app.getByText(/^1 payment drafted/).first()).toBeVisible();
  await show(app, '#/review');
  await expect(app.getByRole('button', { name: /^Approve and send/ })).toBeEnabled();
  await app.keyboard.press('Control+Enter');
  await expect.poll(() => paymentsIn(sandbox)).toBe(1);
});
